import { resolve } from "node:path";
import { adoptRun } from "../../engine/run/start/adopt.ts";
import { arrivedHeldOut } from "../../engine/run/start/handoff.ts";
import { runDirectory, withProject } from "../../engine/run/project.ts";
import { goOn } from "../../core/run/go-on.ts";
import { isFinished } from "../../core/run/state.ts";
import { BatonError } from "../../errors.ts";
import { marksIn } from "../../runs/marks.ts";
import { verifyRun } from "../../runs/verify.ts";
import { answered, type Answer } from "../output.ts";
import { willRun } from "../render/will-run.ts";
import { stepsElsewhere } from "../steps-for.ts";
import type { Surroundings } from "../surroundings.ts";
import { endedHere, heldOutData, heldOutWarning } from "./handoff.ts";
import { answerOf } from "./verify.ts";
import { counted } from "../../core/text/counted.ts";
import { withRun } from "../with-run.ts";

const SHOWN = 5;

export interface AdoptFlags {
  readonly dryRun?: boolean;
  readonly heldOut?: string;
  readonly run?: string;
}

/** `baton adopt RUN_DIR`: verified first; a damaged directory is answered as by `verify`. */
export async function adoptCommand(
  place: string | undefined,
  flags: AdoptFlags,
  around: Surroundings,
): Promise<Answer> {
  if (place === undefined) return supplyHeldOut(flags, around);
  if (flags.run !== undefined)
    throw new BatonError("USAGE_INVALID", "a run directory says itself which run it is", { hint: "Leave --run out." });
  const directory = resolve(place);
  const verified = verifyRun(directory, { marks: marksIn(around.stateDirectory) });
  if (verified.problems.length > 0)
    return answerOf(directory, { ...verified, problems: stepsElsewhere(verified.problems) });
  const dryRun = flags.dryRun === true;
  const { stateDirectory } = around;
  const options = { now: (): Date => new Date(), stateDirectory, dryRun, heldOut: flags.heldOut ?? null };
  return withProject(
    around.repository,
    async (project) => {
      const { runId, entries, state, missing, heldOut } = await adoptRun(project, directory, options);
      const ended = dryRun ? [] : await endedHere(project, runId, around);
      const own = runDirectory(project, runId);
      const adopted = dryRun ? verified : verifyRun(own, { marks: marksIn(stateDirectory) });
      if (adopted.problems.length > 0) return answerOf(own, adopted);
      const warnings = [
        ...verified.warnings.map(({ code, message }) => `${code}: ${message}`),
        ...heldOutWarning(heldOut),
        ...ended,
      ];
      const starts = willRun(state);
      const named = missing.slice(0, SHOWN).map(({ what }) => what);
      const rest = missing.length - named.length;
      const lines = [
        `${dryRun ? "Would adopt" : "✓ adopted"} run ${runId}: ${entries} entries`,
        starts.line,
        ...(missing.length === 0
          ? []
          : [`  not in the directory: ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`]),
        ...warnings.map((text) => `  ! ${text}`),
        `Next: ${state.archived || isFinished(state) ? "baton status" : `baton start --check, then ${goOn(state, "resume")}`}`,
      ];
      const data = {
        run_id: runId,
        directory,
        entries,
        dry_run: dryRun,
        missing,
        held_out: heldOutData(heldOut),
        starts: starts.data,
      };
      return answered(data, lines, warnings);
    },
    true,
  );
}

/** `baton adopt --held-out FOLDER`: of a run that is here already, however it came. */
async function supplyHeldOut({ heldOut, run, dryRun = false }: AdoptFlags, around: Surroundings): Promise<Answer> {
  if (heldOut === undefined)
    throw new BatonError("USAGE_INVALID", "neither a run directory nor --held-out is given", {
      hint: "baton adopt RUN_DIR [--held-out FOLDER]; for a run that is here: baton adopt --held-out FOLDER.",
    });
  return withRun(around, { run }, ({ runId, state }, project) => {
    const here = arrivedHeldOut(project, state, { heldOut, dryRun });
    const files = here?.files ?? 0;
    const head = `${dryRun ? "Would keep" : "✓ kept"} ${counted(files, "held-out file")} of run ${runId}`;
    const data = { run_id: runId, dry_run: dryRun, held_out: heldOutData(here) };
    return answered(data, `${head}\nNext: baton resume`);
  });
}
