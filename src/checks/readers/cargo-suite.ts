import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { z } from "zod";
import { jsonOrNull } from "../../schema/json.ts";
import type { RunReport } from "../../schema/report.ts";
import { type FoundTest, withIds } from "./ids.ts";
import { readDocTests, readLibtest, type LibtestResult } from "./libtest.ts";
import { TEXT_LIMIT } from "./reading.ts";
import { rustFailure } from "./rust-panic.ts";
import { rustFileOf } from "./rust-places.ts";

const Target = z.object({ src_path: z.string() });
const Message = z.discriminatedUnion("reason", [
  z.object({ reason: z.literal("compiler-artifact"), target: Target, executable: z.string().nullable() }),
  z.object({
    reason: z.literal("compiler-message"),
    message: z.object({ level: z.string(), rendered: z.string().nullable() }),
  }),
  z.object({ reason: z.literal("build-finished"), success: z.boolean() }),
  z.object({ reason: z.literal("build-script-executed") }),
]);
type Message = z.infer<typeof Message>;

/** What `inject/cargo-runner.cjs` keeps of one test program. */
const Program = z.strictObject({
  program: z.string(),
  code: z.number().nullable(),
  signal: z.string().nullable(),
  timedOut: z.boolean(),
  whole: z.boolean(),
  stdout: z.string(),
  log: z.string().nullable(),
});
type Program = z.infer<typeof Program>;

const SIZE_LIMIT_BYTES = 256 * 2 ** 20;

/** One run of `cargo test` over the package or workspace in `directory`. */
export interface CargoRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly reportDirectory: string;
  /** Absolute. */
  readonly tree: string;
  /** Relative to the tree. */
  readonly directory: string;
}

/**
 * What `cargo test` told: which programs it built from what (its own messages), what each of them logged and printed, and
 * the examples in documentation, with files in place of crates. One package that cannot be compiled keeps all from running:
 * it is an error of every file with tests.
 */
export function cargoSuiteReport(run: CargoRun): RunReport {
  const told: Told = { tests: [], problems: [] };
  const { messages, text } = splitOutput(run.stdout);
  const finished = messages.findLast(({ reason }) => reason === "build-finished");
  if (finished?.reason !== "build-finished") told.problems.push("cargo did not finish its build");
  else if (!finished.success) return notBuilt(run, messages);
  const sources = sourcesOf(messages);
  const programs = readPrograms(run.reportDirectory, told.problems);
  for (const program of programs) addProgram(run, program, sources.get(program.program) ?? null, told);
  addDocTests(run, text, told);
  if (told.tests.length === 0 && programs.length === 0 && !/^running 0 tests$/m.test(text))
    told.problems.push("the report holds no test");
  const problems = [...new Set(told.problems)].map((message) => ({ name: "ReportInvalid", message }));
  return { complete: problems.length === 0, tests: withIds(told.tests), fileErrors: [], runErrors: problems };
}

/** The programs that were built, tests and others. */
export const programsBuilt = (stdout: string): string[] => [...sourcesOf(splitOutput(stdout).messages).keys()];

/** Of each program that was built the file that it begins with. */
const sourcesOf = (messages: readonly Message[]): Map<string, string> =>
  new Map(
    messages.flatMap((one) =>
      one.reason === "compiler-artifact" && one.executable !== null ? [[one.executable, one.target.src_path]] : [],
    ),
  );

interface Told {
  readonly tests: FoundTest[];
  readonly problems: string[];
}

function addProgram(run: CargoRun, program: Program, source: string | null, { tests, problems }: Told): void {
  const root = source === null ? null : inTree(run.tree, source);
  if (source === null || root === null) {
    problems.push(`${program.program} is no test program of this tree`);
    return;
  }
  if (!program.whole) problems.push(`${root} printed more than is read`);
  if (program.timedOut) problems.push(`${root} ran out of time`);
  const isLibtest = program.log !== null && /^running \d+ tests?$/m.test(program.stdout);
  if (!isLibtest) {
    tests.push(ownMain(root, program));
    return;
  }
  const reading = readLibtest({ ...program, log: program.log ?? "" });
  problems.push(...reading.problems.map((problem) => `${root}: ${problem}`));
  for (const test of reading.tests) {
    const path = test.name.split("::");
    tests.push(found(run, inTree(run.tree, rustFileOf(source, path)) ?? root, path, test));
  }
}

/** A program with a `main` of its own (`harness = false`) is one test, judged by its exit code, and never RED. */
const ownMain = (file: string, { code, stdout }: Program): FoundTest => ({
  file,
  path: ["(main)"],
  project: null,
  status: code === 0 ? "passed" : "failed",
  failure: code === 0 ? null : { kind: "error", name: "ExitCode", message: stdout.slice(-TEXT_LIMIT) },
  durationMs: 0,
});

/** Told apart by what they explain, not by their line, which every edit above moves. */
function addDocTests(run: CargoRun, text: string, { tests, problems }: Told): void {
  const reading = readDocTests(text);
  problems.push(...reading.problems);
  for (const test of reading.tests) {
    const [, path = "", item = ""] = /^(\S+\.rs) - (.*?) ?\(line \d+\)$/.exec(test.name) ?? [];
    const file = [join(run.directory, path), path].map((one) => one.split(sep).join("/"));
    const name = `doc ${item === "" ? "(top)" : item}`;
    tests.push(found(run, file.find((one) => exists(join(run.tree, one))) ?? path, [name], test));
  }
}

function found(run: CargoRun, file: string, path: readonly string[], { status, output }: LibtestResult): FoundTest {
  const failure = status === "failed" ? rustFailure(output, join(run.tree, run.directory)) : null;
  return { file, path, project: null, status, failure, durationMs: 0 };
}

function splitOutput(stdout: string): { messages: Message[]; text: string } {
  const messages: Message[] = [];
  const text = stdout.split("\n").filter((line) => {
    const message = line.startsWith('{"reason":') ? parseMessage(line) : null;
    if (message !== null) messages.push(message);
    return message === null;
  });
  return { messages, text: text.join("\n") };
}

/** What is printed by what is tested, or torn, is text like any other. */
const parseMessage = (line: string): Message | null => Message.safeParse(jsonOrNull(line)).data ?? null;

function readPrograms(directory: string, problems: string[]): Program[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .flatMap((name): Program[] => {
      const path = join(directory, name);
      const state = lstatSync(path);
      if (!state.isFile() || state.size > SIZE_LIMIT_BYTES) {
        problems.push(state.isFile() ? `${name} is larger than ${SIZE_LIMIT_BYTES} bytes` : `${name} is no file`);
        return [];
      }
      const parsed = Program.safeParse(jsonOrNull(readFileSync(path, "utf8")));
      if (!parsed.success) problems.push(`${name} is no report`);
      return parsed.success ? [parsed.data] : [];
    });
}

const TESTS = /#\[(?:\w+::)*(?:test|rstest|test_case|quickcheck)\b/;

function notBuilt(run: CargoRun, messages: readonly Message[]): RunReport {
  const errors = messages.flatMap((one) =>
    one.reason === "compiler-message" && one.message.level === "error" ? [one.message.rendered ?? ""] : [],
  );
  const message = (errors[0] ?? run.stderr.slice(-TEXT_LIMIT)).slice(0, TEXT_LIMIT);
  const files = rustFiles(join(run.tree, run.directory)).filter((path) => TESTS.test(readFileSync(path, "utf8")));
  const names = files.flatMap((path) => inTree(run.tree, path) ?? []);
  return {
    complete: true,
    tests: [],
    fileErrors: (names.length === 0 ? [join(run.directory, "Cargo.toml")] : names).map((file) => ({
      file,
      name: "NotCompiled",
      message,
    })),
    runErrors: [],
  };
}

function rustFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(".") && name !== "target" && name !== "node_modules")
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return rustFiles(path);
      return entry.isFile() && entry.name.endsWith(".rs") ? [path] : [];
    });
}

/** Relative to the tree, forward slashes; null outside of it. */
function inTree(tree: string, path: string): string | null {
  const name = relative(tree, path).split(sep).join("/");
  return name.startsWith("..") ? null : name;
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;
