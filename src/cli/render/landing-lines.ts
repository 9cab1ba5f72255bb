import { whoseNo } from "../../core/run/landing.ts";
import type { RunState } from "../../core/run/state.ts";
import { plain } from "./plain.ts";

/** Whether commits of the run wait for a person's `baton land`, by the run's own rule or because something is in the way. */
export const waitsToLand = ({ run, tip, landed, left }: RunState): boolean =>
  tip !== null && tip !== landed && (left !== null || run.land === "branch");

/** Where the run's commits are that the branch checked out at init does not have; none: it has them all. */
export function landingLines(state: RunState): string[] {
  const { run, runId, tip, landed, left, landRequested } = state;
  const own = `baton/${runId}`;
  if (left !== null && whoseNo(state) !== null) return [`  ! ${plain(left.reason)}; the proven commits stay on ${own}`];
  if (left !== null) {
    const code = left.code === null ? "" : `${left.code} `;
    const what = left.record === true ? "only the run's own record waits" : "proven commits wait";
    return [`  ! ${what} on ${own}: ${code}${plain(left.reason)} (baton land)`];
  }
  if (waitsToLand(state)) return [`  → the run's commits are on ${own}, not on ${run.branch} (baton land)`];
  if (tip === landed || tip === null || landRequested?.to !== tip) return [];
  const where = landRequested.url === null ? "" : `: ${plain(landRequested.url)}`;
  return [`  → ${own} was given to the landing command${where}`];
}
