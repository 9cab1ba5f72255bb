import { join } from "node:path";
import { BatonError } from "../../../errors.ts";
import { watchJournal } from "../../../store/watch.ts";
import type { RunJournal } from "../record/journal.ts";
import type { Project } from "../project.ts";

/**
 * Waits until `look` answers something of the journal, which is asked now and after each change, or the time is over: then
 * null. Nothing is polled meanwhile (FCX-10). Throws INTERRUPTED.
 */
export async function waitUntil<T>(
  project: Project,
  journal: RunJournal,
  look: (journal: RunJournal) => T | null,
  { timeoutMs, signal }: { readonly timeoutMs: number | null; readonly signal: AbortSignal },
): Promise<T | null> {
  const { promise, resolve, reject } = Promise.withResolvers<T | null>();
  const lookAgain = (): void => {
    try {
      journal.sync();
      const found = look(journal);
      if (found !== null) resolve(found);
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const interrupt = (): void => reject(new BatonError("INTERRUPTED", "stopped while waiting for the run to change"));
  // Watched before the first look: what comes between the two is not missed.
  const end = watchJournal(join(project.truth, "journal.db"), lookAgain);
  const timer = timeoutMs === null ? undefined : setTimeout(() => resolve(null), timeoutMs);
  signal.addEventListener("abort", interrupt);
  try {
    if (signal.aborted) interrupt();
    else lookAgain();
    return await promise;
  } finally {
    signal.removeEventListener("abort", interrupt);
    clearTimeout(timer);
    end();
  }
}

/** Waits until the journal is longer than `position`, or the time is over. Answers whether it is. */
export async function waitForChange(
  project: Project,
  journal: RunJournal,
  { position, ...bounds }: { position: number; timeoutMs: number; signal: AbortSignal },
): Promise<boolean> {
  const isLonger = ({ head }: RunJournal): true | null => (head.position > position ? true : null);
  return (await waitUntil(project, journal, isLonger, bounds)) ?? false;
}
