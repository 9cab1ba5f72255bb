import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { checkBundle } from "../../../../src/core/handoff/check-bundle.ts";
import { renderBundle } from "../../../../src/core/handoff/render-bundle.ts";
import { bestBuild } from "../../../../src/core/run/next/contest.ts";
import { governAttempt } from "../../../../src/core/run/next/govern-attempt.ts";
import { refusalOf } from "../../../../src/core/run/guard/guard.ts";
import { nextDispatch, nextEffect, type Effect } from "../../../../src/core/run/next/next-effect.ts";
import { recompute } from "../../../../src/core/run/next/recompute.ts";
import type { Build } from "../../../../src/schema/attempt-kind.ts";
import { RunEvent, type EventOf } from "../../../../src/schema/event.ts";
import { AT, CONFIG } from "../../../support/governor.ts";
import {
  added,
  answered,
  created,
  fold,
  HASH,
  judged,
  lost,
  replanned,
  resumed,
  started,
} from "../../../support/events.ts";

const COMMITS = ["a", "b", "c", "d", "e", "f"].map((digit) => digit.repeat(40));
const HIGH = { ...CONFIG, high_stakes_paths: ["src/**"] };
const GOVERNED = [
  created({ governor: "governed", budget: { hours: 8, attempts: 30, tokens: null, cost: null } }),
  added(1),
  resumed(),
];
const context = { harness: "harness-1", spent: null, overdue: () => null } as const;

/** The next attempt as it is routed, begun; replay decides it the same. */
function begin(events: readonly RunEvent[], config = CONFIG): RunEvent[] {
  const state = fold(events);
  const task = taskIn(events);
  const agents = ["cheap", "strong"] as [string, string];
  const { event } = governAttempt(state, task, { agents, config, at: AT, memory: null, besides: [] });
  const route = RunEvent.parse(event);
  const again = recompute(state, route);
  expect(again?.told).toBe(again?.asked);
  return [...events, route, started(1, task.attempt + 1)];
}
/** An attempt with what it left, judged. */
const build = (
  events: readonly RunEvent[],
  attempt: number,
  outcome: "passed" | "failed",
  config = CONFIG,
): RunEvent[] => [
  ...begin(events, config),
  answered(1, attempt, { candidate: COMMITS[attempt] ?? "" }),
  judged(1, attempt, outcome),
];
/** A first attempt that failed: one more, and a person is asked. Of medium stakes, as the words of its step make them. */
const MEDIUM = [GOVERNED[0], added(1, { steps: ["keep the login as it is"] }), resumed()].filter(
  (one) => one !== undefined,
);
const FAILED = build(MEDIUM, 1, "failed");
function taskIn(events: readonly RunEvent[]) {
  const { T001: task } = fold(events).tasks;
  if (task === undefined) throw new Error("no task");
  return task;
}
const choice = (events: readonly RunEvent[], spent: "budget" | null = null): Effect =>
  nextEffect(fold(events), { ...context, spent });
const chosen = (attempt: number, which: number | null): EventOf<"build_chosen"> => ({
  type: "build_chosen",
  task_id: "T001",
  attempt,
  chosen: which,
  why: "w",
  ended: "all",
  builds: [],
});

const one = (attempt: number, changes: Partial<Build> = {}): Build => ({
  attempt,
  agent: "cheap",
  outcome: "passed",
  candidate: COMMITS[0] ?? null,
  base_commit: null,
  level: "P3",
  errors: 0,
  warnings: 0,
  lines: 10,
  files: 2,
  ...changes,
});
const best = (...builds: Build[]) => bestBuild(builds)?.build.attempt ?? null;

test("the checks choose by what was proven, its level, what was found, and the size of the change, in this order", () => {
  expect(best(one(1, { outcome: "failed", lines: 1 }), one(2))).toBe(2);
  expect(best(one(1, { outcome: "person_needed" }), one(2, { outcome: "failed" }))).toBe(1);
  expect(best(one(1, { level: "P2", lines: 1 }), one(2))).toBe(2);
  expect(best(one(1, { warnings: 2, lines: 1 }), one(2))).toBe(2);
  expect(best(one(1, { lines: 11 }), one(2))).toBe(2);
  expect(best(one(1, { files: 3 }), one(2))).toBe(2);
  expect(best(one(1), one(2))).toBe(1);
  expect(best(one(1, { outcome: "failed", errors: 3 }), one(2, { outcome: "failed", errors: 1 }))).toBe(2);
  expect(best(one(1, { outcome: "lost", candidate: null }))).toBeNull();
  expect(bestBuild([one(1, { lines: 11 }), one(2)])?.why).toBe("2 of 2 proven; before attempt 1 by lines changed");
});

test("the first proven build ends it where stakes are not high; it fails as one attempt when none is", () => {
  const proven = build(FAILED, 2, "passed");
  expect(taskIn(proven)).toMatchObject({ phase: "idle", iterations: 1, contest: { n: 2, until: "proven" } });
  expect(choice(proven)).toMatchObject({ kind: "choose", ended: "proven" });
  // Nor does another one begin beside a review that is under way.
  expect(nextDispatch(fold(proven), null)).toBeNull();
  expect(nextDispatch(fold(FAILED), null)).toMatchObject({ task: { attempt: 1 } });
  const wrong = build(build(FAILED, 2, "failed"), 3, "failed");
  // Neither counts until one is chosen.
  expect(taskIn(wrong)).toMatchObject({ lifecycle: "in_progress", iterations: 1 });
  expect(choice(wrong)).toMatchObject({ kind: "choose", ended: "all" });
  const judgedOnce = [...wrong, chosen(3, 2), judged(1, 3, "failed")];
  expect(taskIn([...wrong, chosen(3, 2)])).toMatchObject({ phase: "answered", candidate: COMMITS[2], contest: null });
  expect(taskIn(judgedOnce)).toMatchObject({ lifecycle: "escalation_required", iterations: 2 });
});

test("the budget ends it with what was built so far; a killed build is done again, a lost one was one of them", () => {
  const first = build(FAILED, 2, "failed");
  expect(choice(first)).toMatchObject({ kind: "dispatch" });
  expect(choice(first, "budget")).toMatchObject({ kind: "choose", ended: "budget" });
  const open = begin(first);
  const died = { ...lost(1, 3), detail: "the harness died" };
  expect(taskIn([...open, died, replanned(1, 3)]).contest?.builds).toHaveLength(1);
  const timedOut = [...open, lost(1, 3), replanned(1, 3)];
  expect(taskIn(timedOut).contest?.builds).toMatchObject([{ outcome: "failed" }, { outcome: "lost" }]);
  expect(choice(timedOut)).toMatchObject({ kind: "choose", ended: "all" });
  const none = [...begin([...begin(FAILED), lost(1, 2), replanned(1, 2)]), lost(1, 3), replanned(1, 3)];
  expect(taskIn([...none, chosen(3, null)])).toMatchObject({ phase: "idle", contest: null });
});

test("what was found of a build when it was taken apart stands when it is chosen, and how its agent was kept apart", () => {
  const touched = { code: "CONTROL_TOUCHED", severity: "error" as const, message: "the branch was moved" };
  const second = [
    ...begin(FAILED),
    answered(1, 2, { candidate: COMMITS[2] ?? "", findings: [touched] }),
    judged(1, 2, "failed"),
  ];
  const third = build(second, 3, "failed");
  // The next build is told what the first was told, not this.
  expect(taskIn(second).findings).toEqual(taskIn(FAILED).findings);
  const task = taskIn([...third, chosen(3, 2)]);
  expect(task).toMatchObject({ findings: [touched], isolation: "I1", baseCommit: taskIn(begin(FAILED)).baseCommit });
});

test("the guard lets only a judged build be chosen, and a person's word ends the choice", () => {
  const first = build(FAILED, 2, "failed");
  const refused = (events: readonly RunEvent[], event: RunEvent): boolean => refusalOf(fold(events), event) !== null;
  expect([refused(first, chosen(2, 2)), refused(first, chosen(2, 1)), refused(FAILED, chosen(1, 1))]).toEqual([
    false,
    true,
    true,
  ]);
  const retried: RunEvent = { type: "task_retried", task_id: "T001", reason: "r" };
  expect(taskIn([...first, retried]).contest).toBeNull();
});

test("whoever takes the task builds the last of them, and drops nothing of what was built", () => {
  const first = build(FAILED, 2, "failed");
  const claim = { ...started(1, 3), harness: "claim:1", agent: "eve" };
  const taken = [...first, claim];
  expect(taskIn(taken).contest).toMatchObject({
    builds: [{ attempt: 2, build: 1 }],
    under: [{ attempt: 3, build: 2, agent: "eve", taken: true }],
  });
  const done = [...taken, answered(1, 3, { candidate: COMMITS[3] ?? "" }), judged(1, 3, "failed")];
  expect(choice(done)).toMatchObject({ kind: "choose", ended: "all" });
  // Of three, hers is the last as well.
  const high = (events: readonly RunEvent[], attempt: number) => build(events, attempt, "failed", HIGH);
  const looked = [...begin(GOVERNED, HIGH), answered(1, 1, { candidate: null, said: HASH })];
  const noted = [...looked, { type: "attempt_noted", task_id: "T001", attempt: 1 } as const];
  const hers = { ...claim, attempt: 4 };
  const built = [...high(high(noted, 2), 3), hers, answered(1, 4, { candidate: null }), judged(1, 4, "passed")];
  expect(taskIn(built).contest).toMatchObject({ n: 3, builds: [{ attempt: 3 }, { attempt: 4, agent: "eve" }] });
  const effect = choice(built);
  expect(effect).toMatchObject({ kind: "choose", ended: "taken" });
  // Given back, or up, the choice is as it was before.
  const released = { ...lost(1, 3), code: "ATTEMPT_RELEASED" } as const;
  const person = [...first, { ...started(1, 3), harness: "human" }];
  const retried: RunEvent = { type: "task_retried", task_id: "T001", reason: "r" };
  for (const given of [
    [...taken, released, replanned(1, 3)],
    [...person, retried],
  ]) {
    expect(taskIn(given).contest).toEqual({ ...taskIn(first).contest });
    expect(choice(given)).toMatchObject({ kind: "dispatch" });
  }
  // Where nothing was built that could be chosen, it is hers alone.
  const none = [...begin(FAILED), lost(1, 2), replanned(1, 2), claim];
  expect(taskIn(none).contest).toBeNull();
});

test("what is tried out, or looked at, is never a candidate; what it said waits for the next attempt", () => {
  const looks = begin(GOVERNED, HIGH);
  expect(taskIn(looks).preludes).toEqual([{ kind: "reviewer_first", attempt: 1, agent: "strong", said: null }]);
  const state = fold(looks);
  expect(refusalOf(state, answered(1, 1))?.message).toContain("cannot follow an attempt of this kind");
  const said = [...looks, answered(1, 1, { candidate: null, said: HASH })];
  expect(refusalOf(fold(said), judged(1, 1, "passed"))).not.toBeNull();
  expect(choice(said)).toMatchObject({ kind: "note" });
  const noted = [...said, { type: "attempt_noted", task_id: "T001", attempt: 1 } as const];
  expect(taskIn(noted)).toMatchObject({ phase: "idle", iterations: 0, preludes: [{ said: HASH }] });
  const next = begin(noted, HIGH).at(-2);
  expect(next).toMatchObject({ agent: "strong", before: null, kind: { is: "build", why: "after reviewer_first" } });
  const plainly = fold([...GOVERNED, started(1), answered(1)]);
  expect(refusalOf(plainly, { type: "attempt_noted", task_id: "T001", attempt: 1 })).not.toBeNull();
});

test("who looked and was lost through nobody's fault is asked again; otherwise the build follows", () => {
  const looks = begin(GOVERNED, HIGH);
  const died = [...looks, { ...lost(1), detail: "the harness died" }, replanned(1)];
  expect(begin(died, HIGH).at(-2)).toMatchObject({ kind: { is: "reviewer_first" } });
  expect(begin([...looks, lost(1), replanned(1)], HIGH).at(-2)).toMatchObject({ kind: { is: "build" } });
});

test("FCX-02 a bundle carries builds that are to be chosen from, and what was said by who looked", () => {
  const facts = { beatOf: () => null, configured: { timeoutSeconds: 60, heartbeatSeconds: 30 }, blob: () => "it said" };
  for (const story of [
    build(FAILED, 2, "failed"),
    [...begin(GOVERNED, HIGH), answered(1, 1, { candidate: null, said: hash("sha256", "it said") })],
  ]) {
    const state = fold(story);
    const bundle = JSON.parse(JSON.stringify(renderBundle(state, facts))) as unknown;
    const { state: imported, problems } = checkBundle(bundle, (text) => hash("sha256", text));
    expect(problems).toEqual([]);
    const { contest, preludes } = taskIn(story);
    const texts = renderBundle(state, facts).continuation?.texts ?? {};
    expect(Object.keys(texts)).toEqual(expect.arrayContaining(preludes.flatMap(({ said }) => said ?? [])));
    expect(imported?.tasks["T001"]).toMatchObject({ contest, preludes });
  }
});
