import { describe, expect, it } from "vitest";
import { bindingOf } from "../../../src/core/spec/criterion.ts";
import { parseSpec } from "../../../src/core/spec/parse-spec.ts";

describe("what a criterion says of how it is decided", () => {
  it.each([
    ["Keys are listed (file: `docs/KEYS.md`)", "Keys are listed", "file", "docs/KEYS.md"],
    ['It prints (command: node -e "f()").', "It prints", "command", 'node -e "f()"'],
    ["Tested (Coverage: 95 %)", "Tested", "coverage", "95"],
    ["Reads well (review)", "Reads well", "review", ""],
    ["Looks right (human)", "Looks right", "human", ""],
  ])("%s", (criterion, text, check, argument) => {
    expect(bindingOf(criterion)).toEqual({ text, check, argument, doubt: null });
  });

  it.each([
    ["Rounds (coverage)", "(coverage) needs per cent"],
    ["Rounds (coverage: 200)", "(coverage) needs per cent"],
    ["Keys (file)", "(file) names no file"],
    ["Keys (file: ../other/KEYS.md)", "write a path below the project's root"],
    ["Reads well (review: by Ann)", "(review) takes nothing"],
    ["Keys are documented in docs/KEYS.md", "end it with (file: docs/KEYS.md)"],
    ["`npm run bench` exits with code 0", "end it with (command: npm run bench)"],
  ])("%s stays with the test, and says %j", (criterion, doubt) => {
    const { check, text, ...told } = bindingOf(criterion);
    expect([check, text]).toEqual([null, criterion]);
    expect(told.doubt).toContain(doubt);
  });

  it.each(["A round trip (see the review of 2024)", "Users can file (a report)", "mul(8, 2) is 16"])(
    "%s is plain text",
    (criterion) => {
      expect(bindingOf(criterion)).toEqual({ text: criterion, check: null, argument: "", doubt: null });
    },
  );

  it("a text without end is plain, and takes no time", () => {
    const long = "a b ( ".repeat(50_000);
    expect(bindingOf(long)).toEqual({ text: long, check: null, argument: "", doubt: null });
  });

  it("a doubt is a warning of the spec, with the line of its feature", () => {
    const { problems } = parseSpec("# App\n\n## Keys\n- listed in README.md\nTest: `npm test`\n");
    expect(problems).toEqual([expect.objectContaining({ severity: "warning", code: "CRITERION_UNCLEAR", line: 3 })]);
  });
});
