import { z } from "zod";

/** What `init` settles for a run; kept in the git common directory, out of every agent's reach. */
export const RunRecord = z.strictObject({
  run_id: z.string().min(1),
  created_at: z.string(),
  /** The branch checked out at init, where proven commits land. */
  branch: z.string().min(1),
  spec_sha256: z.string(),
  project: z.string(),
  /** `git var GIT_AUTHOR_IDENT` at init. */
  author: z.strictObject({ name: z.string(), email: z.string() }),
});
export type RunRecord = z.infer<typeof RunRecord>;
