import { globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SoakScene } from "./scene.ts";

/** Those that live as long as the soak. */
export const WATCHED = ["run", "mcp", "wait"] as const;
export type Watched = (typeof WATCHED)[number];

/** What one process holds. */
export interface Held {
  readonly rssBytes: number;
  readonly descriptors: number;
  readonly children: number;
}

/** All that is looked at every few seconds, at whatever phase of a turn. */
export interface Sample {
  readonly seconds: number;
  readonly turns: number;
  readonly held: Readonly<Record<Watched, Held>>;
  readonly databaseBytes: number;
  readonly walBytes: number;
}

/** What the harness held while its agent worked: the same phase of every turn. */
export interface Turn {
  readonly descriptors: number;
  readonly children: number;
  /** Files below the temporary folder. */
  readonly temporary: number;
  readonly clones: number;
}

/** Throws when the process is gone. */
export function heldBy(pid: number): Held {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [, kilobytes = ""] = /VmRSS:\s+(\d+) kB/.exec(status) ?? [];
  return {
    rssBytes: Number(kilobytes) * 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    children: readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).length,
  };
}

export function turnsOf({ directory }: SoakScene): Turn[] {
  return readFileSync(join(directory, "turns"), "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const [descriptors = NaN, children = NaN, temporary = NaN, clones = NaN] = line.trim().split(/\s+/).map(Number);
      return { descriptors, children, temporary, clones };
    });
}

/** Every database of the repository's truth together. */
export function databasesOf({ repository }: SoakScene): Pick<Sample, "databaseBytes" | "walBytes"> {
  const sum = (pattern: string): number =>
    globSync(pattern, { cwd: join(repository, ".git", "baton") }).reduce(
      (total, name) =>
        total + (statSync(join(repository, ".git", "baton", name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  return { databaseBytes: sum("*.db"), walBytes: sum("*.db-wal") };
}
