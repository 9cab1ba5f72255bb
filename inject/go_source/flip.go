package main

import (
	"fmt"
	"go/ast"
	"strconv"
	"strings"
)

type flipAnswer struct {
	Path    string `json:"path"`
	Text    string `json:"text"`
	Flipped int    `json:"flipped"`
}

var opposites = map[string]string{
	"Equal": "NotEqual", "EqualValues": "NotEqualValues", "Same": "NotSame", "True": "False", "Nil": "NotNil",
	"NoError": "Error", "Contains": "NotContains", "Empty": "NotEmpty", "Zero": "NotZero", "ErrorIs": "NotErrorIs",
	"Panics": "NotPanics", "Regexp": "NotRegexp", "Subset": "NotSubset",
}

func opposite(name string) string {
	for one, other := range opposites {
		if name == one {
			return other
		}
		if name == other {
			return one
		}
	}
	return ""
}

// flipped negates every condition that leads to a failure, and every assertion of testify that has an opposite.
// Where only what is guarded counts, those stay that nothing in a function leads past.
func flipped(s *source, isGuardedOnly bool) flipAnswer {
	edits, count := []edit{}, 0
	for _, decl := range s.tree.Decls {
		guarded := guardedIn(decl)
		ast.Inspect(decl, func(node ast.Node) bool {
			switch one := node.(type) {
			case *ast.IfStmt:
				if failsIn(one.Body) && (!isGuardedOnly || guarded[one]) {
					start, end := s.at(one.Cond.Pos()), s.at(one.Cond.End())
					edits = append(edits, edit{start, start, "!("}, edit{end, end, ")"})
					count++
				}
			case *ast.CallExpr:
				if !isLibrary(one) || isGuardedOnly && !guarded[one] {
					return true
				}
				selector := one.Fun.(*ast.SelectorExpr)
				name := strings.TrimSuffix(selector.Sel.Name, "f")
				if other := opposite(name); other != "" {
					start := s.at(selector.Sel.Pos())
					edits = append(edits, edit{start, start + len(name), other})
					count++
				}
			}
			return true
		})
	}
	return flipAnswer{s.path, applied(s.text, edits), count}
}

// guardedIn: what stands in a loop, a goroutine or a function of its own, but for that of a subtest. A branch is no guard: what it
// asks for may well be elsewhere.
func guardedIn(decl ast.Decl) map[ast.Node]bool {
	found := map[ast.Node]bool{}
	var subtests []ast.Node
	var look func(node ast.Node, isGuarded bool)
	look = func(node ast.Node, isGuarded bool) {
		ast.Inspect(node, func(child ast.Node) bool {
			if child == nil || child == node {
				return true
			}
			if isGuarded {
				found[child] = true
			}
			switch one := child.(type) {
			case *ast.CallExpr:
				if selector, ok := one.Fun.(*ast.SelectorExpr); ok && selector.Sel.Name == "Run" && len(one.Args) == 2 {
					subtests = append(subtests, one.Args[1])
				}
				return true
			case *ast.FuncLit:
				isOwn := true
				for _, subtest := range subtests {
					isOwn = isOwn && subtest != child
				}
				look(child, isGuarded || isOwn)
				return false
			case *ast.ForStmt, *ast.RangeStmt, *ast.GoStmt:
				look(child, true)
				return false
			}
			return true
		})
	}
	look(decl, false)
	return found
}

// failsIn: one of the block's own statements fails the test.
func failsIn(body *ast.BlockStmt) bool {
	for _, statement := range body.List {
		if expression, ok := statement.(*ast.ExprStmt); ok && isFailure(expression.X) {
			return true
		}
	}
	return false
}

// canaries adds two tests with a random name to the end of a test file. The files of a package share their names, so its path is in them.
func canaries(s *source, token string) []any {
	name := ""
	for _, one := range s.tree.Imports {
		if path, _ := strconv.Unquote(one.Path.Value); path == "testing" {
			name = "testing."
			if one.Name != nil {
				name = one.Name.Name + "."
			}
		}
	}
	if !strings.HasSuffix(s.path, "_test.go") {
		return nil
	}
	own := s.text
	if name == "" || name == "_." {
		// A file of examples alone has no need of it.
		end := s.at(s.tree.Name.End())
		name, own = "baton_testing.", own[:end]+`; import baton_testing "testing"`+own[end:]
	}
	if name == ".." {
		name = ""
	}
	text := own + fmt.Sprintf(`
func Test_baton_%[1]s_%[5]s_holds(t *%[2]sT) {
	if got := len("%[1]s"); got != %[3]d {
		t.Errorf("got %%d", got)
	}
}

func Test_baton_%[1]s_%[5]s_fails(t *%[2]sT) {
	if got := len("%[1]s"); got != %[4]d {
		t.Errorf("got %%d", got)
	}
}
`, token, name, len(token), len(token)+1, s.mark())
	return []any{map[string]string{"path": s.path, "text": text}}
}
