// Reads and writes Go source for the harness: JSON requests on standard input, each answered by a line of JSON. Files that
// do not parse are left out of the answer. Only the standard library, so that it builds anywhere without network.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"hash/fnv"
	"io"
	"os"
	"sort"
)

type file struct {
	Path string  `json:"path"`
	Text string  `json:"text"`
	Base *string `json:"base"`
	Head string  `json:"head"`
}

type request struct {
	Operation string   `json:"operation"`
	Files     []file   `json:"files"`
	Value     string   `json:"value"`
	Token     string   `json:"token"`
	Role      string   `json:"role"`
	Hidden    []string `json:"hidden"`
	Which     string   `json:"which"`
	Tests     []file   `json:"tests"`
	IsLoud    bool     `json:"isLoud"`
	IsFrozen  bool     `json:"isFrozen"`
	IsNear    bool     `json:"isNear"`
	IsEmpty   bool     `json:"isEmpty"`
	Only      []string `json:"only"`
}

type source struct {
	path string
	text string
	fset *token.FileSet
	tree *ast.File
}

func parse(path, text string) *source {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, path, text, parser.ParseComments)
	if err != nil {
		return nil
	}
	return &source{path, text, fset, tree}
}

func (s *source) at(pos token.Pos) int    { return s.fset.Position(pos).Offset }
func (s *source) line(pos token.Pos) int  { return s.fset.Position(pos).Line }
func (s *source) of(node ast.Node) string { return s.text[s.at(node.Pos()):s.at(node.End())] }

// mark tells this file from the others of its package, in names that it adds.
func (s *source) mark() string {
	sum := fnv.New32a()
	sum.Write([]byte(s.path))
	return fmt.Sprintf("%08x", sum.Sum32())
}

type edit struct {
	start, end int
	text       string
}

// applied puts edits into a text; later offsets first, so that earlier ones stay true.
func applied(text string, edits []edit) string {
	sort.SliceStable(edits, func(a, b int) bool { return edits[a].start > edits[b].start })
	for _, one := range edits {
		text = text[:one.start] + one.text + text[one.end:]
	}
	return text
}

func main() {
	requests, written := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var asked request
		if err := requests.Decode(&asked); err == io.EOF {
			return
		} else if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		answers := []any{}
		for _, one := range asked.Files {
			answers = append(answers, answer(asked, one)...)
		}
		if err := written.Encode(map[string]any{"answer": answers}); err != nil {
			os.Exit(1)
		}
	}
}

func answer(asked request, one file) []any {
	if asked.Operation == "saysOnly" {
		return saysOnly(one)
	}
	text := one.Text
	if asked.Operation == "stub" || asked.Operation == "mutants" || asked.Operation == "mark" || asked.Operation == "vary" || asked.Operation == "graft" || asked.Operation == "disguise" || asked.Operation == "signals" || asked.Operation == "bodies" {
		text = one.Head
	}
	head := parse(one.Path, text)
	if head == nil {
		return nil
	}
	var base *source
	if one.Base != nil {
		base = parse(one.Path, *one.Base)
	}
	switch asked.Operation {
	case "tests":
		return written(head)
	case "stub":
		return []any{stubbed(base, head, asked.Value)}
	case "mark":
		return []any{stubbed(base, head, "mark")}
	case "vary":
		return varied(base, head, asked.Tests, manner{asked.IsLoud, asked.IsFrozen, asked.IsNear}, asked.Only)
	case "graft":
		return grafted(base, head, asked.IsEmpty)
	case "mutants":
		return withoutBodies(base, head)
	case "flip":
		return []any{flipped(head, asked.Which == "guarded")}
	case "canary":
		return canaries(head, asked.Token)
	case "disguise":
		return disguised(base, head, asked.Hidden)
	case "signals":
		return signals(base, head, asked.Role)
	case "bodies":
		return bodies(base, head)
	case "words":
		return words(head)
	}
	return nil
}
