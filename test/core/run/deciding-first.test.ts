import { expect, test } from "vitest";
import { decidingFirst } from "../../../src/core/run/deciding-first.ts";
import { failureNotes } from "../../../src/core/run/notes.ts";
import { explainGate } from "../../../src/core/views/explain-gate.ts";
import { added, answered, created, fold, judged, resumed, started, taskId } from "../../support/events.ts";

const error = (code: string) => ({ code, severity: "error", message: code.toLowerCase() }) as const;
const question = { ...error("CODE_SUSPICIOUS"), severity: "person", approval: "0123456789ab" } as const;

test("of what was found that decides comes first: what was bent, what is wrong, what was undone, what a person is asked", () => {
  const all = [
    question,
    { ...error("COVERAGE_LOW"), severity: "info" } as const,
    error("SCOPE_EXCEEDED"),
    error("TEST_FAILED"),
    error("RED_MISSING"),
    error("CANARY_FAILED"),
  ];
  expect(decidingFirst(all).map(({ code }) => code)).toEqual([
    "CANARY_FAILED",
    "TEST_FAILED",
    "RED_MISSING",
    "SCOPE_EXCEEDED",
    "CODE_SUSPICIOUS",
    "COVERAGE_LOW",
  ]);
});

test("that the branch was moved beside an agent stands before what is wrong with its change, whoever did it", () => {
  const asked = { ...question, code: "CONTROL_TOUCHED" } as const;
  expect(decidingFirst([error("TESTS_ABSENT"), question, asked]).map(({ code }) => code)).toEqual([
    "CONTROL_TOUCHED",
    "TESTS_ABSENT",
    "CODE_SUSPICIOUS",
  ]);
});

test("notes that are too long keep their beginning, which decides", () => {
  const notes = failureNotes([error("TEST_FAILED"), { ...error("RED_MISSING"), message: "x".repeat(3000) }]);
  expect([notes.length, notes.startsWith("TEST_FAILED: test_failed\nRED_MISSING: xxx")]).toEqual([2000, true]);
});

const WRONG = { code: "ENVELOPE_REPORTS_TO", field: "REPORTS_TO", message: 'write "REPORTS_TO: orchestrator"' };

test.each([
  ["with its field and line", { ...WRONG, line: 5 }, "REPORTS_TO, line 5: "],
  ["without a line where the field is not there", { ...WRONG, line: null }, "REPORTS_TO: "],
  ["as it was before lines were recorded, in an older journal", WRONG, ""],
])("ENV-01 what was wrong with an answer is told %s, to the next agent and in the record", (_, violation, place) => {
  const state = fold([
    created(),
    added(1),
    resumed(),
    started(1, 1),
    answered(1, 1, { violations: [violation] }),
    judged(1, 1, "failed", { findings: [error("TEST_FAILED")] }),
  ]);
  const text = `TEST_FAILED: test_failed\nENVELOPE_REPORTS_TO: ${place}write "REPORTS_TO: orchestrator"`;
  expect(Object.values(state.features)[0]?.agent_notes).toBe(text);
  expect(state.steps.find(({ agent }) => agent === "executor")?.notes ?? text).toBe(text);
});

test("H3A-14 what a failed attempt would have asked a person is asked no more, so no gate offers its approval", () => {
  const failed = (attempt: number) => [
    started(1, attempt),
    answered(1, attempt),
    judged(1, attempt, "failed", { findings: [error("TEST_FAILED"), question] }),
  ];
  const commandAfter = (attempts: number): unknown => {
    const state = fold([created(), added(1), resumed(), ...[1, 2].slice(0, attempts).flatMap(failed)]);
    return explainGate(state, "G1_implementation", taskId(1)).find(({ rule }) => rule === "CODE_SUSPICIOUS")?.command;
  };
  expect([commandAfter(1), commandAfter(2)]).toEqual(["baton run", "baton task retry T001 --note TEXT"]);
});
