import { resolve } from "node:path";
import { adoptRun } from "../../engine/run/adopt.ts";
import { withProject } from "../../engine/run/project.ts";
import { EXIT } from "../../errors.ts";
import { marksIn } from "../../runs/marks.ts";
import { verifyRun } from "../../runs/verify.ts";
import type { Answer } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";
import { answerOf } from "./verify.ts";

const SHOWN = 5;

/** `baton adopt RUN_DIR`: verified first; a damaged directory is answered as by `verify`. */
export async function adoptCommand(
  place: string,
  flags: { readonly dryRun?: boolean },
  around: Surroundings,
): Promise<Answer> {
  const directory = resolve(place);
  const verified = verifyRun(directory, { marks: marksIn(around.stateDirectory) });
  if (verified.problems.length > 0) return answerOf(directory, verified);
  const dryRun = flags.dryRun === true;
  const options = { now: (): Date => new Date(), stateDirectory: around.stateDirectory, dryRun };
  return withProject(
    around.repository,
    async (project) => {
      const { runId, entries, missing } = await adoptRun(project, directory, options);
      const warnings = verified.warnings.map(({ code, message }) => `${code}: ${message}`);
      const named = missing.slice(0, SHOWN).map(({ what }) => what);
      const rest = missing.length - named.length;
      const lines = [
        `${dryRun ? "Would adopt" : "✓ adopted"} run ${runId}: ${entries} entries`,
        ...(missing.length === 0
          ? []
          : [`  not in the directory: ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`]),
        ...warnings.map((text) => `  ! ${text}`),
        "Next: baton start --check, then baton resume",
      ];
      const data = { run_id: runId, directory, entries, dry_run: dryRun, missing };
      return { data, exitCode: EXIT.ok, warnings, text: lines.join("\n") };
    },
    true,
  );
}
