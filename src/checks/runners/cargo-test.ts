import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { splitCargoArgs } from "../../schema/runner-flags.ts";
import { findProgram } from "../../util/find-program.ts";
import { injectPath } from "../../util/package-root.ts";
import { cargoSuiteReport } from "../readers/cargo-suite.ts";
import { runnerEnvironment, unitDirectory } from "./environment.ts";
import { linkInto } from "./link-into.ts";
import type { RunnerCommand, RunnerRequest } from "./port.ts";
import { rustCoverage } from "./rust-coverage.ts";

/** What would keep tests from running or from being told; the rest of the project's flags stays. */
const DROPPED =
  /^(?:--(?:no-run|no-fail-fast|fail-fast|message-format|quiet|verbose|target-dir|color|timings|config|keep-going)(?:=|$)|-[qv]+$)/;
const DROPPED_AFTER =
  /^(?:--(?:nocapture|no-capture|show-output|format|logfile|list|quiet|color|report-time|fail-fast)(?:=|$)|-q$)/;
/** Flags that say themselves which programs are built. */
const TARGETS = /^--(?:lib|bins?|tests?|examples?|bench(?:es)?|all-targets|doc)(?:=|$)/;
/** As a filter for rustdoc is written: `src/a.rs - item (line`. */
const isExample = (filter: string): boolean => filter.endsWith("(line");
/** All tests of a program have one time limit, which begins when it does. */
const LEAST_PROGRAM_MS = 5000;

/**
 * `cargo test` with the project's flags. Libtest has no reporters: every test program is started through ours, and what it
 * logged is read. What was compiled stays beside the slot's tree. Null where no cargo is installed.
 */
export function cargoTestCommand(request: RunnerRequest): RunnerCommand | null {
  const cargo = findProgram("cargo", request.env["PATH"]);
  const host = cargo === null ? null : hostOf(cargo, request.env);
  if (cargo === null || host === null) return null;
  const place = cargoPlace(request.treeDirectory, request.env);
  const { flags, filters, after } = splitCargoArgs(request.unit.args);
  const narrowed = request.nameFilter !== null;
  const wanted = request.nameFilter === null ? filters : request.nameFilter.split("|");
  const program = JSON.stringify([process.execPath, injectPath("cargo-runner.cjs")]);
  const limit = request.testsTimeoutMs === null ? null : Math.max(LEAST_PROGRAM_MS, request.testsTimeoutMs);
  const coverage = rustCoverage(request, dirname(request.treeDirectory));
  return {
    argv: [
      cargo,
      "test",
      ...flags.filter((flag) => !DROPPED.test(flag)),
      // Examples in documentation are compiled one by one: only where one of them is wanted.
      ...(narrowed && !wanted.some(isExample) && !flags.some((flag) => TARGETS.test(flag)) ? ["--tests"] : []),
      "--no-fail-fast",
      "--message-format=json",
      `--config=target.${host}.runner=${program}`,
      "--",
      ...after.filter((flag) => !DROPPED_AFTER.test(flag) && !(narrowed && /^--(?:exact|skip)\b/.test(flag))),
      ...wanted,
    ],
    cwd: unitDirectory(request),
    env: {
      ...runnerEnvironment(request),
      ...coverage?.env,
      ...place.env,
      RUST_BACKTRACE: "0",
      ...(limit === null ? {} : { BATON_LIMIT_MS: String(limit) }),
    },
    writable: place.writable,
    coverage: coverage?.output ?? null,
    read: ({ stdout, stderr }) =>
      cargoSuiteReport({
        stdout,
        stderr,
        reportDirectory: request.reportDirectory,
        tree: request.treeDirectory,
        directory: request.unit.directory,
      }),
  };
}

const hosts = new Map<string, string>();

/** The platform that this cargo builds for, asked once. */
function hostOf(cargo: string, env: Readonly<Record<string, string>>): string | null {
  const known = hosts.get(cargo);
  if (known !== undefined) return known;
  const { stdout } = spawnSync(cargo, ["-vV"], { encoding: "utf8", env });
  const host = /^host: (\S+)$/m.exec(stdout ?? "")?.[1] ?? null;
  if (host !== null) hosts.set(cargo, host);
  return host;
}

/** Where cargo works for a tree: beside it, with a home of its own, and without network. */
export function cargoPlace(
  treeDirectory: string,
  env: Readonly<Record<string, string>>,
): { readonly env: Readonly<Record<string, string>>; readonly writable: readonly string[] } {
  const place = dirname(treeDirectory);
  const [target, home] = [join(place, "cargo-target"), join(place, "cargo-home")];
  mkdirSync(target, { recursive: true });
  linkHome(home, env);
  return {
    env: { CARGO_HOME: home, CARGO_TARGET_DIR: target, CARGO_NET_OFFLINE: "true", CARGO_TERM_COLOR: "never" },
    writable: [target, home],
  };
}

/** A home of its own for cargo: the user's downloaded crates, and nothing of the user's settings. */
function linkHome(home: string, env: Readonly<Record<string, string>>): void {
  mkdirSync(home, { recursive: true });
  linkInto(home, env["CARGO_HOME"] ?? join(env["HOME"] ?? "/", ".cargo"), ["registry", "git"]);
}
