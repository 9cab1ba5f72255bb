package main

import (
	"go/ast"
	"go/token"
)

// sharedRows are uses of a loop's variable in subtests that wait for the end of the loop: before Go 1.22 all of them see its last row.
func sharedRows(function *ast.FuncDecl) []token.Pos {
	found := []token.Pos{}
	ast.Inspect(function.Body, func(node ast.Node) bool {
		switch one := node.(type) {
		case *ast.RangeStmt:
			found = append(found, sharedIn(one.Body, one.Key, one.Value)...)
		case *ast.ForStmt:
			if counts, ok := one.Init.(*ast.AssignStmt); ok {
				found = append(found, sharedIn(one.Body, counts.Lhs...)...)
			}
		}
		return true
	})
	return found
}

// sharedIn: where each subtest first uses one of the variables once it goes on beside the others.
func sharedIn(body *ast.BlockStmt, variables ...ast.Expr) []token.Pos {
	declared := map[*ast.Object]bool{}
	for _, one := range variables {
		if name, ok := one.(*ast.Ident); ok && name.Obj != nil {
			declared[name.Obj] = true
		}
	}
	found := []token.Pos{}
	ast.Inspect(body, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok || method(call) != "Run" || len(call.Args) != 2 {
			return true
		}
		subtest, ok := call.Args[1].(*ast.FuncLit)
		if !ok {
			return true
		}
		first := token.NoPos
		from := goesBeside(subtest.Body)
		ast.Inspect(subtest.Body, func(inner ast.Node) bool {
			name, ok := inner.(*ast.Ident)
			if ok && first == token.NoPos && from != token.NoPos && name.Pos() > from && declared[name.Obj] && name.Obj != nil {
				first = name.Pos()
			}
			return true
		})
		if first != token.NoPos {
			found = append(found, first)
		}
		return true
	})
	return found
}

// goesBeside: where a body says `t.Parallel()` itself.
func goesBeside(body *ast.BlockStmt) token.Pos {
	for _, statement := range body.List {
		if one, ok := statement.(*ast.ExprStmt); ok && method(one.X) == "Parallel" {
			return one.Pos()
		}
	}
	return token.NoPos
}
