import { expect, test } from "vitest";
import { signalOf, type SignalFacts } from "../../../../src/core/governor/learning/signal.ts";

const facts = (changes: {
  command?: string | null;
  steps?: number;
  files?: string[];
  codes?: string[];
}): SignalFacts => ({
  feature: {
    test_command: changes.command === undefined ? "npm test" : changes.command,
    steps: Array.from({ length: changes.steps ?? 1 }, (_, at) => `step ${at}`),
    priority: "high",
  },
  plan: { files: changes.files ?? ["**"] },
  findings: (changes.codes ?? []).map((code) => ({ code, severity: "error" as const })),
});

test("a task is known by a few facts, each one of a few values", () => {
  expect(signalOf(facts({}))).toEqual({
    stack: "node",
    files: "any",
    size: "small",
    priority: "high",
    failure: "none",
  });
});

test.each([
  ["python -m pytest tests/", "python"],
  ["go test ./...", "go"],
  ["cargo test", "rust"],
  ["./check.sh", "other"],
  [null, "none"],
])("the stack of %s is %s", (command, stack) => {
  expect(signalOf(facts({ command })).stack).toBe(stack);
});

test.each([
  [["src/a.ts", "test/a.test.ts"], "source+tests"],
  [["docs/guide.md", "README.md"], "docs"],
  [["web/App.tsx", ".github/ci.yml"], "configuration+interface"],
])("files %j are of the kinds %s", (files, kinds) => {
  expect(signalOf(facts({ files })).files).toBe(kinds);
});

test("size is by steps and acceptance, failure by the last error", () => {
  expect([1, 4, 9].map((steps) => signalOf(facts({ steps })).size)).toEqual(["small", "medium", "large"]);
  expect(signalOf(facts({ codes: ["RED_MISSING", "TEST_FAILED"] })).failure).toBe("RED_MISSING");
});
