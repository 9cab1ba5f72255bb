import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { checkBundle } from "../../../../src/core/handoff/check-bundle.ts";
import { renderBundle } from "../../../../src/core/handoff/render-bundle.ts";
import { besidesOf, governAttempt, mayBeginBeside } from "../../../../src/core/run/next/govern-attempt.ts";
import { refusalOf } from "../../../../src/core/run/guard/guard.ts";
import { nextEffect } from "../../../../src/core/run/next/next-effect.ts";
import { recompute } from "../../../../src/core/run/next/recompute.ts";
import type { RunState } from "../../../../src/core/run/state.ts";
import { sessionHandoff } from "../../../../src/core/views/session-handoff.ts";
import { pauseRun, splitTask } from "../../../../src/core/run/people/steer.ts";
import { RunEvent, type EventOf } from "../../../../src/schema/event.ts";
import { AT, CONFIG } from "../../../support/governor.ts";
import { added, answered, created, fold, judged, resumed, started, taskId } from "../../../support/events.ts";

const LARGE = { code: "SCOPE_EXCEEDED", severity: "error" as const, message: "the change is too large" };
const BENT = { code: "TEST_TAMPERED", severity: "error" as const, message: "exit(0)" };
const task = (state: RunState, n: number) => state.tasks[taskId(n)] ?? expect.fail(`no task ${n}`);

/** Decided twice, and once more by replay. */
function routed(events: readonly RunEvent[], n: number, config = CONFIG): EventOf<"attempt_routed"> {
  const state = fold(events);
  const besides = besidesOf(state, "harness-1", taskId(n));
  const decide = () => {
    const agents = ["cheap", "strong"] as [string, string];
    const one = structuredClone(state);
    const { event } = governAttempt(one, task(one, n), { agents, config, at: AT, memory: null, besides });
    return RunEvent.parse(event) as EventOf<"attempt_routed">;
  };
  const event = decide();
  expect(decide()).toEqual(event);
  const again = recompute(state, event);
  expect([refusalOf(state, event), again?.told]).toEqual([null, again?.asked]);
  return event;
}

const GOVERNED = [
  created({ governor: "governed" }),
  added(1, { steps: ["one", "two", "three"] }),
  added(2, {}, { files: ["docs/**"] }),
  resumed(),
];
const tried = (events: readonly RunEvent[], finding: typeof LARGE, config = CONFIG): RunEvent[] => {
  const route = routed(events, 1, config);
  const failed = { ...judged(1, 1, "failed"), findings: [finding] };
  return [...events, route, started(1), answered(1), failed];
};
const context = { harness: "harness-1", spent: null, overdue: () => null } as const;
const HIGH = { ...CONFIG, high_stakes_paths: ["src/**"] };

test("a task's lane lasts over its attempts: the next one goes back through the evaluation gate, under what is left of the lease", () => {
  const first = routed(GOVERNED, 1);
  expect(first).toMatchObject({
    turn_number: 1,
    commitment_turns: 10,
    gates: [{ gate: "commitment" }],
    agent: "cheap",
  });
  const failed = { code: "TEST_FAILED", severity: "error" as const, message: "3 is not 4" };
  const second = routed(tried(GOVERNED, failed), 1);
  expect(second).toMatchObject({
    turn_number: 2,
    commitment_turns: 9,
    gates: [{ gate: "evaluation", passed: true, from: "evaluation", to: "execution" }],
    agent: "strong",
    arms: { memory_items: { is: 8, why: "the attempt before failed for TEST_FAILED" } },
  });
});

test("the handoff says how the attempt was routed, and nothing of it in journals of earlier versions", () => {
  const story = tried(GOVERNED, { ...LARGE, code: "TEST_FAILED" });
  const contextOf = (events: readonly RunEvent[]) => sessionHandoff(fold(events)).payload.context;
  expect(contextOf(story)).toContain("Attempt 1 went to cheap (first): the cheapest comes first · execution");
  const older = story.map((event) => (event.type === "attempt_routed" ? { ...event, arms: undefined } : event));
  expect(contextOf(older)).not.toContain("went to");
});

test("what was too large is split once, by the governor of a governed run alone, and replay asks for the same", () => {
  const state = fold(tried(GOVERNED, LARGE));
  const effect = nextEffect(state, context);
  expect(effect).toMatchObject({ kind: "split", parts: ["one; two", "three"] });
  const [split] = splitTask(state, taskId(1), ["one", "two"], "too large");
  const own = RunEvent.parse({ ...split, by: "governor" });
  expect(recompute(state, own)).toEqual({ told: "split T001", asked: "split T001" });
  expect(recompute(state, RunEvent.parse(split))).toBeNull();
  const fixed = tried(GOVERNED, LARGE).map((event) => (event.type === "run_created" ? created() : event));
  expect(nextEffect(fold(fixed), context).kind).toBe("dispatch");
});

test("a person is asked where stakes are high and the proof was bent, and the guard lets that only follow a failure", () => {
  const state = fold(tried(GOVERNED, BENT, HIGH));
  const effect = nextEffect(state, context);
  expect(effect).toMatchObject({ kind: "ask" });
  const asked = { type: "task_escalated", task_id: "T001", attempt: 1, reason: "bent" } as const;
  expect(refusalOf(fold(GOVERNED), { ...asked, attempt: 0 })).not.toBeNull();
  const after = fold([...tried(GOVERNED, BENT, HIGH), asked]);
  expect(task(after, 1)).toMatchObject({ lifecycle: "escalation_required", blocked: "PERSON_NEEDED", iterations: 1 });
  expect(nextEffect(fold(tried(GOVERNED, BENT)), context).kind).toBe("dispatch");
});

test("what is of high stakes begins beside nobody, and nobody beside it; replay finds a run that did not wait", () => {
  const working = [...GOVERNED, routed(GOVERNED, 1, HIGH), started(1)];
  const state = fold(working);
  expect(besidesOf(state, "harness-1", taskId(2))).toEqual(["T001"]);
  expect(mayBeginBeside(state, task(state, 2), ["T001"], { config: HIGH })).toBe(false);
  const other = fold([...GOVERNED, routed(GOVERNED, 2, HIGH), started(2)]);
  expect(mayBeginBeside(other, task(other, 1), ["T002"], { config: HIGH })).toBe(false);
  expect(mayBeginBeside(other, task(other, 1), ["T002"], { config: CONFIG })).toBe(true);
  const hasty = { ...routed(GOVERNED, 2, HIGH), besides: ["T001"] };
  expect(recompute(state, hasty)?.asked).toBe("wait for T001");
});

test("FCX-02 a bundle carries how attempts were routed, so that the next one is routed the same elsewhere", () => {
  const story = tried(GOVERNED, { ...LARGE, code: "TEST_FAILED" });
  const state = fold(story);
  const facts = { beatOf: () => null, configured: { timeoutSeconds: 60, heartbeatSeconds: 30 }, blob: () => null };
  const bundle = JSON.parse(JSON.stringify(renderBundle(state, facts))) as unknown;
  const { state: imported, problems } = checkBundle(bundle, (text) => hash("sha256", text));
  expect(problems).toEqual([]);
  expect(imported?.routes).toEqual(state.routes);
  const known = { agents: ["cheap", "strong"] as [string, string], config: CONFIG, at: AT, memory: null, besides: [] };
  const of = (one: RunState) => governAttempt(one, task(one, 1), known).event;
  expect(imported === null ? null : of(imported)).toEqual(of(state));
  expect(of(state)).toMatchObject({ agent: "strong", step: "stronger" });
});

test("HRM-12 what is approved is what runs: the bundle names who gets the attempt, and leave to wait is no leave to start", () => {
  const state = fold(GOVERNED);
  const agents = ["cheap", "strong"] as [string, string];
  const asked = { agents, config: CONFIG, at: AT, memory: null, besides: [] };
  const { event, turn } = governAttempt(state, task(state, 1), asked);
  const bundle = turn.approval.approved?.action.agent_proposal;
  expect([event?.agent, bundle?.agents]).toEqual(["cheap", ["cheap"]]);
  expect(event?.approval.reason).toContain("cheap");
  const unplanned = structuredClone(task(state, 1));
  Object.assign(unplanned.plan, { tdd_plan: { red: "", green: "", refactor: "" }, goal: "" });
  const refused = governAttempt(state, unplanned, asked);
  expect([refused.event, refused.refusal?.code]).toEqual([null, "GATE_DENIED"]);
});

test("HRM-10 HRM-11 a person's stop passes the emergency gate, ends the commitment, and the next attempt commits anew", () => {
  const working = [...GOVERNED, routed(GOVERNED, 1), started(1)];
  const [stop] = pauseRun(fold(working), "stop");
  const emergency = [
    { task_id: taskId(1), gate: "emergency", passed: true, from: "execution", to: "sensemaking" } as const,
  ];
  expect(stop).toEqual({ type: "run_paused", how: "stop", emergency });
  expect(pauseRun(fold(working), "pause")).toEqual([{ type: "run_paused", how: "pause" }]);
  const state = fold([...working, { type: "run_paused", how: "stop", emergency }]);
  expect(state.stances[taskId(1)]).toBe("sensemaking");
  expect(state.routes[taskId(1)]?.commitment_turns).toBeNull();
  const agents = ["cheap", "strong"] as [string, string];
  const { turn } = governAttempt(state, task(state, 1), { agents, config: CONFIG, at: AT, memory: null, besides: [] });
  expect(turn.transitions).toMatchObject([{ via_gate: "commitment", from_stance: "sensemaking", success: true }]);
  expect(turn.commitment?.turns_remaining).toBe(CONFIG.max_commitment_turns);
});

test("ONE-03 what is judged has passed the evaluation gate, and the next attempt goes back through it from there", () => {
  const route = routed(GOVERNED, 1);
  const evaluation = { gate: "evaluation", passed: true, from: "execution", to: "evaluation" } as const;
  const waiting = { ...judged(1, 1, "person_needed"), evaluation };
  const state = fold([...GOVERNED, route, started(1), answered(1), waiting]);
  expect([state.stances[taskId(1)], state.routes[taskId(1)]?.stance]).toEqual(["evaluation", "execution"]);
  const next = governAttempt(state, task(state, 1), {
    agents: ["cheap", "strong"],
    config: CONFIG,
    at: AT,
    memory: null,
    besides: [],
  });
  expect(next.turn.transitions[0]).toMatchObject({ via_gate: "evaluation", from_stance: "evaluation" });
});
