package main

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"
)

type signalAnswer struct {
	Kind    string `json:"kind"`
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Excerpt string `json:"excerpt"`
}

var (
	suppression = regexp.MustCompile(`^//\s*(?:nolint\b|#nosec\b|lint:ignore\b|coverage:ignore\b)`)
	outcomes    = regexp.MustCompile(`--- (?:PASS|FAIL|SKIP)|=== RUN|(?:^|\\n|\n)ok {2}\t?`)
	ofTests     = regexp.MustCompile("^[\"`](?:.*/)?testdata(?:/.*)?[\"`]$")
	underTest   = regexp.MustCompile(`^"(?:test\.v|test\.run|test\.timeout|.*\.test|.*_test\.go|-test\..*)"$`)
)

// signals are suspicious constructs of head that base's text of the same file does not have as often.
func signals(base, head *source, role string) []any {
	before := map[string]int{}
	if base != nil {
		for _, one := range found(base, role) {
			before[one.Kind+one.Excerpt]++
		}
	}
	answers := []any{}
	for _, one := range found(head, role) {
		key := one.Kind + one.Excerpt
		if before[key] > 0 {
			before[key]--
			continue
		}
		answers = append(answers, one)
	}
	if base != nil && role == "implementation" {
		for _, one := range looser(base, head) {
			answers = append(answers, one)
		}
	}
	return answers
}

func found(s *source, role string) []signalAnswer {
	list := []signalAnswer{}
	lines := strings.Split(s.text, "\n")
	add := func(kind string, pos token.Pos) {
		line := s.line(pos)
		list = append(list, signalAnswer{kind, s.path, line, strings.TrimSpace(lines[line-1])})
	}
	for _, one := range s.tree.Imports {
		path := strings.Trim(one.Path.Value, "\"`")
		library := path == "testing" || strings.HasPrefix(path, "testing/") || strings.HasPrefix(path, "github.com/stretchr/testify")
		if role == "implementation" && library && !(path == "testing" && onlyGiven(s)) {
			add("test_library_in_code", one.Pos())
		}
	}
	for _, group := range s.tree.Comments {
		for _, one := range group.List {
			if suppression.MatchString(one.Text) {
				add("suppression", one.Pos())
			}
			if strings.HasPrefix(one.Text, "//go:linkname") {
				add("runner_hook", one.Pos())
			}
		}
	}
	for _, decl := range s.tree.Decls {
		function, isFunction := decl.(*ast.FuncDecl)
		// A TestMain that never runs the tests can only tell of them what it likes.
		isMain := isFunction && role == "test" && function.Recv == nil && function.Name.Name == "TestMain"
		if isMain && !strings.Contains(s.of(function), ".Run(") && !handsOn(s, function) {
			add("runner_hook", function.Pos())
		}
		if isFunction && role == "test" && function.Body != nil {
			for _, pos := range givesWork(function) {
				add("mocked_unit", pos)
			}
			for _, pos := range chosenRows(s, function) {
				add("chosen_rows", pos)
			}
			for _, pos := range sharedRows(function) {
				add("shared_row", pos)
			}
			unexpected := unexpectedErrors(s, function)
			for _, pos := range unexpected {
				add("unexpected_error", pos)
			}
			for _, pos := range missingErrors(s, function) {
				if !hasPos(unexpected, pos) {
					add("missing_error", pos)
				}
			}
			for _, pos := range lateAdds(s, function) {
				add("late_wait", pos)
			}
		}
		if isFunction && equalsEverything(s, function) {
			add("always_equal", function.Pos())
		}
		ast.Inspect(decl, func(node ast.Node) bool {
			switch one := node.(type) {
			case *ast.CallExpr:
				kind := callSignal(s, one, role)
				if kind == "early_exit" && isFunction && (isMain || isTest(function)) && endsChild(s, function, one.Pos()) {
					kind = ""
				}
				if kind != "" {
					add(kind, one.Pos())
				}
			case *ast.BasicLit:
				if one.Kind == token.STRING && outcomes.MatchString(one.Value) {
					add("runner_hook", one.Pos())
				}
				if one.Kind == token.STRING && role == "implementation" && ofTests.MatchString(one.Value) && !strings.Contains(s.text, "//go:build ignore") {
					add("test_code_in_code", one.Pos())
				}
				if one.Kind == token.STRING && role == "implementation" && underTest.MatchString(one.Value) {
					add("test_environment", one.Pos())
				}
			}
			return true
		})
	}
	return list
}

// givenByTests: what a test hands to those who help it.
var givenByTests = map[string]bool{"TB": true, "T": true, "B": true, "F": true}

// onlyGiven: a file that uses package testing for nothing but the parameters of its functions, so that only a test can call them.
func onlyGiven(s *source) bool {
	given := map[ast.Node]bool{}
	for _, decl := range s.tree.Decls {
		if node, ok := decl.(*ast.FuncDecl); ok {
			for _, field := range node.Type.Params.List {
				if selector := ofTesting(field.Type); selector != nil {
					given[selector] = true
				}
			}
		}
	}
	only := true
	ast.Inspect(s.tree, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok && s.of(selector.X) == "testing" && !given[selector] {
			only = false
		}
		return true
	})
	for _, one := range s.tree.Imports {
		if one.Name != nil && strings.Trim(one.Path.Value, "\"`") == "testing" {
			only = false
		}
	}
	return only && len(given) > 0
}

// ofTesting is the `testing.TB` of a parameter's type; nil where it is another.
func ofTesting(kind ast.Expr) ast.Node {
	if star, ok := kind.(*ast.StarExpr); ok {
		kind = star.X
	}
	selector, ok := kind.(*ast.SelectorExpr)
	if !ok || !givenByTests[selector.Sel.Name] {
		return nil
	}
	if library, ok := selector.X.(*ast.Ident); !ok || library.Name != "testing" {
		return nil
	}
	return selector
}

// helpsTests: a function that is given the test it helps; its assertions are the test's own.
func helpsTests(kind *ast.FuncType) bool {
	for _, field := range kind.Params.List {
		if ofTesting(field.Type) != nil {
			return true
		}
	}
	return false
}

var comparing = regexp.MustCompile(`^(?:Is|Eq|Equals?|Same|Compare|Cmp)$`)

// equalsEverything: a method that compares and does not look at what it is given, as `func (e E) Is(error) bool { return true }`.
func equalsEverything(s *source, node *ast.FuncDecl) bool {
	if node.Recv == nil || node.Body == nil || !comparing.MatchString(node.Name.Name) || node.Type.Results == nil {
		return false
	}
	if len(node.Type.Params.List) != 1 || len(node.Type.Params.List[0].Names) > 1 || len(node.Body.List) == 0 {
		return false
	}
	if returned, ok := node.Body.List[0].(*ast.ReturnStmt); ok && len(returned.Results) == 1 && s.of(returned.Results[0]) == "false" {
		return false
	}
	used := false
	for _, name := range node.Type.Params.List[0].Names {
		ast.Inspect(node.Body, func(inner ast.Node) bool {
			one, ok := inner.(*ast.Ident)
			used = used || ok && one.Name == name.Name && name.Name != "_"
			return !used
		})
	}
	return !used
}

// endsChild: before it leaves, a test, or what runs them all, asks for a variable that only the programs have which its own file starts: it is one of them.
func endsChild(s *source, function *ast.FuncDecl, exit token.Pos) bool {
	if !strings.Contains(s.text, "exec.Command") {
		return false
	}
	ends := false
	ast.Inspect(function.Body, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if ok && call.Pos() < exit && len(call.Args) == 1 && (s.of(call.Fun) == "os.Getenv" || s.of(call.Fun) == "os.LookupEnv") {
			name, isText := call.Args[0].(*ast.BasicLit)
			ends = ends || isText && strings.Contains(s.text, strings.TrimSuffix(name.Value, `"`)+"=")
		}
		return !ends
	})
	return ends
}

// handsOn tells whether a TestMain gives its M to a function of its file that runs the tests: `os.Exit(run(m))`, where deferred calls clean up.
func handsOn(s *source, main *ast.FuncDecl) bool {
	given := takesM.FindStringSubmatch(s.of(main.Body))
	if given == nil {
		return false
	}
	for _, decl := range s.tree.Decls {
		function, isFunction := decl.(*ast.FuncDecl)
		if isFunction && function.Recv == nil && function.Name.Name == given[1] {
			return strings.Contains(s.of(function), ".Run()")
		}
	}
	return false
}

var takesM = regexp.MustCompile(`\b(\w+)\(m\)`)

func callSignal(s *source, call *ast.CallExpr, role string) string {
	switch s.of(call.Fun) {
	case "os.Exit", "syscall.Exit", "unix.Exit":
		// `os.Exit(m.Run())`, or a code that was computed, is how a TestMain ends.
		if role == "test" && len(call.Args) == 1 {
			if literal, ok := call.Args[0].(*ast.BasicLit); !ok || literal.Value != "0" {
				return ""
			}
		}
		return "early_exit"
	case "syscall.Kill", "runtime.Goexit", "syscall.RawSyscall", "syscall.Syscall":
		return "early_exit"
	case "runtime.Caller", "runtime.Callers", "runtime.CallersFrames", "runtime.Stack", "debug.Stack":
		if role == "implementation" {
			return "stack_inspection"
		}
	case "testing.Testing", "flag.Lookup":
		if role == "implementation" {
			return "test_environment"
		}
	}
	return ""
}

func hasPos(list []token.Pos, pos token.Pos) bool {
	for _, one := range list {
		if one == pos {
			return true
		}
	}
	return false
}
