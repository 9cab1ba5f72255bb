import { waitsForPerson } from "../run/next/next-effect.ts";
import { oncePerEntry } from "../run/once.ts";
import { perFeaturePage, perTaskPage } from "../run/pages.ts";
import { firstReady } from "../run/next/ready.ts";
import type { TaskState } from "../run/state.ts";
import { isPlanned } from "./gates.ts";

/** What comes next. `person`: nothing is ready and somebody is needed. `stuck`: nothing is ready and nobody can help. */
export type Outlook =
  | { readonly kind: "task"; readonly task: TaskState }
  | { readonly kind: "proven" }
  | { readonly kind: "person"; readonly tasks: readonly TaskState[] }
  | { readonly kind: "stuck" };

/** Work that is under way comes first, then what is ready. */
export const outlookOf = oncePerEntry((state): Outlook => {
  const pages = workPages(state);
  const current = state.tasks[state.current ?? ""];
  const isCurrent = current !== undefined && isPlanned(state, current) && isUnderWay(current);
  const task = isCurrent ? current : (firstReady(state) ?? pages.flatMap(({ underWay }) => underWay)[0]);
  if (task !== undefined) return { kind: "task", task };
  const features = passPages(state);
  const open = features.reduce((total, counts) => total + counts.open, 0);
  if (open === 0 && features.some(({ passing }) => passing > 0)) return { kind: "proven" };
  const waiting = pages.flatMap((page) => page.waiting);
  return waiting.length > 0 ? { kind: "person", tasks: waiting } : { kind: "stuck" };
});

const workPages = perTaskPage((all, state) => {
  const tasks = all.filter((task) => isPlanned(state, task));
  return { underWay: tasks.filter(isUnderWay), waiting: tasks.filter(waitsForPerson) };
});

const passPages = perFeaturePage((all, { away }) => {
  const features = all.filter(({ id }) => away[id] === undefined);
  const passing = features.filter(({ passes }) => passes).length;
  return { passing, open: features.length - passing };
});

function isUnderWay({ phase }: TaskState): boolean {
  return phase !== "idle" && phase !== "held" && phase !== "committed";
}
