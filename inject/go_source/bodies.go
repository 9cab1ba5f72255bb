package main

import (
	"go/ast"
	"go/token"
	"regexp"
	"sort"
	"strings"
)

type bodyAnswer struct {
	Path     string   `json:"path"`
	Line     int      `json:"line"`
	Excerpt  string   `json:"excerpt"`
	Name     string   `json:"name"`
	IsMember bool     `json:"isMember"`
	Says     string   `json:"says"`
	Keys     []string `json:"keys"`
	Answers  []string `json:"answers"`
}

type wordsAnswer struct {
	Path      string   `json:"path"`
	Calls     []string `json:"calls"`
	Constants []string `json:"constants"`
}

var notWritten = regexp.MustCompile(`(?i)\bnot[\s_-]*(?:yet[\s_-]*)?(?:implemented|written|done)\b|\bunimplemented\b|\bto-?do\b|\bfixme\b|\bimplement me\b`)

// bodies are the functions of head by what they say, and the methods that its interfaces promise.
func bodies(base, head *source) []any {
	known := map[string]string{}
	if base != nil {
		for _, decl := range base.tree.Decls {
			if node, ok := decl.(*ast.FuncDecl); ok {
				known[keyOf(base, node)] = normalised(base, node)
			}
		}
	}
	list := []any{}
	ast.Inspect(head.tree, func(node ast.Node) bool {
		promised, ok := node.(*ast.InterfaceType)
		if !ok {
			return true
		}
		for _, method := range promised.Methods.List {
			for _, name := range method.Names {
				list = append(list, bodyAnswer{head.path, head.line(name.Pos()), name.Name, name.Name, true, "work", []string{}, []string{}})
			}
		}
		return true
	})
	for _, decl := range head.tree.Decls {
		node, ok := decl.(*ast.FuncDecl)
		if !ok || node.Body == nil {
			continue
		}
		text := normalised(head, node)
		excerpt := text
		if len(excerpt) > 120 {
			excerpt = strings.ToValidUTF8(excerpt[:120], "")
		}
		answer := bodyAnswer{head.path, head.line(node.Pos()), excerpt, node.Name.Name, node.Recv != nil || isForPlatform(head), "work", []string{}, []string{}}
		if old, existed := known[keyOf(head, node)]; !existed || old != text {
			says(head, node, &answer)
		}
		list = append(list, answer)
	}
	return append(unwrittenTypes(head), list...)
}

// unwrittenTypes are those of which all methods in their file that do anything only say that they are not written.
func unwrittenTypes(s *source) []any {
	list := []any{}
	if isForPlatform(s) {
		return list
	}
	for _, decl := range s.tree.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.TYPE {
			continue
		}
		for _, one := range group.Specs {
			spec := one.(*ast.TypeSpec)
			if names, ok := unwrittenMethods(s, spec.Name.Name); ok && !embeds(spec.Type) {
				excerpt := normalised(s, spec)
				if len(excerpt) > 115 {
					excerpt = strings.ToValidUTF8(excerpt[:115], "")
				}
				list = append(list, bodyAnswer{s.path, s.line(spec.Pos()), "type " + excerpt, spec.Name.Name, false, "unfinished_class", names, []string{}})
			}
		}
	}
	return list
}

func unwrittenMethods(s *source, of string) ([]string, bool) {
	names := []string{}
	for _, decl := range s.tree.Decls {
		node, ok := decl.(*ast.FuncDecl)
		if !ok || node.Recv == nil || node.Body == nil || len(node.Recv.List) != 1 || receiverName(node.Recv.List[0].Type) != of {
			continue
		}
		if isUnfinished(s, node.Body) {
			names = append(names, node.Name.Name)
		} else if !doesNoWork(node) {
			return nil, false
		}
	}
	return names, len(names) > 0
}

// receiverName is `T` for `T`, `*T`, `*T[K]`.
func receiverName(node ast.Expr) string {
	switch one := node.(type) {
	case *ast.Ident:
		return one.Name
	case *ast.StarExpr:
		return receiverName(one.X)
	case *ast.ParenExpr:
		return receiverName(one.X)
	case *ast.IndexExpr:
		return receiverName(one.X)
	case *ast.IndexListExpr:
		return receiverName(one.X)
	}
	return ""
}

// embeds: the work may be that of a field without a name.
func embeds(node ast.Expr) bool {
	held, ok := node.(*ast.StructType)
	if !ok {
		return false
	}
	for _, field := range held.Fields.List {
		if len(field.Names) == 0 {
			return true
		}
	}
	return false
}

// doesNoWork: it does nothing, says what it is, or only hands out what it holds.
func doesNoWork(node *ast.FuncDecl) bool {
	if node.Name.Name == "String" || node.Name.Name == "Error" || len(node.Body.List) == 0 {
		return true
	}
	only, ok := node.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(node.Body.List) > 1 {
		return false
	}
	for _, result := range only.Results {
		switch result.(type) {
		case *ast.BasicLit, *ast.Ident, *ast.SelectorExpr:
		default:
			return false
		}
	}
	return true
}

func keyOf(s *source, node *ast.FuncDecl) string {
	if node.Recv != nil && len(node.Recv.List) == 1 {
		return s.of(node.Recv.List[0].Type) + "." + node.Name.Name
	}
	return node.Name.Name
}

func says(s *source, node *ast.FuncDecl, answer *bodyAnswer) {
	if isUnfinished(s, node.Body) {
		answer.Says = "unfinished"
		return
	}
	given := map[string]bool{}
	for _, field := range node.Type.Params.List {
		for _, name := range field.Names {
			given[name.Name] = true
		}
	}
	if node.Type.Params.NumFields() == 0 {
		return
	}
	reader := &fixedReader{s: s, given: given, parents: parentsIn(node.Body), locals: map[string][]string{}, fails: endsInError(s, node.Type)}
	if keys, answers, ok := reader.read(node.Body); ok {
		answer.Keys, answer.Answers = keys, answers
		answer.Says = "constant"
		if len(keys) > 0 {
			answer.Says = "table"
		}
	}
}

// endsInError: the last that it answers is an error.
func endsInError(s *source, node *ast.FuncType) bool {
	if node.Results == nil || len(node.Results.List) == 0 {
		return false
	}
	return s.of(node.Results.List[len(node.Results.List)-1].Type) == "error"
}

// isUnfinished: a body that only panics, or only returns an error, and says that it is not written.
func isUnfinished(s *source, body *ast.BlockStmt) bool {
	if len(body.List) != 1 {
		return false
	}
	switch only := body.List[0].(type) {
	case *ast.ExprStmt:
		call, ok := only.X.(*ast.CallExpr)
		return ok && s.of(call.Fun) == "panic" && saysNotWritten(call)
	case *ast.ReturnStmt:
		for _, result := range only.Results {
			if saysNotWritten(result) {
				return true
			}
		}
	}
	return false
}

// saysNotWritten: in a text, not in a name.
func saysNotWritten(node ast.Node) bool {
	says := false
	ast.Inspect(node, func(inner ast.Node) bool {
		text, ok := inner.(*ast.BasicLit)
		says = says || ok && text.Kind == token.STRING && notWritten.MatchString(text.Value)
		return !says
	})
	return says
}

var ofPlatform = regexp.MustCompile(`_(?:aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|wasip1|wasm|windows|amd64|arm|arm64|386|mips\w*|ppc64\w*|riscv64|s390x)\.go$`)

// isForPlatform: another file has the function where this one is left out.
func isForPlatform(s *source) bool {
	return ofPlatform.MatchString(s.path) || strings.HasPrefix(s.text, "//go:build ") || strings.Contains(s.text, "\n//go:build ")
}

func parentsIn(root ast.Node) map[ast.Node]ast.Node {
	parents := map[ast.Node]ast.Node{}
	stack := []ast.Node{}
	ast.Inspect(root, func(node ast.Node) bool {
		if node == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if len(stack) > 0 {
			parents[node] = stack[len(stack)-1]
		}
		stack = append(stack, node)
		return true
	})
	return parents
}

// words are what a test file calls, or puts in the place of something, and the constants that stand in it.
func words(s *source) []any {
	calls, constants := map[string]bool{}, map[string]bool{}
	name := func(node ast.Expr) {
		switch one := node.(type) {
		case *ast.Ident:
			calls[one.Name] = true
		case *ast.SelectorExpr:
			calls[one.Sel.Name] = true
		case *ast.IndexExpr:
			if inner, ok := one.X.(*ast.Ident); ok {
				calls[inner.Name] = true
			}
		}
	}
	ast.Inspect(s.tree, func(node ast.Node) bool {
		switch one := node.(type) {
		case *ast.CallExpr:
			name(one.Fun)
			if given, ok := allConstant(s, one.Args); ok && len(given) > 1 {
				constants[strings.Join(given, ",")] = true
			}
		case *ast.AssignStmt:
			if one.Tok == token.ASSIGN {
				for _, value := range one.Rhs {
					name(value)
				}
			}
		}
		if expression, ok := node.(ast.Expr); ok {
			_, isCall := node.(*ast.CallExpr)
			if text, ok := constantText(s, expression); ok && !isCall {
				constants[text] = true
			}
		}
		return true
	})
	return []any{wordsAnswer{s.path, sorted(calls), sorted(constants)}}
}

func allConstant(s *source, list []ast.Expr) ([]string, bool) {
	texts := []string{}
	for _, one := range list {
		text, ok := constantText(s, one)
		if !ok {
			return nil, false
		}
		texts = append(texts, text)
	}
	return texts, true
}

func sorted(set map[string]bool) []string {
	list := []string{}
	for one := range set {
		list = append(list, one)
	}
	sort.Strings(list)
	return list
}
