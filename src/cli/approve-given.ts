import { approve } from "../core/run/people/approvals.ts";
import type { RunJournal } from "../engine/run/record/journal.ts";
import { requireFree } from "../engine/run/landing/land.ts";
import type { Project } from "../engine/run/project.ts";
import { approvalEvidence } from "../engine/run/review/waiver.ts";
import { personOf } from "./change.ts";
import type { Surroundings } from "./surroundings.ts";
import { redactorFor } from "../engine/run/redactor.ts";

/** `--approve ID` of `run`, `resume` and `submit`: what `baton approve ID` does, before anything goes on. Throws APPROVAL_UNKNOWN, APPROVER_IS_AUTHOR. */
export function approveGiven(
  project: Project,
  journal: RunJournal,
  flags: { readonly approve?: readonly string[]; readonly as?: string },
  around: Surroundings,
): void {
  for (const id of flags.approve ?? [])
    journal.append((state) => {
      const by = personOf(flags, state, around);
      const events = approve(state, id, { by, comment: "" });
      requireFree(project, state, events);
      return [...approvalEvidence({ project, state, redact: redactorFor(state, around) }, events), ...events];
    });
}
