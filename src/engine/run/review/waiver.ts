import { approvalPath } from "../../../core/run/fold/evolve-review.ts";
import type { RunState } from "../../../core/run/state.ts";
import type { RunEvent } from "../../../schema/event.ts";
import type { Redact } from "../../../util/redact.ts";
import type { Project } from "../project.ts";

/**
 * A person's word for a gate that nobody else could be had for, as the file that stands in for its evidence: a gate without
 * evidence is never passed (Messaging Protocol §3). Empty for approvals of another kind.
 */
export function approvalEvidence(
  { project, state, redact }: { readonly project: Project; readonly state: RunState; readonly redact: Redact },
  events: readonly RunEvent[],
): RunEvent[] {
  return events.flatMap((event): RunEvent[] => {
    if (event.type !== "approved" || event.task_id === null) return [];
    const task = state.tasks[event.task_id];
    const gate = task?.review?.gates.find(({ approval, state: at }) => approval === event.approval && at === "blocked");
    if (task === undefined || gate === undefined) return [];
    const text = redact(
      `${event.by} passed ${gate.gate} for ${task.candidate ?? ""}: ${event.comment || "no comment"}\n`,
    );
    return [
      {
        type: "evidence_recorded",
        path: approvalPath(task, gate),
        sha256: project.blobs.put(text),
        bytes: Buffer.byteLength(text),
        role: "validator",
        task_id: event.task_id,
        kind: "claim",
        by: event.by,
        description: `${gate.gate} passed by a person, in place of a review`,
        mapping: "",
      },
    ];
  });
}
