package main

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// fixedReader tells what a function answers that looks at nothing it is given, or only compares it with constants.
type fixedReader struct {
	s       *source
	given   map[string]bool
	parents map[ast.Node]ast.Node
	// locals are constants that the body names, and what it found in a table.
	locals map[string][]string
	fails  bool
}

func (r *fixedReader) read(body *ast.BlockStmt) (keys, answers []string, ok bool) {
	ok, used, does, named := true, false, false, 0
	keys, answers = []string{}, []string{}
	ast.Inspect(body, func(node ast.Node) bool {
		switch one := node.(type) {
		case *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt, *ast.IncDecStmt, *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt:
			does = true
		case *ast.AssignStmt:
			does = does || !r.names(one)
			if r.parents[one] == ast.Node(body) {
				named++
			}
		case *ast.Ident:
			if !r.given[one.Name] || r.isName(one) {
				return true
			}
			used = true
			found, fits := r.compared(one)
			ok = ok && fits
			keys = append(keys, found...)
		case *ast.ReturnStmt:
			// What an error tells of what was given is no work.
			if r.isFailure(one) {
				return false
			}
			found, fits := r.answered(one)
			ok = ok && fits
			answers = append(answers, found...)
		case *ast.CallExpr:
			return r.s.of(one.Fun) != "panic"
		}
		return ok
	})
	if !used && len(body.List) != 1+named || does {
		return nil, nil, false
	}
	return keys, answers, ok && len(answers) > 0
}

// isFailure: a return with an error that is made there, and nothing beside it that was worked out.
func (r *fixedReader) isFailure(node *ast.ReturnStmt) bool {
	last := len(node.Results) - 1
	if !r.fails || last < 0 {
		return false
	}
	for _, result := range node.Results[:last] {
		if _, ok := constantText(r.s, result); !ok {
			return false
		}
	}
	call, isCall := node.Results[last].(*ast.CallExpr)
	return r.s.of(node.Results[last]) != "nil" && (!isCall || failure.MatchString(r.s.of(call.Fun)))
}

var failure = regexp.MustCompile(`[eE]rr`)

// names: `result := 12`, `result, ok := table[text]`, and `key := strings.TrimSpace(text)`, which stands for what is given from there on.
func (r *fixedReader) names(node *ast.AssignStmt) bool {
	name, ok := node.Lhs[0].(*ast.Ident)
	if !ok || len(node.Rhs) != 1 || node.Tok != token.DEFINE && node.Tok != token.ASSIGN {
		return false
	}
	if table := r.lookUp(node.Rhs[0]); table != nil {
		r.locals[name.Name] = append(r.locals[name.Name], table.values...)
		return true
	}
	if len(node.Lhs) != 1 {
		return false
	}
	for inner := range r.parents {
		if used, ok := inner.(*ast.Ident); ok && r.given[used.Name] && r.asKey(used) == ast.Node(node.Rhs[0]) {
			r.given[name.Name] = true
			return true
		}
	}
	text, ok := constantText(r.s, node.Rhs[0])
	if ok {
		r.locals[name.Name] = append(r.locals[name.Name], text)
	}
	return ok
}

// asKey is what only makes a key of what was given.
func (r *fixedReader) asKey(node ast.Node) ast.Node {
	for {
		call, ok := r.parents[node].(*ast.CallExpr)
		if !ok || len(call.Args) != 1 || call.Args[0] != node || !key.MatchString(r.s.of(call.Fun)) {
			return node
		}
		node = call
	}
}

var key = regexp.MustCompile(`^(?:string|strings\.(?:TrimSpace|ToLower|ToUpper)|fmt\.Sprint)$`)

func (r *fixedReader) isName(node *ast.Ident) bool {
	switch parent := r.parents[node].(type) {
	case *ast.SelectorExpr:
		return parent.Sel == node
	case *ast.KeyValueExpr:
		return parent.Key == node
	}
	return false
}

func (r *fixedReader) compared(ident *ast.Ident) ([]string, bool) {
	node := r.asKey(ident)
	switch parent := r.parents[node].(type) {
	case *ast.BinaryExpr:
		if parent.Op != token.EQL && parent.Op != token.NEQ {
			return nil, false
		}
		other := parent.X
		if other == node {
			other = parent.Y
		}
		text, ok := constantText(r.s, other)
		return []string{text}, ok
	case *ast.SwitchStmt:
		keys := []string{}
		for _, statement := range parent.Body.List {
			for _, value := range statement.(*ast.CaseClause).List {
				text, ok := constantText(r.s, value)
				if !ok {
					return nil, false
				}
				keys = append(keys, text)
			}
		}
		return keys, true
	case *ast.IndexExpr:
		if table := r.table(parent.X); table != nil && parent.Index == node {
			return table.keys, true
		}
		return nil, false
	case *ast.AssignStmt:
		return nil, parent.Lhs[0] == node || parent.Rhs[0] == node
	case *ast.ReturnStmt:
		return nil, true
	}
	return nil, false
}

// answered is one text a return: what it returns beside the first is told with it. What was given may be handed back.
func (r *fixedReader) answered(node *ast.ReturnStmt) ([]string, bool) {
	texts := []string{}
	for _, result := range node.Results {
		if one, ok := result.(*ast.Ident); ok && r.given[one.Name] {
			return nil, true
		}
		if table := r.lookUp(result); table != nil {
			return table.values, true
		}
		text, ok := constantText(r.s, result)
		if name, isName := result.(*ast.Ident); isName && !ok {
			held, isHeld := r.locals[name.Name]
			if len(held) > 1 {
				return held, true
			}
			if ok = isHeld; ok {
				text = held[0]
			}
		}
		if !ok {
			return nil, false
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return nil, true
	}
	return []string{strings.Join(texts, ",")}, true
}

// lookUp: `table[text]`.
func (r *fixedReader) lookUp(node ast.Expr) *constantTable {
	if one, ok := node.(*ast.IndexExpr); ok {
		return r.table(one.X)
	}
	return nil
}

type constantTable struct{ keys, values []string }

// table is a map that is written down: in place, or as a variable of the file.
func (r *fixedReader) table(node ast.Expr) *constantTable {
	if name, ok := node.(*ast.Ident); ok {
		node = nil
		for _, decl := range r.s.tree.Decls {
			if group, ok := decl.(*ast.GenDecl); ok {
				for _, spec := range group.Specs {
					if values, ok := spec.(*ast.ValueSpec); ok && len(values.Names) == 1 && len(values.Values) == 1 && values.Names[0].Name == name.Name {
						node = values.Values[0]
					}
				}
			}
		}
	}
	literal, ok := node.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	table := &constantTable{keys: []string{}, values: []string{}}
	for _, element := range literal.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		key, isKey := constantText(r.s, pair.Key)
		value, isValue := constantText(r.s, pair.Value)
		if !isKey || !isValue {
			return nil
		}
		table.keys, table.values = append(table.keys, key), append(table.values, value)
	}
	return table
}

// made is what makes an object with nothing in it; any other call may be work.
var made = regexp.MustCompile(`(?:^|\.)[Nn]ew\w*$`)

// constantText is a constant as the text that it stands for.
func constantText(s *source, node ast.Expr) (string, bool) {
	switch one := node.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(one.Value); err == nil && one.Kind == token.STRING {
			return text, true
		}
		return one.Value, true
	case *ast.UnaryExpr:
		_, ok := constantText(s, one.X)
		return s.of(node), ok && (one.Op == token.SUB || one.Op == token.AND)
	case *ast.Ident:
		return one.Name, one.Name == "nil" || one.Name == "true" || one.Name == "false"
	case *ast.CompositeLit:
		for _, element := range one.Elts {
			if pair, ok := element.(*ast.KeyValueExpr); ok {
				element = pair.Value
			}
			if _, ok := constantText(s, element); !ok {
				return "", false
			}
		}
		return s.of(node), true
	case *ast.CallExpr:
		return s.of(node), len(one.Args) == 0 && made.MatchString(s.of(one.Fun))
	}
	return "", false
}
