import { BatonError } from "../../../errors.ts";
import { AssignmentResult } from "../../../schema/result.ts";
import type { Usage } from "../../../schema/usage.ts";
import { timestamp } from "../../../util/clock.ts";
import type { Heard } from "./answer.ts";
import type { Attempt } from "./attempt.ts";
import type { Artifact } from "../checks/evidence.ts";
import type { Left } from "./take.ts";

/**
 * What comes back of an assignment, as the artifact `result.json` (decisions.md, On disk). It is validated before anything
 * of it is integrated. Throws RESULT_INVALID (FCX-03).
 */
export function resultOf(
  { packet, base, baseTree }: Attempt,
  { left, heard, usage }: { readonly left: Left; readonly heard: Heard; readonly usage: Usage },
  now: Date,
): Artifact {
  const result = AssignmentResult.safeParse({
    run_id: packet.run_id,
    task_id: packet.task_id,
    attempt: packet.attempt,
    agent: packet.assigned_agent,
    envelope: heard.envelope,
    base_commit: base,
    tree: left.tree === baseTree.tree ? null : left.tree,
    usage,
    started_at: timestamp(new Date(Date.parse(packet.deadline) - packet.budget.time_seconds * 1000)),
    finished_at: timestamp(now),
  });
  if (result.success)
    return {
      role: "executor",
      kind: "harness",
      name: "result.json",
      content: `${JSON.stringify(result.data, null, 2)}\n`,
      description: "What came back of the assignment",
    };
  const [issue] = result.error.issues;
  throw new BatonError(
    "RESULT_INVALID",
    `${packet.task_id}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is no result"}`,
  );
}
