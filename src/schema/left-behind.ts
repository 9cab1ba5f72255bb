import { z } from "zod";
import { Hash, Id, Positive } from "./primitives.ts";

/** One thing that git obeys in the user's repository, and that changed while an agent worked. */
export const LeftBehind = z.strictObject({
  place: z.enum([".git/config", ".git/hooks"]),
  /** A key of the configuration as git lists it, or a hook's file. */
  name: Id,
  /** Digest of what it was and is; null: it was not there, or is gone. */
  before: Hash.nullable(),
  after: Hash.nullable(),
  /** In words, without secrets; and the command that puts it back. */
  change: Id,
  undo: Id,
});
export type LeftBehind = z.infer<typeof LeftBehind>;

/** The user's files are theirs to mend, and nothing else keeps what was there: as long as it stays, they are told. */
export const ChangesLeft = z.strictObject({
  type: z.literal("changes_left"),
  task_id: Id,
  attempt: Positive,
  items: z.array(LeftBehind).min(1),
});
