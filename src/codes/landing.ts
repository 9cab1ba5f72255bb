import { code, EXIT } from "./code.ts";

/** What keeps proven commits from where they are to go (decisions.md, Places, branch, landing). */
export const LANDING_CODES = {
  LANDING_FAILED: code(
    EXIT.failed,
    "The configured landing command failed; the proven commits wait on the run's own branch.",
    "Read its output among the artifacts; the next `baton run` tries again. Or land here: `baton land`.",
  ),
  LANDING_WAITS: code(
    EXIT.person,
    "Proven commits wait on the run's own branch for a person's yes.",
    "Look at them, then: `baton approve` with the id that it prints.",
  ),
} as const;
