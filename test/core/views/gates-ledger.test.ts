import fc from "fast-check";
import { expect, test } from "vitest";
import { criteriaOf } from "../../../src/core/views/criteria.ts";
import { explainGate, restsOn } from "../../../src/core/views/explain-gate.ts";
import { gatesLedger, renderGatesLedger } from "../../../src/core/views/gates-ledger.ts";
import { gatesOf } from "../../../src/core/views/gates.ts";
import { parseGatesLedger } from "../../../src/core/views/parse-gates-ledger.ts";
import type { RunEvent } from "../../../src/schema/event.ts";
import type { Check, CheckResult } from "../../../src/schema/reports.ts";
import type { GateKey } from "../../../src/schema/task.ts";
import { anyStory } from "../../support/any-events.ts";
import {
  added,
  answered,
  created,
  fold,
  judged,
  notProven,
  proven,
  resumed,
  started,
  statesOf,
  timeOf,
  validated,
  validating,
  wholeLife,
} from "../../support/events.ts";

const ledgerAfter = (...events: readonly RunEvent[]): string =>
  renderGatesLedger(gatesLedger(fold([created(), ...events])));
const gatesAfter = (...events: readonly RunEvent[]): string[] => Object.values(gatesOf(fold([created(), ...events])));

test("H3A-06 the ledger has every section of the document, in its order and words", () => {
  const text = ledgerAfter(added(1), ...proven(1).slice(0, 5));
  const headings = text.split("\n").filter((line) => line.startsWith("#"));
  expect(headings).toEqual([
    "# H3A Gates Ledger",
    "## Gate Framework",
    "## Gate History",
    "### Gate Events Log",
    "## Current Gate: G1_implementation",
    "## Escalation Protocol",
  ]);
  expect(text).toContain("| **G0: Planning** | Planner | Task decomposition, TDD strategy | 🟢 Passed |\n");
  expect(text).toContain("| **G2: Validation** | Validator | Quality verification | ⚪ Not Started |\n");
  expect(text).toContain(`\n[${timeOf(1)}] G0_planning - PASSED - planner - T001 planned: Operation 1\n`);
  expect(text).toContain(`\n[${timeOf(2)}] G1_implementation - STARTED - executor - TDD cycle T001 attempt 1 begins\n`);
  expect(text).toContain(`**Entry Time:** ${timeOf(2)}\n**Owner:** executor\n**Status:** Passed\n`);
  expect(text).toContain("- ✅ RED and GREEN proven, no test of the base lost (1 of 1 tasks)\n");
  expect(text).toContain("- `artifacts/executor/T001/1/test_output_red.txt` - RED phase\n");
  expect(text).toContain("**Blockers:**\n- None\n");
  expect(text).toContain("**Trigger:** Gate failure after 2 iterations  \n");
});

test("H3A-06 the evidence that a gate requires is what the run's policy asks for, where it lies", () => {
  const { policy } = created().run;
  const measured = created({ policy: { ...policy, checks: [...policy.checks, "coverage", "security", "mutation"] } });
  const ledgerOf = (...events: RunEvent[]): string => renderGatesLedger(gatesLedger(fold([measured, ...events])));
  const implementing = ledgerOf(added(1), ...proven(1).slice(0, 2));
  expect(implementing).toContain("- `artifacts/executor/T001/1/coverage_delta.json` - Coverage beside base's\n");
  const validating = ledgerOf(added(1), ...proven(1).slice(0, 6));
  for (const name of ["rerun_output.txt", "security_scan.json", "mutation_report.json"])
    expect(validating).toContain(`- \`artifacts/validator/T001/1/${name}\` - `);
  expect(validating).not.toContain("a11y_report.json");
});

test("H3A-06 the ledger parses back to the same data, whatever the notes say", () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const ledger = gatesLedger(fold(story));
      expect(parseGatesLedger(renderGatesLedger(ledger))).toEqual({ ...ledger, unreadable: [] });
    }),
  );
});

test("a note is shown as it reads: no control character, no mark that turns the direction of text", () => {
  const text = ledgerAfter(added(1, {}, { goal: "a\u202Eb\u0000c\u200B `x` <!-- [y]" }));
  expect(text).toContain("- PASSED - planner - T001 planned: ab c \\`x\\` \\<!-- \\[y]\n");
});

test("the event log is only added to", () => {
  let before: readonly unknown[] = [];
  for (const state of statesOf(wholeLife())) {
    const { events } = gatesLedger(state);
    expect(events.slice(0, before.length)).toEqual(before);
    before = events;
  }
});

test("a line of the log that has not its grammar is named", () => {
  const text = ledgerAfter(added(1)).replace("### Gate Events Log\n", "### Gate Events Log\nall good, trust me\n");
  expect(parseGatesLedger(text).unreadable).toEqual(["all good, trust me"]);
  expect(parseGatesLedger("").events).toEqual([]);
});

test("the run's gate is that of its least advanced task", () => {
  expect(gatesAfter()).toEqual(["in_progress", "not_started", "not_started", "not_started"]);
  expect(gatesAfter(added(1), added(2))).toEqual(["passed", "not_started", "not_started", "not_started"]);
  const one = [added(1), added(2), ...proven(1)];
  expect(gatesAfter(...one)).toEqual(["passed", "in_progress", "not_started", "not_started"]);
  expect(gatesAfter(...one, ...notProven(2))).toEqual(["passed", "failed", "not_started", "not_started"]);
  expect(gatesAfter(...one, ...proven(2).slice(0, 6))).toEqual(["passed", "passed", "in_progress", "not_started"]);
  expect(gatesAfter(...one, ...proven(2))).toEqual(["passed", "passed", "passed", "not_started"]);
  const dropped: RunEvent = { type: "feature_moved", feature_id: "feat_002", to: "dropped", reason: "no" };
  expect(gatesAfter(...one, dropped)).toEqual(["passed", "passed", "passed", "not_started"]);
});

test("a criterion is ticked when the facts of every task say so", () => {
  const metAfter = (gate: "G1_implementation" | "G2_validation", ...events: readonly RunEvent[]): boolean[] =>
    criteriaOf(fold([created(), added(1), ...events]), gate).exit.map(({ met }) => met);
  expect(metAfter("G1_implementation", started(1))).toEqual([false, false, false, false]);
  expect(metAfter("G1_implementation", started(1), judged(1, 1, "passed"))).toEqual([true, true, false, false]);
  expect(metAfter("G1_implementation", ...proven(1))).toEqual([true, true, true, true]);
  expect(metAfter("G2_validation", ...proven(1).slice(0, 6))).toEqual(Array(6).fill(false));
  expect(metAfter("G2_validation", ...proven(1))).toEqual(Array(6).fill(true));
  const two = criteriaOf(fold([created(), added(1), added(2), ...proven(1)]), "G1_implementation").exit;
  expect(two[0]).toEqual({ text: "RED and GREEN proven, no test of the base lost (1 of 2 tasks)", met: false });
  const short = criteriaOf(fold([created(), added(1, {}, { definition_of_done: [] })]), "G0_planning").exit;
  expect(short.filter(({ met }) => !met).map(({ text }) => text)).toEqual([
    "At least 3 measurable done-criteria (0 of 1 tasks)",
  ]);
});

test("H3A-14 RED and GREEN, each check, the reviews and the plan are criteria of their own, whatever the gate came to", () => {
  const policy = { ...created().run.policy, checks: ["tdd_compliance", "lint", "type_check"] as Check[] };
  const run = { ...created(), run: { ...created().run, policy } };
  const exit = (gate: GateKey, ...events: readonly RunEvent[]): string[] =>
    criteriaOf(fold([run, added(1), ...events]), gate).exit.map(({ text, met }) => `${met ? "✓" : "·"} ${text}`);
  const { proof } = judged(1, 1, "passed");
  const done = ["a", "b", "c"].map((criterion) => ({ criterion, met: true }));
  const failed = judged(1, 1, "failed", {
    proof: proof && { ...proof, definition_of_done: done },
    measured: { lint: { status: "fail" }, type_check: { status: "pass" } },
    findings: [{ code: "LINT_FOUND", severity: "error", message: "no-eval" }],
  });
  const after = exit("G1_implementation", resumed(), started(1), answered(1), failed);
  expect(after.slice(0, 4).map((line) => line.replace(/ \(.*/, ""))).toEqual([
    "✓ RED and GREEN proven, no test of the base lost",
    "✓ Definition of done met",
    "· Check lint passes",
    "✓ Check type_check passes",
  ]);
  // An attempt that is under way has proven nothing yet.
  const again = exit("G1_implementation", resumed(), started(1), answered(1), failed, started(1, 2));
  expect(again.every((line) => line.startsWith("·"))).toBe(true);
  expect(exit("G2_validation", ...proven(1))).toContain("✓ Required gates passed by their own roles (1 of 1 tasks)");
  const verified: RunEvent = { type: "run_verified", commit: "a".repeat(40) };
  expect(criteriaOf(fold([run, added(1), ...proven(1), verified]), "G0_planning").entry).toEqual([
    { text: "Brief given", met: true },
    { text: "Run open", met: true },
  ]);
});

test("H3A-14 what is open says of which tasks, and what brings them on; what a gate rests on is named when it changes", () => {
  const state = fold([created(), added(1), added(2), ...proven(1), started(2), answered(2), judged(2, 1, "failed")]);
  const open = explainGate(state, "G1_implementation", null).filter(({ met }) => !met);
  expect(open.every(({ missing, command }) => missing !== "" && command !== "")).toBe(true);
  expect(open[0]).toMatchObject({ missing: "T002: not proven", command: "baton run" });
  expect(explainGate(state, "G0_planning", "T002").find(({ rule }) => rule.startsWith("Goal"))?.rule).toContain(
    "1 of 1",
  );
  const path = "artifacts/executor/T001/1/test_output_green.txt";
  expect([...restsOn(state, "G1_implementation", "T001").keys()]).toContain(path);
  expect(explainGate(state, "G1_implementation", "T001", new Set([path])).find(({ met }) => !met)).toMatchObject({
    evidence: [path],
    command: `baton repair --run ${state.runId}`,
  });
});

test("each open criterion says what was found of it and offers the waiver of its own check alone", () => {
  const policy = {
    ...created().run.policy,
    checks: ["coverage", "lint", "security", "tests", "command_rerun"] as Check[],
  };
  const before = [created({ policy }), added(1), resumed(), started(1), answered(1)];
  const found = (check: Check) =>
    ({ code: "CHECK_SUPPRESSED", severity: "error", message: `of ${check}`, check }) as const;
  const supplies = (events: RunEvent[], gate: GateKey): Record<string, string> =>
    Object.fromEntries(
      explainGate(fold(events), gate, "T001").flatMap(({ rule, met, missing, command }) =>
        met ? [] : [[rule.replace(/ \(.*/, ""), `${missing} | ${command}`]],
      ),
    );
  const failed: RunEvent = {
    ...judged(1, 1, "failed"),
    measured: { coverage: { status: "pass" }, lint: { status: "fail" } },
    findings: [found("lint")],
  };
  const waive = (check: Check): string => `baton run, or baton gate waive T001 ${check} --as NAME --reason TEXT`;
  expect(supplies([...before, failed], "G1_implementation")).toMatchObject({
    "RED and GREEN proven, no test of the base lost": "T001: not proven | baton run",
    "test_output_red.txt recorded": "T001: not recorded | baton run",
    "Check lint passes": `T001: fail | ${waive("lint")}`,
    CHECK_SUPPRESSED: `of lint | ${waive("lint")}`,
  });
  const unsafe = validated(1, 1, "failed");
  const results = {
    ...unsafe.results,
    tests: { status: "pass" },
    command_rerun: { status: "pass" },
    security: { status: "fail" },
  };
  const checked = [
    judged(1, 1, "passed"),
    validating(1),
    { ...unsafe, results, findings: [found("security")] },
  ] as RunEvent[];
  const open = supplies([...before, ...checked], "G2_validation");
  expect(open["Check security passes"]).toBe(`T001: fail | ${waive("security")}`);
  expect(open["Required gates passed by their own roles"]).toMatch(
    /^T001: nobody was asked: .*security.* failed before \| baton run$/,
  );
  expect(Object.keys(open)).not.toContain("Verified from a clean checkout");
});

test("a task that waits for a person is a blocker until guidance comes", () => {
  const escalated = [added(1), ...notProven(1), ...notProven(1, 2)];
  expect(ledgerAfter(...escalated)).toContain("**Blockers:**\n- T001: PERSON_NEEDED - TEST_FAILED: sum is 3 not 4\n");
  expect(ledgerAfter(...escalated)).toContain("G1_implementation - ESCALATED - orchestrator - T001 failed 2 times");
  const guided: RunEvent = { type: "task_retried", task_id: "T001", reason: "use\nintegers" };
  expect(ledgerAfter(...escalated, guided)).toContain("**Blockers:**\n- None\n");
  expect(ledgerAfter(...escalated, guided)).toContain("RESUMED - human - T001: use integers\n");
});

test("a command that was passed over is told of a gate, also where policy asks for nothing of it", () => {
  const judgedAs = validated(1, 1, "passed");
  const mutation: CheckResult = { status: "not_applicable", reason: "policy", not_measured: ["pit: why", "own: why"] };
  const own = [...proven(1).slice(0, -2), { ...judgedAs, results: { ...judgedAs.results, mutation } }];
  const told = explainGate(fold([created(), added(1), ...own]), "G2_validation", "T001");
  expect(told.find(({ rule }) => rule === "mutation")).toMatchObject({
    met: true,
    verdict: "not_applicable · reason policy · not measured: pit: why; own: why",
  });
  expect(told.some(({ rule }) => rule === "lint")).toBe(false);
});
