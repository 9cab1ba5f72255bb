import type { ToolPlan } from "../../schema/tool-plan.ts";
import { createPathRoles } from "../proof/paths.ts";
import { folderOf, innermost, inside, isBelow, withoutDots } from "../text/places.ts";
import { everywhere, parseXml } from "../text/xml-tree.ts";
import type { TreeView } from "../units/detect-units.ts";
import { FOREIGN } from "./find-scanners.ts";
import { gradleProperties } from "./gradle-checkstyle.ts";
import { pomCheckstyle, type CheckstyleSettings } from "./pom-checkstyle.ts";

const POM = /(?:^|\/)pom\.xml$/;
/** Where Gradle has its configuration, and where others keep theirs; the first of a folder counts. */
const FILES = ["config/checkstyle/checkstyle.xml", "checkstyle.xml"] as const;
const roleOf = createPathRoles([]);

/** Checkstyle as a tree has it configured: what is started, and each place where it is not, with why. */
export interface CheckstyleSurvey {
  readonly plans: readonly ToolPlan[];
  readonly passedOver: readonly string[];
}

export const findCheckstyle = (tree: TreeView): readonly ToolPlan[] => surveyCheckstyle(tree).plans;

/**
 * Checkstyle in each folder that configures it and has code of its own. Where what decides is no control file of the tree, or nobody
 * here knows what a build would give the configuration, it is not asked: it could be told to look away, or say what no build says.
 */
export function surveyCheckstyle(tree: TreeView): CheckstyleSurvey {
  // A package may be called `example`.
  const code = [...tree.paths].filter((path) => path.endsWith(".java"));
  if (code.length === 0) return { plans: [], passedOver: [] };
  const settings = settingsByFolder(
    tree,
    [...tree.paths].filter((path) => !FOREIGN.test(path)),
  );
  const folders = [...settings.keys()];
  const found = [...settings]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([directory, given]): (ToolPlan | string)[] => {
      const own = code.filter((path) => innermost(folders, path) === directory).map((path) => from(directory, path));
      if (own.length === 0) return [];
      const named = typeof given === "string" ? given : namedBy(tree, directory, given);
      if (typeof given === "string" || typeof named === "string") return [unfollowed(directory, String(named))];
      const sources = [given.sources, ...(given.sources === "src/*/java" ? (["src"] as const) : [])];
      const looked = sources.find((one) => own.some((path) => CODE[one].test(path)));
      if (looked === undefined) return [];
      const except = folders.filter((folder) => folder !== directory && isBelow(directory, folder));
      const checkstyle = { ...given, sources: looked, except, named };
      return [{ tool: "checkstyle", check: "lint", directory, args: [], checkstyle }];
    });
  return {
    plans: found.filter((one) => typeof one !== "string"),
    passedOver: found.filter((one) => typeof one === "string"),
  };
}

const unfollowed = (directory: string, why: string): string =>
  `checkstyle${directory === "" ? "" : ` in ${directory}`}: ${why}; name a command for lint in checks.commands of baton.config.json, as the build starts it`;

const CODE: Readonly<Record<CheckstyleSettings["sources"], RegExp>> = {
  "src/main/java": /(?:^|\/)src\/main\/java\//,
  "src/*/java": /(?:^|\/)src\/(?:main|test)\/java\//,
  src: /^src\//,
};

const from = (folder: string, path: string): string => (folder === "" ? path : path.slice(folder.length + 1));

/** What a pom says counts before a file that only lies there. A text: it is configured, and why that is not followed here. */
function settingsByFolder(tree: TreeView, paths: readonly string[]): Map<string, CheckstyleSettings | string> {
  const poms = paths.filter((path) => POM.test(path));
  tree.preload?.(poms);
  const there = new Set(paths);
  const found = new Map<string, CheckstyleSettings | string>();
  for (const pom of poms) {
    const said = pomCheckstyle(tree, pom, there);
    if (said !== undefined) found.set(folderOf(pom), said);
  }
  const configs = paths.filter((path) => path.endsWith(FILES[1])).toSorted((a, b) => b.length - a.length);
  for (const config of configs) {
    const name = FILES.find((one) => config === one || config.endsWith(`/${one}`));
    const folder = name === undefined ? undefined : config.slice(0, -name.length).replace(/\/$/, "");
    if (folder === undefined || found.has(folder)) continue;
    const plain = { excludes: [], suppressions: null, ...gradleProperties(tree, there, folder) };
    found.set(folder, { ...plain, config, sources: "src/*/java" });
  }
  return found;
}

/** Properties of every configuration: its own folder, and the one that it is started in. */
const GIVEN = ["config_loc", "basedir"];
const OF_FILES = /^(?:file|headerFile)$/;

/** The configuration and the files of the tree that it names; a text: what is not known of it, or is no control file. */
function namedBy(tree: TreeView, directory: string, settings: CheckstyleSettings): string[] | string {
  const config = parseXml(tree.read(settings.config) ?? "", "module", true);
  if (config === null) return `${settings.config} cannot be read`;
  // A folder is given by what lies in it.
  const there = new Set(tree.paths);
  const files = [settings.config, ...Object.values(settings.files).filter((path) => there.has(path))];
  for (const { attributes } of everywhere(config, "property")) {
    const { name = "", value = "" } = attributes;
    if (name === "cacheFile" && value === "${checkstyle.cache.file}") continue;
    const given = valueOf(directory, settings, value) ?? valueOf(directory, settings, attributes["default"] ?? "${}");
    if (given === undefined) return `only the build knows what ${settings.config} takes as ${value}`;
    if (OF_FILES.test(name) && given !== "") files.push(given);
  }
  const own = files
    .filter((path) => !isElsewhere(path))
    .map((path) => (path.includes("://") ? null : withoutDots(path)));
  const controls = own.flatMap((path) => (path !== null && roleOf(path) === "control" ? [path] : []));
  const open = own.findIndex((path) => path === null || roleOf(path) !== "control");
  return open < 0 ? controls : `${own[open] ?? "a file that it names"} is no control file of the tree`;
}

/** A file that only a class path, or the machine, can have. */
const isElsewhere = (path: string): boolean => path.startsWith("/");

/** As Checkstyle would be given it, files from the root of the tree; undefined where a name in it is unknown. */
function valueOf(directory: string, settings: CheckstyleSettings, value: string): string | undefined {
  const known = new Map([
    ...GIVEN.map((name) => [name, name === "basedir" ? directory : folderOf(settings.config)] as const),
    ...Object.entries(settings.files),
    ...Object.entries(settings.properties),
  ]);
  const names = [...value.matchAll(/\$\{([^}]*)\}/g)].map(([, name = ""]) => name);
  if (!names.every((name) => known.has(name))) return undefined;
  const told = value.replaceAll(/\$\{([^}]*)\}\/?/g, (_, name: string) => {
    const given = known.get(name) ?? "";
    return given === "" || value === `\${${name}}` ? given : `${given}/`;
  });
  return names.length > 0 || isElsewhere(value) ? told : inside(directory, value);
}

const FORMATS = /^(?:offCommentFormat|commentFormat|nearbyTextPattern)$/;

/** How comments tell Checkstyle to look away, as the configurations of these tools have it. */
export const mutingFormats = (tree: TreeView, tools: readonly ToolPlan[]): string[] =>
  tools.flatMap(({ checkstyle }) => {
    const config = checkstyle === undefined ? null : parseXml(tree.read(checkstyle.config) ?? "", "module", true);
    const properties = config === null ? [] : everywhere(config, "property");
    return properties.flatMap(({ attributes: { name = "", value = "" } }) =>
      FORMATS.test(name) && value !== "" ? [value] : [],
    );
  });
