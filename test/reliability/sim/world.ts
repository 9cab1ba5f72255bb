import { createMemoryJournals } from "../../../src/store/memory.ts";
import type { JournalStore } from "../../../src/store/port.ts";
import { createRandom, type Random } from "../random.ts";
import { createAgents, type AgentProcesses } from "./agents.ts";
import { checkIn } from "./checks.ts";
import { createDatabases } from "./databases.ts";
import { createDisk, DiskError, type Disk } from "./disk.ts";
import { createFaults, Death, type Faults } from "./faults.ts";
import { createFileCalls } from "./file-calls.ts";
import { createGit, type SimulatedGit } from "./git.ts";
import { enter, ROOT } from "./interpose.ts";
import { openSimulatedStore, type Acknowledged } from "./store.ts";
import { createTimers, type Timer, type Timers } from "./timers.ts";

export const REPOSITORY = `${ROOT}/repository`;
export const STATE = `${ROOT}/state`;

/** One machine with its disk, its git, its clock, and who works on it. */
export interface World {
  readonly random: Random;
  readonly disk: Disk;
  readonly git: SimulatedGit;
  readonly timers: Timers;
  readonly agents: AgentProcesses;
  readonly faults: Faults;
  readonly acknowledged: readonly Acknowledged[];
  /** A connection as a process opens it. `onAppend` lets others come in between. */
  openStore(onAppend?: () => void): JournalStore;
  readonly now: () => Date;
  /** The clock is set, forwards or backwards. */
  jumpClock(ms: number): void;
  /** The harness is gone; whatever it held open or locked is free. Agents, and what was written, live on. */
  endHarness(): void;
  cutPower(): number;
  /** Does something as another process that nothing strikes. */
  readonly calmly: <T>(work: () => T) => T;
  /** Goes on until a promise is settled. Throws when nothing can happen any more. */
  settle<T>(promise: Promise<T>): Promise<T>;
}

const START = Date.parse("2026-01-31T09:00:00.000Z");
const realImmediate = setImmediate;
const MOMENTS = 40_000;

export function createWorld(seed: number): World {
  const random = createRandom(seed);
  const names = createRandom(-seed);
  const timers = createTimers();
  let skewMs = 0;
  const now = (): Date => new Date(START + timers.now() + skewMs);
  const disk = createDisk(() => now().getTime());
  const faults = createFaults(random);
  const { calls, closeAll } = createFileCalls(disk, faults.kernel);
  const git = createGit(disk, calls, faults.kernel, `${REPOSITORY}/.git`);
  const databases = createDatabases(faults.kernel);
  const journals = createMemoryJournals();
  const acknowledged: Acknowledged[] = [];
  const calmly = <T>(work: () => T): T => faults.calmly(work);
  const own = ownTimers(timers);
  const agents = createAgents({
    timers,
    random,
    isOrphaned: () => faults.dead,
    write: (path, text) =>
      calmly(() => {
        const folder = path.slice(0, path.lastIndexOf("/"));
        if (disk.find(folder.slice(0, folder.lastIndexOf("/"))) === null) return;
        calls.mkdirSync(folder, { recursive: true });
        calls.writeFileSync(path, text);
      }),
  });
  enter({
    files: { ...calls, ...processFiles(agents, calls) },
    git: (args, { env = {}, input = "", encoding }) => {
      try {
        const { status, stdout } = git.call({ args, env, input: Buffer.from(input as string) });
        return {
          status,
          stdout: encoding === "utf8" ? stdout.toString() : stdout,
          stderr: Buffer.alloc(0),
          signal: null,
        };
      } catch (error) {
        if (!(error instanceof DiskError)) throw error;
        const stderr = Buffer.from(error.code === "ENOSPC" ? "No space left on device" : error.message);
        return { status: 128, stdout: Buffer.alloc(0), stderr, signal: null };
      }
    },
    Database: databases.Database,
    timers: own,
    kill: (pid) => agents.kill(pid),
    chance: () => names.next(),
  });
  checkIn({
    text: (commit, path) => git.text(commit, path),
    pause: () => new Promise((resolve) => void own.after(1000, resolve)),
  });
  return {
    random,
    disk,
    git,
    timers,
    agents,
    faults,
    acknowledged,
    now,
    calmly,
    openStore: (onAppend = () => {}) =>
      openSimulatedStore(journals, { kernel: faults.kernel, random, acknowledged, onAppend }),
    jumpClock: (ms) => void (skewMs += ms),
    endHarness() {
      closeAll();
      databases.release();
      own.clear();
      agents.orphan();
    },
    cutPower() {
      agents.killAll();
      return disk.cutPower(random);
    },
    async settle(promise) {
      let open = true;
      const done = promise.finally(() => (open = false));
      done.catch(() => {});
      for (let moment = 0; ; moment += 1) {
        await new Promise((resolve) => realImmediate(resolve));
        if (faults.dead) throw new Death();
        if (!open) return done;
        if (moment > MOMENTS || !timers.step()) throw new Error("STUCK: nothing more happens, and work is left");
      }
    },
  };
}

/** The timers of one process, which end with it. */
function ownTimers(timers: Timers): Timers {
  const mine = new Set<unknown>();
  const own = (timer: Timer): Timer => {
    mine.add(timer);
    return timer;
  };
  return {
    ...timers,
    after: (ms, call) => own(timers.after(ms, call)),
    every: (ms, call) => own(timers.every(ms, call)),
    clear() {
      for (const timer of mine) timers.end(timer);
      mine.clear();
    },
  };
}

type Calls = ReturnType<typeof createFileCalls>["calls"];

/** /proc, as far as leftovers are looked for there. */
function processFiles(agents: AgentProcesses, calls: Calls): Partial<Calls> {
  const isProcess = (path: unknown): path is string => typeof path === "string" && path.startsWith("/proc");
  const pidIn = (path: string): number => Number(path.split("/")[2]);
  return {
    readdirSync: (path, options) =>
      isProcess(path) ? [...agents.folders().keys()].map(String) : calls.readdirSync(path, options),
    readlinkSync: (path) => (isProcess(path) ? (agents.folders().get(pidIn(path)) ?? "") : calls.readlinkSync(path)),
    readFileSync: (path, options) => (isProcess(path) ? "" : calls.readFileSync(path, options)),
    existsSync: (path) => isProcess(path) || calls.existsSync(path),
  };
}
