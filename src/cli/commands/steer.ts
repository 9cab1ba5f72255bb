import { closeRun, pauseRun } from "../../core/run/people/steer.ts";
import { HUMAN } from "../../core/run/state.ts";
import { closeRecord } from "../../engine/run/landing/land.ts";
import type { RunJournal } from "../../engine/run/record/journal.ts";
import { exclusively, type Project } from "../../engine/run/project.ts";
import { createPublisher } from "../../engine/run/record/publish.ts";
import { BatonError } from "../../errors.ts";
import { answerChange, reasonOf, type ChangeFlags } from "../change.ts";
import type { Answer } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

/** `baton pause` and `baton stop`: only said in the journal; whoever drives the run reads it there. */
export async function pauseCommand(how: "pause" | "stop", flags: ChangeFlags, around: Surroundings): Promise<Answer> {
  return answerChange(flags, around, {
    decide: (state) => pauseRun(state, how),
    next({ state: { agentSpecification: agent } }) {
      const isAgents = how === "pause" && agent !== null && agent !== HUMAN;
      return `baton resume goes on where the run stands${isAgents ? ", and takes the pause back while the turn lasts" : ""}.`;
    },
  });
}

/** `baton close --as partial`: final. What is proven is kept, committed and landed as far as it can be. */
export async function closeCommand(
  { by, ...flags }: ChangeFlags & { readonly by?: string },
  around: Surroundings,
): Promise<Answer> {
  if (flags.as !== "partial")
    throw new BatonError("USAGE_INVALID", `--as ${flags.as ?? ""} is not partial`, {
      hint: "A run is complete by proof alone; without it: baton close --as partial --reason TEXT",
    });
  const reason = reasonOf(flags.reason, around);
  // What --as says here is how, and so --by who.
  const person = by === undefined ? {} : { as: reasonOf(by, around, "--by") };
  const { as: _state, ...others } = flags;
  return answerChange({ ...others, ...person }, around, {
    decide: (state) => closeRun(state, reason),
    next: ({ state }) =>
      `runs/${state.runId}/README.md says what is proven; baton init --spec FILE starts another run.`,
    after: (project, journal) => settle(project, journal, around),
  });
}

/** The last lines of the record are committed by whoever drives the run; where nobody does, here. */
async function settle(project: Project, journal: RunJournal, around: Surroundings): Promise<void> {
  try {
    await exclusively(project, async () => {
      closeRecord({ project, journal, options: { now: () => new Date() } });
      createPublisher(project, journal, around.stateDirectory).publish();
    });
  } catch (error) {
    if (!(error instanceof BatonError) || error.code !== "LOCK_CONFLICT") throw error;
  }
}
