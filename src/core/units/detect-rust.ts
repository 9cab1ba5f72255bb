import type { Unit } from "../../schema/unit.ts";
import { folderOf, innermost, isBelow } from "../text/places.ts";
import type { TreeView } from "./detect-units.ts";
import { plainUnit } from "./plain-unit.ts";

/** As a test looks: `#[test]`, `#[tokio::test]`, `#[rstest]`. */
const TEST = /#\[(?:\w+::)*(?:test|rstest|test_case|quickcheck)\b/;
const FENCE = /^\s*\/\/[/!]\s*(?:```+|~~~+)(.*)$/gm;
/** What cargo compiles of the examples in documentation, as their first line says it. */
const EXAMPLE = /^(?:rust|should_panic|no_run|compile_fail|edition\d+|[{},\s])*$/;
const MANIFEST = /(?:^|\/)Cargo\.toml$/;

/** One unit a Cargo workspace, or a package outside of every workspace, that has tests, in its documentation or elsewhere. */
export function detectRustUnits(tree: TreeView, paths: readonly string[]): Unit[] {
  const manifests = paths.filter((path) => MANIFEST.test(path));
  if (manifests.length === 0) return [];
  const sources = paths.filter((path) => path.endsWith(".rs"));
  tree.preload?.([...manifests, ...sources]);
  const isWorkspace = (path: string): boolean => /^\s*\[workspace\b/m.test(tree.read(path) ?? "");
  const workspaces = manifests.filter(isWorkspace).map(folderOf);
  const alone = manifests
    .map(folderOf)
    .filter((folder) => !workspaces.some((root) => root === folder || isBelow(root, folder)));
  const roots = [...workspaces, ...alone];
  const holding = new Set<string | undefined>();
  for (const path of sources) {
    const root = innermost(roots, path);
    if (holding.has(root)) continue;
    const text = tree.read(path) ?? "";
    if (TEST.test(text) || hasExample(text)) holding.add(root);
  }
  return roots
    .filter((root) => holding.has(root))
    .toSorted()
    .map(rustUnit);
}

/** Every second fence ends what the one before it began. */
const hasExample = (text: string): boolean =>
  [...text.matchAll(FENCE)].some(([, says = ""], at) => at % 2 === 0 && EXAMPLE.test(says));

/** With every member: a package of its own is its only one, and may get others. */
const rustUnit = (directory: string): Unit =>
  plainUnit({ directory, stack: "rust", command: "cargo test --workspace", runner: "cargo-test", level: "P3" }, [
    "--workspace",
  ]);
