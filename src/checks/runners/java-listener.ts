import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { injectedProgram, injectPath } from "../../util/package-root.ts";
import { findJdk } from "./java-coverage.ts";

/** Starting a virtual machine is no test's time. */
const LEAST_TEST_MS = 5000;

/** Properties of Jupiter that bound a test; one that never looks whether it is interrupted is left behind. */
export function methodLimit(testTimeoutMs: number | null): Readonly<Record<string, string>> {
  if (testTimeoutMs === null) return {};
  return {
    "junit.jupiter.execution.timeout.default": `${Math.max(LEAST_TEST_MS, testTimeoutMs)} ms`,
    "junit.jupiter.execution.timeout.thread.mode.default": "SEPARATE_THREAD",
  };
}

export interface CompiledListener {
  readonly path: string;
  /** Its package, and how its properties begin. */
  readonly name: string;
  /** An archive that puts it among the listeners of JUnit 4, which finds none by itself. */
  readonly agent: string;
}

/**
 * Our listener, compiled for Java 8 and later by the Java that is there, beside the slot's tree; null where there is no
 * compiler. What of the platform it is compiled against stays out: the tests bring their own. Its package has a random name:
 * the project's classes come first on the class path, and whatever they are called, they are not in its place.
 */
export function listenerFor(place: string, env: Readonly<Record<string, string>>): CompiledListener | null {
  const source = injectPath("java_source");
  const { files, digest } = injectedProgram("java_source", ".java");
  const path = join(place, `junit-${digest}`);
  const services = (folder: string): string => join(folder, "META-INF", "services");
  if (existsSync(path)) {
    const listener = readFileSync(join(services(path), LISTENER), "utf8");
    return { path, name: listener.slice(0, listener.indexOf(".")), agent: join(path, AGENT) };
  }
  const [compiler, archiver] = [findJdk("javac", env), findJdk("jar", env)];
  if (compiler === null || archiver === null) return null;
  const name = `baton_${randomBytes(8).toString("hex")}`;
  const making = mkdtempSync(join(place, "making-"));
  try {
    const written = files.map((file) => join(making, "source", file));
    for (const [at, file] of written.entries()) {
      const text = readFileSync(join(source, files[at] ?? ""), "utf8");
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text.replaceAll(/(^package |")baton(?=[;.])/gm, `$1${name}`));
    }
    const made = spawnSync(compiler, ["--release", "8", "-encoding", "UTF-8", "-nowarn", "-d", making, ...written], {
      env,
    });
    if (made.status !== 0) return null;
    for (const folder of ["source", "org"]) rmSync(join(making, folder), { recursive: true });
    mkdirSync(services(making), { recursive: true });
    writeFileSync(join(services(making), LISTENER), `${name}.Listener\n`);
    writeFileSync(join(services(making), FILTER), `${name}.Filter\n`);
    writeFileSync(join(services(making), OF_TESTNG), `${name}.NgListener\n`);
    const entry = join(name, "Agent.class");
    writeFileSync(join(making, MANIFEST), `Premain-Class: ${name}.Agent\n`);
    const packed = spawnSync(archiver, ["cfm", AGENT, MANIFEST, entry], { cwd: making, env });
    if (packed.status !== 0) return null;
    for (const file of [MANIFEST, entry]) rmSync(join(making, file));
    renameSync(making, path);
    return { path, name, agent: join(path, AGENT) };
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/**
 * What the Java that runs the tests is started with: what counts, where that is wanted, and what JUnit 4 needs, where nothing of
 * the project names the platform.
 */
export const javaOptions = (
  { agent }: CompiledListener,
  isOld: boolean,
  coverage: { readonly agent: string } | null,
): string[] => [...(coverage === null ? [] : [coverage.agent]), ...(isOld ? [`-javaagent:${agent}`] : [])];

const AGENT = "agent.jar";
const MANIFEST = "agent.txt";
const LISTENER = "org.junit.platform.launcher.TestExecutionListener";
const OF_TESTNG = "org.testng.ITestNGListener";
const FILTER = "org.junit.platform.launcher.PostDiscoveryFilter";
