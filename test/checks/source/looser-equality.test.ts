import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { findPython } from "../../../src/checks/runners/python.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";
import { createGoSource } from "../../../src/checks/source/go.ts";
import { createJavaSource } from "../../../src/checks/source/java/index.ts";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import { createRustSource } from "../../../src/checks/source/rust/index.ts";
import type { SourceTool } from "../../../src/schema/source.ts";
import { GO_CACHE } from "../../support/go-cache.ts";
import { hasTool } from "../../support/go.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };

/** What a change of one file lets its equality no longer see. */
async function lost(tool: SourceTool, base: string, head: string, extension = tool.extensions[0]): Promise<string[]> {
  const path = `src/point${extension ?? ""}`;
  const signals = await tool.signals([{ path, base, head }], "implementation");
  return signals
    .filter(({ kind }) => kind === "looser_equality")
    .map(({ line, excerpt }) => `${line} ${/\(([^()]*)\)$/.exec(excerpt)?.[1]}`);
}

describe("an equality of JavaScript that looks at less", () => {
  const tool = createJavaScriptSource();
  const point = (equal: string, more = ""): string =>
    `class Point {\n  constructor(x, y) { this.x = x; this.y = y; }\n  equals(other) { return ${equal}; }\n${more}}\n`;
  const whole = "other instanceof Point && other.x === this.x && this.y === other.y";
  test.each([
    ["a field is left out", point("other.x === this.x"), ["3 y"]],
    ["a field is compared with itself", point("other.x === this.x && this.y === this.y"), ["3 y"]],
    ["in another order", point("this.y === other?.y && other['x'] === this.x"), []],
    ["more of it", point(`${whole} && other.z === this.z`), []],
    ["the other is handed on", point("same(this, other)"), []],
    ["a difference is let go", point("other.x === this.x && Math.abs(this.y - other.y) < 1"), ["3 how near"]],
    ["what is gone is compared no more", point("other.x === this.x").replace(" this.y = y;", ""), []],
    [
      "a new class that extends it",
      `${point(whole)}class Near extends Point {\n  equals(other) { return other.x === this.x; }\n}\n`,
      ["6 y"],
    ],
    [
      "a new class that extends none",
      `${point(whole)}class Near {\n  equals(other) { return other.x === this.x; }\n}\n`,
      [],
    ],
  ])("%s", async (_, head, expected) => {
    expect(await lost(tool, point(whole), head)).toEqual(expected);
  });

  test.each([
    ["other.a === this.a", ["4 #b"]],
    ["other.#b === this.#b", ["4 a"]],
  ])("of TypeScript's fields: %s", async (equal, expected) => {
    const typed = (text: string): string =>
      `export class P {\n  #b = 1;\n  constructor(readonly a: number) {}\n  isEqual(other: P): boolean { return ${text}; }\n}\n`;
    expect(await lost(tool, typed("other.a === this.a && other.#b === this.#b"), typed(equal), ".ts")).toEqual(
      expected,
    );
  });
});

describe("an equality of Python that looks at less", () => {
  const inPython = async (base: string, head: string) =>
    lost(
      createPythonSource({ python: (await findPython(env, "", "")) ?? "", env, directory: PYTHON_CACHE }),
      base,
      head,
    );
  const point = (equal: string): string =>
    `class Point:\n    def __init__(self, x, y):\n        self.x = x\n        self.y = y\n\n    def __eq__(self, other):\n        return ${equal}\n`;
  const record = (fields: string, decorator = "@dataclass"): string =>
    `${decorator}\nclass Point:\n    x: int\n${fields}\n`;
  const extended = (parent: string, equal: string): string =>
    `${point(whole)}\nclass Near(${parent}):\n    def __eq__(self, other):\n        return ${equal}\n`;
  const whole = "isinstance(other, Point) and (self.x, self.y) == (other.x, other.y)";
  test.each([
    ["a field is left out", point(whole), point("self.x == other.x"), ["6 y"]],
    ["a field is compared with itself", point(whole), point("self.x == other.x and self.y == self.y"), ["6 y"]],
    ["less than all that is held", point("self.__dict__ == other.__dict__"), point("self.y == other.y"), ["6 x"]],
    ["other words", point(whole), point("other.y == self.y and other.x == self.x"), []],
    ["the other is handed on", point(whole), point("self.key() == key(other)"), []],
    ["a difference is let go", point(whole), point("self.x == other.x and abs(self.y - other.y) <= 1"), ["6 how near"]],
    ["as before", point("abs(self.x - other.x) <= 1"), point("abs(self.x - other.x) <= 2"), []],
    [
      "a new class that extends it",
      point(whole),
      extended("Point", "abs(self.y - other.y) <= 1 and self.x == other.x"),
      ["10 how near"],
    ],
    ["one that sees less", point(whole), extended("Point", "self.x == other.x"), ["10 y"]],
    ["one that asks it as well", point(whole), extended("Point", "super().__eq__(other) and self.z == other.z"), []],
    ["one that extends none", point(whole), extended("Other", "abs(self.y - other.y) <= 1"), []],
    ["a field of a record", record("    y: int"), record("    y: int = field(compare=False)"), ["2 y"]],
    [
      "a record with an equality of its own",
      record("    y: int"),
      record("    y: int\n\n    def __eq__(self, other):\n        return self.x == other.x"),
      ["6 y"],
    ],
    ["a new field that does not count", record(""), record("    y: int = field(default=0, compare=False)"), []],
    ["a record by identity", record("    y: int"), record("    y: int", "@dataclass(eq=False)"), []],
  ])("%s", async (_, base, head, expected) => {
    expect(await inPython(base, head)).toEqual(expected);
  });
});

describe("an equality of Java that looks at less", () => {
  const tool = createJavaSource();
  const point = (equal: string): string =>
    `class Point {\n  private int x, y;\n  int getY() { return y; }\n  @Override\n  public boolean equals(Object o) {\n    ${equal}\n  }\n}\n`;
  const cast = (equal: string): string =>
    point(
      `if (this == o) return true; if (o == null || getClass() != o.getClass()) return false; Point p = (Point) o; return ${equal};`,
    );
  const whole = cast("x == p.x && y == p.y");
  test.each([
    ["a field is left out", whole, cast("x == p.x"), ["4 y"]],
    ["a field is compared with itself", whole, cast("x == p.x && y == this.y"), ["4 y"]],
    ["by its getter, of a pattern", whole, point("return o instanceof Point p && p.x == x && p.getY() == y;"), []],
    ["by a pattern, one left out", whole, point("return o instanceof Point p && p.x == x;"), ["4 y"]],
    ["a difference is let go", whole, cast("x == p.x && Math.abs(y - p.y) < 2"), ["4 how near"]],
    ["the other is handed on", whole, cast("Objects.equals(key(), p.key()) && same(p)"), []],
    [
      "a record with an equality of its own",
      "record Point(int x, int y) {}",
      "record Point(int x, int y) { public boolean equals(Object o) { return o instanceof Point p && p.x() == x; } }",
      ["1 y"],
    ],
    ["a record that is only moved", "record Point(int x, int y) {}", "\nrecord Point(int x, int y) {}", []],
  ])("%s", async (_, base, head, expected) => {
    expect(await lost(tool, base, head)).toEqual(expected);
  });
});

describe("an equality of Java that is new", () => {
  const tool = createJavaSource();
  const point = (equal: string): string =>
    `class Point {\n  private int x, y, hash;\n  int getY() { return y; }\n  int sum() { return x + this.y(); }\n  int y() { return y; }\n  int key() { return x; }\n${equal}}\n`;
  const equals = (equal: string): string =>
    point(`  public boolean equals(Object o) { return o instanceof Point && ${equal}; }\n`);
  test.each([
    ["leaves a field out", equals("((Point) o).x == x"), ["7 y"]],
    ["leaves a field out in a method", equals("((Point) o).key() == key()"), ["7 y"]],
    ["looks at all that is held", equals("((Point) o).x == x && ((Point) o).getY() == y"), []],
    ["looks at all that is held in a method", equals("((Point) o).sum() == sum()"), []],
    ["asks a method from elsewhere", equals("((Point) o).total() == total()"), []],
  ])("%s", async (_, head, expected) => {
    for (const base of [point(""), null])
      expect(
        (await tool.signals([{ path: "a.x", base, head }], "implementation")).map(
          ({ kind, line, excerpt }) => `${kind} ${line} ${/\((\w+)\)$/.exec(excerpt)?.[1]}`,
        ),
      ).toEqual(expected.map((one) => `own_equality ${one}`));
    expect(await tool.signals([{ path: "a.x", base: head, head }], "implementation")).toEqual([]);
  });
});

describe("an equality of Rust that looks at less", () => {
  const tool = createRustSource();
  const derived = "#[derive(Debug, PartialEq)]\npub struct Point {\n    pub x: i32,\n    y: i32,\n}\n";
  const written = (equal: string): string =>
    `#[derive(Debug)]\npub struct Point {\n    pub x: i32,\n    y: i32,\n}\n\nimpl PartialEq for Point {\n    fn eq(&self, other: &Self) -> bool {\n        ${equal}\n    }\n}\n`;
  const whole = written("self.x == other.x && self.y == other.y");
  test.each([
    ["a field is left out", whole, written("self.x == other.x"), ["8 y"]],
    ["one that was derived is written", derived, written("self.x == other.x"), ["8 y"]],
    ["written as it was derived", derived, whole, []],
    ["the other is handed on", whole, written("self.key() == key(other)"), []],
    [
      "a tuple",
      "#[derive(PartialEq)]\nstruct P(i32, i32);\n",
      "struct P(i32, i32);\nimpl PartialEq for P { fn eq(&self, o: &P) -> bool { self.0 == o.0 } }\n",
      ["2 1"],
    ],
  ])("%s", async (_, base, head, expected) => {
    expect(await lost(tool, base, head)).toEqual(expected);
  });
});

describe("an equality of Rust that is written by hand", () => {
  const tool = createRustSource();
  const asked = async (base: string | null, head: string): Promise<number[]> => {
    const signals = await tool.signals([{ path: "src/money.rs", base, head }], "implementation");
    return signals.flatMap(({ kind, line }) => (kind === "own_equality" ? [line] : []));
  };
  const type = (fields: string, derived = ""): string => `#[derive(Clone${derived})]\nstruct Money { ${fields} }\n`;
  const MONEY = type("cents: i64, unit: Unit");
  const DERIVED = type("cents: i64, unit: Unit", ", PartialEq");
  const equal = (body: string, more = ""): string =>
    `impl PartialEq for Money {\n    fn eq(&self, other: &Self) -> bool { ${body} }\n}\n${more}`;
  const WHOLE = "self.cents == other.cents && self.unit == other.unit";

  test.each([
    ["with a division", MONEY + equal("self.unit == other.unit && self.cents / 5 == other.cents / 5"), [4]],
    ["of what a method says", MONEY + equal("self.unit == other.unit && self.cents.near(other.cents)"), [4]],
    ["that hands the other on", MONEY + equal("same(self, other)"), [4]],
    ["in another file, or none", MONEY, [2]],
    ["of all fields, as it was derived", MONEY + equal("other.unit == self.unit && self.cents == other.cents"), []],
    ["of values of another type", `${DERIVED}${equal("true").replace("PartialEq", "PartialEq<str>")}`, []],
    ["of a type that is gone", "struct Other;", []],
  ])("in the place of a derived one, %s", async (_, head, expected) => {
    expect(await asked(DERIVED, head)).toEqual(expected);
  });

  test.each([
    ["leaves a field out", MONEY + equal("self.cents == other.cents"), [4]],
    ["divides", MONEY + equal(`${WHOLE} && self.cents / 5 == other.cents / 5`), [4]],
    ["rounds", MONEY + equal("self.unit == other.unit && self.cents.div_euclid(9) == other.cents.div_euclid(9)"), [4]],
    ["allows a difference", MONEY + equal("self.unit == other.unit && (self.cents - other.cents).abs() < 9"), [4]],
    [
      "divides in a method",
      MONEY +
        equal(
          "self.key() == other.key()",
          "impl Money { fn key(&self) -> (i64, Unit) { (self.cents / 5, self.unit) } }",
        ),
      [4],
    ],
    [
      "leaves a field out in a method",
      MONEY + equal("self.key() == other.key()", "impl Money { fn key(&self) -> i64 { self.cents } }"),
      [4],
    ],
    ["is plain", MONEY + equal(WHOLE), []],
    ["takes no notice of case", "struct Money(String);\n" + equal("self.0.eq_ignore_ascii_case(&other.0)"), []],
    ["reckons crosswise", type("top: i64, low: i64") + equal("self.top * other.low == other.top * self.low"), []],
    ["holds a marker", type("cents: i64, of: PhantomData<T>") + equal("self.cents == other.cents"), []],
    [
      "asks a method",
      MONEY +
        equal("self.key() == other.key()", "impl Money { fn key(&self) -> (i64, Unit) { (self.cents, self.unit) } }"),
      [],
    ],
    ["asks for what is elsewhere", MONEY + equal("self.key() == other.key()"), []],
  ])("of a new type, that %s", async (_, head, expected) => {
    expect(await asked(null, head)).toEqual(expected);
    expect(await asked(head, head)).toEqual([]);
  });

  test("that begins to divide", async () => {
    const head = MONEY + equal("self.unit == other.unit && self.cents / 5 == other.cents / 5");
    expect(await asked(MONEY + equal(WHOLE), head)).toEqual([4]);
  });
});

test("an equality of Python's tests is theirs to keep: any other one asks", async () => {
  const tool = createPythonSource({ python: (await findPython(env, "", "")) ?? "", env, directory: PYTHON_CACHE });
  const expected = (equal: string, more = ""): string =>
    `class Expected:\n    def __init__(self, fields):\n        self.fields = fields\n\n    def __eq__(self, other):\n        ${equal}\n${more}`;
  const told = async (base: string | null, head: string): Promise<string[]> => {
    const signals = await tool.signals([{ path: "tests/entries.py", base, head }], "test");
    return signals.filter(({ kind }) => kind === "changed_equality").map(({ line, excerpt }) => `${line} ${excerpt}`);
  };
  const whole = expected("return self.fields == other");
  const shared = "return all(self.fields[key] == other[key] for key in self.fields.keys() & other.keys())";
  expect(await told(whole, expected(shared))).toEqual(["5 def __eq__(self, other):"]);
  expect(await told(whole, expected("# the same\n        return self.fields == other"))).toEqual([]);
  expect(
    await told(whole, expected("return self.fields == other", "\n    def keys(self):\n        return []\n")),
  ).toEqual([]);
  expect(await told(null, expected(shared))).toEqual([]);
});

describe.skipIf(!hasTool("go", "version"))("an equality of Go that looks at less", { timeout: 120_000 }, () => {
  const tool = createGoSource({
    go: "go",
    env: { ...env, HOME: tmpdir() },
    directory: GO_CACHE,
  });
  const point = (equal: string): string =>
    `package point\n\ntype Point struct {\n\tX, Y int\n}\n\nfunc (p *Point) Equal(other *Point) bool {\n\treturn ${equal}\n}\n`;
  const whole = point("other != nil && p.X == other.X && p.Y == other.Y");
  test.each([
    ["a field is left out", whole, point("p.X == other.X"), ["7 Y"]],
    ["a field is compared with itself", whole, point("p.X == other.X && p.Y == p.Y"), ["7 Y"]],
    ["in another order", whole, point("p.Y == other.Y && p.X == other.X"), []],
    ["a difference is let go", whole, point("p.X == other.X && abs(p.Y-other.Y) < 2"), ["7 how near"]],
    ["the other is handed on", whole, point("same(p, other)"), []],
  ])("%s", async (_, base, head, expected) => {
    expect(await lost(tool, base, head)).toEqual(expected);
  });
});
