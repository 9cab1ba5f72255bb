import { runDirectory } from "../../engine/run/project.ts";
import { waitUntil } from "../../engine/run/claims/wait.ts";
import { BatonError, EXIT } from "../../errors.ts";
import { PROGRESS_FILE, progressReader } from "../../runs/progress-file.ts";
import { watchFolder } from "../../util/watch-folder.ts";
import { outputStream, type Answer } from "../output.ts";
import { watcherOf } from "../render/watched.ts";
import type { Surroundings } from "../surroundings.ts";
import { statusAnswer } from "./status.ts";
import { withRun } from "../with-run.ts";
import { isFinished } from "../../core/run/state.ts";

/** Heartbeats are no entries of the journal: for them a screen is drawn again so often. */
const DRAW_EVERY_MS = 5000;

/**
 * `baton status --watch`: how a run stands and what is being done, from any terminal, until it is finished or the user ends
 * it (surfaces.md, Command line 6). Nothing is written, and nothing is polled but heartbeats for a screen.
 */
export async function statusWatchCommand(flags: { readonly run?: string }, around: Surroundings): Promise<Answer> {
  return withRun(around, flags, async (journal, project) => {
    const directory = runDirectory(project, journal.runId);
    const stream = outputStream("stdout");
    const watcher = watcherOf(stream, around);
    const progress = progressReader(directory);
    const look = (): true | null => {
      watcher.show(statusAnswer(project, journal, watcher.rows()), progress());
      return isFinished(journal.state) ? true : null;
    };
    const endWatching = watchFolder(directory, (name) => (name === null || name === PROGRESS_FILE) && look(), look);
    const timer = stream.isTTY ? setInterval(look, DRAW_EVERY_MS) : undefined;
    try {
      await waitUntil(project, journal, look, { timeoutMs: null, signal: around.signal });
    } catch (error) {
      // To end it is how a watch ends.
      if (!(error instanceof BatonError) || error.code !== "INTERRUPTED") throw error;
    } finally {
      clearInterval(timer);
      endWatching();
      watcher.end();
    }
    return { ...statusAnswer(project, journal), exitCode: around.signal.aborted ? EXIT.interrupted : EXIT.ok };
  });
}
