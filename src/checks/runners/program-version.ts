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
  const version = known.get(path) ?? asked(path, option, env);
  known.set(path, version);
  return version === "" ? null : { name, version };
}

/** Java tells it on standard error. A folder that is nobody's project has no say in which version is meant. */
function asked(path: string, option: string, env: Readonly<Record<string, string>>): string {
  const { status, stdout, stderr } = spawnSync(path, [option], {
    cwd: "/",
    env,
    encoding: "utf8",
    timeout: PATIENCE_MS,
  });
  const [line = ""] = status === 0 ? `${stdout}${stderr}`.trim().split("\n") : [];
  return line.slice(0, LONGEST);
}
