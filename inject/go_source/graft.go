package main

import (
	"go/ast"
	"path"
	"regexp"
	"strings"
)

type textAnswer struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// grafted is base's text with what only head declares, and with head's types: what is mended is not in it, what a test has to name is. Empty,
// what only head declares fails when it is called.
func grafted(base, head *source, isEmpty bool) []any {
	if base == nil {
		return nil
	}
	made := &graft{head: head, isEmpty: isEmpty, known: map[string]bool{}, types: map[string]ast.Node{}, used: map[string]bool{}}
	made.note(base)
	edits := made.newTypes(base)
	for _, decl := range head.tree.Decls {
		made.add(decl)
	}
	if len(edits) == 0 && len(made.added) == 0 {
		return nil
	}
	if imports := made.imports(base); len(imports) > 0 {
		end := base.at(base.tree.Name.End())
		edits = append(edits, edit{end, end, "; import (" + strings.Join(imports, "; ") + ")"})
	}
	return []any{textAnswer{base.path, applied(base.text, edits) + "\n" + strings.Join(made.added, "\n\n") + "\n"}}
}

type graft struct {
	head    *source
	isEmpty bool
	// What base declares: functions by their keys, everything else by its name.
	known map[string]bool
	types map[string]ast.Node
	added []string
	// Names before a dot in what comes from head: packages, among others.
	used map[string]bool
}

func (g *graft) note(base *source) {
	for _, decl := range base.tree.Decls {
		switch node := decl.(type) {
		case *ast.FuncDecl:
			g.known[keyOf(base, node)] = true
		case *ast.GenDecl:
			for _, spec := range node.Specs {
				switch one := spec.(type) {
				case *ast.TypeSpec:
					g.known[one.Name.Name], g.types[one.Name.Name] = true, one
				case *ast.ValueSpec:
					for _, name := range one.Names {
						g.known[name.Name] = true
					}
				}
			}
		}
	}
}

// newTypes puts head's types, with their new fields and methods, in the place of base's.
func (g *graft) newTypes(base *source) []edit {
	edits := []edit{}
	ast.Inspect(g.head.tree, func(node ast.Node) bool {
		if one, ok := node.(*ast.TypeSpec); ok && g.types[one.Name.Name] != nil {
			before := g.types[one.Name.Name]
			if text := g.head.of(one); normalised(g.head, one) != normalised(base, before) {
				edits = append(edits, edit{base.at(before.Pos()), base.at(before.End()), text})
				edits = append(edits, keyed(base, before.(*ast.TypeSpec))...)
				g.use(one)
			}
		}
		_, isFunction := node.(*ast.FuncDecl)
		return !isFunction
	})
	return edits
}

// keyed names the fields of base's literals of a struct, `pair{1, 2}`: with more fields they would be too few.
func keyed(base *source, kind *ast.TypeSpec) []edit {
	edits := []edit{}
	structure, ok := kind.Type.(*ast.StructType)
	if !ok {
		return edits
	}
	fields := []string{}
	for _, field := range structure.Fields.List {
		for _, name := range field.Names {
			fields = append(fields, name.Name)
		}
		if len(field.Names) == 0 {
			name := strings.TrimLeft(strings.SplitN(base.of(field.Type), "[", 2)[0], "*")
			fields = append(fields, name[strings.LastIndex(name, ".")+1:])
		}
	}
	ast.Inspect(base.tree, func(node ast.Node) bool {
		literal, ok := node.(*ast.CompositeLit)
		if !ok || literal.Type == nil || len(literal.Elts) != len(fields) {
			return true
		}
		if named := strings.SplitN(base.of(literal.Type), "[", 2)[0]; named != kind.Name.Name {
			return true
		}
		for at, value := range literal.Elts {
			if _, isKeyed := value.(*ast.KeyValueExpr); !isKeyed {
				start := base.at(value.Pos())
				edits = append(edits, edit{start, start, fields[at] + ": "})
			}
		}
		return true
	})
	return edits
}

// add takes over what base has not. Of constants that count on each other what base has keeps its place without its name.
func (g *graft) add(decl ast.Decl) {
	switch node := decl.(type) {
	case *ast.FuncDecl:
		if name := node.Name.Name; name != "init" && name != "main" && !g.known[keyOf(g.head, node)] {
			g.takeFunction(node)
		}
	case *ast.GenDecl:
		isNew, edits, start := false, []edit{}, g.head.at(node.Pos())
		for _, spec := range node.Specs {
			switch one := spec.(type) {
			case *ast.TypeSpec:
				if !g.known[one.Name.Name] {
					g.take(one, "type "+g.head.of(one))
				}
			case *ast.ValueSpec:
				for _, name := range one.Names {
					isNew = isNew || !g.known[name.Name]
					if g.known[name.Name] {
						edits = append(edits, edit{g.head.at(name.Pos()) - start, g.head.at(name.End()) - start, "_"})
					}
				}
			}
		}
		if isNew {
			g.take(node, applied(g.head.of(node), edits))
		}
	}
}

func (g *graft) takeFunction(node *ast.FuncDecl) {
	if !g.isEmpty || node.Body == nil {
		g.take(node, g.head.of(node))
		return
	}
	start := g.head.at(node.Pos())
	g.added = append(g.added, g.head.of(node)[:g.head.at(node.Body.Pos())-start]+"{ panic(\"baton: new\") }")
	if node.Recv != nil {
		g.use(node.Recv)
	}
	g.use(node.Type)
}

func (g *graft) take(node ast.Node, text string) {
	g.added = append(g.added, text)
	g.use(node)
}

func (g *graft) use(node ast.Node) {
	ast.Inspect(node, func(inner ast.Node) bool {
		if selector, ok := inner.(*ast.SelectorExpr); ok {
			if name, ok := selector.X.(*ast.Ident); ok {
				g.used[name.Name] = true
			}
		}
		return true
	})
}

var version = regexp.MustCompile(`^v\d+$|\.v\d+$`)

// imports are head's, of what is used and base does not import.
func (g *graft) imports(base *source) []string {
	known := map[string]bool{}
	for _, one := range base.tree.Imports {
		known[one.Path.Value] = true
	}
	found := []string{}
	for _, one := range g.head.tree.Imports {
		place := strings.Trim(one.Path.Value, "\"`")
		name := path.Base(place)
		if version.MatchString(name) && one.Name == nil {
			name = version.ReplaceAllString(name, "")
			if name == "" {
				name = path.Base(path.Dir(place))
			}
		}
		if one.Name != nil {
			name = one.Name.Name
		}
		if g.used[name] && !known[one.Path.Value] {
			found = append(found, g.head.of(one))
		}
	}
	return found
}
