import { withoutComments } from "../text/java-comments.ts";
import { ancestors, inside, isBelow, withoutDots } from "../text/places.ts";
import type { TreeView } from "../units/detect-units.ts";
import type { CheckstyleSettings } from "./pom-checkstyle.ts";

type Given = Pick<CheckstyleSettings, "properties" | "files">;

const SETTINGS = ["settings.gradle", "settings.gradle.kts"];
const SCRIPTS = ["build.gradle", "build.gradle.kts"];
/** Scripts that others apply. */
const SHARED = /(?:^|\/)(?:buildSrc|build-logic|gradle)\/.*\.gradle(?:\.kts)?$/;

/**
 * What Gradle's scripts give a Checkstyle configuration by `configProperties`, where that is written out: a program may do anything else
 * to it, and a name that one gives in another way stays unknown. The script nearest to the folder counts.
 */
export function gradleProperties(tree: TreeView, paths: ReadonlySet<string>, folder: string): Given {
  const above = ancestors(folder);
  const root = above.find((one) => SETTINGS.some((name) => paths.has(inside(one, name)))) ?? "";
  const own = above.filter((one) => one === root || isBelow(root, one));
  const scripts = [
    ...own.flatMap((one) => SCRIPTS.map((name) => ({ place: one, path: inside(one, name) }))),
    ...[...paths].flatMap((path) => (SHARED.test(path) && isBelow(root, path) ? [{ place: folder, path }] : [])),
  ].filter(({ path }) => paths.has(path));
  const given: { properties: Record<string, string>; files: Record<string, string> } = { properties: {}, files: {} };
  const seen = new Set<string>();
  for (const { path, place } of scripts) {
    const told = Map.groupBy(entriesIn(withoutComments(`${path}.java`, tree.read(path) ?? "")), ([name]) => name);
    for (const [name, all] of told) {
      const values = new Set(all.map(([, value]) => value));
      const [value] = values;
      if (seen.has(name) || value === undefined) continue;
      seen.add(name);
      const read = values.size === 1 ? valueOf(value, { root, place }) : null;
      if (read !== null) given[read.kind][name] = read.value;
    }
  }
  return given;
}

const STRING = String.raw`"[^"\n]*"|'[^'\n]*'`;
/** Up to the comma or bracket behind it: parentheses are of calls. */
const VALUE = String.raw`(?:${STRING}|\([^()\n]*\)|[^,\])\n"'(])+`;
const ENTRY = new RegExp(String.raw`(?:(${STRING})|\b([A-Za-z_][\w.]*))\s*(?::|\bto\b)\s*(${VALUE})`, "g");
/** `configProperties["a"] = "b"`, `.put("a", "b")`, `.a = "b"`. */
const SINGLE = new RegExp(
  String.raw`^(?:\[\s*(${STRING})\s*\]\s*=|\.put\(\s*(${STRING})\s*,|\.([A-Za-z_]\w*)\s*=)\s*(${VALUE})`,
);
const MAP = /^\s*(?:\+?=|\.(?:set|putAll)\(|\()?\s*(?:\w+(?:<[^>]*>)?\(|\[)?/;

/** Each name with its value as the script writes it. */
function entriesIn(script: string): (readonly [string, string])[] {
  return script
    .split(/\bconfigProperties\b/)
    .slice(1)
    .flatMap((rest): (readonly [string, string])[] => {
      const [single, quoted, put, member, value = ""] = SINGLE.exec(rest) ?? [];
      if (single !== undefined) return [[bare(quoted ?? put ?? member ?? ""), value.trim()]];
      const [opening = ""] = MAP.exec(rest) ?? [];
      const map = rest.slice(opening.length);
      const written = /[[(]$/.test(opening) ? map.slice(0, closing(map)) : continued(map);
      return [...written.matchAll(ENTRY)].map(([, text, word = "", told = ""]) => [bare(text ?? word), told.trim()]);
    });
}

const bare = (text: string): string => text.replaceAll(/^["']|["']$/g, "");

/** Where a bracket that is open ends. */
function closing(text: string): number {
  let depth = 1;
  for (const { 0: part, index } of text.matchAll(/"[^"\n]*"|'[^'\n]*'|[[(\])]/g)) {
    if (part === "[" || part === "(") depth += 1;
    else if (part === "]" || part === ")") depth -= 1;
    if (depth === 0) return index;
  }
  return text.length;
}

/** A call without brackets: a comma at the end of a line goes on. */
const continued = (text: string): string => /^(?:.*,[ \t]*\n)*.*/.exec(text)?.[0] ?? "";

const FILE = new RegExp(String.raw`^(?:(rootProject)\.|project\.)?file\(\s*(${STRING})\s*\)(?:\.\w+(?:\(\))?)*$`);
const PLACE = /^\$(?:\{(?:project\.)?((?:rootProject\.)?(?:rootDir|projectDir))\}|(rootDir|projectDir))(?:\/(.*))?$/;

/** A text, a number, yes or no; or a file, from the root of the tree. Null: nobody knows without running the script. */
function valueOf(
  written: string,
  { root, place }: { readonly root: string; readonly place: string },
): { readonly kind: keyof Given; readonly value: string } | null {
  if (/^(?:true|false|\d+)$/.test(written)) return { kind: "properties", value: written };
  const [call, ofRoot, argument] = FILE.exec(written) ?? [];
  const text = argument ?? (new RegExp(`^(?:${STRING})$`).test(written) ? written : null);
  if (text === null || text.includes("\\")) return null;
  const inner = bare(text);
  const [path, braced, plain, rest = ""] = text.startsWith('"') ? (PLACE.exec(inner) ?? []) : [];
  const file = (from: string, name: string): ReturnType<typeof valueOf> => {
    const value = withoutDots(inside(from, name));
    return value === null ? null : { kind: "files", value };
  };
  if (path !== undefined) return file((braced ?? plain ?? "").includes("root") ? root : place, rest);
  if (text.startsWith('"') && inner.includes("$")) return null;
  if (call !== undefined) return file(ofRoot === undefined ? place : root, inner);
  return { kind: "properties", value: inner };
}
