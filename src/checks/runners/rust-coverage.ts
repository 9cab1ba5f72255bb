import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProgram } from "../../util/find-program.ts";
import { programsBuilt } from "../readers/cargo-suite.ts";
import { unitDirectory } from "./environment.ts";
import { lcovIn } from "./lcov.ts";
import type { CoverageOutput, RunnerRequest } from "./port.ts";
import { shell } from "../../util/shell.ts";

type Environment = Readonly<Record<string, string>>;

interface LlvmTools {
  readonly profdata: string;
  readonly cov: string;
}

/**
 * LLVM's tools for what the rustc of a folder instruments: the toolchain's own (`llvm-tools`), else those on PATH under the
 * number of rustc's LLVM. Null where there are none, and where the toolchain lacks the runtime that counts.
 */
export function findLlvmTools(directory: string, env: Environment): LlvmTools | null {
  const rustc = findProgram("rustc", env["PATH"]);
  if (rustc === null) return null;
  const ask = (question: string): string =>
    spawnSync(rustc, [question], { cwd: directory, env, encoding: "utf8" }).stdout ?? "";
  const version = ask("-vV");
  const [, host = ""] = /^host: (\S+)$/m.exec(version) ?? [];
  const [, major = ""] = /^LLVM version: (\d+)/m.exec(version) ?? [];
  const home = join(ask("--print=sysroot").trim(), "lib", "rustlib", host);
  if (major === "" || !canCount(join(home, "lib"))) return null;
  const find = (name: string): string | null => {
    const own = join(home, "bin", name);
    return existsSync(own) ? own : findProgram(`${name}-${major}`, env["PATH"]);
  };
  const [profdata, cov] = [find("llvm-profdata"), find("llvm-cov")];
  return profdata === null || cov === null ? null : { profdata, cov };
}

const canCount = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((name) => name.startsWith("libprofiler_builtins"));

/** Only the project's own packages count; Cargo keeps what is built with them apart from what is built without. */
const COUNTING = `#!/bin/sh\nexec "$@" -C instrument-coverage\n`;
/** All programs of a run share so many files: each merges what it counted into one of them as it ends. */
const COUNTS = "%4m.profraw";
/** A program that was killed while it merged leaves a torn file: what the others hold stands. */
const REPORT = `directory=$1 profdata=$2 cov=$3
shift 3
"$profdata" merge -sparse --failure-mode=all "$directory"/*.profraw -o "$directory/all.profdata" &&
  exec "$cov" export --format=lcov --instr-profile="$directory/all.profdata" "$@" >"$directory/lcov.info"`;

/**
 * What makes `cargo test` count, by the compiler's own instrumentation; null where that is not wanted, or cannot be read here.
 * `place` is the slot's. Lines alone: no stable compiler counts branches.
 */
export function rustCoverage(
  request: RunnerRequest,
  place: string,
): { readonly env: Environment; readonly output: CoverageOutput } | null {
  const { coverageDirectory: directory, env } = request;
  const tools = directory === null ? null : findLlvmTools(unitDirectory(request), env);
  if (directory === null || tools === null) return null;
  const wrapper = join(place, "rustc-counting");
  writeFileSync(wrapper, COUNTING, { mode: 0o755 });
  return {
    env: { RUSTC_WORKSPACE_WRAPPER: wrapper, LLVM_PROFILE_FILE: join(directory, COUNTS) },
    output: {
      ...lcovIn(directory),
      after({ stdout }) {
        const [first, ...more] = programsBuilt(stdout);
        if (first === undefined) return null;
        const objects = [first, ...more.map((program) => `--object=${program}`)];
        return shell(REPORT, { args: [directory, tools.profdata, tools.cov, ...objects] });
      },
    },
  };
}
