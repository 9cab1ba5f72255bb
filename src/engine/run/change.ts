import type { RunState } from "../../core/run/state.ts";
import { BatonError } from "../../errors.ts";
import type { RunEvent } from "../../schema/event.ts";
import { refuseIllegal, type RunJournal } from "./record/journal.ts";
import type { Project } from "./project.ts";
import { createPublisher } from "./record/publish.ts";

/**
 * Changes a run on a person's behalf, also while another process drives it: nothing is locked, whoever appends first is
 * asked first, and `decide` sees the newest state. Answers what was appended, or with `dryRun` what would be. What is thrown
 * after that says so: `recorded` of its details is the run.
 */
export function changeRun(
  project: Project,
  journal: RunJournal,
  decide: (state: RunState) => readonly RunEvent[],
  {
    stateDirectory,
    dryRun,
    evenClosed = false,
  }: { readonly stateDirectory: string; readonly dryRun: boolean; readonly evenClosed?: boolean },
): readonly RunEvent[] {
  const decideOpen = (state: RunState): readonly RunEvent[] => {
    if (!evenClosed) requireNotClosed(state);
    return decide(state);
  };
  if (dryRun) {
    const events = decideOpen(journal.state);
    refuseIllegal(journal.state, events);
    return events;
  }
  let appended: readonly RunEvent[] = [];
  journal.append((state) => (appended = decideOpen(state)));
  try {
    createPublisher(project, journal, stateDirectory).publish();
  } catch (error) {
    throw appended.length === 0 ? error : recorded(error, journal.runId);
  }
  return appended;
}

/** The change is made, whatever keeps its files from being written: typed again it would be made twice. */
function recorded(error: unknown, runId: string): unknown {
  if (!(error instanceof BatonError)) return error;
  const { code, message, hint, details, cause } = error;
  return new BatonError(code, message, { hint, details: { ...details, recorded: runId }, cause });
}

/** What was closed or put away is read-only, and nothing is begun for it that the guard would refuse later. Throws RUN_CLOSED. */
export function requireNotClosed({ status, archived, runId }: RunState): void {
  if (archived || status === "closed_partial")
    throw new BatonError("RUN_CLOSED", `run ${runId} is ${archived ? "archived" : "closed"}`);
}
