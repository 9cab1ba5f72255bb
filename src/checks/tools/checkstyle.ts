import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import type { CheckstylePlan, ToolPlan } from "../../schema/tool-plan.ts";
import { findProgram } from "../../util/find-program.ts";
import { reportBytes } from "../readers/evidence.ts";
import { readCheckstyle } from "../readers/scanners.ts";
import { versionSaid } from "../runners/program-version.ts";
import type { Tool, ToolPlace } from "./port.ts";
import { written } from "./programs.ts";

/** Files that are no code: builds hand it none of them. */
const NOT_JAVA = String.raw`\.(?!java$)[\w-]+$`;
const BYTE = 256;
const PATIENCE_MS = 30_000;

/**
 * Checkstyle with the project's configuration over its folders of code, as Gradle and Maven start it. It exits with the number of
 * errors, of which a system keeps the last byte, and with 254 or 255 where it could not look.
 */
export const checkstyle: Tool = (place) => {
  const { plan, treeDirectory, report, env } = place;
  const program = findProgram("checkstyle", env["PATH"]);
  const settings = plan.checkstyle;
  if (program === null || settings === undefined) return null;
  const folder = join(treeDirectory, plan.directory);
  const roots = codeFolders(
    folder,
    settings.sources,
    new Set(settings.except.map((path) => join(treeDirectory, path))),
  );
  if (roots.length === 0) return { absent: `there is no code in ${settings.sources}` };
  const config = join(treeDirectory, settings.config);
  const leftOut = [NOT_JAVA, ...settings.excludes].flatMap((expression) => ["-x", expression]);
  const given = ["-f", "xml", "-o", report, ...leftOut, ...roots.map((root) => relative(folder, root))];
  const version = versionSaid(program, "--version", env);
  return {
    argv: [program, "-c", configOf(config, place, settings), "-p", propertiesOf(config, place, settings), ...given],
    typed: ["-c", config, ...given],
    ...(version === null ? {} : { version: version.replace(/^Checkstyle version: /, "") }),
    codes: Array.from({ length: BYTE }, (_, code) => code),
    read: written(readCheckstyle),
    agrees: (code, { findings }) => code === findings.filter(({ level }) => level === "error").length % BYTE,
    needs: "a Checkstyle that knows its configuration, and the language that the code is written in",
  };
};

const known = new Map<string, boolean>();

/** Whether the one on PATH knows every rule of a plan's configuration: each version has others. `read`: the files of the tree. */
export function knowsRules(
  plan: ToolPlan,
  read: (path: string) => string | null,
  env: Readonly<Record<string, string>>,
): boolean {
  const program = findProgram("checkstyle", env["PATH"]);
  const settings = plan.checkstyle;
  if (program === null || settings === undefined) return false;
  const files = settings.named.flatMap((path) => {
    const text = read(path);
    return text === null ? [] : [{ path, text }];
  });
  const key = JSON.stringify([program, plan, files]);
  const answer = known.get(key) ?? looksAtNothing(program, { plan, settings, files, env });
  known.set(key, answer);
  return answer;
}

interface Trial {
  readonly plan: ToolPlan;
  readonly settings: CheckstylePlan;
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly env: Readonly<Record<string, string>>;
}

function looksAtNothing(program: string, { plan, settings, files, env }: Trial): boolean {
  const scratch = mkdtempSync(join(tmpdir(), "baton-checkstyle-"));
  try {
    const treeDirectory = join(scratch, "tree");
    for (const { path, text } of [
      ...files,
      { path: join(plan.directory, "Nothing.java"), text: "class Nothing {}\n" },
    ]) {
      mkdirSync(dirname(join(treeDirectory, path)), { recursive: true });
      writeFileSync(join(treeDirectory, path), text);
    }
    const report = join(scratch, "report");
    const place = { plan, treeDirectory, report, env };
    const config = join(treeDirectory, settings.config);
    const given = ["-c", configOf(config, place, settings), "-p", propertiesOf(config, place, settings)];
    spawnSync(program, [...given, "-f", "xml", "-o", report, "Nothing.java"], {
      cwd: join(treeDirectory, plan.directory),
      env,
      stdio: "ignore",
      timeout: PATIENCE_MS,
    });
    const bytes = reportBytes(report);
    return bytes.problem === null && readCheckstyle(bytes.value).problem === null;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const BUILT: ReadonlySet<string> = new Set(["node_modules", "target", "build"]);

/** The folders of code in each module; what else lies in a `src` is data, or a project of the tests'. */
function codeFolders(folder: string, sources: CheckstylePlan["sources"], except: ReadonlySet<string>): string[] {
  if (sources === "src") return [join(folder, "src")].filter((path) => existsSync(path));
  return foldersIn(folder)
    .filter((path) => !except.has(path) && !BUILT.has(basename(path)))
    .flatMap((path) => {
      const kinds = basename(path) === "src" ? foldersIn(path) : [];
      if (!kinds.some((kind) => /^(?:main|test)$/.test(basename(kind)))) return codeFolders(path, sources, except);
      const looked = kinds.filter((kind) => sources === "src/*/java" || basename(kind) === "main");
      return looked.map((kind) => join(kind, "java")).filter((path) => existsSync(path));
    });
}

const foldersIn = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => join(folder, name))
    .toSorted();

/** As it is, or with what Maven's plugin adds to one that does not name it. */
function configOf(config: string, { report, treeDirectory }: ToolPlace, { suppressions }: CheckstylePlan): string {
  const text = textOf(config);
  if (suppressions === null || text.includes("${checkstyle.suppressions.file}")) return config;
  const file = escaped(join(treeDirectory, suppressions));
  const filter = `<module name="SuppressionFilter"><property name="file" value="${file}"/></module>`;
  const end = Math.max(0, text.lastIndexOf("</module>"));
  writeFileSync(`${report}.xml`, `${text.slice(0, end)}${filter}${text.slice(end)}`);
  return `${report}.xml`;
}

/** Head may have none any more: that is for Checkstyle to say. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function propertiesOf(config: string, { report, plan, treeDirectory }: ToolPlace, settings: CheckstylePlan): string {
  const given = {
    ...Object.fromEntries(Object.entries(settings.files).map(([name, path]) => [name, join(treeDirectory, path)])),
    config_loc: dirname(config),
    basedir: join(treeDirectory, plan.directory),
    "checkstyle.cache.file": `${report}.cache`,
    ...settings.properties,
  };
  const lines = Object.entries(given).map(([name, value]) => `${name}=${inProperties(value)}\n`);
  writeFileSync(`${report}.properties`, lines.join(""));
  return `${report}.properties`;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** Java reads them as Latin-1, where a backslash begins an escape. */
const inProperties = (value: string): string =>
  value.replaceAll(/[^!-[\]-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
