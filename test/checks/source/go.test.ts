import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { createGoSource } from "../../../src/checks/source/go.ts";
import { SURROUNDINGS } from "../../../src/schema/source.ts";
import { GO_CACHE } from "../../support/go-cache.ts";
import { hasTool } from "../../support/go.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: tmpdir() };
const go = createGoSource({ go: "go", env, directory: GO_CACHE });

const strengths = async (body: string) =>
  (await go.tests([{ path: "a_test.go", text: `package a\n\nfunc TestA(t *testing.T) {\n${body}\n}\n` }]))[0]
    ?.assertions;
const kinds = async (head: string) =>
  (await go.signals([{ path: "a.go", base: null, head: `package a\n\n${head}\n` }], "implementation")).map(
    ({ kind }) => kind,
  );
const TOTALS = "if got := Total(row.in); got != row.want { t.Error(got) }";
const EXACT = "if f() != 3 { t.Error() }";

describe.skipIf(!hasTool("go", "version"))("Go source", { timeout: 120_000 }, () => {
  it.each([
    [EXACT, [3]],
    [`if small() { return }\n${EXACT}`, [2]],
    [`for _, row := range rows { if row.odd { continue }; ${EXACT} }`, [2]],
    [`if testing.Short() { t.Skip() }\n${EXACT}`, [2]],
    [`return\n${EXACT}`, [0]],
    [`go func() { ${EXACT} }()`, [1]],
    [`t = &testing.T{}\n${EXACT}`, [0]],
    [`if err != nil { t.Error(err); return }\n${EXACT}`, [1, 3]],
    [`t.Run("one", func(t *testing.T) { ${EXACT} })`, [3]],
    [`switch kind { case 1: ${EXACT} }`, [3]],
    [`if ready() { ${EXACT} }`, [2]],
    [`if err != nil { t.Fatal(err) } else ${EXACT}`, [1, 3]],
    [`if err == nil { log() } else ${EXACT}`, [2]],
    [`for _, one := range f() { if one != 3 { t.Error() } }`, [2]],
    [`for range []int{1, 2, 3} { ${EXACT} }`, [3, 3, 3]],
    [`rows := map[string]int{"a": 1, "b": 2}\nfor range rows { ${EXACT} }`, [3, 3]],
    [`for range []int{} { ${EXACT} }`, [0]],
    // A name of an inner scope is another one.
    [
      `t.Run("a", func(t *testing.T) { rows := []int{1, 2}\nfor range rows { ${EXACT} } })\nt.Run("b", func(t *testing.T) { rows := []int{3}\nfor range rows { ${EXACT} } })`,
      [3, 3, 3],
    ],
    [`rows := []int{1, 2}\nrows = rows[1:]\nfor range rows { ${EXACT} }`, [2]],
    ["if testing.Verbose() && !errors.Is(f(), A) { t.Error() }", [1]],
    ["if f() != 3 && g() != 4 { t.Error() }", [2]],
    ["if f() != 3 && true { t.Error() }", [0]],
    ["if len(f()) != 2 { t.Error() }", [2]],
    ["if len(f()) != 0 { t.Error() }", [3]],
    ["want := f()\nif got := f(); got != want { t.Error() }", [1]],
    ["want := f()\nif !reflect.DeepEqual(f(), want) { t.Error() }", [1]],
  ])("weighs what stands behind a way around it as less: %s", async (body, expected) => {
    expect(await strengths(body)).toEqual(expected);
  });

  it.each([
    ["func (e E) Is(error) bool { return true }", ["always_equal"]],
    ["func (e E) Equal(other E) bool { same := true; return same }", ["always_equal"]],
    ["func (e E) Is(target error) bool { _, ok := target.(E); return ok }", []],
    ["func (e E) Is(error) bool { return false }", []],
    ["func (e E) IsBoolFlag() bool { return true }", []],
  ])("signals a comparison that does not look at what it is given: %s", async (text, expected) => {
    expect(await kinds(text)).toEqual(expected);
  });

  it.each([
    ["func init() { discount = func(n int) int { return n / 10 } }", ["mocked_unit"]],
    ["func init() { discount = tenth }\n\nfunc tenth(n int) int { return n / 10 }", ["mocked_unit"]],
    ["func TestMain(m *testing.M) { complete = true; os.Exit(m.Run()) }", ["mocked_unit"]],
    ["var own bool\n\nfunc init() { own = true }", []],
    ["func init() { delay = time.Millisecond }", []],
    ["func TestA(t *testing.T) { now = func() int { return 3 } }", []],
    [
      "func TestMain(m *testing.M) { os.Exit(run(m)) }\n\nfunc run(m *testing.M) int { defer end(); return m.Run() }",
      [],
    ],
    [
      "func TestMain(m *testing.M) { os.Exit(run(m)) }\n\nfunc run(m *testing.M) int { return len(tests) }",
      ["runner_hook"],
    ],
  ])("signals a test file that hooks into the run or gives the code its work: %s", async (text, expected) => {
    const head = `package a\n\n${text}\n`;
    const found = await go.signals([{ path: "a_test.go", base: null, head }], "test");
    expect(found.map(({ kind }) => kind)).toEqual(expected);
  });

  it.each([
    ["go func() { time.Sleep(d); r.wg.Add(1); defer r.wg.Done(); check() }()\nr.wg.Wait()", true],
    ["wg.Add(1)\ngo func() { defer wg.Done(); check() }()\nwg.Wait()", false],
    [
      "wg.Add(1)\ngo func() { defer wg.Done(); wg.Add(1); go func() { defer wg.Done(); check() }() }()\nwg.Wait()",
      false,
    ],
    ["wg.Add(1)\ngo func() { defer wg.Done(); total.Add(2) }()\nwg.Wait()", false],
  ])("signals a goroutine that is waited for only once it runs: %s", async (body, expected) => {
    const head = `package a\n\nfunc TestA(t *testing.T) {\n${body}\n}\n`;
    const found = await go.signals([{ path: "a_test.go", base: null, head }], "test");
    expect(found.map(({ kind }) => kind)).toEqual(expected ? ["late_wait"] : []);
  });

  it.each([
    ['if err != nil {\nif tt.bad != "" && !errors.As(err, &want) {\nt.Error(err)\n}\nreturn\n}', true],
    ["if err != nil {\nif tt.wantErr && err.Error() != tt.text {\nt.Error(err)\n}\nreturn\n}", true],
    ["if err != nil {\nif !tt.wantErr {\nt.Fatal(err)\n}\nreturn\n}", false],
    [
      'if err != nil {\nif tt.bad == "" || err.Error() != tt.bad {\nt.Error(err)\n}\nreturn\n}\nt.Fatal("taken")',
      false,
    ],
    ["if err != nil {\nt.Fatal(err)\n}", false],
    ["if (err != nil) != tt.wantErr {\nt.Fatal(err)\n}", false],
  ])("signals a test that is content with a failure which nobody wants: %s", async (body, expected) => {
    const head = `package a\n\nfunc TestA(t *testing.T) {\n_, err := Parse("x")\n${body}\n}\n`;
    const found = await go.signals([{ path: "a_test.go", base: null, head }], "test");
    expect(found.map(({ kind }) => kind)).toEqual(expected ? ["unexpected_error"] : []);
  });

  const ofRow = (body: string): string =>
    `for _, c := range rows {\nt.Run(c.name, func(t *testing.T) {\n${body}\n})\n}`;

  it.each([
    ofRow("_, err := Parse(c.text)\nif err != nil && !errors.Is(err, c.want) { t.Errorf(`got %v`, err) }"),
    ofRow("if _, err := Parse(c.text); c.want != nil && err != nil && err != c.want { t.Error(err) }"),
    ofRow(
      "got, err := Parse(c.text)\nif err != nil && err.Error() != c.want { t.Errorf(`%v %v`, got, err) }\nt.Log(err)",
    ),
    ofRow(
      "err := Check(c.text)\nif err != nil {\nif !strings.Contains(err.Error(), c.want) { t.Error(err) }\nreturn\n}",
    ),
    ofRow("_, err := Parse(c.text)\nif err != nil { assert.ErrorIs(t, err, c.want) }"),
    ofRow(
      "_, err := Parse(c.text)\nif err != nil {\nle, ok := err.(*LineError)\nif !ok || le.Line != c.line { t.Error(err) }\n}",
    ),
    "for text, want := range wanted { if _, err := Parse(text); err != nil && !errors.Is(err, want) { t.Error(err) } }",
    "p, err := Open()\nif err != nil { t.Fatal(err) }\n_, err = p.Parse(`x`)\nif err != nil && !errors.Is(err, ErrVerb) { t.Error(err) }",
    "_, err := policy.Parse(`x`)\nif err != nil && !errors.Is(err, policy.ErrVerb) { t.Error(err) }",
    "_, err := Parse(`x`)\nvar line *LineError\nif err != nil && !errors.As(err, &line) { t.Error(err) }",
    "_, err := Parse(`x`)\nif err != nil && err.Error() != `line 1: unknown verb` { t.Error(err) }",
  ])("signals a test of failures that is content where nothing fails: %s", async (body) => {
    const imports = 'import (\n"errors"\n"example.org/gate/policy"\n)';
    const head = `package policy_test\n\n${imports}\n\nfunc TestA(t *testing.T) {\n${body}\n}\n`;
    const found = await go.signals([{ path: "a_test.go", base: null, head }], "test");
    expect(found.map(({ kind }) => kind)).toEqual(["missing_error"]);
  });

  it("signals a helper that is content without the error that it is given to compare", async () => {
    const helper = (body: string): string =>
      `package a\n\nfunc check(t *testing.T, err, want error) {\nt.Helper()\n${body}\n}\n`;
    const found = await go.signals(
      [
        { path: "a_test.go", base: null, head: helper("if err != nil && !errors.Is(err, want) { t.Error(err) }") },
        { path: "b_test.go", base: null, head: helper("if !errors.Is(err, want) { t.Error(err) }") },
      ],
      "test",
    );
    expect(found.map(({ kind, path }) => `${kind} ${path}`)).toEqual(["missing_error a_test.go"]);
  });

  it.each([
    ofRow("_, err := Parse(c.text)\nif !errors.Is(err, c.want) { t.Error(err) }"),
    ofRow(
      "_, err := Parse(c.text)\nif err == nil { t.Fatal(`taken`) }\nif err != nil && !errors.Is(err, c.want) { t.Error(err) }",
    ),
    ofRow(
      "_, err := Parse(c.text)\nif (err != nil) != c.fails { t.Fatal(err) }\nif err != nil && err.Error() != c.want { t.Error(err) }",
    ),
    ofRow("_, err := Parse(c.text)\nrequire.Error(t, err)\nif err != nil && err.Error() != c.want { t.Error(err) }"),
    ofRow(
      "_, err := Parse(c.text)\nif err != nil {\nif !errors.Is(err, c.want) { t.Error(err) }\nreturn\n}\nt.Error(`taken`)",
    ),
    ofRow(
      "if _, err := Parse(c.text); err != nil {\nif !errors.Is(err, c.want) { t.Error(err) }\nreturn\n}\nt.Error(`taken`)",
    ),
    ofRow(
      "_, err := Parse(c.text)\nif err != nil {\nif !errors.Is(err, c.want) { t.Error(err) }\n} else if c.want != nil { t.Error(`taken`) }",
    ),
    ofRow(
      "_, err := Parse(c.text)\nif err != nil && !errors.Is(err, c.want) { t.Error(err) }\nif c.want != nil && err == nil { t.Error(`taken`) }",
    ),
    ofRow(
      "got, err := Parse(c.text)\nif err != nil && !errors.Is(err, c.want) { t.Error(err) }\nif got != c.got { t.Error(got) }",
    ),
    ofRow(
      "if err := valid(c.text); err != nil && !errors.Is(err, c.want) { t.Error(err) }\nif _, err := Parse(c.text); !errors.Is(err, c.want) { t.Error(err) }",
    ),
    ofRow("_, err := Parse(c.text)\nif err != nil && !c.fails { t.Fatal(err) }"),
    ofRow("_, err := Parse(c.text)\nif err != nil { t.Fatal(err) }"),
    "refused := 0\nfor _, c := range rows {\n_, err := Parse(c.text)\nif err != nil {\nif !errors.Is(err, c.want) { t.Error(err) }\nrefused++\n}\n}\nif refused != 3 { t.Error(refused) }",
    "_, err := r.Read(rest)\nif err != nil && err != io.EOF { t.Fatal(err) }",
    "_, err := Parse(`x`)\nvar path *os.PathError\nif err != nil && !errors.As(err, &path) { t.Fatal(err) }",
    "err := store.Close()\nif err != nil && !errors.Is(err, ErrClosed) { t.Fatal(err) }",
    "t.Cleanup(func() { if err := store.Flush(); err != nil && !errors.Is(err, ErrClosed) { t.Error(err) } })",
    "go func() { if err := store.Watch(); err != nil && !errors.Is(err, ErrClosed) { t.Error(err) } }()",
    "err := store.Flush()\nif err != nil && !errors.Is(err, ErrClosed) { t.Fatal(err) }\nif store.Size() != 3 { t.Error(`size`) }",
    "f.Fuzz(func(t *testing.T, text string) { if _, err := Parse(text); err != nil && !errors.Is(err, ErrVerb) { t.Error(err) } })",
    "if node := find(`x`); node != nil && node.Name != ErrVerb.Error() { t.Error(node) }",
  ])("leaves a test alone that wants the failure, or may do without: %s", async (body) => {
    const head = `package a\n\nimport (\n"io"\n"os"\n)\n\nfunc TestA(t *testing.T) {\n${body}\n}\n`;
    const found = await go.signals([{ path: "a_test.go", base: null, head }], "test");
    expect(found).toEqual([]);
  });

  it.each([
    ['os.ReadFile(filepath.Join("testdata", "rules.json"))', true],
    ['os.ReadFile("testdata/rules.json")', true],
    ['os.ReadFile("data/test.json")', false],
    ['os.ReadFile("testdata/rules.json")\n}\n\n//go:build ignore\nfunc more() {', false],
  ])("signals code that reads what lies beside its tests: %s", async (call, expected) => {
    const head = `package a\n\nfunc rules() ([]byte, error) { return ${call} }\n`;
    const found = await go.signals([{ path: "a.go", base: null, head }], "implementation");
    expect(found.map(({ kind }) => kind)).toEqual(expected ? ["test_code_in_code"] : []);
  });

  it.each([
    ["for _, row := range rows { t.Run(row.name, func(t *testing.T) { t.Parallel(); check(t, row) }) }", true],
    [
      "for i := 0; i < 3; i++ { t.Run(name, func(t *testing.T) { t.Parallel(); row := rows[i]; check(t, row) }) }",
      true,
    ],
    [
      "for _, row := range rows { row := row; t.Run(row.name, func(t *testing.T) { t.Parallel(); check(t, row) }) }",
      false,
    ],
    [
      "for _, row := range rows { t.Run(row.name, func(t *testing.T) { row := row; t.Parallel(); check(t, row) }) }",
      false,
    ],
    ["for _, row := range rows { t.Run(row.name, func(t *testing.T) { check(t, row) }) }", false],
    ["for _, row := range rows { t.Run(row.name, func(t *testing.T) { t.Parallel(); check(t, 3) }) }", false],
  ])("signals a row that parallel subtests share: %s", async (body, expected) => {
    const head = `package a\n\nfunc TestA(t *testing.T) {\n${body}\n}\n`;
    const found = await go.signals([{ path: "a_test.go", base: null, head }], "test");
    expect(found.map(({ kind }) => kind)).toEqual(expected ? ["shared_row"] : []);
  });

  it.each([
    [`for _, row := range rows { if Total(row.in) != row.want { continue }; ${TOTALS} }`, true],
    [`for _, row := range rows { if Total(row.in) == row.want { ${TOTALS} } }`, true],
    [
      `for _, row := range rows { t.Run(row.name, func(t *testing.T) { if !holds(row) { t.Skip() }; ${TOTALS} }) }`,
      true,
    ],
    [
      `for i := range rows { if got := Total(rows[i].in); got != rows[i].want { continue } else { check(t, got) } }`,
      false,
    ],
    [`for i := range rows { got := Total(rows[i].in); if got != rows[i].want { continue }; check(t, got) }`, true],
    [
      `for _, row := range slices.DeleteFunc(rows, func(r line) bool { return Total(r.in) != r.want }) { ${TOTALS} }`,
      true,
    ],
    [`for _, row := range filter(rows, holds) { ${TOTALS} }`, true],
    [`for _, row := range chosen() { ${TOTALS} }`, true],
    [
      `good := []line{}\nfor _, r := range rows { if Total(r.in) == r.want { good = append(good, r) } }\nfor _, row := range good { ${TOTALS} }`,
      true,
    ],
    [`for _, row := range rows { ${TOTALS} }`, false],
    [`for _, row := range rows { if row.in == row.want { continue }; ${TOTALS} }`, false],
    [`for _, row := range rows { if Known(row.in) != row.want { continue }; ${TOTALS} }`, false],
    [`for _, row := range rows { got, err := Parse(row.in); if err != nil { continue }; check(t, got) }`, false],
    [
      `for _, row := range rows { if Total(row.in) != row.want { t.Error(row); continue }; check(t, Total(row.in)) }`,
      false,
    ],
    [`for _, row := range rows { got := Total(row.in); if got == row.never { t.Errorf("%d", got) } }`, false],
    [`for _, row := range rows { if Total(row.in) != row.never { continue }; t.Error(Total(row.in)) }`, false],
    [`for _, row := range rows { if errors.Is(Check(row.in), row.err) { continue }; t.Error(Check(row.in)) }`, false],
    [`for _, row := range Known() { ${TOTALS} }`, false],
    [
      `bad := []line{}\nfor _, r := range rows { if Total(r.in) != r.want { bad = append(bad, r) } }\nfor _, row := range bad { ${TOTALS} }`,
      false,
    ],
  ])("signals rows that the code picks: %s", async (body, expected) => {
    const helpers =
      "func holds(r line) bool { return reflect.DeepEqual(Total(r.in), r.want) }\n\nfunc chosen() []line { return filter(rows, holds) }";
    const head = `package a\n\n${helpers}\n\nfunc TestA(t *testing.T) {\n${body}\n}\n`;
    const found = await go.signals([{ path: "a_test.go", base: null, head }], "test");
    expect(found.map(({ kind }) => kind)).toEqual(expected ? ["chosen_rows"] : []);
  });

  it.each([
    ["os.Exit(0)", ["early_exit"]],
    ['if os.Getenv("CI") != "" { os.Exit(0) }', ["early_exit"]],
    ['if os.Getenv("CHILD") != "1" { return }\ndefer os.Exit(0)', []],
    ['switch os.Getenv("CHILD") { case "talk": os.Exit(0) }', []],
    ['os.Exit(0)\nos.Getenv("CHILD")', ["early_exit"]],
    ['if os.Getenv("CHILD") != "" { os.Exit(0) }', ["early_exit"], "run()"],
  ])(
    "signals a test that ends the process, and is not the child that its file starts: %s",
    async (body, expected, start = "exec.Command(self)") => {
      const head = `package a\n\nfunc start() { ${start}.Env = []string{"CHILD=1"} }\n\nfunc TestA(t *testing.T) {\n${body}\n}\n`;
      const found = await go.signals([{ path: "a_test.go", base: null, head }], "test");
      expect(found.map(({ kind }) => kind)).toEqual(expected);
    },
  );

  it.each([
    ['import "os"\nvar a = os.Args[0]', ["start"]],
    ['import "os"\nvar a = os.Getenv("CI")', ["environment"]],
    ['import "os"\nfunc a(name string) string { return os.Getenv(name) }', ["environment", "mode", "terminal"]],
    ['import "os"\nvar a = os.Getenv("APP_ENV")', ["mode"]],
    ['import system "os"\nvar a = system.ModeCharDevice', ["terminal"]],
    ['import "os"\nvar a, _ = os.ReadFile("/proc/self/cmdline")', ["files"]],
    ['import "os"\nvar a, _ = os.ReadFile("/proc/cpuinfo")', []],
    ['import "os"\nvar a = os.Getenv("APP_PORT")', []],
    ['import "os"\nfunc a() { os.Args = nil }', []],
    ["func a(os struct{ Args []string }) []string { return os.Args }", []],
  ])("tells what code asks of its surroundings: %s", async (text, expected) => {
    const files = [{ path: "a.go", base: null, head: `package a\n\n${text}\n` }];
    const answers = (await go.disguise?.(files, SURROUNDINGS)) ?? [];
    expect(answers.flatMap(({ asks }) => asks.map(({ about }) => about))).toEqual(expected);
  });

  it("plants canaries of two files of a package under names of their own", async () => {
    const text = 'package a\n\nimport "testing"\n';
    const planted = await go.canary(
      ["a_test.go", "b_test.go"].map((path) => ({ path, text })),
      "xy",
    );
    const names = planted.flatMap((one) => [...one.text.matchAll(/^func (\w+)/gm)].map(([, name]) => name));
    expect(new Set(names).size).toBe(4);
  });
});
