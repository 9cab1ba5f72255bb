import { expect, test } from "vitest";
import { approve } from "../../../src/core/run/approvals.ts";
import type { RunState } from "../../../src/core/run/state.ts";
import { waive } from "../../../src/core/run/waive.ts";
import { added, answered, created, fold, resumed, started } from "../../support/events.ts";

/** A release that is asked for: everything else of G3 holds, and `ada` did the work. */
function releasable(): RunState {
  const state = fold([created(), added(1), resumed(), { ...started(1), by: "ada" }, answered(1)]);
  state.verified = "a".repeat(40);
  state.production = {
    at: "2026-01-31T09:00:00Z",
    commit: state.verified,
    criteria: [],
    approval: "0123456789ab",
    approvedBy: null,
  };
  return state;
}

test("ENV-10 H3A-18 whoever made a task neither approves the release nor waives a part of it", () => {
  const yes = (by: string): unknown => approve(releasable(), "G3", { by, comment: "" });
  expect(() => yes("Ada")).toThrow(expect.objectContaining({ code: "APPROVER_IS_AUTHOR" }));
  expect(yes("grace")).toEqual([expect.objectContaining({ type: "production_approved", by: "grace" })]);
  const without = (by: string): unknown =>
    waive(releasable(), { taskId: "G3", check: "documentation", by, reason: "none needed" });
  expect(() => without("ada")).toThrow(expect.objectContaining({ code: "APPROVER_IS_AUTHOR" }));
  expect(without("grace")).toEqual([expect.objectContaining({ type: "production_waived", by: "grace" })]);
});
