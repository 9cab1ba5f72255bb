import { openAttempts } from "./beside.ts";
import { isClaim, type RunState, type TaskState } from "./state.ts";

/** The claim that a run waits for where nothing else of it can begin; null: there is none. */
export const openClaim = (state: RunState): TaskState | null =>
  openAttempts(state).find(({ phase, harness }) => phase === "working" && isClaim(harness)) ?? null;

/** Who has it, and for how long at most. */
export function claimWords({ plan, owner, since, deadline }: TaskState): string {
  const isToday = since?.slice(0, 10) === deadline?.slice(0, 10);
  const until = isToday ? deadline?.slice(11, 16) : deadline?.slice(0, 16).replace("T", " ");
  return `${plan.task_id} is claimed by ${owner ?? "somebody"} until ${until ?? "?"} UTC`;
}

/** What to type meanwhile. */
export const untilHandedIn = ({ plan }: TaskState): string =>
  `baton wait --for output, or baton lock release ${plan.task_id} --reason TEXT`;
