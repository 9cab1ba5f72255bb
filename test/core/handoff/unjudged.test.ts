import { expect, test } from "vitest";
import { carriedOf } from "../../../src/core/handoff/carry.ts";
import { unjudged } from "../../../src/core/handoff/unjudged.ts";
import type { LandMode } from "../../../src/schema/landing-event.ts";
import { added, created, fold, proven, resumed } from "../../support/events.ts";

const bundleOf = (land: LandMode) => {
  const carried = carriedOf(fold([created(), added(1), resumed(), ...proven(1)]));
  return { ...carried, run: { ...carried.run, land, land_configured: true }, texts: {} };
};
const landOf = (land: LandMode, landed: boolean): unknown => {
  const { run } = unjudged(bundleOf(land), { landed });
  return [run.land, run.land_configured];
};

test("FCX-02 what the branch lacks of an imported run lands by no configuration, whatever mode the bundle names", () => {
  expect(landOf("auto", false)).toEqual(["manual", false]);
  expect(landOf("branch", false)).toEqual(["branch", false]);
  expect(landOf("auto", true)).toEqual(["auto", true]);
});

test("FCX-02 a run whose last change was proven elsewhere and is not committed goes on, and its feature does not pass", () => {
  const bundle = bundleOf("auto");
  const items = bundle.items.map((item) =>
    item.kind === "feature" ? { ...item, value: { ...item.value, passes: true } } : item,
  );
  const told = (of: typeof bundle): unknown => {
    const { standing, items: left } = unjudged(of, { landed: true });
    return [standing.status, left.flatMap((item) => (item.kind === "feature" ? item.value.passes : []))];
  };
  const standing = { ...bundle.standing, status: "complete" as const };
  const validated = items.map((item) =>
    item.kind === "task" ? { ...item, value: { ...item.value, phase: "validated" as const } } : item,
  );
  expect(told({ ...bundle, standing, items: validated })).toEqual(["running", [false]]);
  // What is committed stays as it was.
  const committed = items.map((item) =>
    item.kind === "task" ? { ...item, value: { ...item.value, phase: "committed" as const } } : item,
  );
  expect(told({ ...bundle, standing, items: committed })).toEqual(["complete", [true]]);
});
