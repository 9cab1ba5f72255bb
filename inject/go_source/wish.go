package main

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"
)

// wish: which error is wanted: a row's, or else one of the project's own.
type wish struct {
	isOwn bool
	texts map[string]bool
}

// wants: nil where it is one that others may well answer with, as `io.EOF`, or no certain one.
func (r *refusals) wants(asked *refusal, call *ast.CallExpr) *wish {
	texts, isOwn, isForeign := map[string]bool{}, false, false
	visit := func(node ast.Node) bool {
		switch one := node.(type) {
		case *ast.CallExpr:
			// What asks is not what is asked for.
			if member, ok := one.Fun.(*ast.SelectorExpr); ok {
				r.leaf(member.X, asked.name, call, texts, &isOwn, &isForeign)
			}
			for _, argument := range one.Args {
				r.leaf(argument, asked.name, call, texts, &isOwn, &isForeign)
			}
		case *ast.BinaryExpr:
			r.leaf(one.X, asked.name, call, texts, &isOwn, &isForeign)
			r.leaf(one.Y, asked.name, call, texts, &isOwn, &isForeign)
		}
		return true
	}
	for _, one := range asked.asked {
		r.leaf(one, asked.name, call, texts, &isOwn, &isForeign)
		ast.Inspect(one, visit)
	}
	if isForeign || len(texts) == 0 && !isOwn {
		return nil
	}
	return &wish{isOwn: len(texts) == 0, texts: texts}
}

var ownError = regexp.MustCompile(`^[eE]rr[A-Z]\w*$`)

func (r *refusals) leaf(node ast.Expr, name string, call *ast.CallExpr, texts map[string]bool, isOwn, isForeign *bool) {
	switch one := node.(type) {
	case *ast.UnaryExpr:
		if target, ok := one.X.(*ast.Ident); ok && one.Op == token.AND {
			*isOwn, *isForeign = *isOwn || r.isOwnTarget(target, call), *isForeign || !r.isOwnTarget(target, call)
		}
	case *ast.Ident:
		if one.Name != name && r.rows[one.Name] {
			texts[one.Name] = true
		} else if ownError.MatchString(one.Name) {
			*isOwn = true
		}
	case *ast.BasicLit:
		*isOwn = *isOwn || one.Kind == token.STRING && len(one.Value) > 2
	case *ast.SelectorExpr:
		root := rootOf(one)
		if _, isImported := r.imports[root]; isImported {
			*isOwn, *isForeign = *isOwn || r.isOwnPackage(root, call), *isForeign || !r.isOwnPackage(root, call)
		} else if root != name && r.rows[root] {
			texts[r.s.of(one)] = true
		}
	}
}

// isOwnPackage: what the tests are of, or what is called.
func (r *refusals) isOwnPackage(name string, call *ast.CallExpr) bool {
	path := r.imports[name]
	if standard[strings.Split(path, "/")[0]] {
		return false
	}
	return strings.TrimSuffix(r.s.tree.Name.Name, "_test") == path[strings.LastIndex(path, "/")+1:] || call != nil && receiver(call) == name
}

// isOwnTarget: `var line *LineError`, which `errors.As` is given.
func (r *refusals) isOwnTarget(target *ast.Ident, call *ast.CallExpr) bool {
	isOwn := true
	ast.Inspect(r.function.Body, func(node ast.Node) bool {
		if one, ok := node.(*ast.ValueSpec); ok && namesOfSpec(one)[target.Name] && one.Type != nil {
			if root := rootOf(one.Type); root != "" && r.imports[root] != "" {
				isOwn = r.isOwnPackage(root, call)
			}
		}
		return true
	})
	return isOwn
}

func namesOfSpec(one *ast.ValueSpec) map[string]bool {
	found := map[string]bool{}
	for _, name := range one.Names {
		found[name.Name] = true
	}
	return found
}

var standard = map[string]bool{
	"archive": true, "bufio": true, "bytes": true, "compress": true, "context": true, "crypto": true, "database": true, "debug": true, "embed": true,
	"encoding": true, "errors": true, "fmt": true, "go": true, "hash": true, "html": true, "image": true, "io": true, "log": true, "math": true,
	"mime": true, "net": true, "os": true, "path": true, "reflect": true, "regexp": true, "runtime": true, "sort": true, "strconv": true,
	"strings": true, "sync": true, "syscall": true, "testing": true, "text": true, "time": true, "unicode": true,
}
