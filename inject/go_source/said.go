package main

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// saidAnswer is what a test says in its words (SaidByTest in src/schema/source.ts).
type saidAnswer struct {
	Pinned    []string   `json:"pinned"`
	Constants []string   `json:"constants"`
	Words     []string   `json:"words"`
	Asked     []string   `json:"asked"`
	Uses      []string   `json:"uses"`
	Through   [][]string `json:"through"`
}

// given is a value that a name is given; of a function that answers several values each is the call.
type given struct {
	value ast.Expr
	at    token.Pos
	// One of the rows that a loop goes through.
	isRow bool
	// What whoever calls a helper gives it: an answer, maybe.
	isGiven bool
}

type reader struct {
	s       *source
	body    *ast.BlockStmt
	values  map[string][]given
	imports map[string]string
	own     map[string]bool
	// What a helper is given to compare.
	compared map[string]bool
	// The helpers that stand around it.
	around map[string]bool
}

// saidBy reads a function whose exact assertions ask these expressions; `calls` are calls that may assert for it.
func saidBy(s *source, node *ast.FuncDecl, exact [][]ast.Expr, calls []*ast.CallExpr) *saidAnswer {
	r := readerOf(s, node)
	told := &saidAnswer{Through: [][]string{}}
	for _, asked := range exact {
		roots := []ast.Node{}
		for _, one := range asked {
			roots = append(roots, one)
		}
		r.read(roots, &told.Pinned, nil, &told.Asked)
		told.Through = append(told.Through, r.through(asked))
	}
	for _, one := range calls {
		roots := []ast.Node{}
		for _, argument := range one.Args {
			roots = append(roots, argument)
		}
		r.read(roots, &told.Pinned, nil, nil)
	}
	r.read(r.reached(node.Body), &told.Constants, &told.Words, &told.Uses)
	for _, list := range []*[]string{&told.Pinned, &told.Constants, &told.Words, &told.Asked, &told.Uses} {
		*list = distinct(*list)
	}
	return told
}

// readerOf knows what names are given in a function and beside it.
func readerOf(s *source, node *ast.FuncDecl) *reader {
	r := &reader{s: s, body: node.Body, values: map[string][]given{}, imports: importsOf(s), own: map[string]bool{}, compared: comparedIn(node)}
	for _, decl := range s.tree.Decls {
		switch one := decl.(type) {
		case *ast.GenDecl:
			ast.Inspect(one, r.bind)
		case *ast.FuncDecl:
			if one.Recv == nil {
				r.own[one.Name.Name] = true
			}
		}
	}
	ast.Inspect(node.Body, r.bind)
	return r
}

func comparedIn(node *ast.FuncDecl) map[string]bool {
	found := map[string]bool{}
	if isTest(node) || !helpsTests(node.Type) {
		return found
	}
	for _, field := range node.Type.Params.List {
		for _, name := range field.Names {
			found[name.Name] = ofTesting(field.Type) == nil
		}
	}
	return found
}

func importsOf(s *source) map[string]string {
	found := map[string]string{}
	for _, one := range s.tree.Imports {
		path := strings.Trim(one.Path.Value, `"`)
		name := path[strings.LastIndex(path, "/")+1:]
		if one.Name != nil {
			name = one.Name.Name
		}
		found[name] = path
	}
	return found
}

func (r *reader) bind(node ast.Node) bool {
	isRow := false
	add := func(left, right ast.Expr) {
		if name, ok := left.(*ast.Ident); ok && right != nil {
			r.values[name.Name] = append(r.values[name.Name], given{value: right, at: left.Pos(), isRow: isRow})
		}
	}
	switch one := node.(type) {
	case *ast.AssignStmt:
		for at, left := range one.Lhs {
			add(left, one.Rhs[min(at, len(one.Rhs)-1)])
		}
	case *ast.ValueSpec:
		for at, left := range one.Names {
			if len(one.Values) > 0 {
				add(left, one.Values[min(at, len(one.Values)-1)])
			}
		}
	case *ast.RangeStmt:
		isRow = true
		add(one.Key, one.X)
		add(one.Value, one.X)
	}
	return true
}

// read goes through nodes and what the names in them are given. What fails says is beside it.
func (r *reader) read(roots []ast.Node, constants, words, uses *[]string) {
	entered := map[ast.Node]bool{}
	for len(roots) > 0 {
		root := roots[len(roots)-1]
		roots = roots[:len(roots)-1]
		ast.Inspect(root, func(node ast.Node) bool {
			if node == nil || entered[node] {
				return false
			}
			entered[node] = true
			switch one := node.(type) {
			case *ast.BasicLit:
				*constants = append(*constants, constantsIn(one)...)
			case *ast.Ident:
				if words != nil {
					*words = append(*words, one.Name)
				}
				for _, value := range r.values[one.Name] {
					if words == nil && r.s.isPreparing(value.value) {
						continue
					}
					if _, isFunction := value.value.(*ast.FuncLit); words != nil || !isFunction {
						roots = append(roots, value.value)
					}
				}
			case *ast.BinaryExpr:
				if words != nil {
					*words = append(*words, one.Op.String())
				}
			case *ast.CallExpr:
				if isFailure(one) {
					return false
				}
				if used := r.asked(one); used != "" && uses != nil {
					*uses = append(*uses, used)
				}
			}
			return true
		})
	}
}

var word = regexp.MustCompile(`[\pL\pN_]+`)

// constantsIn: numbers, and the words of texts: how a text is put together may change.
func constantsIn(literal *ast.BasicLit) []string {
	if literal.Kind != token.STRING && literal.Kind != token.CHAR {
		return []string{literal.Value}
	}
	text, err := strconv.Unquote(literal.Value)
	if err != nil {
		text = literal.Value
	}
	found := word.FindAllString(strings.ToLower(text), -1)
	if found == nil && strings.Trim(literal.Value, "\"`' ") != "" {
		return []string{literal.Value}
	}
	return found
}

var builtins = regexp.MustCompile(`^(?:append|cap|clear|close|complex|copy|delete|imag|len|make|max|min|new|panic|print|println|real|recover|` +
	`string|bool|byte|rune|error|any|u?int(?:8|16|32|64|ptr)?|float(?:32|64)|complex(?:64|128))$`)

// asked is a function of the project, behind the package that it is imported from; empty for any other.
func (r *reader) asked(one *ast.CallExpr) string {
	switch callee := one.Fun.(type) {
	case *ast.Ident:
		if len(r.values[callee.Name]) == 0 && !r.own[callee.Name] && !builtins.MatchString(callee.Name) {
			return ". " + callee.Name
		}
	case *ast.SelectorExpr:
		if name, ok := callee.X.(*ast.Ident); ok && strings.Contains(r.imports[name.Name], ".") && !isLibrary(one) {
			return r.imports[name.Name] + " " + callee.Sel.Name
		}
	}
	return ""
}

// isAnswer: a call, or what one answered: what is written out has nothing to look away from.
func (r *reader) isAnswer(node ast.Node) bool {
	return r.reachesCall(node, map[ast.Node]bool{})
}

func (r *reader) reachesCall(node ast.Node, seen map[ast.Node]bool) bool {
	if seen[node] {
		return false
	}
	seen[node] = true
	found := false
	ast.Inspect(node, func(inner ast.Node) bool {
		switch one := inner.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			name, ok := one.Fun.(*ast.Ident)
			found = found || !ok || !builtins.MatchString(name.Name)
		case *ast.Ident:
			for _, value := range r.values[one.Name] {
				found = found || value.isGiven || !value.isRow && r.reachesCall(value.value, seen)
			}
		}
		return !found
	})
	return found
}

// through is what stands between an assertion and the value that the code answers, by name.
func (r *reader) through(asked []ast.Expr) []string {
	words, seen := []string{}, map[ast.Expr]bool{}
	pending := append([]ast.Expr{}, asked...)
	for len(pending) > 0 {
		node := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if node == nil || seen[node] {
			continue
		}
		seen[node] = true
		more, from := r.step(node)
		words, pending = append(words, more...), append(pending, from...)
	}
	return words
}

func (r *reader) step(node ast.Expr) ([]string, []ast.Expr) {
	switch one := node.(type) {
	case *ast.Ident:
		return r.stepOfName(one)
	case *ast.ParenExpr:
		return nil, []ast.Expr{one.X}
	case *ast.StarExpr:
		return nil, []ast.Expr{one.X}
	case *ast.UnaryExpr:
		_, isConstant := one.X.(*ast.BasicLit)
		if isConstant || one.Op == token.NOT || one.Op == token.AND {
			return nil, []ast.Expr{one.X}
		}
		return []string{one.Op.String()}, []ast.Expr{one.X}
	case *ast.BinaryExpr:
		switch one.Op {
		case token.LAND, token.LOR, token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return nil, []ast.Expr{one.X, one.Y}
		}
		return []string{one.Op.String()}, []ast.Expr{one.X, one.Y}
	case *ast.SelectorExpr:
		return r.part(one.X, one.Sel.Name)
	case *ast.IndexExpr:
		return r.part(one.X, "[]")
	case *ast.SliceExpr:
		return r.part(one.X, "[:]")
	case *ast.CompositeLit:
		return nil, one.Elts
	case *ast.KeyValueExpr:
		return nil, []ast.Expr{one.Value}
	case *ast.CallExpr:
		return r.stepOfCall(one)
	}
	return nil, nil
}

// part of an answer; of what is written out it is as much as the whole.
func (r *reader) part(of ast.Expr, name string) ([]string, []ast.Expr) {
	if !r.isAnswer(of) {
		return nil, []ast.Expr{of}
	}
	return []string{name}, []ast.Expr{of}
}

func (r *reader) stepOfCall(one *ast.CallExpr) ([]string, []ast.Expr) {
	from := []ast.Expr{}
	for _, argument := range one.Args {
		if r.isAnswer(argument) {
			from = append(from, argument)
		}
	}
	if selector, ok := one.Fun.(*ast.SelectorExpr); ok && r.isAnswer(selector.X) {
		return []string{selector.Sel.Name}, append(from, selector.X)
	}
	name := calledName(one)
	if len(from) == 0 && r.narrows(one) && (!builtins.MatchString(name) || name == "len") {
		return []string{name}, nil
	}
	if len(from) == 0 || equates(r.s, one) || builtins.MatchString(name) && name != "len" && name != "min" && name != "max" {
		return nil, from
	}
	if r.asked(one) != "" {
		// What the project's code is given is what it is asked, however that is put together.
		return []string{name}, nil
	}
	if words, isPlain := r.behind(name); isPlain {
		return words, from
	}
	return []string{name}, from
}

func (r *reader) stepOfName(name *ast.Ident) ([]string, []ast.Expr) {
	words, from := r.changes(name), []ast.Expr{}
	isAnswer, isConstant := false, false
	for _, one := range r.values[name.Name] {
		if one.isGiven || one.at >= name.Pos() {
			isAnswer = isAnswer || one.isGiven
			continue
		}
		from = append(from, one.value)
		_, isConstant = one.value.(*ast.BasicLit)
		isAnswer = isAnswer || r.isAnswer(one.value)
	}
	if isAnswer && isConstant {
		words = append(words, "=")
	}
	return words, from
}

// changes: `got.Total = 12`, `sort.Strings(got)` above the place.
func (r *reader) changes(name *ast.Ident) []string {
	words := []string{}
	ast.Inspect(r.body, func(node ast.Node) bool {
		if node == nil || node.Pos() >= name.Pos() {
			return false
		}
		switch one := node.(type) {
		case *ast.AssignStmt:
			for _, left := range one.Lhs {
				if _, isName := left.(*ast.Ident); !isName && rootOf(left) == name.Name {
					words = append(words, "=")
				}
			}
		case *ast.CallExpr:
			if at := receiver(one); (at == "sort" || at == "slices") && len(one.Args) > 0 && rootOf(one.Args[0]) == name.Name {
				words = append(words, at)
			}
		}
		return true
	})
	return words
}

func rootOf(node ast.Expr) string {
	switch one := node.(type) {
	case *ast.Ident:
		return one.Name
	case *ast.SelectorExpr:
		return rootOf(one.X)
	case *ast.IndexExpr:
		return rootOf(one.X)
	case *ast.StarExpr:
		return rootOf(one.X)
	}
	return ""
}

func distinct(words []string) []string {
	found, seen := []string{}, map[string]bool{}
	for _, one := range words {
		if !seen[one] {
			seen[one] = true
			found = append(found, one)
		}
	}
	return found
}
