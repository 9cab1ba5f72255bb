import { join } from "node:path";
import { BatonError } from "../../errors.ts";
import { watchJournal } from "../../store/watch.ts";
import type { RunJournal } from "./journal.ts";
import type { Project } from "./project.ts";

/**
 * Waits until the journal is longer than `position`, or the time is over; nothing is polled meanwhile. Answers whether it
 * is. Throws INTERRUPTED.
 */
export async function waitForChange(
  project: Project,
  journal: RunJournal,
  { position, timeoutMs, signal }: { position: number; timeoutMs: number; signal: AbortSignal },
): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const look = (): void => {
    try {
      journal.sync();
      if (journal.head.position > position) resolve(true);
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const interrupt = (): void => reject(new BatonError("INTERRUPTED", "stopped while waiting for the run to change"));
  // Watched before the first look: what comes between the two is not missed.
  const end = watchJournal(join(project.truth, "journal.db"), look);
  const timer = setTimeout(() => resolve(false), timeoutMs);
  signal.addEventListener("abort", interrupt);
  try {
    if (signal.aborted) interrupt();
    else look();
    return await promise;
  } finally {
    signal.removeEventListener("abort", interrupt);
    clearTimeout(timer);
    end();
  }
}
