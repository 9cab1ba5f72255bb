import { expect, test } from "vitest";
import { asCalled, callChanges } from "../../../../src/core/proof/old-tests/as-called.ts";
import type { SourceFile } from "../../../../src/schema/source.ts";

/** What of base's test R3 runs over head's code. */
function kept(path: string, code: readonly [string, string], tests: readonly [string, string]) {
  const [base, head] = code.map((text) => [{ path: `src/${path}`, text }]);
  const test = { path: `test/${path}`, text: tests[0] };
  return asCalled(test, tests[1], callChanges(base ?? [], head ?? []));
}

test("a function's new name is base's tests' too, in code and in nothing else", () => {
  const body = "\n    rows = [row for row in lines if row]\n    return sum(rows) + len(lines)\n";
  const code = [
    `def sum_up(lines):${body}`,
    `def total(lines):${body}\n\ndef share(lines):\n    return total(lines) / 2\n`,
  ] as const;
  const base = 'from shop import sum_up\n\n# sum_up\nassert sum_up([1]) == 2, "sum_up"\n';
  const head = "from shop import total, share\n\nassert total([1]) == 3\nassert share([1]) == 1\n";
  expect(kept("shop.py", code, [base, head])).toEqual({
    text: 'from shop import total\n\n# sum_up\nassert total([1]) == 2, "sum_up"\n',
    calls: ["sum_up → total"],
  });
});

test("what becomes two, or says something else, is no new name", () => {
  const other = "def total(lines):\n    return max(lines, default=None) or 17\n";
  const base = "from shop import sum_up\nassert sum_up([1]) == 2\n";
  const changed = kept("shop.py", ["def sum_up(lines):\n    return sum(lines) + len(lines)\n", other], [base, base]);
  expect(changed).toEqual({ text: base, calls: [] });
  const twice = ["a", "b"].map((name) => `def ${name}(x):\n    return x + 1 + 2\n`).join("\n");
  const one = kept(
    "shop.py",
    [twice, "def c(x):\n    return x + 1 + 2\n"],
    ["assert a(1) == b(1)\n", "assert c(1) == 4\n"],
  );
  expect(one.calls).toEqual([]);
});

test("Go: a context comes first, with its import, also from a variable of the test", () => {
  const code = [
    "package feed\n\nfunc (c *Cache) Fetch(url string) ([]byte, error) { return nil, nil }\n",
    "package feed\n\nfunc (c *Cache) Fetch(ctx context.Context, url string) ([]byte, error) { return nil, nil }\n",
  ] as const;
  const base =
    'package feed\n\nimport "testing"\n\nfunc TestOld(t *testing.T) {\n\tgot, _ := c.Fetch("a")\n\tc.Fetch("b")\n}\n';
  const head =
    'package feed\n\nimport (\n\t"context"\n\t"testing"\n)\n\nfunc TestOld(t *testing.T) {\n\tctx := context.Background()\n\tgot, _ := c.Fetch(ctx, "a")\n\tc.Fetch(t.Context(), "b")\n}\n';
  expect(kept("feed_test.go", code, [base, head]).text).toBe(
    'package feed\nimport "context"\n\nimport "testing"\n\nfunc TestOld(t *testing.T) {\n\tgot, _ := c.Fetch(context.Background(), "a")\n\tc.Fetch(t.Context(), "b")\n}\n',
  );
});

test("Go: what head's call needs comes from a new file of the package as well", () => {
  const code = [
    "func New(id string) *Order { return nil }\n",
    "func New(id string, now func() int) *Order { return nil }\n",
  ];
  const [before, after] = code.map((text) => [{ path: "order.go", text: `package order\n\n${text}` }]);
  const base = 'package order\n\nfunc TestOld(t *testing.T) {\n\tNew("a")\n}\n';
  const helper =
    "package order\n\ntype fake struct{ at int }\n\nfunc newFake() *fake { return &fake{} }\n\nfunc (f *fake) now() int { return f.at }\n";
  const file = { path: "order_test.go", text: base };
  const { text } = asCalled(
    file,
    base.replace('"a"', '"a", newFake().now'),
    callChanges(before ?? [], after ?? []),
    undefined,
    helper,
  );
  expect(text).toContain('New("a", newFake().now)');
  for (const part of helper.split("\n\n").slice(1)) expect(text).toContain(part.trim());
});

test("Rust: a call of one type is given nothing of another's, and all that its own is given", () => {
  const code = [
    "impl Cart { fn new() -> Cart { Cart } }\n",
    "impl Cart { fn new(most: u8, name: &str) -> Cart { Cart } }\n",
  ] as const;
  const base = "#[test]\nfn old() {\n    let a: Vec<u8> = Vec::new();\n    assert!(Cart::new().fits(a));\n}\n";
  const { text } = kept("cart.rs", code, [base, base.replace("Cart::new()", 'Cart::new(5, "tea")')]);
  expect(text).toBe(base.replace("Cart::new()", 'Cart::new(5, "tea")'));
});

test("a call that head repeats nowhere is given what most calls give there", () => {
  const code = [
    "package each\n\nfunc Do(n int, items []string) error { return nil }\n",
    "package each\n\nfunc Do(ctx context.Context, n int, items []string) error { return nil }\n",
  ] as const;
  const base = 'package each\n\nfunc TestOld(t *testing.T) {\n\tif Do(3, []string{"a"}) != nil {\n\t}\n}\n';
  const calls = ["stopped, 1, nil", "context.Background(), 2, items(20)", "context.Background(), 1, nil"];
  const head = `package each\n\nimport "context"\n\nfunc TestOld(t *testing.T) {\n${calls.map((one) => `\tDo(${one})\n`).join("")}}\n`;
  expect(kept("each_test.go", code, [base, head]).text).toContain('Do(context.Background(), 3, []string{"a"}) != nil');
  // Where what there was goes by other names, nobody knows which of them is new.
  const other = code[1].replace("n int, items", "most int, of");
  expect(kept("each_test.go", [code[0], other], [base, head]).calls).toEqual([]);
});

test("Python: what else a call needs comes along: imports, constants, doubles", () => {
  const code = [
    "def due(order):\n    return order.day\n",
    "def due(clock, order, zone):\n    return clock(order)\n",
  ] as const;
  const base = "from shop import due\n\ndef test_due():\n    assert due(due(order())) == 3\n";
  const head = [
    "from shop import due",
    "from zones import (",
    "    UTC,",
    "    CET,",
    ")",
    "",
    "class Fake:",
    "    def __call__(self, order):",
    "        return 3",
    "",
    "CLOCK = Fake()",
    "",
    "def test_due():",
    "    assert due(CLOCK, due(CLOCK, order(), UTC), UTC) == 4",
    "",
  ].join("\n");
  const { text, calls } = kept("shop.py", code, [base, head]);
  expect(text).toContain("    assert due(CLOCK, due(CLOCK, order(), UTC), UTC) == 3\n");
  expect(text).toContain("from zones import UTC\n");
  expect(text).toContain("class Fake:\n    def __call__(self, order):\n        return 3");
  // In head's order: what one uses stands above it.
  expect(text.indexOf("class Fake")).toBeLessThan(text.indexOf("CLOCK = Fake()\n"));
  expect(calls).toEqual(["due(…) with CLOCK, UTC"]);
});

test("Rust, Java and TypeScript: further arguments, and what they are imported from", () => {
  const rust = kept(
    "fee.rs",
    ["pub fn fee(amount: u32) -> u32 { amount }", "pub fn fee(rates: &Rates, amount: u32) -> u32 { amount }"],
    [
      "use shop::fee;\n#[test]\nfn a() { assert_eq!(fee(7), 7); }\n",
      "use shop::{fee, Rates};\n#[test]\nfn a() { assert_eq!(fee(&Rates::new(), 7), 8); }\n",
    ],
  );
  expect(rust.text).toBe(
    "use shop::fee;\nuse shop::Rates;\n#[test]\nfn a() { assert_eq!(fee(&Rates::new(), 7), 7); }\n",
  );
  const java = kept(
    "Fee.java",
    [
      "class Fee { Fee(int a) { x(); }\n int of(int amount) { return 1; } }",
      "class Fee { Fee(int a) { x(); }\n int of(int amount, Clock clock) { return 1; } }",
    ],
    [
      "package a;\n\nclass T { void a() { assertEquals(1, fee.of(7)); } }\n",
      "package a;\nimport java.time.Clock;\nclass T { void a() { assertEquals(2, fee.of(7, Clock.systemUTC())); } }\n",
    ],
  );
  expect(java.text).toBe(
    "package a;\nimport java.time.Clock;\n\nclass T { void a() { assertEquals(1, fee.of(7, Clock.systemUTC())); } }\n",
  );
  const script = kept(
    "fee.ts",
    [
      "export class Fee {\n  constructor(rates: Rates) {}\n}\n",
      "export class Fee {\n  constructor(rates: Rates, log: Log) {}\n}\n",
    ],
    [
      'import { Fee } from "./fee";\nexpect(new Fee(r).of()).toBe(1);\n',
      'import { Fee, quiet } from "./fee";\nexpect(new Fee(r, quiet).of()).toBe(2);\n',
    ],
  );
  expect(script.text).toBe(
    'import { Fee } from "./fee";\nimport { quiet } from "./fee";\nexpect(new Fee(r, quiet).of()).toBe(1);\n',
  );
});

test("what a test expects is no argument, and what may be left out is none that is wanted", () => {
  const tests = ["expect(total(list)).toBe(42);\n", "expect(total(list, 42)).toBe(42);\n"] as const;
  const told = kept("total.ts", ["function total(list: L) {}", "function total(list: L, sum: number) {}"], tests);
  expect(told.calls).toEqual([]);
  const flagged = ["expect(total(list)).toBe(42);\n", "expect(total(list, legacy)).toBe(42);\n"] as const;
  const optional = kept("total.ts", ["function total(list: L) {}", "function total(list: L, old = false) {}"], flagged);
  expect(optional.calls).toEqual([]);
  // Nobody tells a caller of JavaScript that it gives too little: where it stays as it is, the code may do something else.
  const loose = kept("total.js", ["function total(list) {}", "function total(list, old) {}"], flagged);
  expect(loose.calls).toEqual([]);
});

test("pytest's tests may take a fixture more, and no rows", () => {
  const code = ["def fee(a):\n    return a\n", "def fee(clock, a):\n    return a\n"] as const;
  const base = "def test_fee():\n    assert fee(1) == 1\n";
  const head = (rows: string): string => `${rows}def test_fee(clock):\n    assert fee(clock, 1) == 1\n`;
  expect(kept("fee.py", code, [base, head("")]).text).toBe(head(""));
  const rows = '@pytest.mark.parametrize("clock", [\n    1,\n])\n';
  expect(kept("fee.py", code, [base, head(rows)]).text).toBe(base.replace("fee(1)", "fee(clock, 1)"));
});

test("a fixture that base's tests cannot have is not given to them", () => {
  const [base, head] = ["def test_fee():\n    assert fee(1) == 1\n", "def test_fee(one):\n    assert fee(one) == 1\n"];
  const conftest = { path: "tests/conftest.py", text: "@pytest.fixture\ndef one():\n    return 1\n" };
  const called = (before: readonly SourceFile[]) =>
    asCalled({ path: "test_fee.py", text: base }, head, callChanges([], [], [before, [conftest]])).calls;
  expect(called([])).toEqual([]);
  expect(called([conftest])).toEqual(["test_fee(…) with one"]);
});

test("rows of a test in a class are no fixture either, and a constructor takes more than none", () => {
  const code = [
    "class Fee:\n    def of(self):\n        return 1\n",
    "class Fee:\n    def __init__(self, clock):\n        self.clock = clock\n    def of(self):\n        return 1\n",
  ] as const;
  const base = "class TestFee:\n    def test_of(self):\n        assert Fee().of() == 1\n";
  const rows = '    @pytest.mark.parametrize("a", [1, 2])\n';
  const head = base.replace("    def", `${rows}    def`).replace("(self)", "(self, a)").replace("Fee()", "Fee(None)");
  expect(kept("fee.py", code, [base, head]).text).toBe(base.replace("Fee()", "Fee(None)"));
  const none = code[0].replace("    def of", "    def __init__(self):\n        pass\n    def of");
  expect(kept("fee.py", [none, code[1]], [base, head]).text).toBe(base.replace("Fee()", "Fee(None)"));
});

test("what tests declare themselves may take more as well: doubles, helpers, fixtures; another test of that name is none of them", () => {
  const code = [
    "package job\n\ntype Job struct {\n\tRun func() error\n}\n",
    "package job\n\ntype Job struct {\n\tRun func(context.Context) error\n}\n",
  ] as const;
  const base =
    "package job\n\nfunc ok() error { return nil }\n\nfunc failing(n int) func() error {\n\treturn func() error { return boom }\n}\n\nvar jobs = []Job{{ok}, {failing(1)}}\n\nfunc end() { go func() { ok() }() }\n";
  const head = base
    .replace("ok()", "ok(context.Context)")
    .replaceAll("func() error", "func(context.Context) error")
    .replace("package job\n", 'package job\n\nimport "context"\n')
    .replace("{ ok() }", "{ ok(context.Background()) }");
  const { text } = kept("job_test.go", code, [base, head]);
  expect(text).toBe(head.replace('\n\nimport "context"\n', '\nimport "context"\n'));
  const tests = [
    "#[test]\nfn outside() { assert!(fee(1)); }\n",
    'fn outside(range: &str) -> bool { true }\n#[test]\nfn far() { assert!(outside("1")); }\n',
  ] as const;
  expect(kept("fee.rs", ["fn fee() {}", "fn fee() {}"], tests).calls).toEqual([]);
});
