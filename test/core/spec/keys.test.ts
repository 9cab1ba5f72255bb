import { expect, test } from "vitest";
import { parseSpec } from "../../../src/core/spec/parse-spec.ts";
import type { SpecFeature } from "../../../src/core/spec/spec-feature.ts";

function feature(body: string): Partial<SpecFeature> {
  return parseSpec(`# X\n\n## One\n${body}\n`).features[0] ?? {};
}

test("shared files are patterns as files are", () => {
  const read = feature("Files: `src/**`\nShared files: `api/*.json`, docs\n- works");
  expect([read.files, read.sharedFiles]).toEqual([["src/**"], ["api/*.json", "docs"]]);
  const { problems } = parseSpec("# X\n\n## One\nShared files: ../api\n- works\n");
  expect(problems).toMatchObject([
    { code: "FILES_INVALID", message: expect.stringMatching(/: Shared files: /) as string },
  ]);
});

test.each([
  ["Test: npm test -- a", "npm test -- a"],
  ["TEST: npm test", "npm test"],
  ["**Test:** `npm test`", "npm test"],
  ["**Test**: npm test", "npm test"],
  ["**Test: npm test**", "npm test"],
  ["`Test: npm test`", "npm test"],
  ["_Test:_ npm test", "npm test"],
  ["- **Test:** `npm test`", "npm test"],
  ["* test: npm test", "npm test"],
  ["- [ ] Test: npm test", "npm test"],
  ["- a step\n- Test command: `npm test`", "npm test"],
  ["Test:\n\n```sh\n$ npm test\n```", "npm test"],
  ["Test: Run `npm test` (all green)", "npm test"],
  ["Test: `npm test` must pass", "npm test"],
  ["Test: npx vitest run test/**/*a*.test.ts", "npx vitest run test/**/*a*.test.ts"],
  ["Test: npx jest __tests__/a.js __tests__/b.js", "npx jest __tests__/a.js __tests__/b.js"],
  ["Test: pytest -k 'a and not b' && echo \"x: y\"", "pytest -k 'a and not b' && echo \"x: y\""],
  ["Test: FOO=1 pytest <dir>", "FOO=1 pytest <dir>"],
  ["**Priority:** high · **Test:** `npm test`", "npm test"],
  ["**Priority**: high, **Test**: npm test", "npm test"],
  ["Priority: high | Test: npm test", "npm test"],
  ["It adds numbers. Test: npm test", "npm test"],
  ["It adds numbers (Test: npm test)", "npm test"],
  ["- adds numbers. Test: `npm test`", "npm test"],
  ["#### Test\n`npm test`\n", null],
  ["#### Test\n```\nnpm test\n```\n", "npm test"],
])("the test command of %j is %j", (body, command) => {
  expect(feature(body).testCommand).toBe(command);
});

test.each([
  ["Files: src/**/*.ts, test/**/*.ts", ["src/**/*.ts", "test/**/*.ts"]],
  ["Files: src/a.ts src/b.ts", ["src/a.ts", "src/b.ts"]],
  ["**Files:** `src/a.ts` and `src/b.ts`", ["src/a.ts", "src/b.ts"]],
  ["Files: `src/a.ts` (new), src/b.ts", ["src/a.ts", "src/b.ts"]],
  ["Files: src/\\*\\*/\\_x.ts", ["src/**/_x.ts"]],
  ["- Files:\n  - src/a.ts\n  - `src/b.ts`", ["src/a.ts", "src/b.ts"]],
  ["Files:\n- src/a.ts\n- src/b.ts", ["src/a.ts", "src/b.ts"]],
  ["Files: app/[id]/(group)/page.tsx", ["app/[id]/(group)/page.tsx"]],
  ["Files: `src/{br,z}.js`, src/{a, b}/**", ["src/{br,z}.js", "src/{a,b}/**"]],
  ["Files: src/{a, src/b.js", ["src/{a", "src/b.js"]],
  ["Files: none", []],
])("the files of %j are %j", (body, files) => {
  expect(feature(body).files).toEqual(files);
});

test.each([
  ["Changes: rounding of totals; test/a.test.ts::sum > rounds", ["rounding of totals", "test/a.test.ts::sum > rounds"]],
  [
    "Changes: test/a.test.ts::adds 1, 2 and 3, test/b.test.ts::x",
    ["test/a.test.ts::adds 1, 2 and 3", "test/b.test.ts::x"],
  ],
  ["Changes: `a, b` and `c`", ["a, b", "c"]],
  ["Changes: test/{a,b}.test.js, rounds", ["test/{a,b}.test.js", "rounds"]],
  ["Changes:\n- a\n- b", ["a", "b"]],
])("the changes of %j are %j", (body, changes) => {
  expect(feature(body).changes).toEqual(changes);
});

test("keys stand in any mix of bullets and paragraphs and are no steps", () => {
  const read = feature(
    "Priority: CRITICAL\nCategory: style\n\n- does it\n- **Verify:** e2e\n- Files: src/a.ts\n\nDepends: none\n\nTest: npm t",
  );
  expect(read).toMatchObject({ priority: "critical", category: "style", verify: "e2e", files: ["src/a.ts"] });
  expect(read).toMatchObject({ dependsOn: [], testCommand: "npm t", steps: ["does it"], detail: "" });
});

test.each([
  ["Task timeout: 600", 600, null],
  ["- **Task timeout:** 20 min\n- Heartbeat interval: `45 s`", 1200, 45],
  ["timeout_seconds: 2 h", 7200, null],
  ["Task timeout: soon", null, null],
  ["Task timeout: 0", null, null],
  ["Task timeout: 8000 h", null, null],
  ["- Timeout: 30 s", null, null],
])("the times of %j are %j and %j", (body, timeoutSeconds, heartbeatSeconds) => {
  expect(feature(body)).toMatchObject({ timeoutSeconds, heartbeatSeconds });
});

test("without keys a feature is functional, medium, automated, and has no command", () => {
  expect(feature("- does it")).toMatchObject({
    category: "functional",
    priority: "medium",
    verify: "automated",
    testCommand: null,
    files: [],
    changes: [],
  });
});

test.each([
  "### Acceptance criteria\n- a\n- b",
  "**Acceptance Criteria**\n\n- a\n- b",
  "Acceptance criteria:\n- a\n- b",
  "- Acceptance criteria:\n  - a\n  - [ ] b",
  "#### ✅ Acceptance Criteria:\n1. a\n2. b",
])("acceptance criteria are read from %j", (body) => {
  expect(feature(body)).toMatchObject({ acceptance: ["a", "b"], steps: [] });
});
