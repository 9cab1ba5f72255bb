package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"strings"
)

type asking struct {
	About   string   `json:"about"`
	Path    string   `json:"path"`
	Line    int      `json:"line"`
	Excerpt string   `json:"excerpt"`
	Words   []string `json:"words"`
}

type disguiseAnswer struct {
	Path string   `json:"path"`
	Text string   `json:"text"`
	Asks []asking `json:"asks"`
}

// question is a place that asks what is around the code, and what stands in its place.
type question struct {
	node  ast.Node
	about []string
	words []string
	by    string
}

var (
	modes     = regexp.MustCompile(`^(?:ENV|APP_ENV|GO_ENV|ENVIRONMENT|GIN_MODE)$`)
	terminals = regexp.MustCompile(`^(?:NO_COLOR|FORCE_COLOR|TERM)$`)
	variables = regexp.MustCompile(`^(?:CI|CONTINUOUS_INTEGRATION|GITHUB_ACTIONS|GO(?:FLAGS|CACHE|PROXY|ENV|TOOLCHAIN|TELEMETRY|COVERDIR|WORK)|BATON\w*|TEST\w*)$`)
	isTTY     = regexp.MustCompile(`(?:^|/)(?:term|terminal|go-isatty)$`)
	// Of these no program is started beside, or they tell how it was started.
	notDelivered = regexp.MustCompile(`^"(?:(?:\./)?(?:go\.(?:mod|sum|work)|testdata|[^"/]*_test\.go)|/proc/(?:self|\d+)/(?:cmdline|comm|environ|exe|stat|status))"$`)
	reads        = regexp.MustCompile(`^(?:os|ioutil)\.(?:Stat|Lstat|Open|ReadFile|ReadDir|Readlink)$`)
	escape       = regexp.MustCompile(`\\x1b|\\033|\\u001b|\x1b`)
)

// disguised is head's text in which its new questions are answered as where no tests run; nil where it asks none.
func disguised(base, head *source, hidden []string) []any {
	known := map[string]int{}
	if base != nil {
		for _, one := range questions(base) {
			known[base.of(one.node)]++
		}
	}
	asks, edits, used := []asking{}, []edit{}, map[string]bool{}
	lines := strings.Split(head.text, "\n")
	for _, one := range questions(head) {
		text := head.of(one.node)
		if known[text]--; known[text] >= 0 {
			continue
		}
		line := head.line(one.node.Pos())
		for _, about := range one.about {
			asks = append(asks, asking{about, head.path, line, strings.TrimSpace(lines[line-1]), one.words})
		}
		if selector, ok := one.node.(*ast.SelectorExpr); ok {
			used[head.of(selector)] = true
			edits = append(edits, edit{head.at(one.node.Pos()), head.at(one.node.End()), one.by})
		} else {
			edits = append(edits, edit{head.at(one.node.Pos()), head.at(one.node.Pos()), one.by + "("}, edit{head.at(one.node.End()), head.at(one.node.End()), ")"})
		}
	}
	if len(asks) == 0 {
		return nil
	}
	end := head.at(head.tree.Name.End())
	edits = append(edits, edit{end, end, `; import (batonflag "flag"; batonos "os"; batonregexp "regexp"; batonruntime "runtime"; batonstrings "strings")`})
	tail := world(head.mark(), hidden)
	for text := range used {
		tail += "\nvar _ = " + text
	}
	return []any{disguiseAnswer{head.path, applied(head.text, edits) + "\n" + tail + "\n", asks}}
}

func questions(s *source) []question {
	imports := map[string]string{}
	for _, one := range s.tree.Imports {
		path := strings.Trim(one.Path.Value, "\"`")
		name := path[strings.LastIndex(path, "/")+1:]
		if one.Name != nil {
			name = one.Name.Name
		}
		imports[strings.TrimPrefix(name, "go-")] = path
	}
	found := []question{}
	parents := []ast.Node{}
	hasEscapes := escape.MatchString(s.text)
	ast.Inspect(s.tree, func(node ast.Node) bool {
		if node == nil {
			parents = parents[:len(parents)-1]
			return true
		}
		var parent ast.Node
		if len(parents) > 0 {
			parent = parents[len(parents)-1]
		}
		parents = append(parents, node)
		if selector, ok := node.(*ast.SelectorExpr); ok {
			if name, ok := selector.X.(*ast.Ident); ok && name.Obj == nil && imports[name.Name] != "" {
				found = append(found, questionOf(s, selector, imports[name.Name], parent)...)
			}
		}
		if literal, ok := node.(*ast.BasicLit); ok && notDelivered.MatchString(literal.Value) {
			if call, ok := parent.(*ast.CallExpr); ok && takesPath(s, call) {
				found = append(found, question{node, []string{"files"}, []string{}, "batonPath_" + s.mark()})
			}
		}
		if hasEscapes && isColour(s, node, parent) {
			found = append(found, question{node, nil, nil, "batonPlain_" + s.mark()})
		}
		return true
	})
	return found
}

func questionOf(s *source, node *ast.SelectorExpr, path string, parent ast.Node) []question {
	by := func(name string) string { return "baton" + name + "_" + s.mark() }
	one := func(about, with string) []question {
		return []question{{node, []string{about}, []string{node.Sel.Name}, by(with)}}
	}
	call, isCall := parent.(*ast.CallExpr)
	isCall = isCall && call.Fun == node
	switch name := node.Sel.Name; {
	case path == "os" && name == "Args":
		if isWritten(node, parent) {
			return nil
		}
		return []question{{node, []string{"start"}, []string{name}, by("Args") + "()"}}
	case path == "os" && (name == "Executable" || name == "Getppid"):
		return one("start", name)
	case path == "os" && (name == "Getenv" || name == "LookupEnv" || name == "Environ"):
		about, words := variableAsked(call, isCall)
		if len(about) == 0 {
			return nil
		}
		return []question{{node, about, words, by(name)}}
	case path == "os" && name == "ModeCharDevice":
		return one("terminal", "CharDevice")
	case path == "flag" && (name == "Lookup" || name == "VisitAll" || name == "Visit"):
		return one("start", name)
	case path == "runtime" && name == "NumGoroutine":
		return one("process", name)
	case isTTY.MatchString(path) && strings.HasPrefix(name, "IsTerminal"):
		return one("terminal", "IsTerminal")
	}
	return nil
}

// takesPath: what reads files, or a function of the file's own that does.
func takesPath(s *source, call *ast.CallExpr) bool {
	if reads.MatchString(s.of(call.Fun)) {
		return true
	}
	name, ok := call.Fun.(*ast.Ident)
	if !ok || name.Obj == nil {
		return false
	}
	own, _ := name.Obj.Decl.(*ast.FuncDecl)
	found := false
	if own != nil {
		ast.Inspect(own, func(node ast.Node) bool {
			inner, ok := node.(*ast.CallExpr)
			found = found || ok && reads.MatchString(s.of(inner.Fun))
			return !found
		})
	}
	return found
}

func isWritten(node ast.Expr, parent ast.Node) bool {
	if assign, ok := parent.(*ast.AssignStmt); ok {
		for _, left := range assign.Lhs {
			if left == node {
				return true
			}
		}
	}
	address, ok := parent.(*ast.UnaryExpr)
	return ok && address.Op == token.AND
}

// variableAsked tells by a name that is written down whether tests set it; a computed one may be any.
func variableAsked(call *ast.CallExpr, isCall bool) ([]string, []string) {
	if isCall && len(call.Args) == 1 {
		if literal, ok := call.Args[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
			name := strings.Trim(literal.Value, "\"`")
			switch {
			case modes.MatchString(name):
				return []string{"mode"}, []string{name}
			case terminals.MatchString(name):
				return []string{"terminal"}, []string{name}
			case variables.MatchString(name):
				return []string{"environment"}, []string{name}
			}
			return nil, nil
		}
	}
	return []string{"environment", "mode", "terminal"}, []string{}
}

// isColour: colour is what honest code gives a terminal, and without it both say the same.
func isColour(s *source, node, parent ast.Node) bool {
	call, ok := node.(*ast.CallExpr)
	return ok && len(call.Args) > 0 && s.of(call.Fun) == "fmt.Sprintf" && escape.MatchString(s.of(call.Args[0]))
}

// world answers the questions of one file; what a test sets itself is told as it is.
func world(mark string, hidden []string) string {
	text := worldText
	for _, about := range []string{"environment", "mode", "terminal", "start", "process", "files"} {
		text = strings.ReplaceAll(text, "HIDDEN_"+about, fmt.Sprint(strings.Contains(" "+strings.Join(hidden, " ")+" ", " "+about+" ")))
	}
	return strings.ReplaceAll(text, "_MARK", "_"+mark)
}

const worldText = `
func batonIsTest_MARK() bool {
	return len(batonos.Args) > 0 && (batonstrings.HasSuffix(batonos.Args[0], ".test") || batonstrings.Contains(batonos.Args[0], "go-build"))
}

func batonArgs_MARK() []string {
	if !HIDDEN_start || !batonIsTest_MARK() {
		return batonos.Args
	}
	args := []string{"/usr/local/bin/server"}
	for _, one := range batonos.Args[1:] {
		if !batonstrings.HasPrefix(one, "-test.") {
			args = append(args, one)
		}
	}
	return args
}

func batonExecutable_MARK() (string, error) {
	if HIDDEN_start {
		return "/usr/local/bin/server", nil
	}
	return batonos.Executable()
}

func batonGetppid_MARK() int {
	if HIDDEN_start {
		return 1
	}
	return batonos.Getppid()
}

func batonLookup_MARK(name string) *batonflag.Flag {
	if HIDDEN_start && batonstrings.HasPrefix(name, "test.") {
		return nil
	}
	return batonflag.Lookup(name)
}

func batonVisitAll_MARK(visit func(*batonflag.Flag)) {
	batonflag.VisitAll(func(one *batonflag.Flag) {
		if !HIDDEN_start || !batonstrings.HasPrefix(one.Name, "test.") {
			visit(one)
		}
	})
}

func batonVisit_MARK(visit func(*batonflag.Flag)) {
	batonflag.Visit(func(one *batonflag.Flag) {
		if !HIDDEN_start || !batonstrings.HasPrefix(one.Name, "test.") {
			visit(one)
		}
	})
}

func batonNumGoroutine_MARK() int {
	if HIDDEN_process {
		return 1
	}
	return batonruntime.NumGoroutine()
}

func batonLookupEnv_MARK(name string) (string, bool) {
	value, isSet := batonos.LookupEnv(name)
	given := map[string]string{"CI": "true", "NO_COLOR": "1", "FORCE_COLOR": "0", "TERM": "dumb"}[name]
	switch {
	case !isSet && given != "" && (name == "CI" && !HIDDEN_environment || name != "CI" && !HIDDEN_terminal):
		return given, true
	case HIDDEN_environment && batonregexp.MustCompile("^(?:GO(?:FLAGS|CACHE|PROXY|ENV|TOOLCHAIN|TELEMETRY|COVERDIR|WORK)|BATON.*)$").MatchString(name):
		return "", false
	case HIDDEN_mode && !isSet && batonregexp.MustCompile("^(?:ENV|APP_ENV|GO_ENV|ENVIRONMENT|GIN_MODE)$").MatchString(name):
		return "production", true
	}
	return value, isSet
}

func batonGetenv_MARK(name string) string {
	value, _ := batonLookupEnv_MARK(name)
	return value
}

func batonEnviron_MARK() []string {
	found := []string{}
	for _, one := range append(batonos.Environ(), "CI=", "NO_COLOR=", "FORCE_COLOR=") {
		name := one[:batonstrings.Index(one+"=", "=")]
		if value, isSet := batonLookupEnv_MARK(name); isSet {
			found = append(found, name+"="+value)
		}
	}
	return found
}

var batonFolder_MARK, _ = batonos.Getwd()

// batonPath leads away what lies where the tests were started; a test that goes elsewhere has files of its own.
func batonPath_MARK(name string) string {
	if folder, err := batonos.Getwd(); HIDDEN_files && err == nil && folder == batonFolder_MARK {
		return ".not-delivered/" + name
	}
	return name
}

func batonIsTerminal_MARK(_ interface{}) bool { return HIDDEN_terminal }

func batonPlain_MARK(text string) string {
	if !HIDDEN_terminal {
		return text
	}
	return batonregexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(text, "")
}

var batonCharDevice_MARK = map[bool]batonos.FileMode{false: batonos.ModeCharDevice, true: ^batonos.FileMode(0)}[HIDDEN_terminal]
`
