import fc from "fast-check";
import { expect, test } from "vitest";
import { checkBundle } from "../../../src/core/handoff/check-bundle.ts";
import { renderBundle } from "../../../src/core/handoff/render-bundle.ts";
import { reconcileState } from "../../../src/core/ledger/reconcile.ts";
import { approve, questionsIn, reject } from "../../../src/core/run/people/approvals.ts";
import { attemptOf, attemptsOf } from "../../../src/core/run/beside.ts";
import { chosenBuild } from "../../../src/core/run/next/contest.ts";
import { governAttempt } from "../../../src/core/run/next/govern-attempt.ts";
import { refusalOf } from "../../../src/core/run/guard/guard.ts";
import { locksIn } from "../../../src/core/run/locks.ts";
import { isCalledOff, nextDispatch, nextEffect } from "../../../src/core/run/next/next-effect.ts";
import { recompute } from "../../../src/core/run/next/recompute.ts";
import type { TaskState } from "../../../src/core/run/state.ts";
import { RunEvent, type EventOf } from "../../../src/schema/event.ts";
import { AT, CONFIG } from "../../support/governor.ts";
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
} from "../../support/events.ts";

const config = { ...CONFIG, high_stakes_paths: ["src/**"] };
const context = { harness: "harness-1", spent: null, overdue: () => null } as const;
const commitOf = (attempt: number): string => attempt.toString(16).padStart(2, "0").repeat(20);

function taskIn(events: readonly RunEvent[]): TaskState {
  const { T001: task } = fold(events).tasks;
  if (task === undefined) throw new Error("no task");
  return task;
}

/** The next attempt as the run gives it out, routed; replay decides it the same. */
function begin(events: readonly RunEvent[]): RunEvent[] {
  const state = fold(events);
  const choice = nextDispatch(state, null);
  if (choice === null) throw new Error("nobody may begin");
  const agents = ["cheap", "strong"] as [string, string];
  const { event } = governAttempt(state, choice.task, { agents, config, at: AT, memory: null, besides: [] });
  const route = RunEvent.parse(event);
  const again = recompute(state, route);
  expect(again?.told).toBe(again?.asked);
  return [...events, route, started(1, choice.task.begun + 1)];
}
const did = (events: readonly RunEvent[], ...more: RunEvent[]): RunEvent[] =>
  more.reduce<RunEvent[]>(
    (story, event) => {
      expect(refusalOf(fold(story), event)).toBeNull();
      return [...story, event];
    },
    [...events],
  );
const answer = (attempt: number): RunEvent => answered(1, attempt, { candidate: commitOf(attempt) });

/** A look, a build that failed, and now three are built: a person would be asked next. */
const LOOKED = did(
  begin([created({ governor: "governed" }), added(1), resumed()]),
  answered(1, 1, { candidate: null, said: HASH }),
  {
    type: "attempt_noted",
    task_id: "T001",
    attempt: 1,
  },
);
const FAILED = did(begin(LOOKED), answer(2), judged(1, 2, "failed"));
const TWO = begin(begin(FAILED));
const THREE = begin(TWO);

test("where all builds are compared, each begins beside the others, told the same, by the next stronger agent", () => {
  const task = taskIn(THREE);
  expect(attemptsOf(task).map(({ attempt, phase }) => [attempt, phase])).toEqual([
    [3, "working"],
    [4, "working"],
    [5, "working"],
  ]);
  expect(task.contest?.under).toEqual([
    { attempt: 3, build: 1, agent: "strong" },
    { attempt: 4, build: 2, agent: "strong" },
    { attempt: 5, build: 3, agent: "strong" },
  ]);
  expect(nextDispatch(fold(THREE), null)).toBeNull();
  expect(nextEffect(fold(TWO), context)).toMatchObject({
    kind: "dispatch",
    task: { attempt: 4, phase: "idle" },
    why: null,
  });
  // What one of them left says nothing to the next.
  const found = did(
    TWO,
    answered(1, 4, { candidate: null, findings: [{ code: "X", severity: "warning", message: "m" }] }),
  );
  expect(nextDispatch(fold(found), null)?.task.findings).toEqual(taskIn(FAILED).findings);
  // One lock for the task, held by none against its own builds.
  expect(locksIn(fold(THREE))).toMatchObject([{ task_id: "T001", attempt: 5 }]);
});

test("each is judged as it answers, whichever is first; the checks choose when none is under way", () => {
  const first = did(THREE, answer(4));
  expect(nextEffect(fold(first), context)).toMatchObject({
    kind: "judge",
    task: { attempt: 4, candidate: commitOf(4) },
  });
  const judgedOnce = did(first, judged(1, 4, "passed"), answer(5), answer(3), judged(1, 3, "failed"));
  expect(taskIn(judgedOnce)).toMatchObject({ attempt: 5, phase: "answered", beside: [] });
  expect(nextEffect(fold(judgedOnce), context)).toMatchObject({ kind: "judge", task: { attempt: 5 } });
  const all = did(judgedOnce, judged(1, 5, "failed"));
  const effect = nextEffect(fold(all), context);
  expect(effect).toMatchObject({ kind: "choose", ended: "all" });
  const task = taskIn(all);
  expect(task.contest?.builds.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
    [3, "failed"],
    [4, "passed"],
    [5, "failed"],
  ]);
  if (task.contest === null) throw new Error("no choice");
  const chosen = did(all, chosenBuild(task, task.contest, "all"));
  expect(taskIn(chosen)).toMatchObject({ phase: "answered", attempt: 5, candidate: commitOf(4), contest: null });
  // The choice is one failed attempt or none, however many were built.
  expect(taskIn(did(chosen, judged(1, 5, "failed")))).toMatchObject({ iterations: 2 });
});

test("the newest that ends leaves the older ones under way, and the next number is nobody's", () => {
  const ended = did(THREE, answer(5), judged(1, 5, "passed"));
  expect(taskIn(ended)).toMatchObject({ attempt: 4, begun: 5, phase: "working" });
  expect(isCalledOff(fold(ended), "T001", 5)).toBe(true);
  expect(isCalledOff(fold(ended), "T001", 4)).toBe(false);
  expect(isCalledOff(fold(ended), "T001", 6)).toBe(false);
  const died = did(ended, { ...lost(1, 3), detail: "the harness died" });
  expect(taskIn(died).contest?.under).toEqual([{ attempt: 4, build: 2, agent: "strong" }]);
  // It was nobody's fault: that build is done again, as the first.
  expect(begin(died).at(-2)).toMatchObject({ attempt: 6, kind: { is: "best_of", build: 1 } });
});

test("one death of a harness is one loss of its task, however many builds were under way", () => {
  const died = [3, 4, 5].map((attempt) => ({ ...lost(1, attempt), detail: "the harness died" }));
  expect(taskIn(did(THREE, ...died))).toMatchObject({ phase: "idle", lost: 1, beside: [] });
});

test("a killed run finds each build that was under way, and keeps those that ended", () => {
  const state = fold(did(THREE, answer(3), judged(1, 3, "passed"), answer(5)));
  const another = { ...context, harness: "harness-2" };
  expect(nextEffect(state, another)).toMatchObject({ kind: "lose", task: { attempt: 4 } });
  const gone = did(THREE, answer(3), judged(1, 3, "passed"), answer(5), { ...lost(1, 4), detail: "the harness died" });
  expect(nextEffect(fold(gone), another)).toMatchObject({ kind: "judge", task: { attempt: 5 } });
  const next = begin(did(gone, judged(1, 5, "failed")));
  expect(next.at(-2)).toMatchObject({ attempt: 6, kind: { build: 2 } });
});

test("who is late is one of the builds, and the last one to be lost leaves the task to be planned anew", () => {
  const late = did(THREE, lost(1, 5), lost(1, 3));
  expect(taskIn(late)).toMatchObject({ attempt: 4, phase: "working", blocked: null, lost: 2 });
  const none = did(late, lost(1, 4));
  expect(taskIn(none)).toMatchObject({ attempt: 5, phase: "idle", blocked: "TASK_TIMEOUT", beside: [] });
  expect(nextEffect(fold(none), context)).toMatchObject({ kind: "choose", ended: "all" });
  const two = did(TWO, lost(1, 4), lost(1, 3));
  expect(nextEffect(fold(two), context)).toMatchObject({ kind: "replan" });
  expect(nextDispatch(fold(did(two, replanned(1, 4))), null)).toMatchObject({ task: { begun: 4 } });
});

test("one that waits for a person is asked about by itself, and no other begins meanwhile", () => {
  const finding = { code: "FIREWALL_INJECTION", severity: "person", message: "m", approval: "abcdef123456" } as const;
  const held = did(TWO, answered(1, 3, { candidate: commitOf(3), findings: [finding] }));
  expect(questionsIn(fold(held))).toMatchObject([{ task_id: "T001", attempt: 3, approval: "abcdef123456" }]);
  expect(nextDispatch(fold(held), null)).toBeNull();
  const decision = { by: "eve@example.invalid", comment: "c" };
  const said = did(held, ...approve(fold(held), "abcdef123456", decision));
  expect(nextEffect(fold(said), context)).toMatchObject({ kind: "judge", task: { attempt: 3 } });
  const { event } = reject(fold(held), "abcdef123456", decision);
  const discarded = did(held, event);
  expect(attemptsOf(taskIn(discarded)).map(({ attempt }) => attempt)).toEqual([4]);
  expect(begin(discarded).at(-2)).toMatchObject({ attempt: 5, kind: { build: 3 } });
});

test("the guard lets nobody else in while builds are under way, and fences each by its own number", () => {
  const refused = (event: RunEvent, events: readonly RunEvent[] = TWO): boolean =>
    refusalOf(fold(events), event) !== null;
  for (const event of [
    { ...started(1, 5), harness: "human" },
    { ...started(1, 5), harness: "claim:1" },
    started(1, 6),
    started(1, 4),
    { type: "task_retried", task_id: "T001", reason: "r" },
    { type: "task_skipped", task_id: "T001", reason: "r" },
    judged(1, 3, "passed"),
    judged(1, 2, "passed"),
    answer(2),
    { type: "build_chosen", task_id: "T001", attempt: 4, chosen: null, why: "w", ended: "all", builds: [] },
  ] satisfies RunEvent[])
    expect([event.type, refused(event)]).toEqual([event.type, true]);
  expect(refused(started(1, 6), THREE)).toBe(true);
  expect(refused(started(1, 5))).toBe(false);
  // A person's word waits, too, where only one of them does.
  const held = { code: "FIREWALL_INJECTION", severity: "person", message: "m", approval: "abcdef123456" } as const;
  const waits = did(TWO, answered(1, 4, { candidate: null, findings: [held] }));
  expect(refused({ type: "task_retried", task_id: "T001", reason: "r" }, waits)).toBe(true);
});

test("where the first proven build ends it, they follow each other: the second may never be needed", () => {
  const plan = [created({ governor: "governed" }), added(1, { steps: ["keep the login as it is"] }), resumed()];
  const route = (events: readonly RunEvent[]): RunEvent[] => {
    const state = fold(events);
    const agents = ["cheap", "strong"] as [string, string];
    const { event } = governAttempt(state, taskIn(events), {
      agents,
      config: CONFIG,
      at: AT,
      memory: null,
      besides: [],
    });
    return [...events, RunEvent.parse(event), started(1, taskIn(events).begun + 1)];
  };
  const first = route(did(route(plan), answer(1), judged(1, 1, "failed")));
  expect(taskIn(first).contest).toMatchObject({ n: 2, until: "proven" });
  expect(nextDispatch(fold(first), null)).toBeNull();
});

test("FCX-02 a bundle carries builds side by side", () => {
  const facts = { beatOf: () => null, configured: { timeoutSeconds: 60, heartbeatSeconds: 30 }, blob: () => null };
  const story = did(THREE, answer(5), judged(1, 5, "passed"), answer(3));
  const bundle = JSON.parse(JSON.stringify(renderBundle(fold(story), facts))) as unknown;
  const { state } = checkBundle(bundle, () => HASH);
  const { begun, beside, contest, attempt } = taskIn(story);
  expect(state?.tasks["T001"]).toMatchObject({ begun, beside, contest, attempt });
});

/** What may happen next, by the number of a draw. */
function happen(events: readonly RunEvent[], draw: number): RunEvent[] {
  const state = fold(events);
  const { contest } = taskIn(events);
  const effect = nextEffect(state, context);
  if (effect.kind === "choose" && contest !== null) return did(events, chosenBuild(effect.task, contest, effect.ended));
  if (effect.kind === "replan") return did(events, replanned(1, effect.task.attempt));
  const moves = attemptsOf(taskIn(events)).flatMap(({ attempt, phase }): (() => RunEvent[])[] =>
    phase === "working"
      ? [answer(attempt), lost(1, attempt), { ...lost(1, attempt), detail: "the harness died" }].map(
          (event) => () => did(events, event),
        )
      : phase === "answered"
        ? (["passed", "failed"] as const).map((outcome) => () => did(events, judged(1, attempt, outcome)))
        : [],
  );
  if (nextDispatch(state, null) !== null) moves.push(() => begin(events));
  return moves[draw % moves.length]?.() ?? [...events];
}

test("property: whatever the order, each build ends once, the ledger adds up, and one of those that were judged is chosen", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 4, maxLength: 24 }), (draws) => {
      let story: RunEvent[] = begin(FAILED);
      for (const draw of draws) {
        story = happen(story, draw);
        const task = taskIn(story);
        expect(reconcileState(fold(story))).toEqual([]);
        expect(task.phase === "idle" && task.beside.length > 0).toBe(false);
        if (task.contest === null) break;
        const numbers = [
          ...task.contest.builds.map(({ build }) => build),
          ...task.contest.under.map(({ build }) => build),
        ];
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(numbers.length).toBeLessThanOrEqual(3);
        expect(task.contest.under.map(({ attempt }) => attempt)).toEqual(
          attemptsOf(task)
            .filter(({ phase }) => phase !== "idle")
            .map(({ attempt }) => attempt),
        );
      }
      const [choice] = story.filter((event): event is EventOf<"build_chosen"> => event.type === "build_chosen");
      const { attempt, chosen = null } = choice ?? { attempt: 0 };
      const candidate = attemptOf(taskIn(story), attempt)?.candidate ?? null;
      expect(candidate).toBe(chosen === null ? null : commitOf(chosen));
    }),
    { numRuns: 40 },
  );
});
