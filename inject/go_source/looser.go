package main

import (
	"fmt"
	"go/ast"
	"regexp"
	"sort"
	"strings"
)

// equality: what tells two values of a type apart where it says so itself. `compared` is nil where the other value is
// handed on whole, to be compared elsewhere.
type equality struct {
	node     *ast.FuncDecl
	compared map[string]bool
	held     map[string]bool
}

var equalityName = regexp.MustCompile(`^(?:Eq|Equals?|Same)$`)

var tolerant = regexp.MustCompile(`(?i)\b(?:abs|is_?close|round|\w*approx\w*|\w*almost\w*)\b`)

// looser: the equalities of head that no longer look at something that base's did and that is still there, or let a difference go.
func looser(base, head *source) []signalAnswer {
	answers := []signalAnswer{}
	before := equalities(base)
	for kind, now := range equalities(head) {
		was, known := before[kind]
		if !known {
			continue
		}
		lost := []string{}
		for name := range was.compared {
			if now.compared != nil && !now.compared[name] && now.held[name] {
				lost = append(lost, name)
			}
		}
		if tolerant.MatchString(head.of(now.node)) && !tolerant.MatchString(base.of(was.node)) {
			lost = append(lost, "how near")
		}
		if len(lost) > 0 {
			sort.Strings(lost)
			line := head.line(now.node.Pos())
			text := strings.TrimSpace(strings.Split(head.text, "\n")[line-1])
			answers = append(answers, signalAnswer{"looser_equality", head.path, line, fmt.Sprintf("%s (%s)", text, strings.Join(lost, ", "))})
		}
	}
	sort.Slice(answers, func(one, other int) bool { return answers[one].Line < answers[other].Line })
	return answers
}

func equalities(s *source) map[string]equality {
	found := map[string]equality{}
	for _, decl := range s.tree.Decls {
		function, ok := decl.(*ast.FuncDecl)
		if !ok || function.Recv == nil || function.Body == nil || !equalityName.MatchString(function.Name.Name) {
			continue
		}
		given := function.Type.Params.List
		if len(given) != 1 || len(given[0].Names) != 1 {
			continue
		}
		kind := strings.TrimPrefix(s.of(function.Recv.List[0].Type), "*")
		found[kind+"."+function.Name.Name] = equality{function, comparedBy(function, given[0].Names[0].Name), fieldsOf(s, kind)}
	}
	return found
}

func comparedBy(function *ast.FuncDecl, other string) map[string]bool {
	compared, known, whole := map[string]bool{}, map[ast.Node]bool{}, false
	ast.Inspect(function.Body, func(node ast.Node) bool {
		switch one := node.(type) {
		case *ast.SelectorExpr:
			if name, ok := one.X.(*ast.Ident); ok && name.Name == other {
				compared[one.Sel.Name] = true
				known[name] = true
			}
		case *ast.BinaryExpr:
			// `other == nil`.
			for _, side := range []ast.Expr{one.X, one.Y} {
				if name, ok := side.(*ast.Ident); ok && name.Name == "nil" {
					known[one.X], known[one.Y] = true, true
				}
			}
		case *ast.Ident:
			whole = whole || one.Name == other && !known[one]
		}
		return true
	})
	if whole {
		return nil
	}
	return compared
}

// fieldsOf: what a struct of this file holds.
func fieldsOf(s *source, kind string) map[string]bool {
	held := map[string]bool{}
	ast.Inspect(s.tree, func(node ast.Node) bool {
		spec, ok := node.(*ast.TypeSpec)
		if !ok || spec.Name.Name != strings.Split(kind, "[")[0] {
			return true
		}
		if structure, ok := spec.Type.(*ast.StructType); ok {
			for _, field := range structure.Fields.List {
				for _, name := range field.Names {
					held[name.Name] = true
				}
			}
		}
		return false
	})
	return held
}
