import fc from "fast-check";
import { expect, test } from "vitest";
import { logEntries, parseProgress } from "../../../src/core/progress/progress-file.ts";
import { DO_NOT_EDIT_LINE } from "../../../src/core/progress/render-progress.ts";
import type { RunState } from "../../../src/core/run/state.ts";
import { agentState } from "../../../src/core/views/agent-state.ts";
import { featureList } from "../../../src/core/views/feature-list.ts";
import { renderProgress } from "../../../src/core/views/progress.ts";
import type { AgentState } from "../../../src/schema/agent-state.ts";
import type { RunEvent } from "../../../src/schema/event.ts";
import { anyStory, awkwardText } from "../../support/any-events.ts";
import {
  added,
  answered,
  created,
  FACTS,
  featureId,
  fold,
  judged,
  lost,
  NOTES_HASH,
  notProven,
  proven,
  resumed,
  RUN_ID,
  started,
  statesOf,
  timeOf,
  wholeLife,
} from "../../support/events.ts";

const progressOf = (state: RunState): string => renderProgress(state, FACTS);
const stateAfter = (...events: readonly RunEvent[]): AgentState => agentState(fold([created(), ...events]));
const moved = (n: number, to: "deferred" | "dropped" | "open"): RunEvent => ({
  type: "feature_moved",
  feature_id: featureId(n),
  to,
  reason: "not now",
});

test("TAH-18 until the first turn ends the progress file is the initialization note, with all its parts", () => {
  const text = progressOf(fold([created(), added(1), added(2)]));
  expect(text).toMatch(/^=== INITIALIZATION COMPLETE ===\n\nPROJECT: Calculator\nTOTAL FEATURES: 2\n/);
  expect(text).toMatch(/\nSTART WITH: Feature feat_001\n\n--- CODING AGENT STARTS BELOW ---\n$/);
  expect(progressOf(fold([created(), added(1), added(2), started(1)]))).toBe(text);
});

test("TAH-18 each turn rewrites the one SESSION block: what was done, what comes next", () => {
  const plan = [created(), added(1), added(2), resumed()];
  const failed = progressOf(fold([...plan, ...notProven(1)]));
  expect(parseProgress(failed).session).toMatchObject({
    time: timeOf(6),
    currentFeature: "feat_001",
    status: "In Progress (1/3 tests passing)",
    lastAgent: "coder",
    whatWasDone: ["Worked on: Operation 1", "TEST_FAILED: sum is 3", "not 4"],
    nextAgent: "coder",
    whatToDo: ["feat_001: Operation 1", "calculate 1"],
    context: ["0 of 2 features are proven"],
    continueFrom: "feat_001",
  });
  const passed = progressOf(fold([...plan, ...notProven(1), ...proven(1, 2)]));
  expect(passed.match(/^=== SESSION /gm)?.length).toBe(1);
  expect(parseProgress(passed).session).toMatchObject({
    status: "Proven (3/3 tests passing)",
    whatWasDone: ["Proved: Operation 1"],
    continueFrom: "feat_002",
  });
  const complete = progressOf(fold(wholeLife()));
  expect(parseProgress(complete).session).toMatchObject({
    nextAgent: "none",
    whatToDo: ["Nothing: every feature is proven"],
    context: ["3 of 3 features are proven"],
  });
});

test("TAH-18 everything below the line is kept in its order and only grows", () => {
  let before = "";
  for (const state of statesOf(wholeLife())) {
    const { below } = parseProgress(progressOf(state));
    expect(below.startsWith(before.trimEnd())).toBe(true);
    before = below;
  }
  const entries = logEntries(progressOf(fold(wholeLife())));
  expect(entries.map(({ featureId: id, passes }) => `${id} ${passes ? "PASS" : "FAIL"}`)).toEqual([
    "feat_002 FAIL",
    "feat_002 PASS",
    "feat_001 PASS",
    "feat_003 FAIL",
    "feat_003 PASS",
  ]);
  expect(before).toContain("\n\nthe parser drops the last line\n\n[");
});

test("no agent's words forge a line of the harness or move the do-not-edit line", () => {
  fc.assert(
    fc.property(anyStory, awkwardText, (story, notes) => {
      const turn = [started(9), answered(9, 1, { notes: NOTES_HASH }), judged(9, 1, "failed")];
      const state = fold([...story, added(9), ...turn]);
      const text = renderProgress(state, { blob: () => notes });
      const logs = state.progress.filter(({ kind }) => kind === "log");
      const { session } = parseProgress(text);
      expect(session).toMatchObject({ time: state.last?.at, stateFilesUpdated: { length: 3 } });
      expect(logEntries(text).length).toBe(logs.length);
      expect(text.split("\n").filter((line) => line.trim() === DO_NOT_EDIT_LINE).length).toBe(1);
    }),
  );
});

test("erased notes leave a word in their place", () => {
  const state = fold([created(), added(1), started(1), answered(1, 1, { notes: NOTES_HASH }), judged(1, 1, "passed")]);
  expect(renderProgress(state, { blob: () => null })).toContain("\n(notes erased)\n");
});

test("the feature list derives its counts; a dropped feature is out of it, a deferred one stays", () => {
  const plan = [created(), added(1), added(2), added(3), added(4), ...proven(1), ...notProven(2)];
  expect(featureList(fold(plan))).toMatchObject({ total_features: 4, completed: 1, in_progress: 1, not_started: 2 });
  const list = featureList(fold([...plan, moved(3, "dropped"), moved(4, "deferred")]));
  expect(list).toMatchObject({ total_features: 3, completed: 1, in_progress: 1, failed: 0, not_started: 1 });
  expect(list.features.map(({ id }) => id)).toEqual(["feat_001", "feat_002", "feat_004"]);
  expect(featureList(fold([...plan, moved(3, "dropped"), moved(3, "open")])).total_features).toBe(4);
});

test("TAH-19 the agent state follows the journal, and its iteration is never set back", () => {
  expect(stateAfter(added(1))).toEqual({
    schema_version: "1.0.0",
    run_id: RUN_ID,
    status: "initialized",
    iteration: 0,
    current_feature: null,
    current_task: null,
    last_agent: null,
    next_agent: "coding_agent",
    updated_at: timeOf(1),
  });
  expect(stateAfter(added(1), resumed(), ...notProven(1))).toMatchObject({
    status: "running",
    iteration: 1,
    current_feature: "feat_001",
    current_task: "T001",
    last_agent: "coder",
    next_agent: "coder",
    updated_at: timeOf(5),
  });
  const iterations = statesOf(wholeLife()).map((state) => agentState(state).iteration);
  expect(iterations).toEqual(iterations.toSorted((a, b) => a - b));
  expect(agentState(fold(wholeLife()))).toMatchObject({
    status: "complete",
    iteration: 5,
    current_task: null,
    next_agent: null,
  });
});

const lostThrice = (n: number): RunEvent[] => [1, 2, 3].flatMap((attempt) => [started(n, attempt), lost(n, attempt)]);
const ESCALATED = [...notProven(1), ...notProven(1, 2)];

test.each([
  ["waiting", "a task escalated", [added(1), ...ESCALATED]],
  ["waiting", "work is held for a person", [added(1), started(1), judged(1, 1, "person_needed")]],
  [
    "waiting",
    "what is left depends on an escalated task",
    [added(1), added(2, { depends_on: ["feat_001"] }), ...ESCALATED],
  ],
  ["running", "another task is ready", [added(1), added(2), ...ESCALATED]],
  ["running", "a task is under way", [added(1), started(1)]],
  ["running", "a task is under way beside a blocked one", [added(1), added(2), started(1), ...lostThrice(2)]],
  ["running", "a lost attempt can be given out again", [added(1), started(1), lost(1)]],
  ["running", "everything is proven but not verified", [added(1), ...proven(1)]],
  [
    "incomplete",
    "what is left depends on a dropped feature",
    [added(1), added(2, { depends_on: ["feat_001"] }), moved(1, "dropped")],
  ],
  ["paused", "a person paused it", [added(1), { type: "run_paused", how: "pause" }]],
  ["closed_partial", "a person closed it", [added(1), { type: "run_closed", as: "partial", reason: "enough" }]],
] as const)("a run is %s when %s", (status, _, events: readonly RunEvent[]) => {
  expect(stateAfter(resumed(), ...events).status).toBe(status);
});

test("the next agent is named while there is something to give out", () => {
  expect(stateAfter(resumed(), added(1), started(1), lost(1)).next_agent).toBe("coder");
  expect(stateAfter(resumed(), added(1), ...ESCALATED).next_agent).toBe(null);
  expect(stateAfter(resumed(), added(1), ...proven(1)).next_agent).toBe(null);
});
