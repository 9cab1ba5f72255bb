import { describe, expect, test } from "vitest";
import {
  selectTask,
  standingsOf,
  type LedgerFacts,
  type ReadyTask,
} from "../../../src/core/governor/reasoning/select-task.ts";
import { compareStandings } from "../../../src/core/governor/reasoning/priority.ts";
import { nextEffect } from "../../../src/core/run/next/next-effect.ts";
import { recompute } from "../../../src/core/run/next/recompute.ts";
import type { RunEvent } from "../../../src/schema/event.ts";
import { SelectedAction } from "../../../src/schema/governor-reasoning.ts";
import { added, created, featureId, fold, notProven, proven, taskId } from "../../support/events.ts";

const task = (n: number, changes: Partial<ReadyTask> = {}): ReadyTask => ({
  task_id: taskId(n),
  goal: `Do ${n}`,
  priority: "medium",
  unblocks: 0,
  files: [`src/${n}.ts`],
  parts: 4,
  begun: false,
  ...changes,
});
const NOBODY = { problem_id: null, commitment_id: null };
const first = (
  ready: readonly ReadyTask[],
  last: LedgerFacts["last"] = null,
  committed = NOBODY as Parameters<typeof selectTask>[1],
) => selectTask({ ready, last }, committed)?.primary.id;

describe("ONE-02 the ledger's facts choose the next task", () => {
  test("each fact alone decides between equals: priority, what waits, the last files, size, the commitment", () => {
    expect(first([task(1), task(2, { priority: "high" })])).toBe("T002");
    expect(first([task(1), task(2, { unblocks: 1 })])).toBe("T002");
    expect(first([task(1), task(2, { files: ["src/a.ts"] })], { task_id: "T009", files: ["src/a.ts"] })).toBe("T002");
    expect(first([task(1, { parts: 12 }), task(2)])).toBe("T002");
    expect(first([task(1), task(2)], null, { problem_id: "T002", commitment_id: "c" })).toBe("T002");
    expect(first([task(1), task(2, { begun: true })])).toBe("T002");
    expect(first([task(1), task(2, { begun: true }), task(3, { begun: true })], { task_id: "T003", files: [] })).toBe(
      "T003",
    );
    expect(first([task(2), task(1)])).toBe("T001");
    expect(selectTask({ ready: [], last: null }, NOBODY)).toBeNull();
  });

  test("a step more decides nothing, and files that are anything are no momentum", () => {
    expect(first([task(1, { parts: 5 }), task(2, { parts: 3 })])).toBe("T001");
    expect(first([task(1), task(2, { files: ["**"] })], { task_id: "T009", files: ["**"] })).toBe("T001");
  });

  test("the answer says why, and its order is the order of the whole list", () => {
    const facts = { ready: [task(1), task(2, { unblocks: 2 }), task(3, { priority: "critical" })], last: null };
    const selected = SelectedAction.parse(selectTask(facts, NOBODY));
    expect(selected.rationale).toMatch(
      /^T002 scores 0\.\d\d \(alignment 0\.20, dependency 0\.13, .*\), ahead of T003 at 0\.\d\d$/,
    );
    expect([selected.primary.id, selected.fallback?.id]).toEqual(["T002", "T003"]);
    expect(
      standingsOf(facts, NOBODY)
        .sort(compareStandings)
        .map(({ id }) => id),
    ).toEqual(["T002", "T003", "T001"]);
  });
});

describe("ONE-02 in a run", () => {
  const CONTEXT = { harness: "h", spent: null, approvals: [], overdue: () => null };
  const next = (governor: "governed" | "fixed" | undefined, ...events: readonly RunEvent[]) => {
    const state = fold([created({ land: "branch", ...(governor === undefined ? {} : { governor }) }), ...events]);
    const effect = nextEffect(state, CONTEXT);
    if (effect.kind !== "dispatch") throw new Error(`${effect.kind} instead of a task`);
    return effect;
  };
  // The third unblocks two others; first in, first out begins with the first.
  const plan = [
    added(1),
    added(2),
    added(3),
    added(4, { depends_on: [featureId(3)] }),
    added(5, { depends_on: [featureId(3)] }),
  ];

  test("a governed run begins with what others wait for; a fixed one, and one of before, with the first", () => {
    expect(next("governed", ...plan).task.plan.task_id).toBe("T003");
    expect(next("fixed", ...plan).task.plan.task_id).toBe("T001");
    expect(next(undefined, ...plan).task.plan.task_id).toBe("T001");
    expect(next("governed", ...plan).why).toMatchObject({
      governor: "governed",
      score: "0.5458",
      fallback: "T001",
      candidates: 3,
    });
    expect(next("fixed", ...plan).why).toMatchObject({ governor: "fixed", score: null, signals: null });
  });

  test("--governor changes the order from there on", () => {
    const set: RunEvent = { type: "governor_set", governor: "governed" };
    expect(next("fixed", ...plan, set).task.plan.task_id).toBe("T003");
  });

  test("what failed goes on before something new begins, for it is what the run is committed to", () => {
    expect(next("governed", ...plan, ...notProven(2)).task.plan.task_id).toBe("T002");
    expect(next("governed", ...plan, ...proven(3)).task.plan.task_id).toBe("T001");
  });

  test("a replay decides again with the same numbers, and tells where they were changed", () => {
    const state = fold([created({ governor: "governed" }), ...plan]);
    const { why } = next("governed", ...plan);
    if (why === null) throw new Error("nothing was chosen between");
    const event: RunEvent = { type: "task_selected", ...why, attempt: 1 };
    const again = recompute(state, event);
    expect(again?.told).toBe(again?.asked);
    const forged = recompute(state, { ...event, rationale: "because" });
    expect(forged?.told).not.toBe(forged?.asked);
  });
});
