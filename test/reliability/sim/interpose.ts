import child from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import { registerHooks, syncBuiltinESMExports } from "node:module";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import type { Timers } from "./timers.ts";

/** Everything below it is simulated; all else is the machine's own. */
export const ROOT = "/simulated";
const BELOW = `${ROOT}/`;
const FIRST_HANDLE = 1_000_000;

/** What stands in for the machine while one story is told. */
export interface Machine {
  readonly files: Readonly<Record<string, (...args: never[]) => unknown>>;
  git(
    args: readonly string[],
    options: { env?: NodeJS.ProcessEnv; input?: string | Buffer; encoding?: string },
  ): unknown;
  readonly Database: unknown;
  readonly timers: Timers;
  kill(pid: number): void;
  /** From 0 to below 1: names that are drawn, too, are the seed's. */
  chance(): number;
}

let machine: Machine | null = null;

export function enter(next: Machine): void {
  machine = next;
}

/** Not measured here: checks are answered by `checks.ts`, from the tree alone. */
const REPLACED = /\/engine\/prove\/(prove|recheck)\.ts$/;

/**
 * Puts the simulation beneath the engine as it is: the same modules that ship, over another machine. Done once, before
 * they are loaded.
 */
export function interpose(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      return REPLACED.test(resolved.url)
        ? { ...resolved, url: pathToFileURL(join(import.meta.dirname, "checks.ts")).href }
        : resolved;
    },
  });
  const files = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of Object.keys(files).filter((each) => each.endsWith("Sync"))) {
    const real = files[name];
    if (real === undefined) continue;
    files[name] = (...args) => {
      if (!isOurs(args[0]) && !isOurs(args[1]) && !(name === "globSync" && isOurs((args[1] as { cwd?: unknown })?.cwd)))
        return real(...args);
      const simulated = machine?.files[name] as ((...all: unknown[]) => unknown) | undefined;
      if (simulated === undefined) throw new Error(`the simulated disk knows no ${name}`);
      return simulated(...args);
    };
  }
  const realSpawn = child.spawnSync;
  child.spawnSync = ((program: string, args: readonly string[], options: Parameters<Machine["git"]>[1]) =>
    program === "git" && machine !== null
      ? machine.git(args, options)
      : realSpawn(program, args, options as child.SpawnSyncOptions)) as never;
  const realModule = process.getBuiltinModule.bind(process);
  const sqlite = {
    ...realModule("node:sqlite"),
    get DatabaseSync() {
      return machine?.Database;
    },
  };
  process.getBuiltinModule = ((id: string) =>
    machine !== null && id === "node:sqlite" ? sqlite : realModule(id as "fs")) as never;
  const realKill = process.kill.bind(process);
  process.kill = ((pid: number, signal?: string) => {
    if (pid < FIRST_PID) return realKill(pid, signal);
    machine?.kill(pid);
    return true;
  }) as never;
  interposeTimers();
  crypto.randomBytes = ((size: number) => Buffer.from(drawn(size))) as never;
  crypto.randomUUID = () => {
    const hex = Buffer.from(drawn(16)).toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  syncBuiltinESMExports();
}

/** Process ids of simulated agents; none of the machine's own is as high. */
export const FIRST_PID = 10_000_000;

const isOurs = (value: unknown): boolean =>
  typeof value === "string"
    ? value === ROOT || value.startsWith(BELOW) || (value.startsWith("/proc") && machine !== null)
    : typeof value === "number" && value >= FIRST_HANDLE;

const drawn = (size: number): number[] =>
  Array.from({ length: size }, () => Math.floor((machine?.chance() ?? Math.random()) * 256));

function interposeTimers(): void {
  const own = { setInterval, clearInterval };
  Object.assign(globalThis, {
    setInterval: (call: () => void, everyMs: number) =>
      machine === null ? own.setInterval(call, everyMs) : machine.timers.every(everyMs, call),
    clearInterval: (timer: unknown) =>
      machine === null ? own.clearInterval(timer as NodeJS.Timeout) : machine.timers.end(timer),
  });
}
