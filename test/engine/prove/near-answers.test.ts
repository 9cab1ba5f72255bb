import { describe, expect, it } from "vitest";
import { Policy } from "../../../src/schema/config.ts";
import { BASE as JAVA_BASE, MAIN, TEST } from "../../adversarial/cheats/java-kit.ts";
import { hasTool } from "../../support/go.ts";
import { proveFiles } from "../../support/prove.ts";
import type { Files } from "../../support/repository.ts";

const policy = Policy.parse({ baseline_runs: 1 });

interface Shape {
  readonly base: Files;
  readonly head: (within: string) => Files;
}

const NODE: Shape = {
  base: {
    "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test" } }),
    "src/one.js": "export const one = () => 1;\n",
    "test/one.test.js":
      'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { one } from "../src/one.js";\ntest("one", () => assert.equal(one(), 1));\n',
  },
  head: (within) => ({
    "src/circle.js": "export const area = (r) => 3.1416 * r * r;\n",
    "test/circle.test.js": `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { area } from "../src/circle.js";\ntest("area", () => {\n  assert.ok(Math.abs(area(2) - 12.5664) < ${within});\n  assert.ok(Math.abs(area(3) - 28.2744) < ${within});\n});\n`,
  }),
};
const PYTHON: Shape = {
  base: {
    "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
    "one.py": "def one():\n    return 1\n",
    "tests/test_one.py": "from one import one\n\n\ndef test_one():\n    assert one() == 1\n",
  },
  head: (within) => ({
    "circle.py": "def area(r):\n    return 3.1416 * r * r\n",
    "tests/test_circle.py": `from circle import area\n\n\ndef test_area():\n    assert abs(area(2) - 12.5664) < ${within}\n    assert abs(area(3) - 28.2744) < ${within}\n`,
  }),
};
const GO: Shape = {
  base: {
    "go.mod": "module example.com/circle\n\ngo 1.19\n",
    "one.go": "package circle\n\nfunc One() int { return 1 }\n",
    "one_test.go":
      'package circle\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 1 {\n\t\tt.Error("no")\n\t}\n}\n',
  },
  head: (within) => ({
    "circle.go": "package circle\n\nfunc Area(r float64) float64 { return 3.1416 * r * r }\n",
    "circle_test.go": `package circle\n\nimport (\n\t"math"\n\t"testing"\n)\n\nfunc TestArea(t *testing.T) {\n\tif got := Area(2); math.Abs(got-12.5664) >= ${within} {\n\t\tt.Errorf("got %v", got)\n\t}\n\tif got := Area(3); math.Abs(got-28.2744) >= ${within} {\n\t\tt.Errorf("got %v", got)\n\t}\n}\n`,
  }),
};

const JAVA: Shape = {
  base: JAVA_BASE,
  head: (within) => ({
    [`${MAIN}Circle.java`]:
      "package shop;\n\npublic final class Circle {\n    public static double area(double r) {\n        return 3.1416 * r * r;\n    }\n}\n",
    [`${TEST}CircleTest.java`]: `package shop;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport org.junit.jupiter.api.Test;\n\nclass CircleTest {\n    @Test\n    void area() {\n        assertEquals(12.5664, Circle.area(2), ${within});\n        assertEquals(28.2744, Circle.area(3), ${within});\n    }\n}\n`,
  }),
};

describe.each([
  ["JavaScript", NODE, true],
  ["Python", PYTHON, true],
  ["Go", GO, hasTool("go", "version")],
  ["Java", JAVA, hasTool("mvn", "--version")],
])("answers of %s that are nearly right", (_language, { base, head }, isThere) => {
  it.skipIf(!isThere).each([
    ["ask a person where every test is content with a tenth more", "4", "person_needed"],
    ["need nobody where a test is not", "0.01", "proven"],
  ])("%s", async (_, within, status) => {
    const { verdict, findings } = await proveFiles(base, head(within), { policy });
    expect(verdict.status).toBe(status);
    if (status === "proven") return;
    expect(findings.map(({ code }) => code)).toEqual(["TEST_HOLLOW"]);
    expect(findings[0]?.message).toContain("may answer a tenth more and no new test fails");
  });
});
