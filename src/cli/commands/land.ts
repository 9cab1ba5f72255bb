import { landByHand } from "../../engine/run/land-by-hand.ts";
import { exclusively, findRun, withProject } from "../../engine/run/project.ts";
import { createPublisher } from "../../engine/run/publish.ts";
import { EXIT } from "../../errors.ts";
import type { Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import { tellRun } from "../render/run-progress.ts";
import type { Surroundings } from "../surroundings.ts";
import { counted } from "../../util/counted.ts";

export interface LandFlags {
  readonly run?: string;
  readonly squash?: boolean;
  readonly dryRun?: boolean;
}

/**
 * `baton land [--squash]`. Waits for nobody and needs the run to itself: whoever drives it lands by itself, and a branch
 * that moves during an agent's turn voids the attempt.
 */
export async function landCommand(flags: LandFlags, around: Surroundings): Promise<Answer> {
  const options = {
    now: (): Date => new Date(),
    onEvent: (event: Parameters<typeof tellRun>[0]) => tellRun(event, around),
  };
  const dryRun = flags.dryRun === true;
  return withProject(around.repository, (project) =>
    exclusively(project, async () => {
      const journal = findRun(project, flags.run ?? null, "human", options);
      const landed = landByHand({ project, journal, options }, { squash: flags.squash === true, dryRun });
      if (!dryRun) createPublisher(project, journal, around.stateDirectory).publish();
      const { branch, to, commits } = landed;
      const count = counted(commits.length, "commit");
      const head =
        to === null
          ? `${branch} has every proven commit already.`
          : `${dryRun ? "Would land" : "Landed"} ${count} of run ${journal.runId} on ${branch}${flags.squash === true ? ", as one" : ""}`;
      const lines = commits.map(({ commit, subject }) => `  ${commit.slice(0, 7)} ${plain(subject)}`);
      const next = `Next: ${dryRun ? "the same without --dry-run." : `git log --oneline ${branch}`}`;
      const data = { run_id: journal.runId, branch, dry_run: dryRun, commit: dryRun ? null : to, commits };
      return { data, exitCode: EXIT.ok, text: [head, ...lines, next].join("\n") };
    }),
  );
}
