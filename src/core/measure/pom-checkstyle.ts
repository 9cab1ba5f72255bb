import type { CheckstylePlan } from "../../schema/tool-plan.ts";
import { folderOf, inside as below, withoutDots } from "../text/places.ts";
import { inside, parseXml, type Element } from "../text/xml-tree.ts";
import type { TreeView } from "../units/detect-units.ts";

export type CheckstyleSettings = Omit<CheckstylePlan, "except" | "named">;

/** What makes the plugin look at other files than ours would, or by other rules. */
const NOT_FOLLOWED = [
  "checkstyleRules",
  "includes",
  "packageNamesLocation",
  "propertiesLocation",
  "sourceDirectory",
  "testSourceDirectory",
  "violationIgnore",
];
const BASE =
  /\$\{(?:project\.|pom\.)?basedir\}\/?|\$\{(?:maven\.multiModuleProjectDirectory|session\.executionRootDirectory)\}\/?/g;

const USUAL: ReadonlySet<string> = new Set(["src/main/java", "src/test/java"]);

/**
 * How a pom has Maven's plugin start Checkstyle, with the profiles that are active by themselves. Undefined: it does not say so; a text:
 * why that is not followed here.
 */
export function pomCheckstyle(
  tree: TreeView,
  pom: string,
  paths: ReadonlySet<string>,
): CheckstyleSettings | string | undefined {
  const text = tree.read(pom) ?? "";
  const project = text.includes("checkstyle") ? parseXml(text, "project") : null;
  if (project === null) return undefined;
  // What a profile says counts before what the project does.
  const parts = [project, ...activeProfiles(project)];
  const properties = new Map(
    parts
      .flatMap((part) => inside(part, "properties"))
      .flatMap(({ children }) => children)
      .map((one) => [one.name, one.text.trim()]),
  );
  const said = new Map(parts.flatMap((part) => [...pluginSettings(part)]));
  const valuesOf = (name: string, property: string): string[] => {
    const given = said.get(name) ?? [];
    const all = given.length > 0 ? given : [properties.get(property) ?? ""];
    return [...new Set(all.filter((value) => value !== ""))];
  };
  const locations = valuesOf("configLocation", "checkstyle.config.location");
  if (locations.length === 0) return undefined;
  const interpolated = (value: string): string => withProperties(value, properties);
  const folder = folderOf(pom);
  const only = (values: readonly string[]): string | null => {
    const [value] = values;
    return value === undefined || values.length > 1 ? null : fileOf(paths, folder, interpolated(value));
  };
  const config = only(locations);
  const suppressions = valuesOf("suppressionsLocation", "checkstyle.suppressions.location");
  const headers = valuesOf("headerLocation", "checkstyle.header.file");
  const excludes = interpolated(valuesOf("excludes", "checkstyle.excludes").join());
  const expansion = interpolated((said.get("propertyExpansion") ?? []).join("\n"));
  const isSkipped = valuesOf("skip", "checkstyle.skip").includes("true");
  const odd = NOT_FOLLOWED.find((name) => said.has(name));
  if (config === null) return `its configuration ${locations.join(", ")} is no one file of the tree`;
  if (isSkipped) return "the build skips it";
  if (odd !== undefined) return `<${odd}> is not followed here`;
  const [unknown] = /\$\{[^}]*\}?/.exec(`${excludes}${expansion}`) ?? [];
  if (unknown !== undefined) return `only the build knows ${unknown}`;
  const folders = ["sourceDirectories", "testSourceDirectories"].flatMap((name) =>
    wordsOf(interpolated(valuesOf(name, "").join())),
  );
  const other = folders.find((path) => !USUAL.has(path));
  if (other !== undefined) return `it looks at ${other}`;
  const files = { "checkstyle.suppressions.file": only(suppressions), "checkstyle.header.file": only(headers) };
  if (suppressions.length > 0 && files["checkstyle.suppressions.file"] === null)
    return `what it suppresses, ${suppressions.join(", ")}, is no one file of the tree`;
  return {
    config,
    sources:
      folders.includes("src/test/java") || valuesOf("includeTestSourceDirectory", "").includes("true")
        ? "src/*/java"
        : "src/main/java",
    excludes: wordsOf(excludes).map(expressionOf),
    suppressions: files["checkstyle.suppressions.file"],
    properties: Object.fromEntries(
      expansion.split("\n").flatMap((line) => {
        const [, name, value] = /^\s*([\w.-]+)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
        return name === undefined || value === undefined ? [] : [[name, value]];
      }),
    ),
    files: Object.fromEntries(Object.entries(files).flatMap(([name, path]) => (path === null ? [] : [[name, path]]))),
  };
}

/** Those that Maven takes where nobody names one. */
const activeProfiles = (project: Element): Element[] =>
  inside(project, "profiles")
    .flatMap((profiles) => inside(profiles, "profile"))
    .filter((profile) =>
      inside(profile, "activation")
        .flatMap((activation) => inside(activation, "activeByDefault"))
        .some(({ text }) => text.trim() === "true"),
    );

/** By name, each value that the plugin or one of its executions is given, whatever the part of the pom. */
function pluginSettings(project: Element): Map<string, string[]> {
  const parts = ["build", "reporting"].flatMap((name) => inside(project, name));
  const managed = parts.flatMap((part) => inside(part, "pluginManagement"));
  const plugins = [...parts, ...managed]
    .flatMap((part) => inside(part, "plugins"))
    .flatMap((part) => inside(part, "plugin"))
    .filter((plugin) => inside(plugin, "artifactId").some(({ text }) => text.trim() === "maven-checkstyle-plugin"));
  const executions = plugins.flatMap((plugin) => inside(plugin, "executions")).flatMap(({ children }) => children);
  const entries = [...plugins, ...executions]
    .flatMap((one) => inside(one, "configuration"))
    .flatMap(({ children }) => children);
  const said = new Map<string, string[]>();
  for (const { name, text, children } of entries)
    said.set(name, [...(said.get(name) ?? []), text.trim() || children.map((child) => child.text.trim()).join()]);
  return said;
}

/** Properties may stand for others; what is left afterwards nobody here knows. */
function withProperties(value: string, properties: ReadonlyMap<string, string>): string {
  const once = (text: string): string =>
    text.replaceAll(/\$\{([\w.-]+)\}/g, (whole, name: string) => properties.get(name) ?? whole);
  return once(once(once(value))).replaceAll(BASE, "");
}

/** A file of the tree, from the folder of the pom or from where Maven is started. */
function fileOf(paths: ReadonlySet<string>, folder: string, value: string): string | null {
  const path = value.replace(/^\.\//, "");
  return [below(folder, path), path].map(withoutDots).find((one) => one !== null && paths.has(one)) ?? null;
}

const wordsOf = (list: string): string[] =>
  list
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** Ant's pattern of a file below a folder of code. */
function expressionOf(pattern: string): string {
  const whole = pattern.endsWith("/") ? `${pattern}**` : pattern;
  const source = whole.replaceAll(/\*\*\/|\*\*|\*|\?|[^*?]+/g, (part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    return part === "?" ? "[^/]" : part.replaceAll(/[\\^$.|+()[\]{}]/g, String.raw`\$&`);
  });
  return `/src/[^/]+/java/${source}$`;
}
