import { spawnSync } from "node:child_process";
import type { RunnerName } from "../../schema/unit.ts";
import { findProgram } from "../../util/find-program.ts";

/** Runners without a reporter of ours that could say it, each by what runs its tests. */
const ASKED: Partial<Record<RunnerName, readonly [name: string, program: string, option: string]>> = {
  "go-test": ["go", "go", "version"],
  "cargo-test": ["cargo", "cargo", "--version"],
  maven: ["java", "java", "-version"],
  gradle: ["java", "java", "-version"],
};
const PATIENCE_MS = 10_000;
const LONGEST = 200;
const known = new Map<string, string>();

/** What the program behind a runner says of its version, asked once and outside of every tree; null where nobody asks, or it does not answer. */
export function programVersion(
  runner: RunnerName,
  env: Readonly<Record<string, string>>,
): { name: string; version: string } | null {
  const [name, program = "", option = ""] = ASKED[runner] ?? [];
  const path = name === undefined ? null : findProgram(program, env["PATH"]);
  if (name === undefined || path === null) return null;
  const version = versionSaid(path, option, env);
  return version === null ? null : { name, version };
}

/** The first line of what a program says of its version, asked once; null where it does not answer, or fails. */
export function versionSaid(
  path: string,
  option: string,
  env: Readonly<Record<string, string>>,
  directory = "/",
): string | null {
  const key = JSON.stringify([path, option, directory]);
  const version = known.get(key) ?? asked(path, option, env, directory);
  known.set(key, version);
  return version === "" ? null : version;
}

/** Java tells it on standard error. A folder that is nobody's project has no say in which version is meant. */
function asked(path: string, option: string, env: Readonly<Record<string, string>>, directory: string): string {
  const { status, stdout, stderr } = spawnSync(path, [option], {
    cwd: directory,
    // Nothing is installed to answer.
    env: { ...env, RUSTUP_AUTO_INSTALL: "0" },
    encoding: "utf8",
    timeout: PATIENCE_MS,
  });
  const [line = ""] = status === 0 ? `${stdout}${stderr}`.trim().split("\n") : [];
  return line.slice(0, LONGEST);
}
