import { describe, expect, test } from "vitest";
import { Policy } from "../../../src/schema/config.ts";
import { MAIN, OFFLINE, pom, TEST } from "../../adversarial/cheats/java-kit.ts";
import { hasTool } from "../../support/go.ts";
import { proveFiles } from "../../support/prove.ts";
import type { Files } from "../../support/repository.ts";

const policy = Policy.parse({ baseline_runs: 1 });

const TEST_OF_ZERO = `package sums\n\nimport "testing"\n\nfunc TestZero(t *testing.T) {\n\tif got := Half(0); got != 0 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n`;
const javaTest = (name: string, body: string): string =>
  `package shop;\n\nimport static org.junit.jupiter.api.Assertions.*;\n\nimport org.junit.jupiter.api.Test;\n\nclass ${name} {\n    @Test\n    void halves() {\n        ${body}\n    }\n}\n`;

/** Code whose `half` is broken or mended, with or without a name `isOdd` that tests have to load, and tests of one or both. */
interface Shape {
  readonly tool: readonly [program: string, ...args: string[]];
  readonly kept: Files;
  readonly code: (mended: boolean, named: boolean) => Files;
  readonly tests: (of: "old" | "half" | "odd") => Files;
}

const SHAPES: Readonly<Record<string, Shape>> = {
  javascript: {
    tool: ["node", "--version"],
    kept: { "package.json": '{"name":"sums","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}' },
    code: (mended, named) => ({
      "sums.js": `export const half = (n) => n / ${mended ? 2 : 3};\n${named ? 'import { strict } from "node:assert";\nexport function isOdd(n) {\n  strict.ok(Number.isInteger(n));\n  return n % 2 === 1;\n}\n' : ""}`,
    }),
    tests: (of) => ({
      "sums.test.js": `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { half${of === "old" ? "" : ", isOdd"} } from "./sums.js";\n\ntest("half", () => assert.equal(half(0), 0));\n${of === "old" ? "" : 'test("odd", () => assert.equal(isOdd(3), true));\n'}${of === "half" ? 'test("four", () => assert.equal(half(4), 2));\n' : ""}`,
    }),
  },
  python: {
    tool: ["python3", "-m", "pytest", "--version"],
    kept: { "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n' },
    code: (mended, named) => ({
      "sums.py": `def half(n):\n    return n / ${mended ? 2 : 3}\n${named ? "\n\nimport operator\n\n\ndef is_odd(n):\n    return operator.mod(n, 2) == 1\n" : ""}`,
    }),
    tests: (of) => ({
      "test_sums.py": `from sums import half${of === "old" ? "" : ", is_odd"}\n\n\ndef test_half():\n    assert half(0) == 0\n${of === "old" ? "" : "\n\ndef test_odd():\n    assert is_odd(3)\n"}${of === "half" ? "\n\ndef test_four():\n    assert half(4) == 2\n" : ""}`,
    }),
  },
  go: {
    tool: ["go", "version"],
    kept: { "go.mod": "module example.com/sums\n\ngo 1.19\n" },
    code: (mended, named) => ({
      "sums.go": `package sums\n\n${named ? 'import "math"\n\n' : ""}// Sums halves.\ntype Sums struct{ By${named ? ", Odd" : ""} int }\n\nfunc (s Sums) Half(n int) int { return n / (s.By + ${mended ? 0 : 1}) }\n${named ? "\nfunc (s Sums) IsOdd(n int) bool { return math.Mod(float64(n), 2) == float64(s.Odd) }\n" : ""}`,
    }),
    tests: (of) => ({
      "sums_test.go": `package sums\n\nimport "testing"\n\nfunc TestHalf(t *testing.T) {\n\tif got := (Sums{By: 2${of === "old" ? "" : ", Odd: 1"}}).Half(0); got != 0 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n${of === "old" ? "" : '\nfunc TestOdd(t *testing.T) {\n\tif got := (Sums{Odd: 1}).IsOdd(3); !got {\n\t\tt.Errorf("got %v", got)\n\t}\n}\n'}${of === "half" ? '\nfunc TestFour(t *testing.T) {\n\tif got := (Sums{By: 2}).Half(4); got != 2 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n' : ""}`,
    }),
  },
  rust: {
    tool: ["cargo", "--version"],
    kept: { "Cargo.toml": '[package]\nname = "sums"\nversion = "0.1.0"\nedition = "2021"\n' },
    code: (mended, named) => ({
      "src/lib.rs": `pub struct Sums;\n\nimpl Sums {\n    pub fn half(&self, n: i64) -> i64 {\n        n / ${mended ? 2 : 3}\n    }\n${named ? "\n    pub fn is_odd(&self, n: i64) -> bool {\n        n % 2 == 1\n    }\n" : ""}}\n`,
    }),
    tests: (of) => ({
      "tests/sums.rs": `use sums::Sums;\n\n#[test]\nfn half() {\n    assert_eq!(Sums.half(0), 0);\n}\n${of === "old" ? "" : "\n#[test]\nfn odd() {\n    assert!(Sums.is_odd(3));\n}\n"}${of === "half" ? "\n#[test]\nfn four() {\n    assert_eq!(Sums.half(4), 2);\n}\n" : ""}`,
    }),
  },
  java: {
    tool: ["mvn", "--version"],
    kept: { "pom.xml": pom("sums"), ...OFFLINE },
    code: (mended, named) => ({
      [`${MAIN}Sums.java`]: `package shop;\n\n${named ? "import java.util.Objects;\n\n" : ""}public final class Sums {\n    public static int half(int n) {\n        return n / ${mended ? 2 : 3};\n    }\n${named ? "\n    public static boolean isOdd(Integer n) {\n        return Objects.requireNonNull(n) % 2 == 1;\n    }\n" : ""}}\n`,
    }),
    tests: (of) => ({
      [`${TEST}SumsTest.java`]: `package shop;\n\nimport static org.junit.jupiter.api.Assertions.*;\n\nimport org.junit.jupiter.api.Test;\n\nclass SumsTest {\n    @Test\n    void halves() {\n        assertEquals(0, Sums.half(0));\n    }\n${of === "old" ? "" : "\n    @Test\n    void odd() {\n        assertEquals(true, Sums.isOdd(3));\n    }\n"}${of === "half" ? "\n    @Test\n    void four() {\n        assertEquals(2, Sums.half(4));\n    }\n" : ""}}\n`,
    }),
  },
};

describe.each(Object.entries(SHAPES))("a fix in %s whose tests also name what it adds", (_, shape) => {
  const { tool, kept, code, tests } = shape;
  const judged = async (head: Files): Promise<readonly string[]> => {
    const { verdict, findings } = await proveFiles({ ...kept, ...code(false, false), ...tests("old") }, head, {
      kind: "fix",
      policy,
    });
    return [verdict.status, ...findings.filter(({ severity }) => severity === "error").map(({ code }) => code)];
  };
  test.skipIf(!hasTool(...tool))("is seen broken over base's code with that name", { timeout: 240_000 }, async () => {
    expect(await judged({ ...code(true, true), ...tests("half") })).toEqual(["proven"]);
  });
  test.skipIf(!hasTool(...tool))("is not, where that name is all that is tested", { timeout: 240_000 }, async () => {
    expect(await judged({ ...code(true, true), ...tests("odd") })).toEqual(["not_proven", "RED_MISSING"]);
  });
});

/** Fixes whose new function needs what else they changed, and one that changes what a function answers with: tests of it fit no code of base. */
const MISFITS = {
  go: {
    tool: ["go", "version"],
    base: {
      "go.mod": "module example.com/sums\n\ngo 1.19\n",
      "sums.go": "package sums\n\nvar by = \"3\"\n\nfunc Half(n int) int { return n / int(by[0]-'0') }\n",
      "sums_test.go": TEST_OF_ZERO,
    },
    head: {
      "sums.go":
        "package sums\n\nvar by = 2\n\nfunc Half(n int) int { return n / by }\n\nfunc IsOdd(n int) bool { return n%by == 1 }\n",
      "sums_test.go": `${TEST_OF_ZERO}\nfunc TestFour(t *testing.T) {\n\tif got := Half(4); got != 2 {\n\t\tt.Errorf("got %d", got)\n\t}\n\tif !IsOdd(3) {\n\t\tt.Error("3 is odd")\n\t}\n}\n`,
    },
  },
  rust: {
    tool: ["cargo", "--version"],
    base: {
      "Cargo.toml": '[package]\nname = "sums"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/lib.rs":
        "pub fn half(n: i64) -> i64 {\n    n / 3\n}\n\npub fn read(text: &str) -> Option<i64> {\n    text.parse().ok()\n}\n",
      "tests/half.rs": "use sums::half;\n\n#[test]\nfn zero() {\n    assert_eq!(half(0), 0);\n}\n",
    },
    head: {
      "src/lib.rs":
        "pub fn half(n: i64) -> i64 {\n    n / 2\n}\n\npub fn is_odd(n: i64) -> bool {\n    n % 2 == 1\n}\n\npub fn read(text: &str) -> Result<i64, String> {\n    text.parse().map_err(|_| text.to_string())\n}\n",
      "tests/half.rs":
        "use sums::{half, is_odd};\n\n#[test]\nfn zero() {\n    assert_eq!(half(0), 0);\n}\n\n#[test]\nfn four() {\n    assert_eq!(half(4), 2);\n    assert!(is_odd(3));\n}\n",
      "tests/read.rs":
        'use sums::read;\n\n#[test]\nfn reads() {\n    assert_eq!(read("4x"), Err("4x".to_string()));\n}\n',
    },
  },
  java: {
    tool: ["mvn", "--version"],
    base: {
      "pom.xml": pom("sums"),
      ...OFFLINE,
      [`${MAIN}Sums.java`]:
        'package shop;\n\npublic final class Sums {\n    private static final String BY = "3";\n\n    public static int half(int n) {\n        return n / Integer.parseInt(BY);\n    }\n}\n',
      [`${TEST}SumsTest.java`]: javaTest("SumsTest", "assertEquals(0, Sums.half(0));"),
    },
    head: {
      [`${MAIN}Sums.java`]:
        "package shop;\n\npublic final class Sums {\n    private static final int BY = 2;\n\n    public static int half(int n) {\n        return n / BY;\n    }\n\n    public static boolean isOdd(int n) {\n        return n % BY == 1;\n    }\n}\n",
      [`${TEST}HalfTest.java`]: javaTest(
        "HalfTest",
        "assertEquals(2, Sums.half(4));\n        assertEquals(true, Sums.isOdd(3));",
      ),
    },
  },
} satisfies Record<string, Pick<Shape, "tool"> & { readonly base: Files; readonly head: Files }>;

test.for(Object.entries(MISFITS))(
  "a fix in %s is seen broken where its new code, or a test of what else it changes, does not fit base's",
  { timeout: 240_000 },
  async ([, { tool, base, head }], { skip }) => {
    if (!hasTool(...tool)) skip(tool[0]);
    const { verdict, findings } = await proveFiles(base, head, { kind: "fix", policy });
    expect([verdict.status, findings.filter(({ severity }) => severity === "error")]).toEqual(["proven", []]);
  },
);

test.skipIf(!hasTool("mvn", "--version"))(
  "a fix is not seen broken by a test that wants another error of what is new",
  { timeout: 240_000 },
  async () => {
    const { base, head } = MISFITS.java;
    const wantsOther = javaTest("HalfTest", "assertThrows(ArithmeticException.class, () -> Sums.odd(0));");
    const code = `${MAIN}Sums.java`;
    const odd = "    public static int odd(int n) {\n        return BY / n;\n    }\n}\n";
    const proof = await proveFiles(
      base,
      { ...head, [code]: (head[code] ?? "").replace(/\}\n$/, odd), [`${TEST}HalfTest.java`]: wantsOther },
      { kind: "fix", policy },
    );
    expect([proof.verdict.status, proof.findings.map(({ code: of }) => of)]).toEqual(["not_proven", ["RED_MISSING"]]);
  },
);
