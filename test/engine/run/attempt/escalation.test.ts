import { expect, test } from "vitest";
import type { RunState, TaskState } from "../../../../src/core/run/state.ts";
import { escalationOf } from "../../../../src/engine/run/attempt/escalation.ts";
import type { Project } from "../../../../src/engine/run/project.ts";
import type { EventOf, RunEvent } from "../../../../src/schema/event.ts";

const evidence = (path: string): EventOf<"evidence_recorded"> => ({
  type: "evidence_recorded",
  path,
  sha256: "b".repeat(64),
  bytes: 1,
  role: "validator",
  task_id: "T001",
  kind: "harness",
  description: `what ${path} holds`,
  mapping: "",
});
const judged = { type: "implementation_judged", task_id: "T001", attempt: 2 } as unknown as RunEvent;

/** The issue of a task that has been judged so often at G1, and what is recorded together with it. */
function issueAfter(cycles: number, fresh: readonly RunEvent[], present: readonly string[] = []) {
  let text = "";
  const blobs = { put: (given: string) => ((text = given), "c".repeat(64)) };
  const failed = { task_id: "T001", agent: "executor", status: "failed", artifacts: ["executor_report.json"] };
  const at = (attempt: number) => ({ ...failed, summary: `Attempt ${attempt} not proven`, notes: `lacked ${attempt}` });
  const no = { ...failed, summary: "GATE-CODE-REVIEW failed", artifacts: ["artifacts/validator/T001/1/x/answer.txt"] };
  const state = {
    steps: [at(1), { ...no, notes: "names say little" }, at(2), { ...at(1), task_id: "T002", notes: "of another" }],
    runId: "run",
    run: { policy: { max_iterations: 2 } },
    executor: Array.from({ length: cycles }, () => ({ task_id: "T001" })),
    evidence: present.map(evidence),
  } as unknown as RunState;
  const task = { iterations: 1, attempt: 2, plan: { task_id: "T001", goal: "it works", feature_id: "feat_001_it" } };
  const given = { project: { blobs } as unknown as Project, state, redact: (one: string) => one };
  const [event] = escalationOf(given, task as unknown as TaskState, [], fresh);
  return { text, path: event?.type === "evidence_recorded" ? event.path : null };
}

test("attempts are counted once each, whether the last one failed at G1 or at G2", () => {
  expect(issueAfter(1, [judged]).text).toContain("**Attempts judged:** 2");
  expect(issueAfter(2, []).text).toContain("**Attempts judged:** 2");
});

test("evidence that is recorded together with the issue stands in it", () => {
  const { text } = issueAfter(2, [evidence("artifacts/validator/T001/2/security_scan.json")], ["artifacts/old.txt"]);
  expect(text).toContain(
    "- `artifacts/old.txt` what artifacts/old.txt holds\n- `artifacts/validator/T001/2/security_scan",
  );
});

test("the first issue of a task bears its name alone; a later one the attempt's number, too", () => {
  expect(issueAfter(2, []).path).toBe("artifacts/escalation/issue_T001.md");
  expect(issueAfter(4, [], ["artifacts/escalation/issue_T001.md"]).path).toBe("artifacts/escalation/issue_T001-2.md");
});

test("H3A-15 what each earlier attempt lacked stands in it, once", () => {
  const { text } = issueAfter(2, []);
  expect(text).toContain("## What attempt 1 lacked\n\nlacked 1\nnames say little\n\n## Evidence");
  expect(text).not.toMatch(/lacked 2|of another/);
});
