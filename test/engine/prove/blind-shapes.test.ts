import { expect, test } from "vitest";
import { Policy } from "../../../src/schema/config.ts";
import { hasTool } from "../../support/go.ts";
import { proveFiles } from "../../support/prove.ts";

/** Shapes of commits that judges thought of who had seen neither the code nor its tests. */
const policy = Policy.parse({ baseline_runs: 1 });

test.skipIf(!hasTool("cargo", "--version"))(
  "a module that is split takes its tests along, those of a macro of its own too",
  { timeout: 240_000 },
  async () => {
    const cargo = { "Cargo.toml": '[package]\nname = "sums"\nversion = "0.1.0"\nedition = "2021"\n' };
    const code = "pub fn half(n: i64) -> i64 {\n    n / 2\n}\n";
    const tests = (want: number): string =>
      `\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    macro_rules! halves {\n        ($($name:ident: $n:expr => $want:expr;)*) => {\n            $(\n                #[test]\n                fn $name() {\n                    assert_eq!(half($n), $want);\n                }\n            )*\n        };\n    }\n\n    halves! {\n        four: 4 => 2;\n        six: 6 => ${want};\n    }\n}\n`;
    const base = { ...cargo, "src/lib.rs": code + tests(3) };
    const split = (want: number) => ({
      "src/lib.rs": "mod sums;\n\npub use sums::half;\n",
      "src/sums.rs": code.replace("n / 2", want === 3 ? "n >> 1" : "n - 2") + tests(want),
    });
    const judged = async (want: number) => {
      const { verdict, findings } = await proveFiles(base, split(want), { kind: "refactor", policy });
      return [verdict.status, ...findings.filter(({ severity }) => severity === "error").map(({ code }) => code)];
    };
    expect(await judged(3)).toEqual(["proven"]);
    expect(await judged(4)).toContain("TEST_DELETED");
  },
);

test.skipIf(!hasTool("go", "version"))(
  "a test that gives a package's variable another function stands in for it",
  async () => {
    const base = {
      "go.mod": "module example.com/cart\n\ngo 1.19\n",
      "cart.go": "package cart\n\nfunc Size() int { return 0 }\n",
      "cart_test.go":
        'package cart\n\nimport "testing"\n\nfunc TestCart(t *testing.T) {\n\tif Size() != 0 {\n\t\tt.Fatal()\n\t}\n}\n',
    };
    const code = (body: string): string =>
      `package cart\n\nvar reduce = func(net int) int {\n\t${body}\n}\n\nfunc Total(net int) int { return reduce(net) + 1 }\n`;
    const replacing =
      'package cart\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {\n\told := reduce\n\treduce = func(int) int { return 9 }\n\tdefer func() { reduce = old }()\n\tif got := Total(10); got != 10 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n';
    const asking =
      'package cart\n\nimport "testing"\n\nfunc TestReduced(t *testing.T) {\n\tif got := Total(20); got != 19 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n';
    const judged = async (head: Record<string, string>) => {
      const { verdict, findings } = await proveFiles(base, head, { policy });
      return [verdict.status, ...findings.filter(({ severity }) => severity !== "info").map(({ code }) => code)];
    };
    expect(await judged({ "total.go": code("return net"), "total_test.go": replacing })).toEqual([
      "person_needed",
      "CODE_SUSPICIOUS",
    ]);
    const both = { "total.go": code("return net - 2"), "total_test.go": replacing, "reduced_test.go": asking };
    expect(await judged(both)).toEqual(["proven"]);
  },
);

test("subtests beside one that loops are asked for what stands in their own text", async () => {
  const base = {
    "package.json": '{"name":"lists","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}',
    "lists.js": "export const size = (list) => list.length;\n",
    "lists.test.js":
      'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { size } from "./lists.js";\n\ntest("size", () => assert.equal(size([1]), 1));\n',
  };
  const tests = (loop: string): string =>
    `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { sorted } from "./sorted.js";\n\ntest("sorted", async (t) => {\n  await t.test("any list", () => {\n    for (let at = 0; at < ${loop}; at += 1) assert.deepEqual(sorted([at, 0]), [0, at]);\n  });\n\n  await t.test("no list", () => {\n    assert.deepEqual(sorted([]), []);\n  });\n});\n`;
  const head = { "sorted.js": "export const sorted = (list) => [...list].sort((a, b) => a - b);\n" };
  const judged = async (loop: string) => {
    const { verdict, findings } = await proveFiles(base, { ...head, "sorted.test.js": tests(loop) }, { policy });
    return [verdict.status, ...new Set(findings.flatMap(({ ids = [] }) => ids))];
  };
  expect(await judged("5")).toEqual(["proven"]);
  const [status, ...ids] = await judged("0");
  expect(status).toBe("person_needed");
  expect(ids).toContain("sorted.test.js::sorted > any list");
  expect(ids).not.toContain("sorted.test.js::sorted > no list");
});
