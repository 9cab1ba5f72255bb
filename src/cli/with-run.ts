import { checkChainIfShort, type RunJournal } from "../engine/run/record/journal.ts";
import { exclusively, findRun, withProject, workTreeOf, type Project } from "../engine/run/project.ts";
import { requireUncut } from "../engine/run/record/uncut.ts";
import { openUntouched } from "../engine/run/record/untouched.ts";
import { WALL_CLOCK } from "../util/clock.ts";
import { workTreesOf } from "../util/git/work-trees.ts";
import { whyNoRun } from "./no-run.ts";
import type { Surroundings } from "./surroundings.ts";

export interface RunFlag {
  readonly run?: string | undefined;
}

interface Wanted extends RunFlag {
  /** Who stands in the journal for what the command writes. */
  readonly actor?: string;
  /** Every entry is checked, not only what came after the snapshot. */
  readonly whole?: boolean;
  /** For who only shows: a short chain is checked too, and nothing twice while nobody writes the database. */
  readonly glance?: boolean;
}

type Around = Pick<Surroundings, "repository" | "stateDirectory">;

type Work<T> = (journal: RunJournal, project: Project) => T | Promise<T>;

/** Opens the run that a command means (`--run`, or as `findRun` chooses) for as long as `work` takes. Throws what `findRun` throws, JOURNAL_CUT. */
export async function withRun<T>(around: Around, wanted: Wanted, work: Work<T>): Promise<T> {
  // Who only glances is told where the run lies.
  const within = wanted.glance === true ? withProject : withHome(wanted.run ?? null);
  return within(around.repository, (project) => work(openWanted(project, around, wanted), project)).catch(
    told(around, wanted),
  );
}

/** A run of the dual-agent tool has no journal to open: whoever names one, or has no other, is told. */
const told =
  (around: Around, { run }: RunFlag) =>
  (thrown: unknown): never => {
    throw whyNoRun(thrown, run, around);
  };

/**
 * A run is published, and lands, in the one work tree that it was begun in, whichever of the repository's a command is typed
 * in: written from another one it would lie there a second time, and the first copy would be behind.
 */
export const withHome =
  (run: string | null | ((project: Project) => string | null)): typeof withProject =>
  async (folder, work) =>
    withProject(folder, async (project) => {
      if (workTreesOf(project.places).length < 2) return work(project);
      const { runId } = findRun(project, typeof run === "function" ? run(project) : run, "baton", WALL_CLOCK);
      const home = workTreeOf(project, runId);
      return home === null ? work(project) : withProject(home, work);
    });

function openWanted(project: Project, { stateDirectory }: Around, wanted: Wanted): RunJournal {
  const { run = null, actor = "baton", whole = false, glance = false } = wanted;
  const untouched = glance ? openUntouched(project, stateDirectory) : null;
  const isKnown = (id: string): boolean => untouched?.has(id) ?? false;
  const journal = findRun(project, run, actor, WALL_CLOCK, { whole, isKnown });
  const { runId } = journal;
  if (isKnown(runId)) return journal;
  requireUncut(project, runId, stateDirectory);
  if (untouched === null) return journal;
  checkChainIfShort(project.store, runId);
  if (!journal.refolded) untouched.keep(runId);
  return journal;
}

/** The same as the only process that drives runs here; the whole chain is checked. Throws LOCK_CONFLICT, JOURNAL_BROKEN. */
export async function withRunAlone<T>(around: Around, wanted: Wanted, work: Work<T>): Promise<T> {
  return withHome(wanted.run ?? null)(around.repository, (project) =>
    // Chosen when nobody else can be finishing it.
    exclusively(project, async () => work(openWanted(project, around, { ...wanted, whole: true }), project)),
  ).catch(told(around, wanted));
}
