package main

import (
	"go/ast"
	"go/token"
	"regexp"
)

// What makes what a test works with: that it fails says nothing of the code.
var preparing = regexp.MustCompile(`^(?:(?:os|ioutil)\.(?:MkdirTemp|CreateTemp|TempDir|TempFile|Mkdir|MkdirAll|WriteFile|Create|Chdir|Setenv|Symlink|Chmod|Chtimes|RemoveAll)|net\.Listen|time\.LoadLocation)$`)

func (s *source) isPreparing(value ast.Expr) bool {
	call, ok := value.(*ast.CallExpr)
	return ok && preparing.MatchString(s.of(call.Fun))
}

// ofPreparing: `if err := os.WriteFile(…); err != nil`, or the same of an error that such a call gave last before.
func (w *weigher) ofPreparing(one *ast.IfStmt) bool {
	asked, ok := one.Cond.(*ast.BinaryExpr)
	if !ok || asked.Op != token.NEQ || !isNil(asked.Y) {
		return false
	}
	name, ok := asked.X.(*ast.Ident)
	if !ok {
		return false
	}
	var last ast.Expr
	ast.Inspect(w.body, func(node ast.Node) bool {
		given, ok := node.(*ast.AssignStmt)
		if ok && given.Pos() < one.Body.Pos() {
			for at, left := range given.Lhs {
				if known, isName := left.(*ast.Ident); isName && known.Name == name.Name {
					last = given.Rhs[min(at, len(given.Rhs)-1)]
				}
			}
		}
		return true
	})
	return w.s.isPreparing(last)
}
