package main

import (
	"go/ast"
	"go/token"
)

// chosenRows are loops of a test over rows that the code which it asserts about chooses itself: only those that it answers as
// they want, before the loop (`slices.DeleteFunc(rows, …)`) or in it (`if Total(row.in) != row.want { continue }`).
func chosenRows(s *source, function *ast.FuncDecl) []token.Pos {
	c := chooserOf(s, function)
	found, seen := []token.Pos{}, map[token.Pos]bool{}
	add := func(pos token.Pos) {
		if !seen[pos] {
			found = append(found, pos)
		}
		seen[pos] = true
	}
	for _, one := range c.loops() {
		if one.rows != nil && c.chooses(c.picks(one.rows, map[ast.Expr]bool{}), one.body) {
			add(one.rows.Pos())
		}
		for _, guard := range guardsIn(one.body) {
			if c.chooses([]pick{{guard.condition, guard.keeps, one.names}}, guard.kept...) {
				add(guard.condition.Pos())
			}
		}
	}
	return found
}

// pick is a condition that rows have to meet, or not to meet, and what a row is called there.
type pick struct {
	condition ast.Expr
	keeps     bool
	names     map[string]bool
}

type chooser struct {
	*reader
	functions map[string]*ast.FuncDecl
}

func chooserOf(s *source, function *ast.FuncDecl) *chooser {
	c := &chooser{readerOf(s, function), map[string]*ast.FuncDecl{}}
	for _, decl := range s.tree.Decls {
		if one, ok := decl.(*ast.FuncDecl); ok && one.Recv == nil && one.Body != nil {
			c.functions[one.Name.Name] = one
		}
	}
	return c
}

// loop: what it goes through, what is done with each, and the names that it gives each.
type loop struct {
	rows  ast.Expr
	body  *ast.BlockStmt
	names map[string]bool
}

func (c *chooser) loops() []loop {
	found := []loop{}
	ast.Inspect(c.body, func(node ast.Node) bool {
		switch one := node.(type) {
		case *ast.RangeStmt:
			found = append(found, loop{one.X, one.Body, namesIn(one.Key, one.Value)})
		case *ast.ForStmt:
			if counts, ok := one.Init.(*ast.AssignStmt); ok {
				found = append(found, loop{nil, one.Body, namesIn(counts.Lhs...)})
			}
		}
		return true
	})
	return found
}

// guard: a condition in a body, and the statements that are reached only where it holds, or does not.
type guard struct {
	condition ast.Expr
	keeps     bool
	kept      []ast.Stmt
}

func guardsIn(body *ast.BlockStmt) []guard {
	found := []guard{}
	ast.Inspect(body, func(node ast.Node) bool {
		block, ok := node.(*ast.BlockStmt)
		if !ok {
			return true
		}
		for at, statement := range block.List {
			branch, ok := statement.(*ast.IfStmt)
			if !ok {
				continue
			}
			keeps, kept := true, branch.Body.List
			if leaves(kept) && !tells(branch.Body) {
				keeps, kept = false, block.List[at+1:]
			}
			isAssertion := failsAtOnce(kept) || keeps && branch.Else != nil && tells(branch.Else)
			if !isAssertion {
				found = append(found, guard{branch.Cond, keeps, kept})
			}
		}
		return true
	})
	return found
}

// failsAtOnce: what is reached only there is a failure.
func failsAtOnce(list []ast.Stmt) bool {
	for _, statement := range list {
		if one, ok := statement.(*ast.ExprStmt); ok && isFailure(one.X) {
			return true
		}
	}
	return false
}

// chooses: what is asserted about is what the picks compare with something of the row.
func (c *chooser) chooses(picks []pick, kept ...ast.Stmt) bool {
	asked, asserts := map[string]bool{}, false
	for _, one := range kept {
		asserts = asserts || tells(one) || helps(one)
		c.asks(one, asked, map[ast.Node]bool{})
	}
	for _, one := range picks {
		for name := range c.wanted(one, map[ast.Node]bool{}) {
			if asserts && asked[name] {
				return true
			}
		}
	}
	return false
}

// helps: it hands the test's own T on.
func helps(node ast.Node) bool {
	found := false
	ast.Inspect(node, func(inner ast.Node) bool {
		one, ok := inner.(*ast.CallExpr)
		found = found || ok && len(one.Args) > 1 && isContext(one.Args[0])
		return !found
	})
	return found
}

// picks is what is asked of rows on their way to a loop.
func (c *chooser) picks(rows ast.Expr, seen map[ast.Expr]bool) []pick {
	if seen[rows] {
		return nil
	}
	seen[rows] = true
	found := []pick{}
	switch one := rows.(type) {
	case *ast.Ident:
		for _, value := range c.values[one.Name] {
			if !value.isRow {
				found = append(append(found, c.picks(value.value, seen)...), c.picksAround(value.value)...)
			}
		}
	case *ast.CallExpr:
		_, isMethod := one.Fun.(*ast.SelectorExpr)
		if function := c.functions[calledName(one)]; function != nil && !isMethod {
			inner := chooserOf(c.s, function)
			for _, result := range resultsOf(function.Body) {
				found = append(found, inner.picks(result, seen)...)
			}
		}
		for _, argument := range one.Args {
			if kind, body := c.function(argument); body != nil {
				for _, result := range resultsOf(body) {
					found = append(found, pick{result, calledName(one) != "DeleteFunc", parametersOf(kind)})
				}
			}
			found = append(found, c.picks(argument, seen)...)
		}
	}
	return found
}

// picksAround: `if Total(row.in) == row.want { good = append(good, row) }`, in a loop.
func (c *chooser) picksAround(value ast.Expr) []pick {
	found := []pick{}
	if call, ok := value.(*ast.CallExpr); !ok || calledName(call) != "append" {
		return found
	}
	for _, one := range c.loops() {
		for _, guard := range guardsIn(one.body) {
			for _, kept := range guard.kept {
				if kept.Pos() <= value.Pos() && value.End() <= kept.End() {
					found = append(found, pick{guard.condition, guard.keeps, one.names})
				}
			}
		}
	}
	return found
}

// function: what is written in the place of an expression, or under its name in the file.
func (c *chooser) function(node ast.Expr) (*ast.FuncType, *ast.BlockStmt) {
	switch one := node.(type) {
	case *ast.FuncLit:
		return one.Type, one.Body
	case *ast.Ident:
		if function := c.functions[one.Name]; function != nil {
			return function.Type, function.Body
		}
		for _, value := range c.values[one.Name] {
			if literal, ok := value.value.(*ast.FuncLit); ok {
				return literal.Type, literal.Body
			}
		}
	}
	return nil, nil
}
