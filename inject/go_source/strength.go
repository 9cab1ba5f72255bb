package main

import (
	"go/ast"
	"go/token"
	"strings"
)

func conditionStrength(s *source, known names, condition ast.Expr) int {
	switch node := condition.(type) {
	case *ast.ParenExpr:
		return conditionStrength(s, known, node.X)
	case *ast.BasicLit:
		return 0
	case *ast.Ident:
		if node.Name == "true" || node.Name == "false" {
			return 0
		}
		return 1
	case *ast.UnaryExpr:
		if call, ok := node.X.(*ast.CallExpr); ok && node.Op == token.NOT && equates(s, call) {
			if len(call.Args) == 2 && known.same(s, call.Args[0], call.Args[1]) {
				return 1
			}
			return 3
		}
		return min(2, conditionStrength(s, known, node.X))
	case *ast.BinaryExpr:
		left, right := s.of(node.X), s.of(node.Y)
		switch node.Op {
		case token.LAND:
			// Fails only when both sides hold: asserts less than the looser one, and nothing when one is constant.
			looser := min(conditionStrength(s, known, node.X), conditionStrength(s, known, node.Y))
			return max(min(1, looser), looser-1)
		case token.LOR:
			return max(conditionStrength(s, known, node.X), conditionStrength(s, known, node.Y))
		case token.NEQ:
			if left == right {
				return 0
			}
			if right == "nil" || left == "nil" {
				return 1
			}
			if known.same(s, node.X, node.Y) {
				return 1
			}
			if isLength(s, node.X, right) || isLength(s, node.Y, left) {
				return 2
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
		return 2
	}
	return 2
}

// isLength: of a list that is not wanted to be empty its length says a part.
func isLength(s *source, side ast.Expr, other string) bool {
	call, ok := side.(*ast.CallExpr)
	return ok && s.of(call.Fun) == "len" && other != "0"
}

func equates(s *source, call *ast.CallExpr) bool {
	return strings.HasSuffix(s.of(call.Fun), ".Equal") || strings.HasSuffix(s.of(call.Fun), ".DeepEqual")
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
	return min(2, conditionStrength(s, nil, condition))
}
