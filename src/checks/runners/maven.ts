import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { splitRunnerArgs } from "../../schema/runner-flags.ts";
import { findProgram } from "../../util/find-program.ts";
import { mavenSuiteReport } from "../readers/maven-suite.ts";
import { classesIn, namesPlatform } from "../readers/java-places.ts";
import { runnerEnvironment, unitDirectory } from "./environment.ts";
import { javaCoverage } from "./java-coverage.ts";
import { javaOptions, listenerFor, methodLimit } from "./java-listener.ts";
import type { RunnerCommand, RunnerRequest } from "./port.ts";

/** What would keep tests from running, stop at the first module, or hide what is read. */
const DROPPED =
  /^(?:-(?:q|X|e|N|ff|fn|l|o|U)|--(?:quiet|debug|errors|non-recursive|fail-fast|fail-never|log-file|offline|update-snapshots)|-D(?:skipTests|skipITs|maven\.test\.\w+(?:\.\w+)*|surefire\.fail\w+|failIfNoTests|baton\.\w+))(?:=|$)/;
/**
 * A compiler of its own for each short run would take longer than it saves, and so would a collector with threads of its own. What is
 * compiled so takes more of the stack, by which the compiler of Java goes down long expressions.
 */
const QUICK_START = ["-XX:TieredStopAtLevel=1", "-Xss4m"];
const COLLECTOR = "-XX:+UseSerialGC";
/** Of two collectors Java takes none, and starts not at all. */
const COLLECTORS = /-XX:[+]Use\w+GC\b/;
const STACKS = /-Xss\d|-XX:ThreadStackSize=/;

/**
 * `mvn test` with the project's flags, offline. Our listener joins JUnit on the class path of the tests; the
 * project's own `target` is made anew. Null where no Maven or no Java compiler is installed.
 */
export function mavenCommand(request: RunnerRequest): RunnerCommand | null {
  const { env, unit, files, nameFilter, reportDirectory, treeDirectory, testTimeoutMs } = request;
  const maven = findMaven(request);
  const listener = maven === null ? null : listenerFor(dirname(treeDirectory), env);
  if (maven === null || listener === null) return null;
  const coverage = javaCoverage(request, dirname(treeDirectory));
  const { flags } = splitRunnerArgs("maven", unit.args);
  const wanted = files === null ? null : classesIn(treeDirectory, files);
  const limits = methodLimit(testTimeoutMs);
  const options = javaOptions(listener, !namesPlatform(unitDirectory(request)), coverage);
  const { BATON_REPORT_DIR: _, ...variables } = runnerEnvironment(request);
  return {
    argv: [
      maven,
      "--batch-mode",
      "--offline",
      "--fail-at-end",
      ...flags.filter((flag) => !DROPPED.test(flag) && !(wanted !== null && flag.startsWith("-Dtest="))),
      "-DskipTests=false",
      "-Dmaven.test.skip=false",
      "-DfailIfNoTests=false",
      "-Dsurefire.failIfNoSpecifiedTests=false",
      `-Dmaven.test.additionalClasspath=${listener.path}`,
      `-D${listener.name}.report=${reportDirectory}`,
      // A nested class is one of its own to Surefire.
      ...(wanted === null ? [] : [`-Dtest=${wanted.flatMap((name) => [name, `${name}$*`]).join(",")}`]),
      ...(nameFilter === null ? [] : [`-D${listener.name}.only=${nameFilter}`]),
      ...Object.entries(limits).map(([property, value]) => `-D${property}=${value}`),
      "test",
    ],
    cwd: unitDirectory(request),
    env: {
      ...variables,
      ...inEveryJava(options, env),
      MAVEN_OPTS: quickStart(request),
    },
    coverage: coverage?.output ?? null,
    read: ({ stdout }) =>
      mavenSuiteReport({ output: stdout, reportDirectory, tree: treeDirectory, directory: unit.directory, files }),
  };
}

/** Options of Maven's own Java: the user's and the project's (`.mvn/jvm.config`, which comes before these) go first. */
function quickStart(request: RunnerRequest): string {
  const own = request.env["MAVEN_OPTS"] ?? "";
  const configs = [unitDirectory(request), request.treeDirectory].map((folder) => join(folder, ".mvn", "jvm.config"));
  const texts = configs.filter((path) => existsSync(path)).map((path) => readFileSync(path, "utf8"));
  const given = [own, ...texts].join("\n");
  const ours = [...(STACKS.test(given) ? [] : QUICK_START), ...(COLLECTORS.test(given) ? [] : [COLLECTOR])];
  return [...ours, own].filter((each) => each !== "").join(" ");
}

/** Surefire starts the Java of the tests, or is it. */
function inEveryJava(options: readonly string[], env: RunnerRequest["env"]): Record<string, string> {
  if (options.length === 0) return {};
  const quoted = options.map((option) => (/\s/.test(option) ? `"${option}"` : option));
  return { JAVA_TOOL_OPTIONS: [env["JAVA_TOOL_OPTIONS"] ?? "", ...quoted].filter((each) => each !== "").join(" ") };
}

/** The project's own wrapper, else Maven on PATH. */
function findMaven(request: RunnerRequest): string | null {
  const folders = [unitDirectory(request), request.treeDirectory];
  const wrapper = folders.map((folder) => join(folder, "mvnw")).find((path) => existsSync(path));
  return wrapper ?? findProgram("mvn", request.env["PATH"]);
}
