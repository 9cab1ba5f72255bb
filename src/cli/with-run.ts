import type { RunJournal } from "../engine/run/journal.ts";
import { exclusively, findRun, withProject, type Project } from "../engine/run/project.ts";
import { WALL_CLOCK } from "../util/clock.ts";

export interface RunFlag {
  readonly run?: string | undefined;
}

interface Wanted extends RunFlag {
  /** Who stands in the journal for what the command writes. */
  readonly actor?: string;
}

type Work<T> = (journal: RunJournal, project: Project) => T | Promise<T>;

/** Opens the run that a command means (`--run`, or as `findRun` chooses) for as long as `work` takes. Throws what `findRun` throws. */
export async function withRun<T>(
  { repository }: { readonly repository: string },
  { run, actor = "baton" }: Wanted,
  work: Work<T>,
): Promise<T> {
  return withProject(repository, (project) => work(findRun(project, run ?? null, actor, WALL_CLOCK), project));
}

/** The same as the only process that drives runs here. Throws LOCK_CONFLICT. */
export async function withRunAlone<T>(
  { repository }: { readonly repository: string },
  { run, actor = "baton" }: Wanted,
  work: Work<T>,
): Promise<T> {
  return withProject(repository, (project) =>
    // Chosen when nobody else can be finishing it.
    exclusively(project, async () => work(findRun(project, run ?? null, actor, WALL_CLOCK), project)),
  );
}
