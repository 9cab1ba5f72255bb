package main

import (
	"go/scanner"
	"go/token"
	"strings"
)

// saysOnly answers the path of a file whose change is of comments alone.
func saysOnly(one file) []any {
	if one.Base == nil {
		return nil
	}
	before, wasRead := runsOf(*one.Base)
	after, isRead := runsOf(one.Head)
	if !wasRead || !isRead || before != after {
		return nil
	}
	return []any{one.Path}
}

// runsOf is what the compiler sees of a text: its words, and those comments that tell it something.
func runsOf(text string) (string, bool) {
	files := token.NewFileSet()
	isRead := true
	var reader scanner.Scanner
	size := files.AddFile("", files.Base(), len(text))
	reader.Init(size, []byte(text), func(token.Position, string) { isRead = false }, scanner.ScanComments)
	words := []string{}
	hasC := strings.Contains(text, `import "C"`)
	for {
		_, kind, word := reader.Scan()
		if kind == token.EOF {
			return strings.Join(words, "\x00"), isRead
		}
		if kind == token.COMMENT && !hasC && !directs(word) {
			continue
		}
		words = append(words, kind.String()+" "+word)
	}
}

// directs tells a comment to the compiler, and the output that an example is compared with.
func directs(comment string) bool {
	text := strings.ToLower(strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(comment, "//"), "/*")))
	return strings.HasPrefix(comment, "//go:") || strings.HasPrefix(comment, "//line ") || strings.HasPrefix(text, "+build") ||
		strings.HasPrefix(text, "export ") || strings.HasPrefix(text, "output:") || strings.HasPrefix(text, "unordered output:")
}
