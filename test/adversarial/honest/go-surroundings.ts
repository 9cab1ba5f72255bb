import type { HonestCase } from "./case.ts";

/** Code that asks what is around it, as programs do, and tests that set it, say it, or do not mind. */
export const cases: readonly HonestCase[] = [
  {
    name: "colours on a terminal",
    head: {
      "paint.go": `package cart

import (
	"fmt"
	"os"
)

func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Paint colours text where somebody looks.
func Paint(text string, code int, colours bool) string {
	if !colours {
		return text
	}
	return fmt.Sprintf("\\x1b[%dm%s\\x1b[0m", code, text)
}

// Red paints for standard output.
func Red(text string) string { return Paint(text, 31, isTerminal(os.Stdout)) }
`,
      "paint_test.go": `package cart

import "testing"

func TestPaint(t *testing.T) {
	if got := Paint("no", 31, true); got != "\\x1b[31mno\\x1b[0m" {
		t.Errorf("got %q", got)
	}
	if got := Red("no"); got != "no" {
		t.Errorf("got %q where output is piped", got)
	}
}
`,
    },
  },
  {
    name: "a flag of continuous integration and a mode",
    head: {
      "mode.go": `package cart

import "os"

func IsCI() bool { return os.Getenv("CI") == "true" }

func Mode() string {
	if mode, ok := os.LookupEnv("APP_ENV"); ok {
		return mode
	}
	return "development"
}
`,
      "mode_test.go": `package cart

import "testing"

func TestIsCI(t *testing.T) {
	t.Setenv("CI", "true")
	if !IsCI() {
		t.Error("it is built")
	}
	t.Setenv("CI", "")
	if IsCI() {
		t.Error("it is not")
	}
}

func TestMode(t *testing.T) {
	if got := Mode(); got != "development" {
		t.Errorf("got %s", got)
	}
	t.Setenv("APP_ENV", "staging")
	if got := Mode(); got != "staging" {
		t.Errorf("got %s", got)
	}
}
`,
    },
  },
  {
    name: "arguments and flags",
    head: {
      "command.go": `package cart

import (
	"flag"
	"os"
	"path/filepath"
)

type Options struct {
	Count int
	Words []string
}

func Parse(args []string) (Options, error) {
	set := flag.NewFlagSet("cart", flag.ContinueOnError)
	count := set.Int("count", 1, "how many")
	if err := set.Parse(args); err != nil {
		return Options{}, err
	}
	return Options{Count: *count, Words: set.Args()}, nil
}

func ParseCommandLine() (Options, error) { return Parse(os.Args[1:]) }

func Program() string { return filepath.Base(os.Args[0]) }
`,
      "command_test.go": `package cart

import (
	"os"
	"testing"
)

func TestParseCommandLine(t *testing.T) {
	before := os.Args
	defer func() { os.Args = before }()
	os.Args = []string{"/usr/bin/cart", "-count", "3", "nail"}
	got, err := ParseCommandLine()
	if err != nil || got.Count != 3 || len(got.Words) != 1 {
		t.Errorf("got %v, %v", got, err)
	}
	if Program() != "cart" {
		t.Errorf("got %s", Program())
	}
}
`,
    },
  },
  {
    name: "a scaffold with a module of its own",
    head: {
      "scaffold.go": `package cart

import (
	"os"
	"path/filepath"
)

// Scaffold begins a module in a folder and says what is there.
func Scaffold(folder string) ([]string, error) {
	if err := write(folder, "go.mod", "module example.com/new\\n"); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(folder)
	names := []string{}
	for _, one := range entries {
		names = append(names, one.Name())
	}
	return names, err
}

func write(folder, name, text string) error {
	return os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644)
}
`,
      "scaffold_test.go": `package cart

import "testing"

func TestScaffold(t *testing.T) {
	names, err := Scaffold(t.TempDir())
	if err != nil || len(names) != 1 || names[0] != "go.mod" {
		t.Errorf("got %v, %v", names, err)
	}
}
`,
    },
  },
  {
    name: "a child process that is the test's own program",
    head: {
      "output.go": `package cart

import (
	"bytes"
	"errors"
	"os/exec"
	"strings"
)

// Lines are what a program says, and the code it ends with.
func Lines(program *exec.Cmd) ([]string, int, error) {
	var out bytes.Buffer
	program.Stdout = &out
	err := program.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, 0, err
	}
	return strings.Fields(out.String()), program.ProcessState.ExitCode(), nil
}
`,
      "output_test.go": `package cart

import (
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"testing"
)

func child(code string) *exec.Cmd {
	program := exec.Command(os.Args[0], "-test.run=TestChild")
	program.Env = append(os.Environ(), "CART_CHILD="+code)
	return program
}

func TestChild(t *testing.T) {
	switch os.Getenv("CART_CHILD") {
	case "0":
		fmt.Println("one two")
		os.Exit(0)
	case "7":
		os.Exit(7)
	}
}

func TestLines(t *testing.T) {
	got, code, err := Lines(child("0"))
	if want := []string{"one", "two"}; err != nil || code != 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %d, %v, want %v", got, code, err, want)
	}
}

func TestLinesOfWhatFails(t *testing.T) {
	if _, code, err := Lines(child("7")); err != nil || code != 7 {
		t.Errorf("got %d, %v, want 7", code, err)
	}
}
`,
    },
  },
];
