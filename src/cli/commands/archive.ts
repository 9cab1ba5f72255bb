import { relative } from "node:path";
import { archiveRun, dueRuns, refuseUnfinished } from "../../engine/run/record/archive.ts";
import { openJournal, type RunJournal } from "../../engine/run/record/journal.ts";
import { exclusively, findRun, runDirectory, withProject, type Project } from "../../engine/run/project.ts";
import { requireUncut } from "../../engine/run/record/uncut.ts";
import { publishRest } from "../../engine/run/record/publish.ts";
import { BatonError, EXIT } from "../../errors.ts";
import { marksIn } from "../../runs/marks.ts";
import { verifyRun } from "../../runs/verify.ts";
import { PERSON, personOf } from "../change.ts";
import { refuseLegacy } from "../refuse-legacy.ts";
import { answered, type Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import { stepsAtHome } from "../steps-for.ts";
import type { Surroundings } from "../surroundings.ts";
import { settle } from "./run.ts";
import { answerOf } from "./verify.ts";
import { counted } from "../../core/text/counted.ts";
import { withHome } from "../with-run.ts";
import { WALL_CLOCK } from "../../util/clock.ts";
import { configAt } from "../../engine/run/open-commit.ts";
import { isFinished } from "../../core/run/state.ts";

export interface ArchiveFlags {
  readonly run?: string;
  readonly due?: boolean;
  readonly dryRun?: boolean;
  readonly as?: string;
}

/** `baton archive [RUN]`: a finished run that verifies moves to `archive/`, read-only; never by itself. */
export async function archiveCommand(
  run: string | undefined,
  flags: ArchiveFlags,
  around: Surroundings,
): Promise<Answer> {
  if (flags.due === true) {
    if (run !== undefined) throw new BatonError("USAGE_INVALID", "--due lists runs and takes none");
    return withProject(around.repository, listDue);
  }
  refuseLegacy(run ?? flags.run, around, "archived");
  const wanted = (project: Project): string | null => run ?? flags.run ?? newestFinished(project);
  return withHome(wanted)(around.repository, (project) =>
    exclusively(project, async () => {
      const journal = findRun(project, wanted(project), PERSON, WALL_CLOCK, { whole: true });
      requireUncut(project, journal.runId, around.stateDirectory);
      refuseUnfinished(journal);
      const by = personOf(flags, journal.state, around);
      const dryRun = flags.dryRun === true;
      if (journal.state.archived) publishRest(project, journal, around.stateDirectory);
      else if (!dryRun) await settle(project, journal, around);
      const verified = verify(project, journal, around);
      if (verified.exitCode !== EXIT.ok) return verified;
      const how = { stateDirectory: around.stateDirectory, by };
      const to = dryRun ? null : relative(project.root, archiveRun(project, journal, how));
      const data = { run_id: journal.runId, dry_run: dryRun, directory: to };
      const text =
        to === null
          ? `Would move run ${journal.runId} to archive/${journal.runId}\nNext: the same without --dry-run.`
          : `Run ${journal.runId} lies in ${to}, read-only\nNext: baton verify ${to}`;
      return answered(data, text);
    }),
  );
}

/** The newest that may be archived; null: whatever run is meant when none is named, which says why it may not. */
function newestFinished(project: Project): string | null {
  const journals = project.store.runs().map((id) => openJournal(project.store, id, PERSON, WALL_CLOCK));
  return journals.findLast(({ state }) => isFinished(state) && !state.archived)?.runId ?? null;
}

function verify(project: Project, { runId }: RunJournal, { stateDirectory }: Surroundings): Answer {
  const directory = runDirectory(project, runId);
  const verified = verifyRun(directory, { marks: marksIn(stateDirectory) });
  return answerOf(directory, { ...verified, problems: stepsAtHome(verified.problems, runId) });
}

/** By the `retention.active_days` of the commit that is checked out. */
function listDue(project: Project): Answer {
  const commit = project.git.attempt(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  const config = configAt(project.git, commit);
  const { active_days: activeDays } = config.retention;
  const journals = project.store.runs().map((id) => openJournal(project.store, id, PERSON, WALL_CLOCK));
  const due = dueRuns(journals, activeDays, new Date());
  const lines = due.map(({ run_id: id, updated_at: at, brief }) => `  ${id}  ${at.slice(0, 10)}  ${plain(brief)}`);
  const head = `${counted(due.length, "finished run")} untouched for ${activeDays} days`;
  const next = due[0] === undefined ? "Next: nothing." : `Next: baton archive ${due[0].run_id}`;
  return answered({ active_days: activeDays, due }, [head, ...lines, next]);
}
