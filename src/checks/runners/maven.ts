import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { splitRunnerArgs } from "../../schema/runner-flags.ts";
import { injectPath } from "../../util/package-root.ts";
import { mavenSuiteReport } from "../readers/maven-suite.ts";
import { classesIn } from "../readers/java-places.ts";
import { programOnPath, runnerEnvironment, unitDirectory } from "./environment.ts";
import { findJdk, javaCoverage } from "./java-coverage.ts";
import type { RunnerCommand, RunnerRequest } from "./port.ts";

/** What would keep tests from running, stop at the first module, or hide what is read. */
const DROPPED =
  /^(?:-(?:q|X|e|N|ff|fn|l|o|U)|--(?:quiet|debug|errors|non-recursive|fail-fast|fail-never|log-file|offline|update-snapshots)|-D(?:skipTests|skipITs|maven\.test\.\w+(?:\.\w+)*|surefire\.fail\w+|failIfNoTests|baton\.\w+))(?:=|$)/;
/** A compiler of its own for each short run would take longer than it saves. */
const QUICK_START = "-XX:TieredStopAtLevel=1";
/** Starting a virtual machine is no test's time. */
const LEAST_TEST_MS = 5000;

/**
 * `mvn test` with the project's flags, offline. Our listener joins JUnit's platform on the class path of the tests; the
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
  const limit = testTimeoutMs === null ? null : Math.max(LEAST_TEST_MS, testTimeoutMs);
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
      ...(limit === null ? [] : timeLimit(limit)),
      "test",
    ],
    cwd: unitDirectory(request),
    env: { ...variables, ...coverage?.env, MAVEN_OPTS: [QUICK_START, env["MAVEN_OPTS"]].filter(Boolean).join(" ") },
    ...(coverage === null ? {} : { coverage: coverage.output }),
    read: ({ stdout }) =>
      mavenSuiteReport({ stdout, reportDirectory, tree: treeDirectory, directory: unit.directory, files }),
  };
}

/** A test that never looks whether it is interrupted is left behind. */
const timeLimit = (limitMs: number): string[] => [
  `-Djunit.jupiter.execution.timeout.default=${limitMs} ms`,
  "-Djunit.jupiter.execution.timeout.thread.mode.default=SEPARATE_THREAD",
];

/** The project's own wrapper, else Maven on PATH. */
function findMaven(request: RunnerRequest): string | null {
  const folders = [unitDirectory(request), request.treeDirectory];
  const wrapper = folders.map((folder) => join(folder, "mvnw")).find((path) => existsSync(path));
  return wrapper ?? programOnPath("mvn", request.env);
}

interface CompiledListener {
  readonly path: string;
  /** Its package, and how its properties begin. */
  readonly name: string;
}

/**
 * Our listener, compiled for Java 8 and later by the Java that is there, beside the slot's tree; null where there is no
 * compiler. What of the platform it is compiled against stays out: the tests bring their own. Its package has a random name:
 * the project's classes come first on the class path, and whatever they are called, they are not in its place.
 */
function listenerFor(place: string, env: Readonly<Record<string, string>>): CompiledListener | null {
  const source = injectPath("java_source");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".java"))
    .toSorted();
  const texts = files.map((name) => readFileSync(join(source, name), "utf8"));
  const digest = createHash("sha256").update(texts.join("\0"));
  const path = join(place, `junit-${digest.digest("hex").slice(0, 16)}`);
  const services = (folder: string): string => join(folder, "META-INF", "services");
  if (existsSync(path)) {
    const listener = readFileSync(join(services(path), LISTENER), "utf8");
    return { path, name: listener.slice(0, listener.indexOf(".")) };
  }
  const compiler = findJdk("javac", env);
  if (compiler === null) return null;
  const name = `baton_${randomBytes(8).toString("hex")}`;
  const making = mkdtempSync(join(place, "making-"));
  try {
    const written = files.map((file) => join(making, "source", file));
    for (const [at, file] of written.entries()) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, (texts[at] ?? "").replaceAll(/(^package |")baton(?=[;.])/gm, `$1${name}`));
    }
    const made = spawnSync(compiler, ["--release", "8", "-nowarn", "-d", making, ...written], { env });
    if (made.status !== 0) return null;
    for (const folder of ["source", "org"]) rmSync(join(making, folder), { recursive: true });
    mkdirSync(services(making), { recursive: true });
    writeFileSync(join(services(making), LISTENER), `${name}.Listener\n`);
    writeFileSync(join(services(making), FILTER), `${name}.Filter\n`);
    renameSync(making, path);
    return { path, name };
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

const LISTENER = "org.junit.platform.launcher.TestExecutionListener";
const FILTER = "org.junit.platform.launcher.PostDiscoveryFilter";
