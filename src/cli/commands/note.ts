import { addNote } from "../../core/run/people/steer.ts";
import { answerChange, keepText, textOf, type ChangeFlags } from "../change.ts";
import { taskId } from "../ids.ts";
import type { Answer } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

/** `baton note TASK TEXT`: enters the next packet, quoted as from the user. */
export async function noteCommand(
  given: string,
  text: string | undefined,
  flags: ChangeFlags,
  around: Surroundings,
): Promise<Answer> {
  const note = textOf(text, around, "the note");
  return answerChange(flags, around, {
    decide: (state, project) => addNote(state, taskId(state, given), keepText(note, project, flags)),
    next: () => "baton run",
  });
}
