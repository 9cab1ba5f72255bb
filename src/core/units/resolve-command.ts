import { quote } from "shell-quote";
import { flagName, splitCargoArgs, splitRunnerArgs } from "../../schema/runner-flags.ts";
import type { ProofLevel, RunnerName } from "../../schema/unit.ts";
import { isTrivial } from "./known-programs.ts";
import { resolvedJava, wholeJavaArgs } from "./resolve-java.ts";
import { resolvedUnittest, wholeUnittestArgs } from "./resolve-unittest.ts";
import { resolveStep, shellText } from "./resolve-step.ts";
import { programsOf, splitChain, type Word, wordsOf } from "./shell-words.ts";
import type { RunnerStep, ScriptLookup, Step } from "./step.ts";

/**
 * A command understood. `args` are what the project gives its runner (flags, and the patterns of its script); `files` and
 * `nameFilter` what the user typed to select. With runner `command`, `level` is the best it may reach: P2 when anything in it
 * may start a runner, else P1.
 */
export interface ResolvedCommand {
  readonly runner: RunnerName;
  readonly args: string[];
  readonly env: Record<string, string>;
  readonly files: string[];
  readonly nameFilter: string | null;
  /** Steps before the runner that are neither linters nor type checks, as shell commands. */
  readonly before: string[];
  readonly level: ProofLevel;
}

const DEPTH_LIMIT = 8;
const NAME_FLAGS: Readonly<Record<RunnerStep["runner"], readonly string[]>> = {
  vitest: ["--testNamePattern"],
  jest: ["--testNamePattern"],
  mocha: ["--grep", "--fgrep"],
  "node-test": ["--test-name-pattern"],
  playwright: ["--grep"],
  pytest: ["-k"],
  unittest: ["-k"],
  django: ["-k"],
  "go-test": ["--run"],
  // Names stand by themselves; a test target is a file.
  "cargo-test": [],
  // One flag names classes and methods.
  maven: [],
  gradle: [],
};

/** Finds the runner behind a command, through scripts of the package in `directory`. Never fails: at worst it is a `command`. */
export function resolveCommand(command: string, lookup: ScriptLookup, directory: string): ResolvedCommand {
  const steps = stepsOf(command, true, lookup, directory, 0);
  const only = onlyRunner(steps);
  return only === null || only.goesOn ? unresolved(command, steps) : resolved(only.runner, only.before);
}

/** The one runner in a command that goes on after it, without what comes then; null where there is none. */
export function resolveInside(command: string, lookup: ScriptLookup, directory: string): ResolvedCommand | null {
  const only = onlyRunner(stepsOf(command, true, lookup, directory, 0));
  return only === null ? null : resolved(only.runner, only.before);
}

/** A command that starts no runner of ours without its linters and type checks; null where it has none, or is more than a chain. */
export function withoutChecks(command: string, lookup: ScriptLookup, directory: string): string | null {
  const steps = stepsOf(command, true, lookup, directory, 0) ?? [];
  const kept = steps.filter(({ kind }) => kind !== "check");
  const texts = kept.flatMap((step) => (step.kind === "other" && !/^cd\b/.test(step.text) ? [step.text] : []));
  return texts.length === 0 || texts.length < kept.length || kept.length === steps.length ? null : texts.join(" && ");
}

/** The only runner of a chain, started where the chain is, and what is run before it. */
function onlyRunner(
  steps: readonly Flat[] | null,
): { readonly runner: RunnerStep; readonly before: string[]; readonly goesOn: boolean } | null {
  const runners = steps?.filter((step) => step.kind === "runner") ?? [];
  const [runner] = runners;
  if (steps === null || runner === undefined || runners.length > 1) return null;
  const at = steps.indexOf(runner);
  const before = steps.slice(0, at).flatMap((step) => (step.kind === "other" ? [step.text] : []));
  if (before.some((text) => /^cd\b/.test(text))) return null;
  return { runner, before, goesOn: steps.slice(at + 1).some(({ kind }) => kind === "other") };
}

/** The arguments that run what the command runs, its typed selection included: for a unit made of this command. */
export function wholeArgs({ runner, args, files, nameFilter }: ResolvedCommand): string[] {
  if (runner === "command") return [];
  if (runner === "cargo-test") {
    const names = (nameFilter ?? "").split("|").filter((name) => name !== "");
    const targets = files.map((file) => `--test=${file.slice("tests/".length, -".rs".length)}`);
    return [...names.map((name) => name.replaceAll(/\\(.)/g, "$1")), ...targets, ...args];
  }
  if (runner === "maven" || runner === "gradle") return wholeJavaArgs(runner, args, files, nameFilter);
  if (runner === "unittest" || runner === "django") return wholeUnittestArgs(args, files, nameFilter);
  const flag = NAME_FLAGS[runner][0] ?? "";
  return [
    ...args,
    ...(nameFilter === null ? [] : [flag.startsWith("--") ? `${flag}=${nameFilter}` : `${flag}${nameFilter}`]),
    ...files,
  ];
}

type Flat = Exclude<Step, { kind: "script" }>;

/** The chain of a command with every script replaced by its own; null when the shell does more than run one after the other. */
function stepsOf(
  command: string,
  typed: boolean,
  lookup: ScriptLookup,
  directory: string,
  depth: number,
  extra: readonly Word[] = [],
): Flat[] | null {
  const parts = splitChain(command);
  if (parts === null || depth > DEPTH_LIMIT) return null;
  const flat: Flat[] = [];
  for (const [index, part] of parts.entries()) {
    // What is given to a script is appended to its last program.
    const given = index === parts.length - 1 ? extra : [];
    const words = [...wordsOf(part, typed), ...given];
    const step = resolveStep(words, lookup, directory, given.length === 0 ? part : `${part} ${shellText(given)}`);
    if (step.kind !== "script") {
      flat.push(step);
      continue;
    }
    if (step.before !== null) flat.push(...beforeSteps(step.before, lookup, directory, depth));
    const inner = stepsOf(step.text, false, lookup, directory, depth + 1, step.extra);
    if (inner === null) return null;
    flat.push(...inner.map((one) => withVariables(one, step.env)));
  }
  return flat;
}

/** What runs in a script that is given variables. */
function withVariables(step: Flat, env: Readonly<Record<string, string>>): Flat {
  if (step.kind === "runner") return { ...step, env: { ...env, ...step.env } };
  const set = Object.entries(env).map(([name, value]) => `${name}=${quote([value])} `);
  return step.kind === "other" ? { ...step, text: `${set.join("")}${step.text}` } : step;
}

/** A lifecycle script before the test: its checks are told from everything else, which is run as it is. */
function beforeSteps(text: string, lookup: ScriptLookup, directory: string, depth: number): Flat[] {
  const steps = stepsOf(text, false, lookup, directory, depth + 1);
  if (steps === null || steps.some(({ kind }) => kind === "runner")) return [{ kind: "other", text }];
  return steps.filter(({ kind }) => kind !== "trivial");
}

function resolved(step: RunnerStep, before: string[]): ResolvedCommand {
  const { runner, nodeFlags } = step;
  const textsOf = (typed: boolean): string[] =>
    step.words.filter((word) => word.typed === typed).map(({ text }) => text);
  const own = splitRunnerArgs(runner, textsOf(false));
  const typed = splitRunnerArgs(runner, textsOf(true));
  const isName = (flag: string): boolean => NAME_FLAGS[runner].includes(flagName(flag));
  if (runner === "cargo-test") return resolvedCargo(step, textsOf, before);
  if (runner === "maven" || runner === "gradle") return resolvedJava(step, own, typed, before);
  if (runner === "unittest" || runner === "django") return resolvedUnittest(step, own, typed, before);
  const options = [step.env["NODE_OPTIONS"], ...nodeFlags].filter((option) => option !== undefined).join(" ");
  return {
    runner,
    args: [...own.flags, ...typed.flags.filter((flag) => !isName(flag)), ...own.positionals],
    env: { ...step.env, ...(options === "" ? {} : { NODE_OPTIONS: options }) },
    files: [...typed.positionals],
    nameFilter: nameOf(typed.flags.findLast(isName)),
    before,
    level: "P3",
  };
}

/** `cargo test --test it NAME -- FLAGS`: what is typed selects by a part of the name, and by files of `tests/`. */
function resolvedCargo(step: RunnerStep, textsOf: (typed: boolean) => string[], before: string[]): ResolvedCommand {
  const typed = splitCargoArgs(textsOf(true));
  const names = typed.filters.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const target = /^--test=(.+)$/;
  const flags = typed.flags.filter((flag) => !target.test(flag));
  return {
    runner: "cargo-test",
    args: [...textsOf(false), ...flags, ...(typed.after.length === 0 ? [] : ["--", ...typed.after])],
    env: { ...step.env },
    files: typed.flags.flatMap(
      (flag) =>
        target
          .exec(flag)
          ?.slice(1, 2)
          .map((name) => `tests/${name}.rs`) ?? [],
    ),
    nameFilter: names.length === 0 ? null : names.join("|"),
    before,
    level: "P3",
  };
}

function nameOf(flag: string | undefined): string | null {
  if (flag === undefined) return null;
  const value = flag.startsWith("--") ? flag.slice(flag.indexOf("=") + 1) : flag.slice(2);
  return flagName(flag) === "--fgrep" ? value.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&") : value;
}

function unresolved(command: string, steps: readonly Flat[] | null): ResolvedCommand {
  const mayRun =
    steps === null
      ? programsOf(command).some((program) => !isTrivial(program))
      : steps.some(({ kind }) => kind === "other" || kind === "runner");
  return { runner: "command", args: [], env: {}, files: [], nameFilter: null, before: [], level: mayRun ? "P2" : "P1" };
}
