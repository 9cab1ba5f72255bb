import { addNote } from "../../core/run/people/steer.ts";
import { attemptsOf } from "../../core/run/beside.ts";
import { isOutside, type RunState } from "../../core/run/state.ts";
import { answerChange, keepText, textOf, type ChangeFlags } from "../change.ts";
import { taskId } from "../ids.ts";
import type { Answer } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

/** `baton note TASK TEXT`: enters the next packet, quoted as from the user; whoever is at work has theirs already. */
export async function noteCommand(
  given: string,
  text: string | undefined,
  flags: ChangeFlags,
  around: Surroundings,
): Promise<Answer> {
  const note = textOf(text, around, "the note");
  return answerChange(flags, around, {
    decide: (state, project) => addNote(state, taskId(state, given), keepText(note, project, flags)),
    next({ state }) {
      const id = taskId(state, given);
      const isAgents = underWay(state, id).some(({ phase, harness }) => phase === "working" && !isOutside(harness));
      return isAgents ? `baton stop, then baton resume, gives ${id} with the note to a new attempt.` : "baton run";
    },
    warnings({ state }) {
      const id = taskId(state, given);
      const open = underWay(state, id);
      const which = open.map(({ attempt }) => attempt).join(" and ");
      return open.length === 0
        ? []
        : [
            `${open.length === 1 ? "attempt" : "attempts"} ${which} of ${id} will not see it: only the next one does, and there is none if ${id} is proven`,
          ];
    },
  });
}

/** Attempts that have begun and are not over: nothing more is put into their packets. */
const underWay = ({ tasks }: RunState, id: string) => {
  const task = tasks[id];
  return task === undefined ? [] : attemptsOf(task).filter(({ phase }) => phase !== "idle" && phase !== "held");
};
