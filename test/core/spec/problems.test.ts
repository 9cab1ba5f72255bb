import { expect, test } from "vitest";
import { parseSpec } from "../../../src/core/spec/parse-spec.ts";

function problems(text: string): string[] {
  return parseSpec(text).problems.map(({ severity, code, line }) => `${severity} ${code} ${line}`);
}

function depends(value: string): (readonly string[])[] {
  return parseSpec(`# X\n\n## Alpha\n- a\n\n## Beta, gamma\n- b\n\n## Last\n- c\n- Depends: ${value}\n`).features.map(
    (feature) => feature.dependsOn,
  );
}

test.each([
  ["## One\n- a\n- Priority: urgent", "warning PRIORITY_INVALID 3"],
  ["## One\n- a\n- Verify: by hand", "warning VERIFY_INVALID 3"],
  ["## One\n- a\n- Depends: Two", "error DEPENDS_UNKNOWN 3"],
  ["## One\n- a\n- Depends: 7", "error DEPENDS_UNKNOWN 3"],
  ["## One\n- a\n- Depends: feat_009_x", "error DEPENDS_UNKNOWN 3"],
  ["## One\n- a\n\n## one!\n- b", "warning TITLE_DUPLICATE 4"],
  ["## One\n- a\n\n## Two\n", "warning FEATURE_UNCLEAR 4"],
  ["## One\n- a\n- Test: x\n- Test: y", "warning KEY_REPEATED 4"],
  ["## One\n- a\nFles: src/a.ts", "warning KEY_UNKNOWN 3"],
  ["## One\n- a\n- Files: /etc/passwd", "error FILES_INVALID 3"],
  ["## One\n- a\n- Files: src/a.js, ../b.js", "error FILES_INVALID 3"],
  ["## One\n- a\n- Files: `src/@(a|b).js`", "error FILES_INVALID 3"],
  ["## One\n- a\n- **Depend:** Two", "warning KEY_UNKNOWN 3"],
  ["## One\n- a\n- Test: TBD", "warning TEST_UNCLEAR 3"],
  ["## One\n- a\n- Test: Verify that the sum is shown", "warning TEST_UNCLEAR 3"],
  ["## One\n- a\n- Test: `npm test` and `npm run lint`", "warning TEST_UNCLEAR 3"],
  ["Test: npm test\n\n## One\n- a", "warning KEY_OUTSIDE 1"],
  ["## Setup\n- Test: npm test\n\n## One\n- a", "warning SECTION_NOT_READ 1"],
  ["## One\n- a\n- Depends: One", "error DEPENDS_CYCLE 1"],
  [
    "## One\n- a\n- Depends: Two\n\n## Two\n- b\n- Depends: Three\n\n## Three\n- c\n- Depends: One",
    "error DEPENDS_CYCLE 1",
  ],
  ["## One\n- a\n\n### More\n- b\n\n## Two\n- c", "warning LEVEL_UNCLEAR 1"],
])("%j names %s", (text, problem) => {
  expect(problems(text)).toEqual([problem]);
});

test("words before a colon that are no key, and code, are no misspelled keys", () => {
  const text = "## One\n- Text: shown in red\n- Note: later\nTests: unit\n\n```\nFles: x\n```\n- Test: `npm test`\n";
  expect(problems(text)).toEqual([]);
  expect(parseSpec("## One\n- a\nFles: src/a.ts").problems[0]?.message).toContain("write `Files:` if that is meant");
});

test("all problems are named at once, in the order of their lines, with the feature's title", () => {
  const text = "## One\n- Priority: x\n- Verify: y\n\n## Two\n- Depends: Nine\n- a\n";
  expect(problems(text)).toEqual([
    "warning FEATURE_UNCLEAR 1",
    "warning PRIORITY_INVALID 2",
    "warning VERIFY_INVALID 3",
    "error DEPENDS_UNKNOWN 6",
  ]);
  expect(parseSpec(text).problems[1]?.message).toBe(
    '"One": "x" is not one of critical, high, medium, low; medium is taken',
  );
});

test("words behind Verify: and Test: that are sentences stay with the agent as steps", () => {
  const [feature] = parseSpec("## One\n- Verify: the door is red\n- Test: Open it and look\n").features;
  expect(feature?.steps).toEqual(["Test: Open it and look", "Verify: the door is red"]);
});

test.each([
  ["Alpha", ["feat_001_alpha"]],
  ["alpha", ["feat_001_alpha"]],
  ["`Alpha`", ["feat_001_alpha"]],
  ['"Alpha", 2', ["feat_001_alpha", "feat_002_beta_gamma"]],
  ["Beta, gamma", ["feat_002_beta_gamma"]],
  ["#1 and #2", ["feat_001_alpha", "feat_002_beta_gamma"]],
  ["Feature 1", ["feat_001_alpha"]],
  ["feat_001_alpha, feat_002", ["feat_001_alpha", "feat_002_beta_gamma"]],
  ["none", []],
  ["1, 1", ["feat_001_alpha"]],
])("Depends: %s resolves to %j", (value, ids) => {
  expect(depends(value)).toEqual([[], [], ids]);
});

test("titles in Depends: may be code spans that hold commas", () => {
  expect(depends("`Alpha` and `Beta, gamma`")).toEqual([[], [], ["feat_001_alpha", "feat_002_beta_gamma"]]);
});

test("a number in Depends: is the author's own where the author numbered, not the position", () => {
  const text = "## 10. Alpha\n- a\n\n## 20. Beta\n- b\n- Depends: 10\n\n## 30. Gamma\n- c\n- Depends: 1\n";
  const spec = parseSpec(text);
  expect(spec.features.map((feature) => feature.dependsOn)).toEqual([[], ["feat_001_alpha"], []]);
  expect(problems(text)).toEqual(["error DEPENDS_UNKNOWN 10"]);
});
