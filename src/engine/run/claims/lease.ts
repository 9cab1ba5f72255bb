import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { SILENT_INTERVALS } from "../../../core/run/bounds.ts";
import { BatonError } from "../../../errors.ts";
import { writeFileAtomic } from "../../../util/atomic-file.ts";
import { acquireLifeLock, type LifeLock } from "../../../util/life-lock.ts";
import { withFileLock } from "../../../util/patience.ts";
import { writeUnlinked } from "../../../util/unlinked.ts";

/**
 * The right to drive the runs of a repository. A life lock shows that its process lives, a beat that it does something: one
 * that was stopped (SIGSTOP) keeps the lock and falls silent. Then the next process begins a new generation with a lock of
 * its own, and whatever the old one still wants to do is refused: `check` stands before every event, ref and file.
 */
export interface Lease {
  /** Names the process in the attempts that it drives. */
  readonly id: string;
  /** Whether another process was silent for so long that this one took its place. */
  readonly tookOver: boolean;
  /** Throws ATTEMPT_FENCED when another process took over. */
  check(): void;
  /** A beat follows at least so often from now on: an attempt began that counts on it. */
  promise(heartbeatSeconds: number): void;
  release(): void;
}

/** Until an attempt promises more (decisions.md, Time). */
const BEAT_SECONDS = 30;
/** A process that just got the lock, or woke with us, beats within this time. */
const SECOND_LOOK_MS = 1000;

/** Throws LOCK_CONFLICT while another process drives and gives signs of life. */
export function takeLease(alive: string): Lease {
  for (let tookOver = false; ;) {
    const generation = generationIn(alive);
    const lock = acquireLifeLock(lockPath(alive, generation));
    if (lock === null) {
      refuseAlive(alive, generation);
      withFileLock(join(alive, "takeover.db"), () => {
        if (generationIn(alive) === generation) writeFileAtomic(join(alive, GENERATION), `${generation + 1}\n`);
      });
      tookOver = true;
    } else if (generationIn(alive) === generation) return holdLease({ alive, generation, lock, tookOver });
    else lock.release();
  }
}

/** Whether a process drives runs here: its life lock cannot be had. */
export function isLeased(alive: string): boolean {
  const lock = acquireLifeLock(lockPath(alive, generationIn(alive)));
  lock?.release();
  return lock === null;
}

/** Whether the process that drives runs here was silent for so long that the next command takes its place. */
export function isSilent(alive: string): boolean {
  const { silent, limit } = signsOf(alive, generationIn(alive));
  return isLeased(alive) && silent > limit;
}

/** The id of the process that drives runs here; null: none does. */
export function leaseHolder(alive: string): string | null {
  return isLeased(alive) ? beatIn(beatPath(alive, generationIn(alive))).id : null;
}

const GENERATION = "generation";
const lockPath = (alive: string, generation: number): string =>
  join(alive, generation === 0 ? "run.db" : `run-${generation}.db`);
const beatPath = (alive: string, generation: number): string => join(alive, `beat-${generation}`);

function generationIn(alive: string): number {
  const path = join(alive, GENERATION);
  return existsSync(path) ? Number.parseInt(readFileSync(path, "utf8"), 10) : 0;
}

/** What whoever holds a lease promises: so often it beats, and under that id it drives. A lock taken just now has said nothing. */
function beatIn(path: string): { readonly every: number; readonly id: string | null } {
  const [every = BEAT_SECONDS, id = null] = existsSync(path) ? readFileSync(path, "utf8").trim().split(" ") : [];
  // Empty, as a death while it was written leaves it, is nothing said.
  return { every: Number(every) || BEAT_SECONDS, id };
}

/** For how long, in seconds, whoever holds a generation has been silent, and may be. */
function signsOf(alive: string, generation: number): { readonly silent: number; readonly limit: number } {
  const path = beatPath(alive, generation);
  const seen = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return { silent: (Date.now() - seen) / 1000, limit: SILENT_INTERVALS * beatIn(path).every };
}

function refuseAlive(alive: string, generation: number): void {
  for (let look = 1; look <= 2; look += 1) {
    const { silent, limit } = signsOf(alive, generation);
    if (!(silent > limit)) {
      const seen = `its last sign of life is ${Math.max(0, Math.round(silent))} s old`;
      throw new BatonError("LOCK_CONFLICT", `another baton is at work here; ${seen}`, {
        hint: `Wait for it, or stop it: baton stop. The next command takes its place at once if it dies, after ${limit} s if it hangs.`,
      });
    }
    if (look === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SECOND_LOOK_MS);
  }
}

interface Held {
  readonly alive: string;
  readonly generation: number;
  readonly lock: LifeLock;
  readonly tookOver: boolean;
}

function holdLease({ alive, generation, lock, tookOver }: Held): Lease {
  const path = beatPath(alive, generation);
  const id = randomUUID();
  let every = BEAT_SECONDS;
  let timer: NodeJS.Timeout | null = null;
  const beat = (): void => {
    if (existsSync(path)) utimesSync(path, new Date(), new Date());
  };
  const start = (): void => {
    writeUnlinked(path, "overwrite", `${every} ${id}\n`);
    if (timer !== null) clearInterval(timer);
    timer = setInterval(beat, every * 1000).unref();
  };
  start();
  for (let older = generation - 1; older >= 0 && existsSync(beatPath(alive, older)); older -= 1)
    rmSync(beatPath(alive, older), { force: true });
  return {
    id,
    tookOver,
    check() {
      if (generationIn(alive) === generation) return;
      throw new BatonError("ATTEMPT_FENCED", "this process was silent for too long, and another one took the run over");
    },
    promise(heartbeatSeconds) {
      if (heartbeatSeconds >= every) return;
      every = heartbeatSeconds;
      start();
    },
    release() {
      if (timer !== null) clearInterval(timer);
      lock.release();
    },
  };
}
