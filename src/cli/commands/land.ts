import { landByHand, type LandedByHand } from "../../engine/run/landing/land-by-hand.ts";
import { createPublisher } from "../../engine/run/record/publish.ts";
import { answered, type Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { counted } from "../../core/text/counted.ts";
import { runOptions } from "./run.ts";
import { withRun, withRunAlone } from "../with-run.ts";
import { PERSON, personOf } from "../change.ts";

export interface LandFlags {
  readonly run?: string;
  readonly squash?: boolean;
  readonly dryRun?: boolean;
  readonly as?: string;
}

/**
 * `baton land [--squash]`. Waits for nobody and needs the run to itself: whoever drives it lands by itself, and a branch
 * that moves during an agent's turn voids the attempt. A dry run only reads, and does so beside whoever drives it.
 */
export async function landCommand(flags: LandFlags, around: Surroundings): Promise<Answer> {
  const how = { squash: flags.squash === true, dryRun: flags.dryRun === true };
  const open: typeof withRun = how.dryRun ? withRun : withRunAlone;
  return open(around, { ...flags, actor: PERSON }, async (journal, project) => {
    const options = runOptions(project, journal, {}, around, []);
    // Nobody else drives the run now: every change is its own.
    const control = { own: <T>(work: () => T): T => work() };
    const { position } = journal.head;
    try {
      const by = personOf(flags, journal.state, around);
      const landed = await landByHand({ project, journal, options, control, by }, how);
      return answerOf(journal.runId, landed, how);
    } finally {
      if (journal.head.position > position) createPublisher(project, journal, around.stateDirectory).publish();
    }
  });
}

function answerOf(
  runId: string,
  { branch, to, merges, over, commits }: LandedByHand,
  { squash, dryRun }: { readonly squash: boolean; readonly dryRun: boolean },
): Answer {
  const merging = merges
    ? `, merged with what ${branch} holds of its own${dryRun ? " once the whole suite passes there" : ""}`
    : "";
  const head =
    to === null
      ? `${branch} has every proven commit already.`
      : `${dryRun ? "Would land" : "Landed"} ${counted(commits.length, "commit")} of run ${runId} on ${branch}${squash ? ", as one" : ""}${merging}`;
  const lines = commits.map(({ commit, subject }) => `  ${commit.slice(0, 7)} ${plain(subject)}`);
  const no = over === null ? [] : [`  ! all the same: ${plain(over)}`];
  const next = `Next: ${dryRun && to !== null ? "the same without --dry-run." : `git log --oneline ${branch}`}`;
  const data = { run_id: runId, branch, dry_run: dryRun, merges, commit: dryRun ? null : to, over, commits };
  return answered(data, [head, ...no, ...lines, next]);
}
