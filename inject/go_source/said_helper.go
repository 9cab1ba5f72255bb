package main

import (
	"go/ast"
	"go/token"
	"strings"
)

// behind a function of the file that only prepares, and ends the test where that fails, stands what it does to what it returns; false for
// any other, which stands for itself.
func (r *reader) behind(name string) ([]string, bool) {
	helper := r.helper(name)
	if helper == nil || r.around[name] || !isPlain(helper.Body) {
		return nil, false
	}
	inner := readerOf(r.s, helper)
	inner.around = map[string]bool{name: true}
	for one := range r.around {
		inner.around[one] = true
	}
	for _, field := range helper.Type.Params.List {
		for _, parameter := range field.Names {
			inner.values[parameter.Name] = append(inner.values[parameter.Name], given{isGiven: true})
		}
	}
	words, returns := []string{}, 0
	ast.Inspect(helper.Body, func(node ast.Node) bool {
		if one, ok := node.(*ast.ReturnStmt); ok && len(one.Results) > 0 {
			returns++
			words = append(words, inner.through(one.Results)...)
		}
		return true
	})
	return words, returns == 1
}

func (r *reader) helper(name string) *ast.FuncDecl {
	for _, decl := range r.s.tree.Decls {
		if one, ok := decl.(*ast.FuncDecl); ok && one.Recv == nil && one.Name.Name == name && one.Body != nil {
			return one
		}
	}
	return nil
}

// isPlain: no loops, no choices but `if err != nil`.
func isPlain(body *ast.BlockStmt) bool {
	plain := true
	ast.Inspect(body, func(node ast.Node) bool {
		switch one := node.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.FuncLit:
			plain = false
		case *ast.IfStmt:
			asked, ok := one.Cond.(*ast.BinaryExpr)
			plain = plain && ok && one.Else == nil && asked.Op == token.NEQ && isNil(asked.Y)
		}
		return plain
	})
	return plain
}

func isNil(node ast.Expr) bool {
	name, ok := node.(*ast.Ident)
	return ok && name.Name == "nil"
}

// narrows: of what a helper compares a call is given one side alone; one that is given both compares them itself.
func (r *reader) narrows(one *ast.CallExpr) bool {
	sides := 0
	for _, argument := range one.Args {
		if name, ok := argument.(*ast.Ident); ok && r.compared[name.Name] {
			sides++
		}
	}
	return sides == 1 && r.asked(one) == ""
}

// reached are the bodies of a function and of those of its file of tests that it calls.
func (r *reader) reached(body *ast.BlockStmt) []ast.Node {
	found, seen := []ast.Node{body}, map[string]bool{}
	for at := 0; at < len(found) && strings.HasSuffix(r.s.path, "_test.go"); at++ {
		ast.Inspect(found[at], func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			name, ok := call.Fun.(*ast.Ident)
			if ok && !seen[name.Name] {
				seen[name.Name] = true
				if helper := r.helper(name.Name); helper != nil && !isTest(helper) {
					found = append(found, helper.Body)
				}
			}
			return true
		})
	}
	return found
}
