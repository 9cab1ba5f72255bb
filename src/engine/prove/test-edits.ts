import type { SourceTool } from "../../checks/source/port.ts";
import { callChanges } from "../../core/proof/old-tests/as-called.ts";
import { withExtended } from "../../core/proof/old-tests/extended-tests.ts";
import { withGoneCode } from "../../core/proof/old-tests/gone-code.ts";
import { withHelpers } from "../../core/proof/old-tests/helped-tests.ts";
import { withLent } from "../../core/proof/old-tests/lent.ts";
import { movedBeside, movedWithCode } from "../../core/proof/old-tests/moved-code.ts";
import { holdsTests } from "../../core/proof/paths.ts";
import { withMovedImports } from "../../core/proof/old-tests/moved-imports.ts";
import { goneFrom, renamesIn, respell } from "../../core/proof/old-tests/renames.ts";
import { askingOwn } from "../../core/proof/old-tests/said.ts";
import { fileOf } from "../../core/proof/test-ids.ts";
import { addedTests, compareWrittenTests, type TestEdit } from "../../core/proof/old-tests/written-tests.ts";
import type { SourceFile } from "../../schema/source.ts";
import { askAll } from "./ask-tools.ts";
import { codePlaces } from "./changed-sources.ts";
import type { RoledChange } from "./compose.ts";
import { givesFixtures, importedHelpers } from "./imported-helpers.ts";
import { textsOf, type TreeReader } from "./tree-reader.ts";

const LOADS_TEST_LIBRARY =
  /(?:from|require\(|import\()\s*["'](?:vitest|@jest\/globals|chai|expect|node:test|bun:test|@playwright\/test)["']|\bimport\.meta\.vitest\b|^\s*(?:import\s+)?"testing"\s*$/m;

/** What became of base's tests by their texts, and which tests are new. */
export async function editsOf(
  tools: readonly SourceTool[],
  base: TreeReader,
  head: TreeReader,
  changes: readonly RoledChange[],
): Promise<TestEdit[]> {
  // Tests stand in the code as well where a language keeps them there.
  const inCode = tools.filter((tool) => tool.testsInCode === true).flatMap(({ extensions }) => extensions);
  // What asserts with a test library helps tests, wherever it lies; head's word on that does not count.
  const helps = (path: string): boolean => LOADS_TEST_LIBRARY.test(base.read(path) ?? "");
  const pathsOf = (isWanted: (change: RoledChange) => boolean): string[] =>
    changes.filter(isWanted).map(({ path }) => path);
  const ofTests = pathsOf(({ role, path }) => role === "test" && holdsTests(path));
  const inside = pathsOf(
    ({ role, path }) => role === "implementation" && (inCode.some((ending) => path.endsWith(ending)) || helps(path)),
  );
  const paths = [...ofTests, ...inside];
  const edited = new Set(changes.map(({ path }) => path));
  const texts = (tree: TreeReader, more: readonly string[] = []): SourceFile[] => textsOf(tree, [...paths, ...more]);
  const own = [...head.paths, ...cratesOf(head)];
  const written = async (files: readonly SourceFile[]) =>
    withHelpers(askingOwn(await askAll(tools, files, (tool, those) => tool.tests(those)), own));
  // No code lends a test its words.
  const lenders = helpersBeside(textsOf(head, ofTests), head);
  const moved = movedWith(base, head, changes, inCode);
  const read = async (more: readonly string[]) => {
    const [before, after] = [texts(base, more), texts(head, more)];
    const [old, now] = [await written(before), withLent(await written(after), lenders)];
    return { before, after, old, now, edits: compareWrittenTests(old, now).map(moved) };
  };
  if (texts(base).length === 0) return addedTests([], await written(texts(head)));
  const alone = await read([]);
  // What seems lost may be asserted by a helper that the change leaves as it is; what seems kept may have been.
  const helpers = alone.edits.some(({ kind }) => kind === "weakened" || kind === "deleted" || kind === "rewritten")
    ? importedHelpers([...alone.before, ...alone.after], head.paths).filter(
        (path) => !edited.has(path) || givesFixtures(path),
      )
    : [];
  const { before, after, old, now, edits } = helpers.length === 0 ? alone : await read(helpers);
  const isLost = edits.some(({ kind, less }) => kind === "deleted" || less !== undefined);
  if (!isLost && edits.every(({ kind }) => kind !== "weakened")) return [...edits, ...addedTests(old, now)];
  const code = changes.filter(({ role }) => role === "implementation").map(({ path }) => path);
  const said = (tree: TreeReader): string[] => code.map((path) => tree.read(path) ?? "");
  const sides = { base: said(base), head: said(head) };
  const withData = changes.some(({ role, path }) => role === "test" && !paths.includes(path));
  const textOf = (path: string): string => before.find((file) => file.path === path)?.text ?? "";
  const marked = (all: readonly TestEdit[]): TestEdit[] => [
    ...withGoneCode(all, old, goneFrom(code, sides), { now, withData, textOf }),
    ...addedTests(old, now),
  ];
  if (!isLost) return marked(edits);
  const called = callChanges(textsOf(base, code), textsOf(head, code)).renames;
  const words = (files: readonly SourceFile[]): string[] => files.map(({ text }) => text);
  const renames = new Map([...called, ...renamesIn(sides, { base: words(alone.before), head: words(alone.after) })]);
  const places = codePlaces(changes);
  const respelled = await written(
    before.map(({ path, text }) => {
      const file = { path, text: respell(text, renames) };
      return { path, text: withMovedImports(file, head.read(path) ?? "", places) };
    }),
  );
  const known = compareWrittenTests(old, now, respelled).map(moved);
  return marked(withExtended(known, { tests: old, texts: before }, { tests: now, texts: after }).map(moved));
}

/** The texts of those files that one of them loads. */
function helpersBeside(files: readonly SourceFile[], head: TreeReader): (path: string) => string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return (path) => {
    const text = texts.get(path);
    const loaded = text === undefined ? [] : importedHelpers([{ path, text }], head.paths);
    return loaded.flatMap((other) => texts.get(other) ?? []);
  };
}

/** What Rust's tests of other crates call the project's own by; no path tells. */
function cratesOf(tree: TreeReader): string[] {
  const manifests = [...tree.paths].filter((path) => /(?:^|\/)Cargo\.toml$/.test(path));
  tree.preload(manifests);
  const names = manifests.flatMap((path) => [...(tree.read(path) ?? "").matchAll(/^\s*name\s*=\s*"([^"]+)"/gm)]);
  return names.map(([, name = ""]) => name.replaceAll("-", "_"));
}

/** Marks the tests that moved with their code, and those that stay as they are and load it from where it went. */
function movedWith(
  base: TreeReader,
  head: TreeReader,
  changes: readonly RoledChange[],
  inCode: readonly string[],
): (edit: TestEdit) => TestEdit {
  const code = changes.filter(({ role }) => role === "implementation");
  const pathsWithout = (side: "base" | "head"): string[] =>
    code.filter((change) => change[side] === null).map(({ path }) => `/${path}`);
  const moved = { gone: pathsWithout("head"), come: pathsWithout("base") };
  const holding = new Set(
    code.map(({ path }) => path).filter((path) => inCode.some((ending) => path.endsWith(ending))),
  );
  if (moved.gone.length === 0 && holding.size < 2) return (edit) => edit;
  const isMoved = (path: string, to: string): boolean =>
    // Tests that stand in the code go from one file of it to another with what they see there.
    (path !== fileOf(to) && holding.has(path) && holding.has(fileOf(to))) ||
    movedWithCode(base.read(path) ?? "", head.read(fileOf(to)) ?? "", moved) ||
    movedBeside(`/${path}`, `/${fileOf(to)}`, moved);
  const placesOf = ({ kind, path, to }: TestEdit): readonly string[] => (kind === "unchanged" ? [path] : (to ?? []));
  return (edit) => {
    const places = placesOf(edit);
    return places.length > 0 && places.every((to) => isMoved(edit.path, to)) ? { ...edit, withCode: true } : edit;
  };
}
