package main

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"
)

// missingErrors: `_, err := Parse(row.text); if err != nil && !errors.Is(err, row.want) { t.Error(err) }`, which is content where nothing fails.
func missingErrors(s *source, function *ast.FuncDecl) []token.Pos {
	r := &refusals{s: s, function: function, parents: parentsIn(function), imports: importsOf(s), rows: rowsIn(function)}
	found := []token.Pos{}
	ast.Inspect(function.Body, func(node ast.Node) bool {
		if one, ok := node.(*ast.IfStmt); ok && r.isContent(one) {
			found = append(found, one.Pos())
		}
		return true
	})
	return found
}

type refusals struct {
	s        *source
	function *ast.FuncDecl
	parents  map[ast.Node]ast.Node
	imports  map[string]string
	rows     map[string]bool
}

// refusal: what is asked of an error where there is one, and only there.
type refusal struct {
	name  string
	asked []ast.Expr
}

var errorName = regexp.MustCompile(`(?i)^e$|err`)

// refusalOf: `if err != nil && …`, or `if err != nil { if … }`; nil where it is neither.
func (r *refusals) refusalOf(one *ast.IfStmt) *refusal {
	name, rest := "", []ast.Expr{}
	parts := conjuncts(one.Cond)
	for _, part := range parts {
		if asked := notNil(part); name == "" && errorName.MatchString(asked) {
			name = asked
		} else {
			rest = append(rest, part)
		}
	}
	if name == "" || one.Else != nil {
		return nil
	}
	if len(rest) == 0 {
		if asked := askedIn(one.Body, name); len(asked) > 0 {
			return &refusal{name, asked}
		}
		return nil
	}
	if !failsAtOnce(one.Body.List) || !mentionsAny(rest, map[string]bool{name: true}) {
		return nil
	}
	return &refusal{name, rest}
}

func conjuncts(condition ast.Expr) []ast.Expr {
	switch one := condition.(type) {
	case *ast.ParenExpr:
		return conjuncts(one.X)
	case *ast.BinaryExpr:
		if one.Op == token.LAND {
			return append(conjuncts(one.X), conjuncts(one.Y)...)
		}
	}
	return []ast.Expr{condition}
}

// notNil is the name of what is asked to be something.
func notNil(condition ast.Expr) string {
	asked, ok := condition.(*ast.BinaryExpr)
	if !ok || asked.Op != token.NEQ || !isNil(asked.Y) {
		return ""
	}
	name, _ := asked.X.(*ast.Ident)
	if name == nil {
		return ""
	}
	return name.Name
}

var contentLibrary = regexp.MustCompile(`^(?:No|Nil|Error$|Errorf$|Fail)`)

// askedIn is what a branch asks of the error by this name before it fails; none where it fails for less, or notes anything for later.
func askedIn(body *ast.BlockStmt, name string) []ast.Expr {
	known, asked := map[string]bool{name: true}, []ast.Expr{}
	for _, statement := range body.List {
		switch one := statement.(type) {
		case *ast.AssignStmt:
			if one.Tok != token.DEFINE {
				return nil
			}
			if mentionsAny(one.Rhs, known) {
				for defined := range namesIn(one.Lhs...) {
					known[defined] = true
				}
			}
			continue
		case *ast.IncDecStmt:
			return nil
		case *ast.IfStmt:
			if one.Init != nil {
				if defines, ok := one.Init.(*ast.AssignStmt); ok && mentionsAny(defines.Rhs, known) {
					for defined := range namesIn(defines.Lhs...) {
						known[defined] = true
					}
				}
			}
			if one.Else == nil && failsAtOnce(one.Body.List) && mentionsAny([]ast.Expr{one.Cond}, known) {
				asked = append(asked, one.Cond)
				continue
			}
		case *ast.ExprStmt:
			call, ok := one.X.(*ast.CallExpr)
			if ok && isLibrary(call) && !contentLibrary.MatchString(method(call)) && mentionsAny(call.Args, known) {
				asked = append(asked, call.Args[min(1, len(call.Args)):min(3, len(call.Args))]...)
				continue
			}
		}
		if tells(statement) {
			return nil
		}
	}
	return asked
}

// mentionsAny: one of these names stands in an expression.
func mentionsAny(list []ast.Expr, known map[string]bool) bool {
	found := false
	for _, one := range list {
		ast.Inspect(one, func(node ast.Node) bool {
			name, ok := node.(*ast.Ident)
			found = found || ok && known[name.Name]
			return !found
		})
	}
	return found
}

// isContent: nothing else says that there has to be an error, or looks at what the call answered.
func (r *refusals) isContent(one *ast.IfStmt) bool {
	found := r.refusalOf(one)
	if found == nil {
		return false
	}
	kind, body := r.around(one)
	given := r.originOf(one, found.name, kind, body)
	if given == nil {
		return false
	}
	wanted := r.wants(found, given.call)
	if wanted == nil || wanted.isOwn && !r.isAlone(one, given.call, body) {
		return false
	}
	looked := map[string]bool{found.name: true}
	for _, name := range given.others {
		looked[name] = true
	}
	isLooked := false
	// What a row wants may be asked of another call as well.
	r.outside(body, given.from, body.End(), func(node ast.Node) {
		name, isName := node.(*ast.Ident)
		call, isCall := node.(*ast.CallExpr)
		member, isMember := node.(*ast.SelectorExpr)
		isLooked = isLooked || isName && (looked[name.Name] && node.Pos() < given.to || wanted.texts[name.Name]) ||
			isMember && wanted.texts[r.s.of(member)] ||
			isCall && leaves(one.Body.List) && node.Pos() > one.End() && (isFailure(call) || isLibrary(call))
	})
	return !isLooked
}

// outside goes through what stands between two places of a body, without what asks of errors where there are any, and what is only written down.
func (r *refusals) outside(body *ast.BlockStmt, from, to token.Pos, visit func(ast.Node)) {
	ast.Inspect(body, func(node ast.Node) bool {
		if node == nil || node.Pos() >= to || node.End() <= from {
			return false
		}
		if branch, ok := node.(*ast.IfStmt); ok && r.refusalOf(branch) != nil {
			return false
		}
		if call, ok := node.(*ast.CallExpr); ok && (method(call) == "Log" || method(call) == "Logf") {
			return false
		}
		if node.Pos() >= from {
			visit(node)
		}
		return true
	})
}

// around is the function that a statement stands in: of a test, a subtest or a helper; nil where what it asserts is beside the test.
func (r *refusals) around(node ast.Node) (*ast.FuncType, *ast.BlockStmt) {
	for at := r.parents[node]; at != nil; at = r.parents[at] {
		if literal, ok := at.(*ast.FuncLit); ok {
			return literal.Type, literal.Body
		}
	}
	return r.function.Type, r.function.Body
}

// origin is the call that an error comes from, what else it answers, and where that is looked at.
type origin struct {
	call     *ast.CallExpr
	others   []string
	from, to token.Pos
}

// originOf: of what a helper is given nothing else is known.
func (r *refusals) originOf(one *ast.IfStmt, name string, kind *ast.FuncType, body *ast.BlockStmt) *origin {
	var last *ast.AssignStmt
	to := body.End()
	ast.Inspect(body, func(node ast.Node) bool {
		given, ok := node.(*ast.AssignStmt)
		if !ok || !namesIn(given.Lhs...)[name] {
			return true
		}
		if given.Pos() < one.Cond.Pos() {
			last = given
		} else if given.Pos() >= one.End() && given.Pos() < to {
			to = given.Pos()
		}
		return true
	})
	if last == nil {
		if parametersOf(kind)[name] && helpsTests(kind) {
			return &origin{nil, nil, body.Pos(), body.End()}
		}
		return nil
	}
	call, ok := last.Rhs[0].(*ast.CallExpr)
	if !ok || len(last.Rhs) != 1 {
		return nil
	}
	if one.Init == last {
		to = one.End()
	}
	others := []string{}
	for other := range namesIn(last.Lhs...) {
		if other != name {
			others = append(others, other)
		}
	}
	return &origin{call, others, last.End(), to}
}

// rowsIn are the names of what a function goes through and is given.
func rowsIn(function *ast.FuncDecl) map[string]bool {
	rows := map[string]bool{}
	ofParameters := func(kind *ast.FuncType) {
		for _, field := range kind.Params.List {
			for _, name := range field.Names {
				rows[name.Name] = rows[name.Name] || ofTesting(field.Type) == nil
			}
		}
	}
	ofParameters(function.Type)
	ast.Inspect(function.Body, func(node ast.Node) bool {
		switch one := node.(type) {
		case *ast.RangeStmt:
			for name := range namesIn(one.Key, one.Value) {
				rows[name] = true
			}
		case *ast.FuncLit:
			ofParameters(one.Type)
		case *ast.AssignStmt:
			// `row := rows[i]`
			for at, left := range one.Lhs {
				if index, ok := one.Rhs[min(at, len(one.Rhs)-1)].(*ast.IndexExpr); ok && index != nil {
					for name := range namesIn(left) {
						rows[name] = true
					}
				}
			}
		}
		return true
	})
	return rows
}

var (
	endings = regexp.MustCompile(`^(?:Close|Shutdown|Stop|Cancel|Remove|RemoveAll|Cleanup|Wait|Kill|Run|Start|Serve|ListenAndServe\w*)$`)
	anyhow  = regexp.MustCompile(`(?i)fuzz|random|race|concurren|parallel|stress|crash|panic|leak`)
)

// isAlone: nothing else is asserted in the test or subtest, so that its error is all that it can be about; what ends, or is tried with anything, may fail or not.
func (r *refusals) isAlone(one *ast.IfStmt, call *ast.CallExpr, body *ast.BlockStmt) bool {
	if call == nil || endings.MatchString(calledName(call)) || anyhow.MatchString(r.function.Name.Name) {
		return false
	}
	if body != r.function.Body {
		literal := r.parents[body]
		run, ok := r.parents[literal].(*ast.CallExpr)
		if !ok || method(run) != "Run" {
			return false
		}
	} else if !isTest(r.function) {
		return false
	}
	alone := true
	r.outside(body, body.Pos(), body.End(), func(node ast.Node) {
		asserted, ok := node.(*ast.CallExpr)
		if ok && (isFailure(asserted) || isLibrary(asserted) || helps(asserted)) {
			alone = alone && r.ofSettingUp(asserted)
		}
	})
	return alone
}

// ofSettingUp: `if err != nil { t.Fatal(err) }`.
func (r *refusals) ofSettingUp(call *ast.CallExpr) bool {
	for at := r.parents[call]; at != nil; at = r.parents[at] {
		if branch, ok := at.(*ast.IfStmt); ok {
			return notNil(branch.Cond) != "" && branch.Else == nil
		}
	}
	return isLibrary(call) && strings.HasPrefix(method(call), "NoErr")
}
