package main

import (
	"go/ast"
	"go/token"
)

// lateAdds: where a goroutine is added to the group that is to wait for it only once it runs: whoever waits may have gone by then.
func lateAdds(s *source, function *ast.FuncDecl) []token.Pos {
	found := []token.Pos{}
	ast.Inspect(function.Body, func(node ast.Node) bool {
		started, ok := node.(*ast.GoStmt)
		if !ok {
			return true
		}
		literal, ok := started.Call.Fun.(*ast.FuncLit)
		if !ok {
			return true
		}
		adds, done := callsIn(s, literal, "Add"), callsIn(s, literal, "Done")
		for _, add := range adds {
			for _, one := range done {
				if one.owner == add.owner {
					found = append(found, add.pos)
					break
				}
			}
		}
		return true
	})
	return found
}

type ownedCall struct {
	owner string
	pos   token.Pos
}

// callsIn are the calls of methods of this name that a function makes itself; none where it starts another goroutine, which may be added.
func callsIn(s *source, literal *ast.FuncLit, name string) []ownedCall {
	calls := []ownedCall{}
	starts := false
	ast.Inspect(literal.Body, func(node ast.Node) bool {
		if _, isStarted := node.(*ast.GoStmt); isStarted {
			starts = true
		}
		if call, ok := node.(*ast.CallExpr); ok {
			if selector, ok := call.Fun.(*ast.SelectorExpr); ok && selector.Sel.Name == name {
				calls = append(calls, ownedCall{s.of(selector.X), call.Pos()})
			}
		}
		return true
	})
	if starts {
		return nil
	}
	return calls
}
