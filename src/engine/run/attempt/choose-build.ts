import { chosenBuild } from "../../../core/run/next/contest.ts";
import type { Effect } from "../../../core/run/next/next-effect.ts";
import type { Turn } from "../context.ts";

/** The checks choose between the builds of an attempt; the others stay as evidence, each with its tree at a ref. */
export function chooseBuild({ journal, options }: Turn, effect: Extract<Effect, { kind: "choose" }>): void {
  const { task, ended } = effect;
  if (task.contest === null) return;
  const event = chosenBuild(task, task.contest, ended);
  journal.append(() => [event]);
  const reason = `${event.chosen === null ? "none" : `attempt ${event.chosen}`}: ${event.why}`;
  options.onEvent?.({ kind: "stepped", task, step: "choose", reason });
}
