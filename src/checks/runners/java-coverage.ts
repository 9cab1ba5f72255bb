import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { injectPath } from "../../util/package-root.ts";
import { programOnPath, unitDirectory } from "./environment.ts";
import type { CoverageOutput, RunnerRequest } from "./port.ts";

type Environment = Readonly<Record<string, string>>;

/**
 * JaCoCo as Maven's repository holds it, put into every Java that a run starts; null where coverage is not wanted, or no whole
 * JaCoCo is there. `place` is the slot's. What its agent counted is written as LCOV by a program of ours.
 */
export function javaCoverage(
  request: RunnerRequest,
  place: string,
): { readonly env: Environment; readonly output: CoverageOutput } | null {
  const { coverageDirectory: directory, env } = request;
  const jacoco = directory === null ? null : findJacoco(request, place);
  const java = findJdk("java", env);
  if (directory === null || jacoco === null || java === null) return null;
  const [counts, path] = [join(directory, "jacoco.exec"), join(directory, "lcov.info")];
  const agent = `-javaagent:${jacoco.agent}=destfile=${counts},exclclassloader=${OTHERS}`;
  const report = [java, "-cp", jacoco.classPath, injectPath("Coverage.java"), counts, path, unitDirectory(request)];
  return {
    env: { JAVA_TOOL_OPTIONS: [env["JAVA_TOOL_OPTIONS"], agent].filter(Boolean).join(" ") },
    output: { format: "lcov", path, after: () => ["/usr/bin/env", "-u", "JAVA_TOOL_OPTIONS", ...report] },
  };
}

/** Maven itself, and what Java makes by itself. */
const OTHERS = "org.codehaus.plexus.classworlds.*:sun.reflect.DelegatingClassLoader";

/** A program of JAVA_HOME, else of PATH. */
export function findJdk(name: string, env: Environment): string | null {
  const home = env["JAVA_HOME"];
  const own = home === undefined ? null : join(home, "bin", name);
  return own !== null && existsSync(own) ? own : programOnPath(name, env);
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
function findAgent(repository: string, place: string, env: Environment): string | null {
  const ready = newest(repository, AGENTS, "-runtime");
  const archive = ready === null ? newest(repository, AGENTS) : null;
  return archive === null ? ready : agentIn(archive, place, env);
}

const AGENTS = "org/jacoco/org.jacoco.agent";
const PARTS = ["org/jacoco/org.jacoco.core", "org/ow2/asm/asm", "org/ow2/asm/asm-commons", "org/ow2/asm/asm-tree"];

/** Where Maven keeps archives: as the project's settings have it, in the user's folder, or in Debian's. */
function repositories(request: RunnerRequest): string[] {
  const settings = [unitDirectory(request), request.treeDirectory].map((folder) =>
    join(folder, ".mvn", "maven.config"),
  );
  const texts = [
    request.unit.args.join("\n"),
    ...settings.map((path) => (existsSync(path) ? readFileSync(path, "utf8") : "")),
  ];
  const [, own] = /-Dmaven\.repo\.local=(\S+)/.exec(texts.join("\n")) ?? [];
  const { HOME = "/" } = request.env;
  const usual = [join(HOME, ".m2", "repository"), "/usr/share/maven-repo"];
  return own === undefined ? usual : [resolve(unitDirectory(request), own), ...usual];
}

/** The archive of the newest version of what lies below a folder of a repository. */
function newest(repository: string, name: string, kind = ""): string | null {
  const folder = join(repository, name);
  const versions = existsSync(folder) ? readdirSync(folder).filter((version) => /^\d/.test(version)) : [];
  const found = versions
    .toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }))
    .map((version) => join(folder, version, `${name.split("/").at(-1)}-${version}${kind}.jar`));
  return found.find((path) => existsSync(path)) ?? null;
}

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
