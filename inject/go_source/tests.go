package main

import (
	"crypto/sha256"
	"encoding/hex"
	"go/ast"
	"go/token"
	"regexp"
	"strings"
)

type testAnswer struct {
	Path       string `json:"path"`
	Name       string `json:"name"`
	Helper     bool   `json:"helper"`
	Line       int    `json:"line"`
	Skipped    bool   `json:"skipped"`
	Assertions []int  `json:"assertions"`
	Digest     string `json:"digest"`
}

var testName = regexp.MustCompile(`^(?:Test|Fuzz|Example)(?:$|[^\p{Ll}])`)

func isTest(node *ast.FuncDecl) bool {
	return node.Recv == nil && testName.MatchString(node.Name.Name) && node.Name.Name != "TestMain"
}

func written(s *source) []any {
	answers := []any{}
	if !strings.HasSuffix(s.path, "_test.go") {
		return answers
	}
	for _, decl := range s.tree.Decls {
		node, ok := decl.(*ast.FuncDecl)
		if !ok || node.Body == nil {
			continue
		}
		assertions := strengths(s, node.Body)
		if !isTest(node) && len(assertions) == 0 {
			continue
		}
		sum := sha256.Sum256([]byte(strings.TrimPrefix(normalised(s, node), "func "+node.Name.Name)))
		answers = append(answers, testAnswer{
			Path: s.path, Name: node.Name.Name, Helper: !isTest(node), Line: s.line(node.Pos()),
			Skipped: skips(node.Body), Assertions: assertions, Digest: hex.EncodeToString(sum[:8]),
		})
	}
	return answers
}

// skips: the test ends itself before it does anything else, whatever its circumstances.
func skips(body *ast.BlockStmt) bool {
	for _, statement := range body.List {
		if expression, ok := statement.(*ast.ExprStmt); ok {
			switch method(expression.X) {
			case "Skip", "Skipf", "SkipNow":
				return true
			}
		}
	}
	return false
}

// method is the last name of a call: `t.Errorf(…)` is `Errorf`.
func method(expression ast.Expr) string {
	call, ok := expression.(*ast.CallExpr)
	if !ok {
		return ""
	}
	if selector, ok := call.Fun.(*ast.SelectorExpr); ok {
		return selector.Sel.Name
	}
	return ""
}

var fails = map[string]bool{"Error": true, "Errorf": true, "Fatal": true, "Fatalf": true, "Fail": true, "FailNow": true}

// receiver is the name before the dot of a call.
func receiver(call *ast.CallExpr) string {
	if selector, ok := call.Fun.(*ast.SelectorExpr); ok {
		if name, ok := selector.X.(*ast.Ident); ok {
			return name.Name
		}
	}
	return ""
}

func isFailure(node ast.Node) bool {
	call, ok := node.(*ast.CallExpr)
	if !ok || !fails[method(call)] {
		return false
	}
	switch receiver(call) {
	case "assert", "require", "is", "fmt", "log", "errors", "logger":
		return false
	}
	return true
}

func isLibrary(call *ast.CallExpr) bool {
	name := receiver(call)
	return (name == "assert" || name == "require") && strings.ToUpper(method(call)[:1]) == method(call)[:1]
}

// strengths says how much each assertion of a body pins down: 3 a value, 2 a part, 1 existence or truth, 0 nothing.
func strengths(s *source, body *ast.BlockStmt) []int {
	found := []int{}
	var walk func(node ast.Node, strength int)
	walk = func(node ast.Node, strength int) {
		ast.Inspect(node, func(inner ast.Node) bool {
			if inner == nil || inner == node {
				return true
			}
			if branch, ok := inner.(*ast.IfStmt); ok {
				if branch.Init != nil {
					walk(branch.Init, strength)
				}
				walk(&ast.BlockStmt{List: branch.Body.List}, conditionStrength(s, branch.Cond))
				if branch.Else != nil {
					walk(&ast.BlockStmt{List: []ast.Stmt{branch.Else}}, conditionStrength(s, branch.Cond))
				}
				return false
			}
			if call, ok := inner.(*ast.CallExpr); ok {
				if isFailure(call) {
					found = append(found, strength)
				} else if isLibrary(call) {
					found = append(found, libraryStrength(s, call))
				}
			}
			return true
		})
	}
	walk(&ast.BlockStmt{List: body.List}, 2)
	return found
}

func conditionStrength(s *source, condition ast.Expr) int {
	switch node := condition.(type) {
	case *ast.ParenExpr:
		return conditionStrength(s, node.X)
	case *ast.BasicLit:
		return 0
	case *ast.Ident:
		if node.Name == "true" || node.Name == "false" {
			return 0
		}
		return 1
	case *ast.UnaryExpr:
		return min(2, conditionStrength(s, node.X))
	case *ast.BinaryExpr:
		left, right := s.of(node.X), s.of(node.Y)
		switch node.Op {
		case token.LAND:
			// Fails only when both sides hold: asserts no more than the looser one, and nothing when one is constant.
			a, b := conditionStrength(s, node.X), conditionStrength(s, node.Y)
			return min(2, min(a, b))
		case token.LOR:
			return max(conditionStrength(s, node.X), conditionStrength(s, node.Y))
		case token.NEQ:
			if left == right {
				return 0
			}
			if right == "nil" || left == "nil" {
				return 1
			}
			return 3
		case token.EQL:
			if right == "nil" || left == "nil" {
				return 1
			}
			return 1
		default:
			if left == right {
				return 0
			}
			return 2
		}
	case *ast.CallExpr:
		if strings.HasSuffix(s.of(node.Fun), ".Equal") || strings.HasSuffix(s.of(node.Fun), ".DeepEqual") {
			return 3
		}
		return 2
	}
	return 2
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func max(a, b int) int {
	if a > b {
		return a
	}
	return b
}

func libraryStrength(s *source, call *ast.CallExpr) int {
	name := strings.TrimSuffix(method(call), "f")
	switch name {
	case "Equal", "EqualValues", "Exactly", "Same", "JSONEq", "YAMLEq", "EqualError", "InDelta", "ElementsMatch":
		if len(call.Args) > 2 && s.of(call.Args[1]) == s.of(call.Args[2]) {
			return 0
		}
		return 3
	case "True", "False":
		if len(call.Args) > 1 {
			return conditionStrengthOfTruth(s, call.Args[1])
		}
	case "Nil", "NotNil", "NoError", "Error", "NotEmpty", "NotZero", "NotPanics":
		return 1
	}
	return 2
}

func conditionStrengthOfTruth(s *source, condition ast.Expr) int {
	if compared, ok := condition.(*ast.BinaryExpr); ok && compared.Op == token.EQL {
		if s.of(compared.X) == s.of(compared.Y) {
			return 0
		}
		return 3
	}
	return min(2, conditionStrength(s, condition))
}
