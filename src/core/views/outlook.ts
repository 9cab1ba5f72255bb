import { waitsForPerson } from "../run/next-effect.ts";
import { firstReady } from "../run/ready.ts";
import type { RunState, TaskState } from "../run/state.ts";
import { plannedTasks } from "./gates.ts";

/** What comes next. `person`: nothing is ready and somebody is needed. `stuck`: nothing is ready and nobody can help. */
export type Outlook =
  | { readonly kind: "task"; readonly task: TaskState }
  | { readonly kind: "proven" }
  | { readonly kind: "person"; readonly tasks: readonly TaskState[] }
  | { readonly kind: "stuck" };

/** Work that is under way comes first, then what is ready. */
export function outlookOf(state: RunState): Outlook {
  const tasks = plannedTasks(state);
  const current = tasks.find(({ plan }) => plan.task_id === state.current);
  const task = current !== undefined && isUnderWay(current) ? current : (firstReady(state) ?? tasks.find(isUnderWay));
  if (task !== undefined) return { kind: "task", task };
  const features = Object.values(state.features).filter(({ id }) => state.away[id] === undefined);
  if (features.length > 0 && features.every(({ passes }) => passes)) return { kind: "proven" };
  const waiting = tasks.filter(waitsForPerson);
  return waiting.length > 0 ? { kind: "person", tasks: waiting } : { kind: "stuck" };
}

function isUnderWay({ phase }: TaskState): boolean {
  return phase !== "idle" && phase !== "held" && phase !== "committed";
}
