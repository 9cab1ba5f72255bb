package main

import (
	"go/ast"
	"go/token"
)

// givesWork: before any test runs, a test file of the package gives a variable of another file a function or a switch, so that the
// code does for tests what it does for nobody else. Where one test replaces what its code stands on, and puts it back, that is a mock.
func givesWork(function *ast.FuncDecl) []token.Pos {
	if function.Recv != nil || function.Body == nil || function.Name.Name != "init" && function.Name.Name != "TestMain" {
		return nil
	}
	found := []token.Pos{}
	ast.Inspect(function.Body, func(node ast.Node) bool {
		assign, ok := node.(*ast.AssignStmt)
		if !ok || assign.Tok != token.ASSIGN || len(assign.Lhs) != len(assign.Rhs) {
			return true
		}
		for at, left := range assign.Lhs {
			// What the file itself declares is resolved.
			if name, ok := left.(*ast.Ident); ok && name.Obj == nil && name.Name != "_" && isWork(assign.Rhs[at]) {
				found = append(found, left.Pos())
			}
		}
		return true
	})
	return found
}

func isWork(value ast.Expr) bool {
	switch one := value.(type) {
	case *ast.FuncLit:
		return true
	case *ast.Ident:
		// A function that the test file declares.
		return one.Name == "true" || one.Name == "false" || one.Obj != nil && one.Obj.Kind == ast.Fun
	}
	return false
}
