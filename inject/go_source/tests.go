package main

import (
	"crypto/sha256"
	"encoding/hex"
	"go/ast"
	"regexp"
	"strings"
)

type testAnswer struct {
	Path       string      `json:"path"`
	Name       string      `json:"name"`
	Helper     bool        `json:"helper"`
	Line       int         `json:"line"`
	End        int         `json:"end,omitempty"`
	Skipped    bool        `json:"skipped"`
	Assertions []int       `json:"assertions"`
	Calls      []call      `json:"calls"`
	Said       *saidAnswer `json:"said,omitempty"`
	Digest     string      `json:"digest"`
}

// call of a function that may assert for the test, with the most that an assertion in its place can say.
type call struct {
	Name string `json:"name"`
	Most int    `json:"most"`
}

var testName = regexp.MustCompile(`^(?:Test|Fuzz|Example)(?:$|[^\p{Ll}])`)

func isTest(node *ast.FuncDecl) bool {
	return node.Recv == nil && testName.MatchString(node.Name.Name) && node.Name.Name != "TestMain"
}

func written(s *source) []any {
	answers := []any{}
	inTests := strings.HasSuffix(s.path, "_test.go")
	for _, decl := range s.tree.Decls {
		node, ok := decl.(*ast.FuncDecl)
		if !ok || node.Body == nil || !(inTests || helpsTests(node.Type)) {
			continue
		}
		w := weigh(s, node.Body)
		sum := sha256.Sum256([]byte(strings.TrimPrefix(normalised(s, node), "func "+node.Name.Name)))
		var said *saidAnswer
		if isTest(node) || len(w.found) > 0 {
			said = saidBy(s, node, w.exact, w.helped)
		}
		answers = append(answers, testAnswer{
			Path: s.path, Name: node.Name.Name, Helper: !isTest(node), Line: s.line(node.Pos()), End: s.ownEnd(node),
			Skipped: skips(node.Body), Assertions: w.found, Calls: w.calls, Said: said, Digest: hex.EncodeToString(sum[:8]),
		})
	}
	return answers
}

// ownEnd is the last line of a function; 0 where it shares its first or its last one with something else.
func (s *source) ownEnd(node ast.Node) int {
	start, end := s.at(node.Pos()), s.at(node.End())
	before := s.text[strings.LastIndexByte(s.text[:start], '\n')+1 : start]
	after, _, _ := strings.Cut(s.text[end:], "\n")
	after = strings.TrimSpace(after)
	if strings.TrimSpace(before) != "" || (after != "" && !strings.HasPrefix(after, "//")) {
		return 0
	}
	return s.line(node.End())
}

// skips: the test ends itself before it does anything else, whatever its circumstances.
func skips(body *ast.BlockStmt) bool {
	for _, statement := range body.List {
		if expression, ok := statement.(*ast.ExprStmt); ok {
			if skipping[method(expression.X)] {
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

// weigh says how much each assertion of a body pins down: 3 a value, 2 a part, 1 existence or truth, 0 nothing. One that
// a way around it leads past pins down less, one that is told to a T of the test's own nothing.
func weigh(s *source, body *ast.BlockStmt) *weigher {
	w := &weigher{s: s, body: body, own: ownContexts(s, body), names: namesOf(s, body), times: 1, found: []int{}, calls: []call{}}
	w.block(body.List, 2, 3)
	return w
}

type weigher struct {
	s      *source
	body   *ast.BlockStmt
	own    map[string]bool
	names  names
	inside bool
	times  int
	found  []int
	calls  []call
	// Where a failure is told: what was asked before.
	condition ast.Expr
	exact     [][]ast.Expr
	helped    []*ast.CallExpr
}

// add notes an assertion once for each row that is written out for it.
func (w *weigher) add(strength int) {
	for count := 0; count < min(w.times, mostTimes); count++ {
		w.found = append(w.found, strength)
	}
}

const mostTimes = 100

// block weighs statements in order: what follows a way out of them is not always reached, or never.
func (w *weigher) block(list []ast.Stmt, strength, most int) {
	for _, statement := range list {
		w.walk(statement, strength, most)
		switch one := statement.(type) {
		case *ast.IfStmt:
			if leaves(one.Body.List) && !tells(one) {
				most = max(1, min(most, 2))
			}
		case *ast.ReturnStmt, *ast.BranchStmt:
			most = 0
		}
	}
}

func (w *weigher) walk(node ast.Node, strength, most int) {
	ast.Inspect(node, func(inner ast.Node) bool {
		switch one := inner.(type) {
		case *ast.IfStmt:
			w.branch(one, strength, most)
			return false
		case *ast.RangeStmt:
			w.loop(one.Body, w.names.rows(one.X), strength, most)
			return false
		case *ast.BlockStmt:
			w.block(one.List, strength, most)
			return false
		case *ast.CaseClause:
			w.block(one.Body, strength, most)
			return false
		case *ast.GoStmt:
			// Nothing here says that the test waits for it.
			w.walk(one.Call, strength, min(most, 1))
			return false
		case *ast.CallExpr:
			if isFailure(one) && w.own[receiver(one)] {
				w.add(0)
			} else if isFailure(one) {
				w.add(min(most, strength))
				w.ask(min(most, strength), w.condition)
			} else if isLibrary(one) {
				w.add(min(most, libraryStrength(w.s, one)))
				w.ask(min(most, libraryStrength(w.s, one)), one.Args[min(1, len(one.Args)):min(3, len(one.Args))]...)
			} else if name := calledName(one); name != "" {
				for count := 0; count < min(w.times, mostTimes); count++ {
					w.calls = append(w.calls, call{name, most})
				}
				if len(one.Args) > 1 && isContext(one.Args[0]) {
					w.helped = append(w.helped, one)
				}
			}
		}
		return true
	})
}

// ask notes what an exact assertion looks at.
func (w *weigher) ask(strength int, asked ...ast.Expr) {
	if strength == 3 && len(asked) > 0 && asked[0] != nil {
		w.exact = append(w.exact, asked)
	}
}

// isContext: what is given the test's own T may assert for it.
func isContext(argument ast.Expr) bool {
	name, ok := argument.(*ast.Ident)
	return ok && (name.Name == "t" || name.Name == "tb" || name.Name == "b" || name.Name == "f")
}

func calledName(one *ast.CallExpr) string {
	if name, ok := one.Fun.(*ast.Ident); ok {
		return name.Name
	}
	return method(one)
}

// branch: what fails at once asserts the condition; what asks more behind a condition is not always asked.
func (w *weigher) branch(one *ast.IfStmt, strength, most int) {
	if w.inside {
		most = min(most, 2)
	}
	if one.Init != nil {
		w.walk(one.Init, strength, most)
	}
	if w.ofPreparing(one) {
		return
	}
	condition, outer, before := conditionStrength(w.s, w.names, one.Cond), w.inside, w.condition
	w.inside, w.condition = true, one.Cond
	w.block(one.Body.List, condition, most)
	w.inside = outer || !tells(one.Body)
	if one.Else != nil {
		w.walk(one.Else, condition, most)
	}
	w.inside, w.condition = outer, before
}

// loop: over rows that are written out each assertion is made for every one of them; how many others there are only a run can tell.
func (w *weigher) loop(body *ast.BlockStmt, rows, strength, most int) {
	before := w.times
	for _, statement := range body.List {
		if rows > 0 && leaves([]ast.Stmt{statement}) {
			rows = 1
		}
	}
	switch {
	case rows == 0:
		most = 0
	case rows < 0:
		most = min(most, 2)
	default:
		w.times = min(mostTimes, before*rows)
	}
	w.block(body.List, strength, most)
	w.times = before
}

// leaves: the last statement goes elsewhere, or skips the test.
func leaves(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch one := list[len(list)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		return skipping[method(one.X)]
	}
	return false
}

// tells: something in it can fail the test.
func tells(node ast.Node) bool {
	found := false
	ast.Inspect(node, func(inner ast.Node) bool {
		call, ok := inner.(*ast.CallExpr)
		found = found || ok && (isFailure(call) || isLibrary(call))
		return !found
	})
	return found
}

// ownContexts are names that are given a T which the test made itself: what fails there fails nowhere.
func ownContexts(s *source, body *ast.BlockStmt) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(body, func(node ast.Node) bool {
		if one, ok := node.(*ast.AssignStmt); ok && len(one.Lhs) == len(one.Rhs) {
			for at, value := range one.Rhs {
				if name, ok := one.Lhs[at].(*ast.Ident); ok && madeContext.MatchString(s.of(value)) {
					names[name.Name] = true
				}
			}
		}
		return true
	})
	return names
}

var (
	skipping    = map[string]bool{"Skip": true, "Skipf": true, "SkipNow": true}
	madeContext = regexp.MustCompile(`^(?:&testing\.[TBF]\{|new\(testing\.[TBF]\))`)
)
