import { BatonError } from "../../../errors.ts";
import type { RunState } from "../../../core/run/state.ts";
import { RunEvent } from "../../../schema/event.ts";
import type { Project } from "../project.ts";

/** So short a beginning of an approval's id means none. */
const SHORTEST = 4;

/** Answers `decide`; where nothing waits by that name any more since somebody answered it, the refusal says who, what and when. */
export function orDecided<T>(
  { store }: Pick<Project, "store">,
  { runId }: RunState,
  given: string,
  decide: () => T,
): T {
  try {
    return decide();
  } catch (error) {
    if (!(error instanceof BatonError) || error.code !== "APPROVAL_UNKNOWN") throw error;
    const said = [...store.read(runId, 0)].flatMap(({ entry }) => {
      const answer = answerIn(RunEvent.safeParse(entry.event).data, given);
      return answer === null ? [] : [`${answer}, at ${entry.at}`];
    });
    const last = said.at(-1);
    if (last === undefined) throw error;
    throw new BatonError("APPROVAL_UNKNOWN", `${given} is decided already: ${last}`, {
      details: error.details,
      hint: error.hint,
    });
  }
}

function answerIn(event: RunEvent | undefined, given: string): string | null {
  if (event === undefined) return null;
  if (event.type === "landing_approved") return given === "landing" ? `${event.by} said yes` : null;
  if (event.type === "landing_left")
    return given === "landing" && event.decided !== undefined ? `${event.decided.by} said no` : null;
  if (event.type === "approved") {
    const { approval, task_id: task, feature_id: feature, by } = event;
    const isMeant = task === given || feature === given || (given.length >= SHORTEST && approval.startsWith(given));
    return isMeant ? `${by} said yes` : null;
  }
  const isNo =
    event.type === "implementation_judged" || event.type === "validation_judged" || event.type === "attempt_lost";
  return isNo && event.task_id === given && event.decided !== undefined ? `${event.decided.by} said no` : null;
}
