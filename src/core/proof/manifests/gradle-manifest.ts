import { addsOnly, control, isSame, keysOf, newKeys } from "./manifest-words.ts";
import type { ProtectedVerdict } from "../protected.ts";
import { parseTable, tableOf } from "./toml.ts";

/** What is put on a class path; what runs in the compiler (`annotationProcessor`, `kapt`, `ksp`) is something else. */
const DECLARATION =
  /^\s*(?:api|compile|implementation|runtime|\w*(?:Api|CompileOnly|Implementation|RuntimeOnly)|testCompile|testRuntime|compileOnly|runtimeOnly)\b[\s(]+(.*?)\)*\s*(?:\/\/.*)?$/;
/** From a repository, from the catalog of versions, of the build itself. */
const DEPENDENCY =
  /^(?:platform\(\s*)?(?:(["'])([\w.-]+:[\w.-]+)(?::[\w.+-]+)?\1|(libs(?:\.\w+)+)|(?:project|kotlin)\(\s*(["'])([\w:./-]+)\4)$/;
const OF_BUILDS = /(?:^|\/)(?:buildSrc|build-logic)\//;
const SAYS_NOTHING = /^\s*(?:\/\/.*)?$/;

/**
 * A build script is a program, so that only whole lines that add a dependency are known to add nothing else. A new one takes
 * part in the build of what is there; what builds depend on runs in them.
 */
export function gradleVerdict(path: string, base: string | null, head: string): ProtectedVerdict {
  if (OF_BUILDS.test(path)) return control("decides how the project is built");
  if (base === null) return control("a new build script");
  const added = linesAdded(base.split("\n"), head.split("\n"));
  if (added === null) return control("lines are changed or removed");
  const names: string[] = [];
  for (const line of added) {
    if (SAYS_NOTHING.test(line)) continue;
    const [, , module, entry, , own] = DEPENDENCY.exec(DECLARATION.exec(line)?.[1] ?? "") ?? [];
    const name = module ?? entry ?? own;
    if (name === undefined) return control(`${line.trim()} is added`);
    names.push(name);
  }
  return addsOnly(names);
}

/** What head has besides base's lines, which stand in it in their order; null where they do not. */
function linesAdded(base: readonly string[], head: readonly string[]): string[] | null {
  let at = 0;
  const added = head.filter((line) => {
    if (line !== base[at]) return true;
    at += 1;
    return false;
  });
  return at === base.length ? added : null;
}

/** The catalog of versions: libraries, their versions and bundles may be added; plugins decide what is built and how. */
export function catalogVerdict(baseText: string | null, headText: string): ProtectedVerdict {
  const [base, head] = [parseTable(baseText ?? ""), parseTable(headText)];
  if (base === null || head === null) return control("is not valid TOML");
  for (const name of keysOf(base, head)) {
    if (isSame(base[name], head[name])) continue;
    if (!MAY_GROW.has(name)) return control(`[${name}] is changed`);
    const [before, after] = [tableOf(base[name]), tableOf(head[name])];
    const moved = Object.keys(before).find((key) => !isSame(before[key], after[key]));
    if (moved !== undefined) return control(`[${name}] ${moved} is changed or removed`);
  }
  return addsOnly(newKeys(tableOf(base["libraries"]), tableOf(head["libraries"])));
}

const MAY_GROW: ReadonlySet<string> = new Set(["versions", "libraries", "bundles"]);
