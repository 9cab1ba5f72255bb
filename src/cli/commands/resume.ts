import { withdrawPause } from "../../core/run/people/steer.ts";
import { livingIn } from "../../engine/run/claims/gone.ts";
import { BatonError } from "../../errors.ts";
import { answerChange } from "../change.ts";
import { refuseInTurn } from "../decides.ts";
import type { Answer } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";
import { runCommand, type RunFlags } from "./run.ts";

/**
 * `baton resume`: `run`, but for a run that is at work and to pause after its turn: that is taken back. Whoever names more than
 * the run wants another session, and has to wait for this one.
 */
export async function resumeCommand(flags: RunFlags, around: Surroundings): Promise<Answer> {
  try {
    return await runCommand(flags, around);
  } catch (error) {
    const { run, as, ...others } = flags;
    const isBare = Object.values(others).every((value) => value === undefined);
    if (!(error instanceof BatonError) || error.code !== "LOCK_CONFLICT" || !isBare) throw error;
    const person = { ...(run === undefined ? {} : { run }), ...(as === undefined ? {} : { as }) };
    return answerChange(person, around, {
      decide(state, project) {
        const events = livingIn(project) === state.harness ? withdrawPause(state) : [];
        if (events.length === 0) throw error;
        refuseInTurn("taking a pause back", around.env);
        return events;
      },
      next: () => "baton run",
    });
  }
}
