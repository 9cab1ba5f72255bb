import { z } from "zod";
import { By, Commit, Decided, Id, Reason } from "./primitives.ts";
import { LAND_MODES } from "./words.ts";

/** The journal's events about where proven commits go (decisions.md, Places, branch, landing). */

export const LandMode = z.enum(LAND_MODES);
export type LandMode = z.infer<typeof LandMode>;

/** Order: objects, this event, ref, index and work tree, `landed` (decisions.md, Landing). */
export const Landing = z.strictObject({ type: z.literal("landing"), branch: Id, from: Commit.nullable(), to: Commit });
export const Landed = z.strictObject({ type: z.literal("landed"), branch: Id, to: Commit });
export const LeftCode = z.enum([
  "LANDING_FAILED",
  "BRANCH_MOVED",
  "BRANCH_MISSING",
  "TREE_DIRTY",
  "GIT_FAILED",
  "MERGE_CONFLICT",
  "REGRESSION",
  "PERSON_REJECTED",
]);
export type LeftCode = z.infer<typeof LeftCode>;
export const LandingLeft = z.strictObject({
  type: z.literal("landing_left"),
  branch: Id,
  to: Commit,
  /** Absent in older journals: the branch was gone, its work tree was in the way, or a person said no. */
  code: LeftCode.optional(),
  /** Nothing that was proven waits: only lines of the run's own record are not on the branch. */
  record: z.literal(true).optional(),
  reason: Reason,
  decided: Decided,
});
/** The branch went its own way: what it held and the run's newest commit, together and proven so, are what lands next. */
export const TargetMerged = z.strictObject({
  type: z.literal("target_merged"),
  branch: Id,
  commit: Commit,
  /** The run's newest commit. */
  parent: Commit,
  target: Commit,
  /** The person who landed by hand; absent: the run did by itself. */
  by: Id.optional(),
});
/** `manual`: a person's yes to exactly this commit. */
export const LandingApproved = z.strictObject({
  type: z.literal("landing_approved"),
  to: Commit,
  by: Id,
  comment: z.string(),
});
/** `pr`: the user's own command has put this commit before others. */
export const LandingRequested = z.strictObject({
  type: z.literal("landing_requested"),
  branch: Id,
  to: Commit,
  /** What the command said it opened; null: it named no address. */
  url: z.string().nullable(),
});
export const LandSet = z.strictObject({
  type: z.literal("land_set"),
  land: LandMode,
  /** The commit of the branch whose configuration says so; absent: `--land` does. */
  configured: Commit.optional(),
  by: By,
});
