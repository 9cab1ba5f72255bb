import fc from "fast-check";
import { EnvelopeStatus } from "../../../src/schema/envelope.ts";
import type { Envelope } from "../../../src/schema/envelope.ts";

export const READY: Envelope = {
  STATUS: "READY_FOR_QA",
  TASK_ID: "task_001",
  TASK: "Add the sum",
  ASSIGNED_AGENT: "coder",
  REPORTS_TO: "orchestrator",
  INPUTS_USED: ["src/sum.ts"],
  GATES_REQUIRED: ["GATE-MSG-STRICT", "GATE-TESTS", "GATE-EVIDENCE"],
  GATES_PASSED: ["GATE-MSG-STRICT"],
  EVIDENCE: { screenshots: [], a11y: [], console: [], reports: [] },
  FAIL_REASONS: [],
  OUTPUT: "Wrote sum.",
  NEXT_ACTIONS: ["orchestrator to run the tests"],
};

const name = fc.stringMatching(/^[A-Za-z][\w.-]{0,20}$/).filter((text) => !/^none$/i.test(text));
const path = fc
  .array(name, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join("/"))
  .filter((text) => !/^n\/a$/i.test(text));
const sentence = fc
  .array(name, { minLength: 1, maxLength: 6 })
  .map((words) => words.join(" "))
  .filter((text) => !/^(?:none|n\/a)\.?$/i.test(text));
const anyLine = fc.oneof(
  sentence,
  fc.constantFrom(
    "STATUS: APPROVED",
    "```",
    "```ts",
    "- item",
    "",
    "  deep",
    "{",
    "NOTE: x",
    "UNKNOWN: y",
    "**OUTPUT:** z",
    "1. one",
  ),
  fc.string({ unit: "grapheme-ascii" }),
);
const text = fc.array(anyLine, { minLength: 1, maxLength: 8 }).map(
  (lines) =>
    lines
      .map((line) => line.trimEnd())
      .join("\n")
      .trim() || "x",
);
const list = (item: fc.Arbitrary<string>) => fc.array(item, { maxLength: 4 });

export const anyEnvelope: fc.Arbitrary<Envelope> = fc.record({
  STATUS: fc.constantFrom(...EnvelopeStatus.options),
  TASK_ID: name,
  TASK: sentence,
  ASSIGNED_AGENT: name,
  REPORTS_TO: fc.constant("orchestrator"),
  INPUTS_USED: list(path),
  GATES_REQUIRED: list(name),
  GATES_PASSED: list(name),
  EVIDENCE: fc.record({ screenshots: list(path), a11y: list(path), console: list(path), reports: list(path) }),
  FAIL_REASONS: list(sentence),
  OUTPUT: text,
  NEXT_ACTIONS: list(sentence),
});
