import type { Finding } from "../../errors.ts";
import type { RunReport, SuiteRun } from "../../schema/report.ts";
import { counted } from "../text/counted.ts";
import type { Baseline } from "./baseline.ts";

type OutsideError = RunReport["runErrors"][number];

/** One that belongs to no test, by its kind and its first line. */
export const outsideKey = ({ name, message }: OutsideError): string =>
  `${name}: ${message.trim().split("\n")[0] ?? ""}`;

/** What a failed run tells that belongs to no test, and base's did not: an unhandled rejection, a worker that died. */
export function outsideErrors({ report, units }: SuiteRun, { outside }: Pick<Baseline, "outside">): OutsideError[] {
  const isToldWhole = units.every(({ end, complete }) => end === "exited" && complete);
  if (!isToldWhole || units.every(({ code }) => code === 0)) return [];
  return report.runErrors.filter((error) => !outside.has(outsideKey(error)));
}

/** The runner fails by these, whatever its tests say. */
export function judgeOutside({ r2, baseline }: { readonly r2: SuiteRun; readonly baseline: Baseline }): Finding[] {
  const errors = outsideErrors(r2, baseline);
  // The last one is what ended it; before it stand the tests that have no result.
  const last = errors.at(-1);
  if (last === undefined) return [];
  const message = `the run fails by ${counted(errors.length, "error", "errors")} outside of its tests: ${outsideKey(last).slice(0, 300)}`;
  return [{ code: "TEST_FAILED", severity: "error", message }];
}
