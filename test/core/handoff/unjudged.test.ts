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
