package main

import (
	"go/ast"
	"go/token"
)

// wanted are functions whose answer has to be, or must not be, what the row says.
func (c *chooser) wanted(one pick, seen map[ast.Node]bool) map[string]bool {
	if seen[one.condition] {
		return nil
	}
	seen[one.condition] = true
	found := map[string]bool{}
	further := func(condition ast.Expr, keeps bool, names map[string]bool) {
		for name := range c.wanted(pick{condition, keeps, names}, seen) {
			found[name] = true
		}
	}
	switch node := one.condition.(type) {
	case *ast.ParenExpr:
		further(node.X, one.keeps, one.names)
	case *ast.UnaryExpr:
		further(node.X, one.keeps != (node.Op == token.NOT), one.names)
	case *ast.Ident:
		for _, value := range c.values[node.Name] {
			if !value.isRow {
				further(value.value, one.keeps, one.names)
			}
		}
	case *ast.BinaryExpr:
		switch node.Op {
		case token.LAND, token.LOR:
			further(node.X, one.keeps, one.names)
			further(node.Y, one.keeps, one.names)
		case token.EQL, token.NEQ:
			if one.keeps == (node.Op == token.EQL) {
				c.compare(node.X, node.Y, one.names, found)
			}
		}
	case *ast.CallExpr:
		if one.keeps && equates(c.s, node) && len(node.Args) == 2 {
			c.compare(node.Args[0], node.Args[1], one.names, found)
		} else if kind, body := c.function(node.Fun); body != nil {
			for _, result := range resultsOf(body) {
				further(result, one.keeps, parametersOf(kind))
			}
		}
	}
	return found
}

func (c *chooser) compare(left, right ast.Expr, names, found map[string]bool) {
	for _, sides := range [][2]ast.Expr{{left, right}, {right, left}} {
		asked, others := map[string]bool{}, map[string]bool{}
		c.asks(sides[0], asked, map[ast.Node]bool{})
		c.asks(sides[1], others, map[ast.Node]bool{})
		if len(others) == 0 && c.mentions(sides[1], names, map[ast.Node]bool{}) {
			for name := range asked {
				found[name] = true
			}
		}
	}
}

// asks are functions of the project that a node calls, or what its names are given, or functions of the file that it calls.
func (c *chooser) asks(root ast.Node, found map[string]bool, seen map[ast.Node]bool) {
	ast.Inspect(root, func(node ast.Node) bool {
		if node == nil || seen[node] {
			return false
		}
		seen[node] = true
		switch one := node.(type) {
		case *ast.Ident:
			for _, value := range c.values[one.Name] {
				if !value.isRow {
					c.asks(value.value, found, seen)
				}
			}
		case *ast.CallExpr:
			if name := c.asked(one); name != "" {
				found[name] = true
			}
			if name, ok := one.Fun.(*ast.Ident); ok && c.functions[name.Name] != nil {
				c.asks(c.functions[name.Name].Body, found, seen)
			}
		}
		return true
	})
}

// mentions: it holds one of the names, or what they were given to.
func (c *chooser) mentions(root ast.Node, names map[string]bool, seen map[ast.Node]bool) bool {
	found := false
	ast.Inspect(root, func(node ast.Node) bool {
		if node == nil || seen[node] || found {
			return false
		}
		seen[node] = true
		if one, ok := node.(*ast.Ident); ok {
			found = found || names[one.Name]
			for _, value := range c.values[one.Name] {
				found = found || !value.isRow && c.mentions(value.value, names, seen)
			}
		}
		return !found
	})
	return found
}

func namesIn(nodes ...ast.Expr) map[string]bool {
	found := map[string]bool{}
	for _, node := range nodes {
		if name, ok := node.(*ast.Ident); ok && name.Name != "_" {
			found[name.Name] = true
		}
	}
	return found
}

func parametersOf(kind *ast.FuncType) map[string]bool {
	found := map[string]bool{}
	for _, field := range kind.Params.List {
		for _, name := range field.Names {
			found[name.Name] = true
		}
	}
	return found
}

// resultsOf is what a body answers, not what functions in it do.
func resultsOf(body *ast.BlockStmt) []ast.Expr {
	found := []ast.Expr{}
	ast.Inspect(body, func(node ast.Node) bool {
		if returned, ok := node.(*ast.ReturnStmt); ok {
			found = append(found, returned.Results...)
		}
		_, isFunction := node.(*ast.FuncLit)
		return !isFunction
	})
	return found
}
