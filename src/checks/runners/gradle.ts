import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { splitRunnerArgs } from "../../schema/runner-flags.ts";
import { findProgram } from "../../util/find-program.ts";
import { injectPath } from "../../util/package-root.ts";
import { gradleSuiteReport } from "../readers/gradle-suite.ts";
import { classesIn, namesPlatform } from "../readers/java-places.ts";
import { gradleHome, isAtLeast, runnerEnvironment, unitDirectory, type Version } from "./environment.ts";
import { javaCoverage } from "./java-coverage.ts";
import { javaOptions, listenerFor, methodLimit } from "./java-listener.ts";
import { linkInto } from "./link-into.ts";
import type { RunnerCommand, RunnerRequest } from "./port.ts";

/** What would keep tests from running, hide what is read, or reach further than this run. */
const DROPPED =
  /^(?:--(?:quiet|warn|info|debug|stacktrace|full-stacktrace|dry-run|continuous|no-rebuild|refresh-\w+|daemon|foreground|offline|scan|profile|console|build-cache|configuration-cache|gradle-user-home|project-cache-dir|fail-fast|debug-jvm|test-dry-run|rerun|rerun-tasks)|-Dorg\.gradle\.(?:daemon|caching|configuration-cache|unsafe\.\S+)|-Dbaton\.gradle|--exclude-task=(?:\S*:)?\w*[tT]est)(?:=|$)/;
const SELECTS = /^--tests=/;
/** What `check` and `build` run besides tests is not what is asked here. */
const TEST_TASK = /(?:^|:)(?:test|\w+Tests?)$/;
/** Of the first version that reads dependencies of another home without writing there. */
const READS_OTHERS = [6, 1] as const;

/**
 * The tests of a Gradle build with the project's flags, offline and without a daemon. Our listener joins JUnit on
 * the class path of the tests, by an init script. Null where neither the wrapper's Gradle nor one on PATH is there, or no
 * Java compiler.
 */
export function gradleCommand(request: RunnerRequest): RunnerCommand | null {
  const { unit, files, nameFilter, reportDirectory, treeDirectory, testTimeoutMs } = request;
  const place = dirname(treeDirectory);
  const gradle = findGradle(request);
  const listener = gradle === null ? null : listenerFor(place, request.env);
  if (gradle === null || listener === null) return null;
  const coverage = javaCoverage(request, place);
  const home = join(place, "gradle-home");
  const { flags, positionals } = splitRunnerArgs("gradle", unit.args);
  const { BATON_REPORT_DIR: _, ...variables } = runnerEnvironment(request);
  const classes = files === null ? [] : classesIn(treeDirectory, files);
  const isOld = !namesPlatform(unitDirectory(request));
  const asked = {
    ...listener,
    arguments: javaOptions(listener, isOld, coverage),
    isOld,
    isCounted: coverage !== null,
    classes,
    properties: {
      ...methodLimit(testTimeoutMs),
      [`${listener.name}.report`]: reportDirectory,
      ...(files === null ? {} : { [`${listener.name}.classes`]: classes.join(",") }),
      ...(nameFilter === null ? {} : { [`${listener.name}.only`]: nameFilter }),
    },
  };
  return {
    argv: [
      gradle,
      "--offline",
      "--no-daemon",
      "--continue",
      "--no-build-cache",
      "--console=plain",
      "-Dorg.gradle.configuration-cache=false",
      "-Dorg.gradle.unsafe.configuration-cache=false",
      "-Dorg.gradle.unsafe.isolated-projects=false",
      `--init-script=${injectPath("gradle-init.gradle")}`,
      `-Dbaton.gradle=${Buffer.from(JSON.stringify(asked)).toString("base64")}`,
      ...flags.filter((flag) => !DROPPED.test(flag) && !SELECTS.test(flag)),
      ...testTasks(positionals).flatMap((task) => [task, ...(files === null ? flags.filter(isSelection) : [])]),
    ],
    cwd: unitDirectory(request),
    env: { ...variables, ...homeOf(home, gradle, request.env), ...temporaryOf(request.env) },
    writable: [home],
    coverage: coverage?.output ?? null,
    read: ({ stdout, stderr }) =>
      gradleSuiteReport(
        { output: `${stdout}\n${stderr}`, reportDirectory, tree: treeDirectory, directory: unit.directory, files },
        listener.name,
      ),
  };
}

const isSelection = (flag: string): boolean => SELECTS.test(flag);

/** `:app:check` has the tests of `:app:test`; where nothing is named, all. */
function testTasks(named: readonly string[]): string[] {
  const tasks = named
    .filter((task) => !/(?:^|:)clean$/.test(task))
    .map((task) => (TEST_TASK.test(task) ? task : task.replace(/[^:]*$/, "test")));
  return tasks.length === 0 ? ["test"] : [...new Set(tasks)];
}

/**
 * The Gradle that the wrapper names, where it has been downloaded: the wrapper itself would want to write beside it. Else
 * what is on PATH, unless there is a wrapper, whose version the project means.
 */
function findGradle(request: RunnerRequest): string | null {
  const folders = [unitDirectory(request), request.treeDirectory];
  const settings = folders
    .map((folder) => join(folder, "gradle", "wrapper", "gradle-wrapper.properties"))
    .find((path) => existsSync(path));
  if (settings === undefined) return findProgram("gradle", request.env["PATH"]);
  const name = /^distributionUrl\s*[=:].*\/([\w.+-]+)\.zip\s*$/m.exec(readFileSync(settings, "utf8"))?.[1];
  const downloaded = join(gradleHome(request.env), "wrapper", "dists", name ?? "");
  if (name === undefined || !existsSync(downloaded)) return null;
  const programs = readdirSync(downloaded).flatMap((folder) =>
    namesIn(join(downloaded, folder)).map((inner) => join(downloaded, folder, inner, "bin", "gradle")),
  );
  return programs.find((path) => existsSync(path)) ?? null;
}

const namesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** What of the user's home builds read: without a mirror that an init script names, nothing downloaded would be found. */
const SETTINGS = ["gradle.properties", "init.gradle", "init.gradle.kts", "init.d", "jdks"];

/** Gradle before 5 leaves a file of each run in Java's temporary folder, which no variable of the system names. */
function temporaryOf({ TMPDIR, GRADLE_OPTS = "" }: Readonly<Record<string, string>>): Record<string, string> {
  return TMPDIR === undefined ? {} : { GRADLE_OPTS: `${GRADLE_OPTS} "-Djava.io.tmpdir=${TMPDIR}"`.trim() };
}

/** A home of its own for Gradle, with the user's settings and what the user downloaded. */
function homeOf(home: string, gradle: string, env: Readonly<Record<string, string>>): Record<string, string> {
  const own = gradleHome(env);
  const caches = join(own, "caches");
  const isRead = isGradleSince(gradle, READS_OTHERS);
  mkdirSync(join(home, "caches"), { recursive: true });
  linkInto(home, own, [...SETTINGS, ...(isRead ? [] : ["caches/modules-2"])]);
  return {
    GRADLE_USER_HOME: home,
    ...(isRead && existsSync(join(caches, "modules-2")) ? { GRADLE_RO_DEP_CACHE: caches } : {}),
  };
}

/** By the archives that it comes with. */
function isGradleSince(gradle: string, least: Version): boolean {
  const library = join(dirname(dirname(realpathSync(gradle))), "lib");
  const names = existsSync(library) ? readdirSync(library).join("\n") : "";
  const [, major = "0", minor = "0"] = /^gradle-core-(\d+)\.(\d+)[\w.-]*\.jar$/m.exec(names) ?? [];
  return isAtLeast([Number(major), Number(minor)], least);
}
