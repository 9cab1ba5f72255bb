import type { Check, CheckResult, WaiverWord } from "../../../schema/reports.ts";
import { tasksOf, type RunState, type Waiver } from "../state.ts";

/** What checks came to, as far as a waiver asks. */
type Statuses = Partial<Record<Check, Pick<CheckResult, "status">>>;

/** The waivers of a task that its results stand on: of checks that did not pass without. */
export function waiversBehind({ waivers }: RunState, taskId: string, results: Statuses): Waiver[] {
  const given = waivers.filter(({ task_id: task }) => task === taskId);
  // The newest of a check is the one that counts.
  const newest = given.filter(({ check }, at) => given.findLastIndex((one) => one.check === check) === at);
  return newest.filter(({ check }) => ["waived", "partial"].includes(results[check]?.status ?? ""));
}

/** The same as an entry of a report has them; empty: it stands on none. */
export function waiversField(...given: Parameters<typeof waiversBehind>): { readonly waivers?: WaiverWord[] } {
  const words = waiversBehind(...given).map(({ check, by, reason }) => ({ check, by, reason }));
  return words.length === 0 ? {} : { waivers: words };
}

/** The waivers that a feature's proof stands on: of checks that did not pass without. */
export function waiversUsed(state: RunState, featureId: string): Waiver[] {
  if (state.waivers.length === 0) return [];
  return tasksOf(state, featureId).flatMap(({ plan: { task_id: id } }) => {
    if (!state.waivers.some(({ task_id: task }) => task === id)) return [];
    const results = state.validator.findLast(({ task_id: task }) => task === id)?.verification_results;
    return waiversBehind(state, id, results ?? {});
  });
}

/** Behind the word that a feature is proven; empty: nothing was waived. */
export function waiverWords(state: RunState, featureId: string): string {
  const used = waiversUsed(state, featureId).map(({ check, by }) => `${check} by ${by}`);
  return used.length === 0 ? "" : `, with a waiver (${used.join(", ")})`;
}
