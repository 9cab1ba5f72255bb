package main

import (
	"go/ast"
	"go/token"
)

// names are what a test gives a value once, and what its file does; a name of an inner scope is another one.
type names map[*ast.Object]binding

type binding struct {
	value ast.Expr
	text  string
}

func namesOf(s *source, body *ast.BlockStmt) names {
	known, times := names{}, map[*ast.Object]int{}
	bind := func(left, right ast.Expr) {
		if name, ok := left.(*ast.Ident); ok && name.Obj != nil {
			times[name.Obj]++
			known[name.Obj] = binding{right, s.of(right)}
		}
	}
	note := func(node ast.Node) bool {
		switch one := node.(type) {
		case *ast.AssignStmt:
			if len(one.Lhs) == len(one.Rhs) {
				for at, left := range one.Lhs {
					bind(left, one.Rhs[at])
				}
				return true
			}
			for _, left := range one.Lhs {
				bind(left, one.Rhs[0])
				bind(left, one.Rhs[0])
			}
		case *ast.ValueSpec:
			if len(one.Names) == len(one.Values) {
				for at, left := range one.Names {
					bind(left, one.Values[at])
				}
			}
		case *ast.IncDecStmt:
			bind(one.X, one.X)
			bind(one.X, one.X)
		}
		return true
	}
	ast.Inspect(body, note)
	for _, decl := range s.tree.Decls {
		if general, ok := decl.(*ast.GenDecl); ok && general.Tok == token.VAR {
			for _, spec := range general.Specs {
				note(spec)
			}
		}
	}
	for object, count := range times {
		if count > 1 {
			delete(known, object)
		}
	}
	return known
}

// text of an expression, of a name that of its value.
func (known names) text(s *source, node ast.Expr) string {
	if name, ok := node.(*ast.Ident); ok {
		if one, ok := known[name.Obj]; ok {
			return one.text
		}
	}
	return s.of(node)
}

// same: both sides are what the code under test says.
func (known names) same(s *source, left, right ast.Expr) bool {
	return known.text(s, left) == known.text(s, right)
}

// rows: how many a loop goes through, -1 where only a run can tell.
func (known names) rows(node ast.Expr) int {
	if name, ok := node.(*ast.Ident); ok {
		node = known[name.Obj].value
	}
	if list, ok := node.(*ast.CompositeLit); ok {
		return len(list.Elts)
	}
	return -1
}
