import { z } from "zod";

/** What a run must show before it goes to production (H3A-18), besides G2 of every task and somebody's yes. */
export const ProductionCriterion = z.strictObject({
  name: z.enum([
    "hashes",
    "clean_tree",
    "ci",
    "dependency_audit",
    "documentation",
    "pre_deploy_checklist",
    "rollback_plan",
  ]),
  status: z.enum(["pass", "fail", "not_measured", "not_applicable", "waived"]),
  /** What was seen, and where. */
  detail: z.string(),
  /** What supplies what is missing; empty where nothing is. */
  command: z.string(),
});
export type ProductionCriterion = z.infer<typeof ProductionCriterion>;
