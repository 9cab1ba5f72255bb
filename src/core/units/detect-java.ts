import { OF_JUNIT_4, OF_TESTNG, ON_PLATFORM } from "../../schema/junit-names.ts";
import type { Unit } from "../../schema/unit.ts";
import { folderOf, innermost, inside, isBelow } from "../text/places.ts";
import type { TreeView } from "./detect-units.ts";
import { plainUnit } from "./plain-unit.ts";

const TEST_FILE = /(?:^|\/)src\/(?:test|it)\/.*\.(?:java|kt|groovy)$|(?:Test|Tests|IT)\.(?:java|kt)$/;
const MAVEN = /(?:^|\/)pom\.xml$/;
const GRADLE = /(?:^|\/)(?:settings|build)\.gradle(?:\.kts)?$/;

/**
 * One unit a Maven reactor or Gradle build, or a module outside of all of them, that has tests. Those that
 * neither JUnit nor TestNG runs are run by their command and judged by its exit code.
 */
export function detectJavaUnits(tree: TreeView, paths: readonly string[]): Unit[] {
  const builds = paths.filter((path) => MAVEN.test(path) || GRADLE.test(path));
  const tests = builds.length === 0 ? [] : paths.filter((path) => TEST_FILE.test(path));
  if (tests.length === 0) return [];
  tree.preload?.([...builds, ...tests]);
  const folders = [...new Set(builds.map(folderOf))];
  const isReactor = (folder: string): boolean => {
    const all = new Set(paths);
    if (/<modules>/.test(tree.read(inside(folder, "pom.xml")) ?? "")) return true;
    return ["settings.gradle", "settings.gradle.kts"].some((name) => all.has(inside(folder, name)));
  };
  const reactors = folders.filter(isReactor);
  const roots = folders.filter((folder) => !reactors.some((root) => root !== folder && isBelow(root, folder)));
  return roots.toSorted().flatMap((root) => {
    const own = tests.filter((path) => innermost(roots, path) === root);
    if (own.length === 0) return [];
    const isMaven = builds.some((path) => MAVEN.test(path) && folderOf(path) === root);
    const has = (name: string): boolean => paths.includes(inside(root, name)) || paths.includes(name);
    const [tool, wrapper] = isMaven ? (["mvn", "mvnw"] as const) : (["gradle", "gradlew"] as const);
    const command = `${has(wrapper) ? `./${wrapper}` : tool}${isMaven ? " -B" : ""} test`;
    const texts = [...own, ...builds.filter((path) => isBelow(root, path))];
    const isKnown = (text: string): boolean => ON_PLATFORM.test(text) || OF_JUNIT_4.test(text) || OF_TESTNG.test(text);
    if (!texts.some((path) => isKnown(tree.read(path) ?? ""))) return [byCommand(root, command)];
    return [{ ...byCommand(root, command), runner: isMaven ? "maven" : "gradle", level: "P3" }];
  });
}

const byCommand = (directory: string, command: string): Unit =>
  plainUnit({ directory, stack: "java", command, runner: "command", level: "P1" });
