import type { RunState } from "../../core/run/state.ts";
import type { RunEvent } from "../../schema/event.ts";
import { refuseIllegal, type RunJournal } from "./journal.ts";
import type { Project } from "./project.ts";
import { createPublisher } from "./publish.ts";

/**
 * Changes a run on a person's behalf, also while another process drives it: nothing is locked, whoever appends first is
 * asked first, and `decide` sees the newest state. Answers what was appended, or with `dryRun` what would be.
 */
export function changeRun(
  project: Project,
  journal: RunJournal,
  decide: (state: RunState) => readonly RunEvent[],
  { stateDirectory, dryRun }: { readonly stateDirectory: string; readonly dryRun: boolean },
): readonly RunEvent[] {
  if (dryRun) {
    const events = decide(journal.state);
    refuseIllegal(journal.state, events);
    return events;
  }
  let appended: readonly RunEvent[] = [];
  journal.append((state) => (appended = decide(state)));
  createPublisher(project, journal, stateDirectory).publish();
  return appended;
}
