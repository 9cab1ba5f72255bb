package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"sort"
	"strings"
)

type stubAnswer struct {
	Path    string   `json:"path"`
	Text    string   `json:"text"`
	Symbols []string `json:"symbols"`
}

// target is a function, or a package-level value, under a name that base and head share.
type target struct {
	name  string
	text  string
	body  *ast.BlockStmt
	kind  *ast.FuncType
	value ast.Expr
}

func targets(s *source) map[string]target {
	found := map[string]target{}
	add := func(one target) {
		key := one.name
		for count := 2; ; count++ {
			if _, taken := found[key]; !taken {
				break
			}
			key = fmt.Sprintf("%s #%d", one.name, count)
		}
		found[key] = one
	}
	for _, decl := range s.tree.Decls {
		switch node := decl.(type) {
		case *ast.FuncDecl:
			if node.Body == nil || helpsTests(node.Type) {
				continue
			}
			name := node.Name.Name
			if node.Recv != nil && len(node.Recv.List) == 1 {
				name = s.of(node.Recv.List[0].Type) + "." + name
			}
			add(target{name: name, text: normalised(s, node), body: node.Body, kind: node.Type})
		case *ast.GenDecl:
			if node.Tok != token.VAR && node.Tok != token.CONST {
				continue
			}
			for _, spec := range node.Specs {
				values := spec.(*ast.ValueSpec)
				for at, value := range values.Values {
					if at >= len(values.Names) || values.Names[at].Name == "_" {
						continue
					}
					one := target{name: values.Names[at].Name, text: normalised(s, values), value: value}
					if literal, ok := value.(*ast.FuncLit); ok {
						one.body, one.kind, one.value = literal.Body, literal.Type, nil
					}
					add(one)
				}
			}
		}
	}
	return found
}

var spaces = regexp.MustCompile(`\s+`)

// normalised is a node's text without comments and with one space for many: what a reader would call the same code.
func normalised(s *source, node ast.Node) string {
	start, text := s.at(node.Pos()), []byte(s.of(node))
	for _, group := range s.tree.Comments {
		for _, one := range group.List {
			if one.Pos() < node.Pos() || one.End() > node.End() {
				continue
			}
			for at := s.at(one.Pos()) - start; at < s.at(one.End())-start; at++ {
				text[at] = ' '
			}
		}
	}
	return spaces.ReplaceAllString(string(text), " ")
}

// stubbed lets every changed body return at once. The old body stays behind the return, so that no import and no name becomes
// unused, and no line moves. `undefined`: zero values; `proxy`: values that differ from zero; `mark`: never returns early.
func stubbed(base, head *source, value string) stubAnswer {
	known := map[string]target{}
	if base != nil {
		known = targets(base)
	}
	made := &stubs{head: head, value: value}
	answer := stubAnswer{Path: head.path, Text: head.text, Symbols: []string{}}
	for key, one := range targets(head) {
		if old, ok := known[key]; ok && old.text == one.text {
			continue
		}
		if made.replace(one) {
			answer.Symbols = append(answer.Symbols, one.name)
		}
	}
	sort.Strings(answer.Symbols)
	answer.Text = applied(head.text, made.edits)
	if made.needsError {
		answer.Text += fmt.Sprintf("\ntype %[1]s string\n\nfunc (e %[1]s) Error() string { return string(e) }\n", made.errorType())
	}
	return answer
}

type stubs struct {
	head       *source
	value      string
	edits      []edit
	needsError bool
}

func (m *stubs) errorType() string {
	return "batonStubError" + m.head.mark()
}

func (m *stubs) replace(one target) bool {
	if one.body == nil {
		return m.replaceValue(one.value)
	}
	if len(one.body.List) == 0 {
		return false
	}
	condition := "true"
	if m.value == "mark" {
		condition = "false"
	}
	at := m.head.at(one.body.Lbrace) + 1
	m.edits = append(m.edits, edit{at, at, fmt.Sprintf(" if %s { %s }; ", condition, m.returned(one.kind))})
	return true
}

func (m *stubs) returned(kind *ast.FuncType) string {
	if kind.Results == nil || len(kind.Results.List) == 0 {
		return "return"
	}
	isNamed := len(kind.Results.List[0].Names) > 0
	if isNamed && m.value != "proxy" {
		return "return"
	}
	var declared, names []string
	for _, field := range kind.Results.List {
		count := len(field.Names)
		if count == 0 {
			count = 1
		}
		for ; count > 0; count-- {
			name := fmt.Sprintf("baton%d", len(names))
			names = append(names, name)
			text := m.head.of(field.Type)
			initial := ""
			if m.value == "proxy" {
				if other := m.other(field.Type); other != "" {
					initial = " = " + other
				}
			}
			declared = append(declared, fmt.Sprintf("var %s %s%s; ", name, text, initial))
		}
	}
	return strings.Join(declared, "") + "return " + strings.Join(names, ", ")
}

// other is a value of a type that is not its zero value; empty where none can be told from the type's text alone.
func (m *stubs) other(kind ast.Expr) string {
	text := m.head.of(kind)
	switch node := kind.(type) {
	case *ast.Ident:
		switch text {
		case "bool":
			return "true"
		case "string":
			return `"baton stub"`
		case "error":
			m.needsError = true
			return m.errorType() + `("baton stub")`
		case "int", "int8", "int16", "int32", "int64", "rune", "float32", "float64":
			return "-7"
		case "uint", "uint8", "uint16", "uint32", "uint64", "byte", "uintptr":
			return "7"
		case "any":
			return `"baton stub"`
		}
	case *ast.StarExpr:
		return "new(" + m.head.of(node.X) + ")"
	case *ast.ArrayType:
		if node.Len == nil {
			return "make(" + text + ", 1)"
		}
	case *ast.MapType:
		return "make(" + text + ")"
	case *ast.InterfaceType:
		if node.Methods == nil || len(node.Methods.List) == 0 {
			return `"baton stub"`
		}
	}
	return ""
}

// replaceValue takes the content of a table or constant away where that cannot leave an import unused.
func (m *stubs) replaceValue(value ast.Expr) bool {
	if m.value == "mark" {
		return false
	}
	put := func(start, end token.Pos, text string) bool {
		from, to := m.head.at(start), m.head.at(end)
		m.edits = append(m.edits, edit{from, to, text + strings.Repeat("\n", strings.Count(m.head.text[from:to], "\n"))})
		return true
	}
	switch node := value.(type) {
	case *ast.BasicLit:
		zero := map[token.Token]string{token.INT: "0", token.FLOAT: "0.0", token.STRING: `""`, token.CHAR: `'\x00'`}[node.Kind]
		if m.value == "proxy" {
			zero = map[token.Token]string{token.INT: "7", token.FLOAT: "7.5", token.STRING: `"baton stub"`, token.CHAR: "'~'"}[node.Kind]
		}
		return zero != "" && put(node.Pos(), node.End(), zero)
	case *ast.CompositeLit:
		named := false
		for _, element := range node.Elts {
			ast.Inspect(element, func(inner ast.Node) bool {
				_, isSelector := inner.(*ast.SelectorExpr)
				named = named || isSelector
				return true
			})
		}
		if named || len(node.Elts) == 0 {
			return false
		}
		return put(node.Lbrace+1, node.Rbrace, "")
	}
	return false
}

type mutantAnswer struct {
	Path    string `json:"path"`
	Text    string `json:"text"`
	Symbol  string `json:"symbol"`
	Line    int    `json:"line"`
	EndLine int    `json:"end_line"`
}

// withoutBodies makes one file a changed function that returns zero values at once. A body that does no more is left out.
func withoutBodies(base, head *source) []any {
	known := map[string]target{}
	if base != nil {
		known = targets(base)
	}
	answers := []mutantAnswer{}
	for key, one := range targets(head) {
		old, existed := known[key]
		if one.body == nil || (existed && old.text == one.text) || returnsZero(head, one.body) {
			continue
		}
		made := &stubs{head: head, value: "undefined"}
		if made.replace(one) {
			text := applied(head.text, made.edits)
			answers = append(answers, mutantAnswer{head.path, text, one.name, head.line(one.body.Lbrace), head.line(one.body.Rbrace)})
		}
	}
	sort.Slice(answers, func(a, b int) bool { return answers[a].Line < answers[b].Line })
	list := []any{}
	for _, one := range answers {
		list = append(list, one)
	}
	return list
}

func returnsZero(s *source, body *ast.BlockStmt) bool {
	if len(body.List) != 1 {
		return len(body.List) == 0
	}
	returned, ok := body.List[0].(*ast.ReturnStmt)
	if !ok {
		return false
	}
	for _, result := range returned.Results {
		switch s.of(result) {
		case "nil", "0", "false", `""`, "0.0":
		default:
			return false
		}
	}
	return true
}
