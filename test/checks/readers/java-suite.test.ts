import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { gradleSuiteReport } from "../../../src/checks/readers/gradle-suite.ts";
import { mavenSuiteReport } from "../../../src/checks/readers/maven-suite.ts";

const tree = mkdtempSync(join(tmpdir(), "maven-suite-"));
afterAll(() => rmSync(tree, { recursive: true }));
const lines = [
  { type: "start", v: 1, runner: "junit", version: "5" },
  { type: "test", file: join(tree, "src/test/java/shop/CartTest.java"), path: ["adds"], status: "passed", ms: 1 },
  { type: "end", tests: 1 },
];
writeFileSync(join(tree, "a.ndjson"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

const SUMMARY = "[INFO] Scanning for projects...\n[INFO] Results:\n[INFO] \n";

test.each([
  ["that ended its build", "[INFO] Scanning for projects...\n[INFO] \u001B[1;32mBUILD SUCCESS\u001B[m\n", true],
  ["whose tests failed", "[INFO] Scanning for projects...\n[INFO] BUILD FAILURE\n", true],
  ["that says nothing of its build", "", true],
  ["that ran as many tests", `${SUMMARY}Tests run: 1, Failures: 0, Errors: 0, Skipped: 0\nBUILD SUCCESS\n`, true],
  [
    "whose tests were ended before the last",
    `${SUMMARY}Tests run: 1, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in shop.A\nTests run: 0, Failures: 0, Errors: 0, Skipped: 0\nBUILD SUCCESS\n`,
    false,
  ],
  [
    "that was ended in the middle of its build",
    "[INFO] Scanning for projects...\n[INFO] Running shop.CartTest\n",
    false,
  ],
])("the whole report of a Maven %s", (_, stdout, complete) => {
  const report = mavenSuiteReport({ output: stdout, reportDirectory: tree, tree, directory: "", files: null });
  expect(report.tests.map(({ id }) => id)).toEqual(["src/test/java/shop/CartTest.java::adds"]);
  expect(report.complete).toBe(complete);
});

test.each([
  ["that counted none", "BUILD SUCCESSFUL in 1s\n", false],
  ["whose counts are lost in a long output", `${"x".repeat(2 ** 21)}\nBUILD SUCCESSFUL in 1s\n`, true],
  [
    "that counted as many tests, in two projects",
    "baton_1 :a:test passed 0\nbaton_1 :b:test passed 1\nBUILD FAILED in 1s\n",
    true,
  ],
  ["that counted fewer tests", "baton_1 :a:test passed 0\nBUILD SUCCESSFUL in 1s\n", false],
  [
    "that counted fewer tests, whatever a test prints",
    "baton_2 :a:test passed 5\nbaton_1 :a:test passed 0\nBUILD SUCCESSFUL\n",
    false,
  ],
  ["that was ended in the middle of its build", ":compileJava\n:test\n", false],
])("the whole report of a Gradle %s", (_, output, complete) => {
  const report = gradleSuiteReport({ output, reportDirectory: tree, tree, directory: "", files: null }, "baton_1");
  expect(report.tests.map(({ id }) => id)).toEqual(["src/test/java/shop/CartTest.java::adds"]);
  expect(report.complete).toBe(complete);
});

function toldTwice(told: readonly (readonly [string, string])[], output: string, read = mavenSuiteReport) {
  const folder = mkdtempSync(join(tmpdir(), "java-again-"));
  const file = join(tree, "src/test/java/shop/CartTest.java");
  const all = [
    { type: "start", v: 1, runner: "junit", version: "5" },
    ...told.map(([name, status]) => ({ type: "test", file, path: [name], status, kind: "assertion", ms: 1 })),
    { type: "end", tests: told.length },
  ];
  writeFileSync(join(folder, "a.ndjson"), all.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const report = read({ output, reportDirectory: folder, tree, directory: "", files: null });
  rmSync(folder, { recursive: true });
  return report.tests.map(({ id, status, tries }) => [id.split("::")[1], status, tries]);
}

const AGAIN = [
  ["adds", "failed"],
  ["other", "passed"],
  ["adds", "passed"],
] as const;
const APART = [
  ["adds", "failed", undefined],
  ["other", "passed", undefined],
  ["adds #2", "passed", undefined],
];
const JOINED = [
  ["adds", "passed", 2],
  ["other", "passed", undefined],
];

test("a test that failed and is told again is one that was tried again, where the build tool started it once more", () => {
  const flakes = "[WARNING] Flakes: \n[ERROR]   Run 1: CartTest.adds:9 expected 1\n[INFO]   Run 2: PASS\n";
  expect(toldTwice(AGAIN, `${flakes}BUILD FAILURE\n`)).toEqual(JOINED);
  expect(toldTwice(AGAIN, "[INFO] BUILD SUCCESS\n")).toEqual(JOINED);
  const gradle = (...[run]: Parameters<typeof mavenSuiteReport>) => gradleSuiteReport(run, "baton_1");
  expect(toldTwice(AGAIN, "BUILD SUCCESSFUL in 1s\n", gradle)).toEqual(JOINED);
  // The same class in two tasks, or executions, of which one fails.
  expect(toldTwice(AGAIN, "BUILD FAILED in 1s\n", gradle)).toEqual(APART);
  expect(toldTwice(AGAIN, "[INFO] BUILD FAILURE\n")).toEqual(APART);
  // Each with an outcome of its own.
  const twice = [
    ["adds", "passed"],
    ["adds", "passed"],
  ] as const;
  expect(toldTwice(twice, "[INFO] BUILD SUCCESS\n")).toEqual([
    ["adds", "passed", undefined],
    ["adds #2", "passed", undefined],
  ]);
});
