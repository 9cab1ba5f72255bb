import type { RunState } from "../../../core/run/state.ts";
import { BatonError } from "../../../errors.ts";
import type { Config } from "../../../schema/config.ts";
import type { LandMode } from "../../../schema/landing-event.ts";
import type { RunOptions } from "../context.ts";
import type { RunJournal } from "../record/journal.ts";
import { configAt } from "../open-commit.ts";
import { branchTip, type Project } from "../project.ts";
import { NAME_COMMAND } from "./request-landing.ts";

/** How a run lands: as `--land` says, else as the configuration does. Who asks for requests says how they are opened. Throws CONFIG_INVALID. */
export function landOf({ land }: { readonly land: LandMode | null }, { landing }: Config): LandMode {
  const mode = land ?? landing.mode;
  if (mode !== "pr" || landing.command !== undefined) return mode;
  throw new BatonError("CONFIG_INVALID", "land pr needs landing.command in the committed configuration", NAME_COMMAND);
}

/** Who may land. */
interface Lander {
  readonly project: Project;
  readonly journal: RunJournal;
  readonly options: Pick<RunOptions, "onEvent">;
}

/**
 * Unless `--land` says how commits land, the configuration on the user's branch does, from its commit on: asked before anything
 * lands, so that what it wants a yes for has one. What the run's own commits say of it counts once they are there. Another mode
 * is recorded and told. Answers whether there is one. Throws CONFIG_INVALID.
 */
export function followLandMode({ project, journal, options }: Lander): boolean {
  const told = toldMode(project, journal.state);
  if (told === null) return false;
  const { land: before, branch } = journal.state.run;
  const { land, configured } = told;
  journal.append(({ run }) =>
    run.land_configured === true && run.land !== land ? [{ type: "land_set", land, configured }] : [],
  );
  const message = `landing.mode is ${land} on ${branch} (${configured.slice(0, 7)}), and counts from here on; it was ${before}`;
  options.onEvent?.({ kind: "warning", message });
  return true;
}

/** The branch's mode where it is another one than the run's; null: it is the same, or is not asked. */
function toldMode({ git }: Project, { run }: RunState): { land: LandMode; configured: string } | null {
  if (run.land_configured !== true) return null;
  const configured = branchTip(git, run.branch);
  // Nothing lands on what is gone.
  if (configured === null) return null;
  const land = landOf({ land: null }, configAt(git, configured));
  return land === run.land ? null : { land, configured };
}
