import fc from "fast-check";
import { expect, test } from "vitest";
import { renderRoadmap } from "../../../src/core/views/roadmap.ts";
import type { RunEvent } from "../../../src/schema/event.ts";
import { anyStory } from "../../support/any-events.ts";
import {
  added,
  created,
  featureId,
  featurePlan,
  fold,
  proven,
  resumed,
  started,
  statesOf,
  taskId,
  taskPlan,
  timeOf,
  wholeLife,
} from "../../support/events.ts";

const SECTIONS = [
  "# H3A System Roadmap",
  "## Task Brief",
  "## Overall Strategy",
  "## Task Decomposition",
  "### Task Queue",
  "## Success Criteria",
  "## Notes",
];
const roadmapAfter = (...events: readonly RunEvent[]): string => renderRoadmap(fold([created(), ...events]));
const statusAfter = (...events: readonly RunEvent[]): string | undefined =>
  /^\*\*Status:\*\* (.*)$/m.exec(roadmapAfter(...events))?.[1];
const queueOf = (text: string): string[] => text.split("\n").filter((line) => /^- \[.\] T\d/.test(line));

test("H3A-03 the roadmap has every section of the document, whatever the brief and the goals say", () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const state = fold(story);
      const text = renderRoadmap(state);
      const lines = text.split("\n");
      expect(lines.filter((line) => line.startsWith("#"))).toEqual(SECTIONS);
      expect(lines.filter((line) => line === "---").length).toBe(5);
      expect(queueOf(text).length).toBe(Object.keys(state.tasks).length);
    }),
  );
});

test("H3A-03 its four status values follow the run", () => {
  expect(statusAfter(added(1), resumed())).toBe("Planning Phase");
  expect(statusAfter(added(1), started(1))).toBe("Execution Phase");
  expect(statusAfter(added(1), added(2), ...proven(1).slice(0, 5))).toBe("Validation Phase");
  expect(statusAfter(added(1), added(2), ...proven(1))).toBe("Execution Phase");
  expect(statusAfter(added(1), ...proven(1))).toBe("Validation Phase");
  expect(renderRoadmap(fold(wholeLife()))).toContain("**Status:** Complete\n");
});

test("H3A-03 a task is marked complete with its time, and no line is ever removed", () => {
  const text = roadmapAfter(added(1), added(2), ...proven(1));
  expect(queueOf(text)).toEqual([`- [x] T001: Operation 1 ✅ (Completed: ${timeOf(9)})`, "- [ ] T002: Operation 2"]);
  const edit: RunEvent = {
    type: "feature_edited",
    feature: featurePlan(1),
    task: taskPlan(3, { feature_id: featureId(1) }),
    reason: "x",
  };
  const split: RunEvent = {
    type: "task_split",
    task_id: taskId(2),
    into: [4, 5].map((n) => taskPlan(n, { feature_id: featureId(2) })),
    reason: "large",
  };
  const rest: RunEvent[] = [
    edit,
    split,
    { type: "task_skipped", task_id: taskId(4), reason: "no" },
    { type: "feature_moved", feature_id: featureId(1), to: "deferred", reason: "later" },
  ];
  expect(queueOf(roadmapAfter(added(1), added(2), ...proven(1), ...rest))).toEqual([
    `- [x] T001: Operation 1 ✅ (Completed: ${timeOf(9)}) (Superseded: its feature was changed)`,
    "- [ ] T002: Operation 2 (Split into smaller tasks)",
    "- [ ] T003: Operation 3 (Feature deferred)",
    "- [ ] T004: Operation 4 (Skipped by a person)",
    "- [ ] T005: Operation 5",
  ]);
});

test("H3A-03 through a whole life each task keeps its place in the queue", () => {
  let before: string[] = [];
  for (const state of statesOf(wholeLife())) {
    const ids = queueOf(renderRoadmap(state)).map((line) => line.slice(6, 10));
    expect(ids.slice(0, before.length)).toEqual(before);
    before = ids;
  }
  expect(before).toEqual(["T001", "T002", "T003"]);
});

test("a success criterion is ticked by every task's verdict; outside the policy it is not applicable", () => {
  const open = roadmapAfter(added(1), added(2), ...proven(1));
  expect(open).toContain(
    "- [ ] All tests passing (100% pass rate)\n- [ ] Coverage of changed lines ≥ 90%, of the project not falling (not applicable: policy)\n",
  );
  const done = roadmapAfter(added(1), added(2), ...proven(1), ...proven(2));
  expect(done).toContain(
    "- [x] All tests passing (100% pass rate)\n- [ ] Coverage of changed lines ≥ 90%, of the project not falling (not applicable: policy)\n",
  );
});

test("the thresholds of coverage and mutation are those of the run's configuration", () => {
  const { policy } = created().run;
  const own = { ...policy, thresholds: { coverage: "75.5", mutation: "60" } };
  const text = renderRoadmap(fold([created({ policy: own }), added(1)]));
  expect(text).toContain("] Coverage of changed lines ≥ 75.5%");
  expect(text).toContain("] Mutation score ≥ 60%");
});

test("commits that wait for the user are said", () => {
  const left: RunEvent = { type: "landing_left", branch: "main", to: "1".repeat(40), reason: "main has moved" };
  expect(roadmapAfter(added(1), ...proven(1), left)).toMatch(/- Proven commits wait on baton\/\S+: main has moved\n/);
});
