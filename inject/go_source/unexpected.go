package main

import (
	"go/ast"
	"go/token"
)

// unexpectedErrors: `if err != nil { if tt.bad != "" && … { t.Errorf(…) }; return }`, which is content with an error where none is wanted.
func unexpectedErrors(s *source, function *ast.FuncDecl) []token.Pos {
	found := []token.Pos{}
	ast.Inspect(function.Body, func(node ast.Node) bool {
		one, ok := node.(*ast.IfStmt)
		if !ok || one.Else != nil || !leaves(one.Body.List) {
			return true
		}
		if asked, ok := one.Cond.(*ast.BinaryExpr); ok && asked.Op == token.NEQ && isNil(asked.Y) && failsOnlyWhereWanted(s, one.Body.List) {
			found = append(found, one.Pos())
		}
		return true
	})
	return found
}

// failsOnlyWhereWanted: all that fails there asks first whether a failure is wanted.
func failsOnlyWhereWanted(s *source, list []ast.Stmt) bool {
	asks := false
	for _, statement := range list {
		if !tells(statement) {
			continue
		}
		one, ok := statement.(*ast.IfStmt)
		if !ok || one.Else != nil || !isWanted(s, one.Cond) {
			return false
		}
		asks = true
	}
	return asks
}

// isWanted: `tt.bad != "" && …`, `tt.wantErr && …`.
func isWanted(s *source, condition ast.Expr) bool {
	both, ok := condition.(*ast.BinaryExpr)
	if !ok || both.Op != token.LAND {
		return false
	}
	if inner, ok := both.X.(*ast.BinaryExpr); ok {
		if inner.Op == token.LAND {
			return isWanted(s, inner)
		}
		other := s.of(inner.Y)
		return inner.Op == token.NEQ && (other == `""` || other == "nil" || other == "0")
	}
	switch both.X.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return true
	}
	return false
}
