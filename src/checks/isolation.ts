import { spawnSync } from "node:child_process";
import { BatonError } from "../errors.ts";
import type { IsolationLevel } from "../schema/proof.ts";

/** Wraps a command so that it can write only where it is told to. */
export interface Isolation {
  readonly level: IsolationLevel;
  wrap(argv: readonly [string, ...string[]], places: IsolatedPlaces): [string, ...string[]];
}

export interface IsolatedPlaces {
  readonly cwd: string;
  readonly writable: readonly string[];
  /** Below a writable folder, yet read-only: the dependency layer. */
  readonly readOnly: readonly string[];
  /** Not to be seen at all: the repository, the state folder. */
  readonly hidden: readonly string[];
}

/**
 * I1: own folder and process group. I2, when the policy asks for it: bubblewrap mounts, read-only root and layer, own
 * process ids. I2 is not taken silently, since a suite that writes into the home folder would fail under it.
 * Throws ENVIRONMENT_FAILED when what the policy asks for cannot be had here.
 */
export function chooseIsolation(required: "I1" | "I2", path: string): Isolation {
  if (required === "I1") return { level: "I1", wrap: ([program, ...args]) => [program, ...args] };
  const probe = spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-pid", "true"], { env: { PATH: path } });
  if (probe.status !== 0) {
    const reason = probe.error === undefined ? probe.stderr.toString().trim() : "bwrap was not found on PATH";
    throw new BatonError("ENVIRONMENT_FAILED", `the policy requires isolation I2, which cannot be had: ${reason}`, {
      hint: "Install bubblewrap, or set policy.require_isolation to I1.",
    });
  }
  return { level: "I2", wrap: bubblewrap };
}

function bubblewrap(argv: readonly [string, ...string[]], places: IsolatedPlaces): [string, ...string[]] {
  const same = (flag: string, paths: readonly string[]) => paths.flatMap((path) => [flag, path, path]);
  const root = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"];
  return [
    "bwrap",
    ...root,
    ...places.hidden.flatMap((path) => ["--tmpfs", path]),
    ...same("--bind", places.writable),
    ...same("--ro-bind-try", places.readOnly),
    "--unshare-pid",
    "--die-with-parent",
    "--chdir",
    places.cwd,
    "--",
    ...argv,
  ];
}
