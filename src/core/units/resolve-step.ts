import { quote } from "shell-quote";
import { splitRunnerArgs } from "../../schema/runner-flags.ts";
import { COVERAGE_REPORTS, COVERAGE_VALUES, isCheck, isTrivial, programOfFile } from "./known-programs.ts";
import { packageCall, scriptsTogether } from "./package-commands.ts";
import type { Word } from "./shell-words.ts";
import type { RunnerStep, ScriptLookup, Step } from "./step.ts";

interface Context {
  readonly lookup: ScriptLookup;
  readonly directory: string;
  /** Variables set before the program. */
  readonly env: Readonly<Record<string, string>>;
  readonly nodeFlags: readonly string[];
  /** The call as written, for what stays a shell command. */
  readonly text: string;
}

const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s;
const PREFIXES = new Set(["env", "cross-env", "cross-env-shell", "exec", "time"]);
const PYTHON_RUNS = new Set(["uv", "poetry", "pipenv", "pdm", "hatch", "rye"]);

/** Says what one program call is: a runner with its words, a script, a check, or something else. */
export function resolveStep(words: readonly Word[], lookup: ScriptLookup, directory: string, text: string): Step {
  return resolve(words, { lookup, directory, env: {}, nodeFlags: [], text });
}

function resolve(words: readonly Word[], context: Context): Step {
  const [first, ...rest] = words;
  if (first === undefined) return other(context);
  const assigned = ASSIGNMENT.exec(first.text);
  if (assigned !== null) {
    return resolve(rest, { ...context, env: { ...context.env, [assigned[1] ?? ""]: assigned[2] ?? "" } });
  }
  const program = first.text.replace(/^(?:\.\/)?node_modules\/\.bin\//, "");
  const args = rest.map(({ text }) => text);
  if (PREFIXES.has(program)) return args[0]?.startsWith("-") === true ? other(context) : resolve(rest, context);
  if (isTrivial(program)) return { kind: "trivial" };
  if (isCheck(program, args)) return { kind: "check" };
  const call = packageCall(program, rest);
  if (call !== null) return packageStep(call, context);
  const { lookup, directory, env } = context;
  const chain = scriptsTogether(program, rest, lookup.names?.(directory) ?? []);
  if (chain !== null) return { kind: "script", name: program, text: chain, before: null, extra: [], env };
  if (program === "c8" || program === "nyc") return unwrapped(rest, context);
  if (program === "coverage") {
    return args[0] === "run" ? unwrapped(rest.slice(1), context, "python") : { kind: "check" };
  }
  if (PYTHON_RUNS.has(program) && args[0] === "run") return resolve(rest.slice(1), context);
  return runnerStep(program, rest, context) ?? other(context);
}

const other = ({ text }: Context): Step => ({ kind: "other", text });

function packageStep(call: NonNullable<ReturnType<typeof packageCall>>, context: Context): Step {
  if (call.kind === "unknown") return other(context);
  if (call.kind === "program") return resolve(call.words, context);
  const [name, extra] =
    call.kind === "script" ? [call.name, call.extra] : [call.words[0]?.text ?? "", call.words.slice(1)];
  const text = context.lookup(context.directory, name);
  if (text === null) return call.kind === "either" ? resolve(call.words, context) : other(context);
  return {
    kind: "script",
    name,
    text,
    before: context.lookup(context.directory, `pre${name}`),
    extra,
    env: context.env,
  };
}

/** What a coverage wrapper runs; the harness measures coverage apart from its proofs. */
function unwrapped(words: readonly Word[], context: Context, program?: "python"): Step {
  let at = 0;
  while (at < words.length && words[at]?.text.startsWith("-") === true && words[at]?.text !== "-m") {
    const flag = words[at]?.text ?? "";
    at += COVERAGE_VALUES.has(flag) ? 2 : 1;
  }
  const rest = words.slice(at);
  if (rest.length === 0 || COVERAGE_REPORTS.has(rest[0]?.text ?? "")) return { kind: "check" };
  return program === undefined ? resolve(rest, context) : resolve([{ text: program, typed: false }, ...rest], context);
}

function runnerStep(program: string, words: readonly Word[], context: Context): Step | null {
  const runner = (name: RunnerStep["runner"], given: readonly Word[]): Step => ({
    kind: "runner",
    runner: name,
    words: given,
    env: context.env,
    nodeFlags: context.nodeFlags,
  });
  if (program === "vitest") {
    const command = words[0]?.text ?? "";
    if (/^(?:run|watch|dev)$/.test(command)) return runner("vitest", words.slice(1));
    return /^(?:bench|list|related|init|typecheck)$/.test(command) ? null : runner("vitest", words);
  }
  if (program === "jest") return runner("jest", words);
  if (program === "mocha" || program === "_mocha") return runner("mocha", words);
  if (program === "playwright") return words[0]?.text === "test" ? runner("playwright", words.slice(1)) : null;
  if (program === "pytest" || program === "py.test") return runner("pytest", words);
  if (/^(?:\.\/)?manage\.py$/.test(program)) return djangoStep("manage.py", words, runner);
  if (program === "django-admin") return djangoStep("django", words, runner);
  if (/^python(?:\d(?:\.\d+)?)?$/.test(program)) return pythonStep(words, runner, context);
  if (program === "go") return words[0]?.text === "test" ? runner("go-test", words.slice(1)) : null;
  if (program === "cargo") return cargoStep(words, runner);
  if (/^(?:\.\/)?mvnw?$/.test(program)) return javaStep("maven", words, runner);
  if (/^(?:\.\/)?gradlew?$/.test(program)) return javaStep("gradle", words, runner);
  if (program === "node") return nodeStep(words, runner, context);
  if (program === "tsx" && words.some(({ text }) => text === "--test")) {
    const rest = words.filter(({ text }) => text !== "--test");
    return runner("node-test", [{ text: "--import=tsx", typed: false }, ...rest]);
  }
  return null;
}

type MakeRunner = (name: RunnerStep["runner"], words: readonly Word[]) => Step;

/** `cargo test`, `cargo +stable t`. */
function cargoStep(words: readonly Word[], runner: MakeRunner): Step | null {
  const rest = words[0]?.text.startsWith("+") === true ? words.slice(1) : words;
  return rest[0]?.text === "test" || rest[0]?.text === "t" ? runner("cargo-test", rest.slice(1)) : null;
}

/** Goals of Maven or tasks of Gradle: those that run tests, and all that may stand beside them. */
const JAVA = {
  /** Tests run in the same phase as what goes on from there. Goals of plugins are something else. */
  maven: {
    runsTests: /^(?:test|package|verify|install)$/,
    isKnown: /^(?:clean|validate|compile|test-compile|test|package|verify|install)$/,
  },
  gradle: {
    runsTests: /(?:^|:)(?:test|check|build|\w+Tests?)$/,
    isKnown: /(?:^|:)(?:clean|assemble|classes|testClasses|check|build|test|\w+Tests?)$/,
  },
};

/** `mvn test`, `gradle :app:test`, and what runs tests with other things. */
function javaStep(tool: keyof typeof JAVA, words: readonly Word[], runner: MakeRunner): Step | null {
  const texts = words.map(({ text }) => text);
  const named = splitRunnerArgs(tool, texts).positionals;
  const { runsTests, isKnown } = JAVA[tool];
  const isAsked = named.some((name) => runsTests.test(name)) && named.every((name) => isKnown.test(name));
  return isAsked ? runner(tool, words) : null;
}

/** `manage.py test`; which program it is stands first among its arguments. */
function djangoStep(program: string, words: readonly Word[], runner: MakeRunner): Step | null {
  return words[0]?.text === "test" ? runner("django", [{ text: program, typed: false }, ...words.slice(1)]) : null;
}

function pythonStep(all: readonly Word[], runner: MakeRunner, context: Context): Step | null {
  const [first, second, ...rest] = afterSwitches(all);
  if (/^(?:\.\/)?manage\.py$/.test(first?.text ?? ""))
    return djangoStep("manage.py", second === undefined ? [] : [second, ...rest], runner);
  if (first?.text !== "-m") return null;
  const module = second?.text;
  if (module === "pytest" || module === "unittest") return runner(module, rest);
  if (module === "django") return djangoStep("django", rest, runner);
  if (module !== "coverage") return null;
  return resolve([{ text: "coverage", typed: false }, ...rest], context);
}

/** Python's own switches say nothing of the tests; two of them take a value. */
function afterSwitches(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(
    ({ text }, index) => (text === "-m" || !text.startsWith("-")) && !/^-[WX]$/.test(words[index - 1]?.text ?? ""),
  );
  return at < 0 ? [] : words.slice(at);
}

/** `node --test …`, or a runner's own file started with flags of Node; they live on in NODE_OPTIONS. */
function nodeStep(words: readonly Word[], runner: MakeRunner, context: Context): Step | null {
  if (words.some(({ text }) => text === "--test")) {
    return runner(
      "node-test",
      words.filter(({ text }) => text !== "--test"),
    );
  }
  const texts = words.map(({ text }) => text);
  const file = splitRunnerArgs("node-test", texts).positionals[0];
  const program = file === undefined ? null : programOfFile(file);
  if (file === undefined || program === null) return null;
  const at = texts.indexOf(file);
  const { flags } = splitRunnerArgs("node-test", texts.slice(0, at));
  return resolve([{ text: program, typed: true }, ...words.slice(at + 1)], { ...context, nodeFlags: flags });
}

/** Words as shell text again; a glob stays a glob. */
export const shellText = (words: readonly Word[]): string =>
  words.map(({ text }) => (/[*?]/.test(text) && !/[\s'"\\]/.test(text) ? text : quote([text]))).join(" ");
