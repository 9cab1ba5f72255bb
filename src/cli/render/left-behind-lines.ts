import type { RunState } from "../../core/run/state.ts";
import { plain } from "./plain.ts";

/** What changed in the user's repository while an agent worked and is there still: what, since when, and how it goes back. */
export const leftBehindLines = (left: RunState["leftBehind"]): string[] =>
  left.map(
    ({ place, change, undo, task_id: id, attempt }) =>
      `  ! ${place}: ${plain(change)}, since attempt ${attempt} of ${id}; if it was not you: ${plain(undo)}`,
  );
