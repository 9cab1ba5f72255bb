import type { Random } from "../random.ts";
import { DiskError } from "./disk.ts";
import type { Kernel } from "./file-calls.ts";

/** The process is no more, in the middle of a call. Nothing catches it for good: every later call throws it again. */
export class Death extends Error {
  override readonly name = "Death";
}

export type FaultKind = "cut" | "kill" | "EIO" | "ENOSPC" | "EMFILE" | "short";
export const FAULT_KINDS: readonly FaultKind[] = [
  "cut",
  "cut",
  "cut",
  "kill",
  "kill",
  "EIO",
  "ENOSPC",
  "EMFILE",
  "short",
];

export interface Planned {
  readonly kind: FaultKind;
  /** It strikes at the so-manieth call that changes something. */
  readonly at: number;
  /**
   * And only there: `name`: before the sync that makes a renamed file's name durable; `missed`: once an event is appended
   * after a sync that was taken out.
   */
  readonly where?: "name" | "missed";
}

export interface Faults {
  readonly kernel: Kernel;
  /** Plans what strikes next; null: nothing. The count of calls begins again. */
  plan(fault: Planned | null): void;
  /** What struck since it was planned; null: nothing yet. */
  readonly struck: { readonly kind: FaultKind; readonly call: string; readonly path: string } | null;
  readonly dead: boolean;
  /** Calls that change something, since the plan. */
  readonly calls: number;
  readonly calmly: <T>(work: () => T) => T;
  /** Kills the harness from outside, between two calls. */
  readonly kill: () => void;
}

/** The sync that is taken out, by its place in the source. */
let mutedSite: string | null = null;
export function muteSync(site: string | null): void {
  mutedSite = site;
}

const FAILS: Readonly<Record<string, (call: string) => boolean>> = {
  EIO: (call) => call === "fsync" || call === "write" || call === "rename" || call === "before commit",
  ENOSPC: (call) => /^(?:write|mkdir|open for writing|before commit|git .*)$/.test(call),
  EMFILE: (call) => call.startsWith("open"),
};

export function createFaults(random: Random): Faults {
  let planned: Planned | null = null;
  let struck: Faults["struck"] = null;
  let calls = 0;
  let dead = false;
  let calm = 0;
  let last = "";
  let missed = 0;
  const isThere = (call: string, before: string): boolean => {
    if (planned?.where === "name") return call === "fsync" && before === "rename";
    return planned?.where !== "missed" || (missed > 0 && call === "after commit");
  };
  const strike = (call: string, path: string): void => {
    if (calm > 0) return;
    if (dead) throw new Death();
    if (call !== "open") calls += 1;
    // A death between `mkdir` and its sync, with a power cut soon after, is beyond what is promised (docs/reliability.md).
    const before = last;
    const follows = before === "mkdir";
    if (call !== "open") last = call;
    if (planned === null || struck !== null || calls < planned.at || !isThere(call, before)) return;
    const { kind } = planned;
    if (kind === "short") return;
    if (kind === "cut" || kind === "kill") {
      if (call === "open" || (kind === "kill" && follows)) return;
      dead = true;
    } else if (FAILS[kind]?.(call) !== true) return;
    struck = { kind, call, path };
    throw dead ? new Death() : new DiskError(kind, call, path);
  };
  return {
    kernel: {
      strike,
      taken(length) {
        if (calm > 0 || planned?.kind !== "short" || calls < planned.at || length < 2) return length;
        struck = { kind: "short", call: "write", path: "" };
        return 1 + random.below(length);
      },
      isSynced() {
        if (mutedSite === null || calm > 0 || !isMuted(mutedSite)) return true;
        missed += 1;
        return false;
      },
    },
    plan(fault) {
      [planned, struck, calls, dead, missed] = [fault, null, 0, false, 0];
    },
    get struck() {
      return struck;
    },
    get dead() {
      return dead;
    },
    get calls() {
      return calls;
    },
    calmly(work) {
      calm += 1;
      try {
        return work();
      } finally {
        calm -= 1;
      }
    },
    kill() {
      dead = true;
      struck = { kind: "kill", call: "outside", path: "" };
    },
  };
}

/** Where the program asked for this sync: a line of the source, on the stack. */
function isMuted(site: string): boolean {
  return new Error("where").stack?.includes(`${site}:`) ?? false;
}
