import { z } from "zod";

/** A line of `runs/<id>/progress.ndjson`: what the newest session of a run tells while it goes (surfaces.md, Command line 6). */
export const ProgressLine = z.strictObject({
  at: z.iso.datetime(),
  /** What it is about: `turn`, `check`, `judged`, `review`, `committed`, … */
  kind: z.string(),
  task_id: z.string().nullable(),
  /** As standard error has it, without colours. */
  text: z.array(z.string()),
});
export type ProgressLine = z.infer<typeof ProgressLine>;
