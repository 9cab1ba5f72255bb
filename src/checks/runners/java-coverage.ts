import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { findProgram } from "../../util/find-program.ts";
import { injectPath } from "../../util/package-root.ts";
import { gradleHome, unitDirectory } from "./environment.ts";
import { lcovIn } from "./lcov.ts";
import type { CoverageOutput, RunnerRequest } from "./port.ts";

type Environment = Readonly<Record<string, string>>;

/**
 * JaCoCo as Maven's repository or Gradle's cache holds it, for the Java that runs the tests; null where coverage is not wanted,
 * or no whole JaCoCo is there. `agent` is an option of Java, `place` the slot's. What it counted is written as LCOV by a
 * program of ours.
 */
export function javaCoverage(
  request: RunnerRequest,
  place: string,
): { readonly agent: string; readonly output: CoverageOutput } | null {
  const { coverageDirectory: directory, env } = request;
  const jacoco = directory === null ? null : findJacoco(request, place);
  const java = findJdk("java", env);
  if (directory === null || jacoco === null || java === null) return null;
  const [counts, output] = [join(directory, "jacoco.exec"), lcovIn(directory)];
  const made = [injectPath("Coverage.java"), counts, output.path, unitDirectory(request)];
  return {
    agent: `-javaagent:${jacoco.agent}=destfile=${counts},exclclassloader=${OTHERS}`,
    output: {
      ...output,
      after: () => ["/usr/bin/env", "-u", "JAVA_TOOL_OPTIONS", java, "-cp", jacoco.classPath, ...made],
    },
  };
}

/** Maven itself, and what Java makes by itself. */
const OTHERS = "org.codehaus.plexus.classworlds.*:sun.reflect.DelegatingClassLoader";

/** A program of JAVA_HOME, else of PATH. */
export function findJdk(name: string, env: Environment): string | null {
  const home = env["JAVA_HOME"];
  const own = home === undefined ? null : join(home, "bin", name);
  return own !== null && existsSync(own) ? own : findProgram(name, env["PATH"]);
}

interface Jacoco {
  readonly agent: string;
  readonly classPath: string;
}

function findJacoco(request: RunnerRequest, place: string): Jacoco | null {
  for (const repository of repositories(request)) {
    const parts = PARTS.map((name) => newest(repository, name));
    const agent = parts.includes(null) ? null : findAgent(repository, place, request.env);
    if (agent !== null) return { agent, classPath: parts.join(delimiter) };
  }
  return null;
}

/** As JaCoCo's Maven plugin brings it along, else out of the archive that holds it. */
function findAgent(repository: Repository, place: string, env: Environment): string | null {
  const ready = newest(repository, AGENTS, "-runtime");
  const archive = ready === null ? newest(repository, AGENTS) : null;
  return archive === null ? ready : agentIn(archive, place, env);
}

const AGENTS = "org/jacoco/org.jacoco.agent";
const PARTS = ["org/jacoco/org.jacoco.core", "org/ow2/asm/asm", "org/ow2/asm/asm-commons", "org/ow2/asm/asm-tree"];

interface Repository {
  readonly folder: string;
  /** Gradle's cache: a group is one folder, and each archive lies in one that its hash names. */
  readonly isCache: boolean;
}

/** Where archives are kept: as the project's settings for Maven have it, in the user's folders, or in Debian's. */
function repositories(request: RunnerRequest): Repository[] {
  const settings = [unitDirectory(request), request.treeDirectory].map((folder) =>
    join(folder, ".mvn", "maven.config"),
  );
  const texts = [
    request.unit.args.join("\n"),
    ...settings.map((path) => (existsSync(path) ? readFileSync(path, "utf8") : "")),
  ];
  const [, own] = /-Dmaven\.repo\.local=(\S+)/.exec(texts.join("\n")) ?? [];
  const { HOME = "/" } = request.env;
  const cache = { folder: join(gradleHome(request.env), "caches", "modules-2", "files-2.1"), isCache: true };
  const plain = [
    ...(own === undefined ? [] : [resolve(unitDirectory(request), own)]),
    join(HOME, ".m2", "repository"),
    "/usr/share/maven-repo",
  ].map((folder) => ({ folder, isCache: false }));
  return request.unit.runner === "gradle" ? [cache, ...plain] : [...plain, cache];
}

/** The archive of the newest version of what lies below a folder of a repository. */
function newest({ folder: root, isCache }: Repository, name: string, kind = ""): string | null {
  const cut = name.lastIndexOf("/");
  const folder = join(
    root,
    isCache ? name.slice(0, cut).replaceAll("/", ".") : name.slice(0, cut),
    name.slice(cut + 1),
  );
  const versions = namesIn(folder).filter((version) => /^\d/.test(version));
  const found = versions
    .toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }))
    .flatMap((version) => {
      const place = join(folder, version);
      const places = isCache ? namesIn(place).map((hash) => join(place, hash)) : [place];
      return places.map((one) => join(one, `${name.slice(cut + 1)}-${version}${kind}.jar`));
    });
  return found.find((path) => existsSync(path)) ?? null;
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** JaCoCo keeps its agent as an archive in its archive; it is taken out beside the slot's tree. */
function agentIn(archive: string, place: string, env: Environment): string | null {
  const path = join(place, "jacoco", dirname(archive).split("/").at(-1) ?? "", AGENT);
  if (existsSync(path)) return path;
  const jar = findJdk("jar", env);
  if (jar === null) return null;
  const making = mkdtempSync(join(place, "making-"));
  try {
    const { status } = spawnSync(jar, ["xf", archive, AGENT], { cwd: making, env });
    if (status !== 0 || !existsSync(join(making, AGENT))) return null;
    mkdirSync(dirname(path), { recursive: true });
    renameSync(join(making, AGENT), path);
    return path;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

const AGENT = "jacocoagent.jar";
