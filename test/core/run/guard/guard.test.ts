import fc from "fast-check";
import { expect, test } from "vitest";
import { evolve } from "../../../../src/core/run/fold/evolve.ts";
import { refusalOf } from "../../../../src/core/run/guard/guard.ts";
import { canMove, EDGES } from "../../../../src/core/run/guard/lifecycle.ts";
import type { GateReview, Phase, RunState } from "../../../../src/core/run/state.ts";
import type { EventOf, RunEvent } from "../../../../src/schema/event.ts";
import type { Lifecycle } from "../../../../src/schema/task.ts";
import {
  added,
  answered,
  checkedWith,
  committed,
  created,
  entriesOf,
  fold,
  judged,
  lost,
  notProven,
  proven,
  resumed,
  reviewing,
  started,
  validated,
  validating,
  wholeLife,
} from "../../../support/events.ts";

const PLAN = [created(), added(1), added(2)];
const refusalAfter = (events: readonly RunEvent[], next: RunEvent): string | null =>
  refusalOf(fold([...PLAN, ...events]), next)?.code ?? null;
const retried: EventOf<"task_retried"> = { type: "task_retried", task_id: "T001", reason: "go on" };

test("a whole life passes the guard", () => {
  const { refused } = guarded(wholeLife());
  expect(refused).toEqual([]);
});

const broken: EventOf<"attempt_lost"> = { ...lost(1), code: "INTERNAL", detail: "TypeError: x is undefined" };
const ESCALATED = [...notProven(1), ...notProven(1, 2)];

test.each<[string, readonly RunEvent[], RunEvent, string | null]>([
  ["validated before it was implemented", [started(1)], validating(1), "TASK_TRANSITION_ILLEGAL"],
  ["judged before it was answered", [started(1)], judged(1, 1, "passed"), "TASK_TRANSITION_ILLEGAL"],
  ["committed before it was validated", proven(1).slice(0, 6), committed(1), "TASK_TRANSITION_ILLEGAL"],
  ["begun again while it is worked on", [started(1)], started(1, 2), "TASK_TRANSITION_ILLEGAL"],
  ["begun again when it is complete", proven(1), started(1, 2), "TASK_TRANSITION_ILLEGAL"],
  ["begun after escalation without guidance", ESCALATED, started(1, 3), "TASK_TRANSITION_ILLEGAL"],
  ["begun after escalation with guidance", [...ESCALATED, retried], started(1, 3), null],
  ["begun with a number that is left out", [], started(1, 2), "ATTEMPT_FENCED"],
  ["answered by an attempt that is over", [started(1), lost(1), started(1, 2)], answered(1, 1), "ATTEMPT_FENCED"],
  ["begun again after it was lost", [started(1), lost(1)], started(1, 2), null],
  ["lost to a defect while it is judged", [started(1), answered(1)], broken, null],
  ["lost to a defect while it is validated", proven(1).slice(0, 6), broken, null],
  ["lost to a defect before it began", [], broken, "ATTEMPT_FENCED"],
  ["lost to a defect when it is committed", proven(1), broken, "TASK_TRANSITION_ILLEGAL"],
  ["lost to the clock while it is judged", [started(1), answered(1)], lost(1), "TASK_TRANSITION_ILLEGAL"],
  ["begun again after a defect in its validation", [...proven(1).slice(0, 6), broken], started(1, 2), null],
  ["begun though it is not in the plan", [], started(9), "TASK_UNKNOWN"],
  [
    "begun though it was skipped",
    [{ type: "task_skipped", task_id: "T001", reason: "no" }],
    started(1),
    "ATTEMPT_FENCED",
  ],
  ["begun in a closed run", [{ type: "run_closed", as: "partial", reason: "enough" }], started(1), "RUN_CLOSED"],
  [
    "begun in an archived run",
    [{ type: "run_verified", commit: "1".repeat(40) }, { type: "run_archived" }],
    started(1),
    "RUN_CLOSED",
  ],
  ["in a run that is archived before it is finished", [], { type: "run_archived" }, "RUN_UNFINISHED"],
])("what happens to a task that is %s", (_, before, next, code) => {
  expect(refusalAfter(before, next)).toBe(code);
});

test("whatever is tried in whatever order, what the guard lets pass moves tasks along edges only", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 80, size: "max" }), (steps) => {
      const { moves } = guarded([...PLAN, resumed()], steps);
      for (const move of moves) seen.add(move);
      expect(moves.filter((move) => !ALLOWED.has(move))).toEqual([]);
    }),
    { numRuns: 300 },
  );
  expect([...seen]).toEqual(expect.arrayContaining(["validation → complete", "escalation_required → in_progress"]));
});

/** One judgement may fail a task and escalate it at once; a lost attempt begins again where it was. */
const ALLOWED = new Set(
  (Object.keys(EDGES) as Lifecycle[]).flatMap((from) => [
    ...EDGES[from].map((to) => `${from} → ${to}`),
    ...(canMove(from, "remediation_needed") ? [`${from} → escalation_required`] : []),
  ]),
);

type Step = (state: RunState) => RunEvent;

/** An event for the task's present attempt or beside it; every second one fits its phase, so that tasks get far. */
const anyStep: fc.Arbitrary<Step> = fc
  .record({
    n: fc.constantFrom(1, 2),
    beside: fc.constantFrom(0, 0, 0, 1, -1),
    kind: fc.nat({ max: 10 }),
    fits: fc.boolean(),
    good: fc.boolean(),
  })
  .map(({ n, beside, kind, fits, good }) => (state) => {
    const task = state.tasks[`T00${n}`];
    const attempt = task?.attempt ?? 0;
    const k = fits ? attempt : Math.max(attempt + beside, 1);
    const outcome = good ? "passed" : "failed";
    const guidance: RunEvent = { ...retried, task_id: `T00${n}` };
    const begin = task?.blocked === null ? started(n, attempt + 1) : guidance;
    const next: Readonly<Record<Phase, RunEvent>> = {
      idle: begin,
      working: answered(n, k),
      answered: judged(n, k, outcome),
      held: judged(n, k, outcome),
      implemented: validating(n, k),
      validating: good ? checkedWith(n, k) : validated(n, k, outcome),
      reviewing: reviewStep(task?.review?.gates ?? [], task?.envelope ?? null) ?? validated(n, k, outcome),
      validated: committed(n),
      committed: begin,
    };
    function reviewStep(gates: readonly GateReview[], envelope: string | null): RunEvent | undefined {
      const open = gates.find(({ state: at }) => at === "open" || at === "working");
      if (open !== undefined) return reviewing(n, k, open)[good ? 0 : 1] ?? reviewing(n, k, open)[0];
      const status = { type: "status_set", task_id: `T00${n}`, attempt: k, status: "READY_FOR_REVIEW" } as const;
      return envelope === "QA_IN_PROGRESS" ? { ...status, envelope: "artifacts/x" } : undefined;
    }
    if (fits) return next[task?.phase ?? "idle"];
    return [...Object.values(next), judged(n, k, "person_needed"), lost(n, k), guidance][kind] ?? begin;
  });

/** Folds what the guard lets pass. */
function guarded(events: readonly RunEvent[], steps: readonly Step[] = []): { refused: string[]; moves: string[] } {
  let state = fold(events.slice(0, 1));
  const refused: string[] = [];
  const moves: string[] = [];
  for (const step of [
    ...events.slice(1).map(
      (event): Step =>
        () =>
          event,
    ),
    ...steps,
  ]) {
    const event = step(state);
    const refusal = refusalOf(state, event);
    if (refusal !== null) {
      refused.push(refusal.message);
      continue;
    }
    const before: Record<string, Lifecycle> = lifecyclesOf(state);
    for (const entry of entriesOf([event])) state = evolve(state, entry);
    for (const [id, to] of Object.entries(lifecyclesOf(state))) {
      const from = before[id];
      if (from !== undefined && from !== to) moves.push(`${from} → ${to}`);
    }
  }
  return { refused, moves };
}

const lifecyclesOf = ({ tasks }: RunState): Record<string, Lifecycle> =>
  Object.fromEntries(Object.entries(tasks).map(([id, { lifecycle }]) => [id, lifecycle]));

test("no proof passes without the runs that the run's policy asks for", () => {
  const first = created();
  const proof = { flip: true, held_out: { manifest: "0".repeat(64), files: 1 } };
  const asking = { ...first, run: { ...first.run, policy: { ...first.run.policy, proof } } };
  const state = fold([asking, added(1), started(1), answered(1)]);
  const passed = judged(1, 1, "passed");
  const facts = passed.proof;
  if (facts === null) throw new Error("nothing was proven");
  const told = (further: object): string | null =>
    refusalOf(state, { ...passed, proof: { ...facts, further } })?.code ?? null;
  expect(refusalOf(state, passed)?.code).toBe("NOT_MEASURED");
  expect(told({ R5: "1 fails" })).toBe("NOT_MEASURED");
  expect(told({ R7: "1 passes" })).toBe("NOT_MEASURED");
  expect(told({ R5: "1 fails", R7: "1 passes" })).toBeNull();
});
