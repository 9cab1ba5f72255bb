import { tasksOf, type RunState, type Waiver } from "./state.ts";

/** The waivers that a feature's proof stands on: of checks that did not pass without. */
export function waiversUsed(state: RunState, featureId: string): Waiver[] {
  if (state.waivers.length === 0) return [];
  return tasksOf(state, featureId).flatMap(({ plan: { task_id: id } }) => {
    const given = state.waivers.filter(({ task_id: task }) => task === id);
    if (given.length === 0) return [];
    const results = state.validator.findLast(({ task_id: task }) => task === id)?.verification_results;
    // The newest of a check is the one that counts.
    const newest = given.filter(({ check }, at) => given.findLastIndex((one) => one.check === check) === at);
    return newest.filter(({ check }) => ["waived", "partial"].includes(results?.[check]?.status ?? ""));
  });
}

/** Behind the word that a feature is proven; empty: nothing was waived. */
export function waiverWords(state: RunState, featureId: string): string {
  const used = waiversUsed(state, featureId).map(({ check, by }) => `${check} by ${by}`);
  return used.length === 0 ? "" : `, with a waiver (${used.join(", ")})`;
}
