import { judgeTolerances } from "../../core/proof/tolerances.ts";
import type { SourceTool } from "../../checks/source/port.ts";
import { judgeAnswers } from "../../core/proof/answers.ts";
import { withExtended } from "../../core/proof/extended-tests.ts";
import { fileOf } from "../../core/proof/test-ids.ts";
import { withHelpers } from "../../core/proof/helped-tests.ts";
import { askingOwn } from "../../core/proof/said.ts";
import { withGoneCode } from "../../core/proof/gone-code.ts";
import { movedBeside, movedWithCode } from "../../core/proof/moved-code.ts";
import { goesWithTests, holdsTests, type PathRole } from "../../core/proof/paths.ts";
import { judgeLinks, type ChangedLink } from "../../core/proof/links.ts";
import { judgeProtectedPaths, type ProtectedChange } from "../../core/proof/protected.ts";
import { judgeSignals } from "../../core/proof/signals.ts";
import { judgeSize, type ChangeSize } from "../../core/proof/size.ts";
import { goneFrom, renamesIn, respell } from "../../core/proof/renames.ts";
import { addedTests, compareWrittenTests, type TestEdit } from "../../core/proof/written-tests.ts";
import type { Finding } from "../../errors.ts";
import type { Policy } from "../../schema/config.ts";
import type { ChangedSource, Signal, SourceFile } from "../../schema/source.ts";
import { askAll, filesOf } from "./ask-tools.ts";
import { changedSources, codeOf } from "./changed-sources.ts";
import type { RoledChange } from "./compose.ts";
import { approvalId } from "./context.ts";
import { findProbes } from "./double-probes.ts";
import { ownsRows } from "./go-version.ts";
import { givesFixtures, importedHelpers } from "./imported-helpers.ts";
import { textsOf, type TreeReader } from "./tree-reader.ts";

/** What can be said of a change without running anything. */
export interface StaticFacts {
  readonly findings: readonly Finding[];
  /** Those that a run answers where nothing tells of tests. */
  readonly given: readonly Finding[];
  readonly edits: readonly TestEdit[];
}

/** The change between two trees. */
interface ChangeFacts {
  readonly base: TreeReader;
  readonly head: TreeReader;
  readonly changes: readonly RoledChange[];
  readonly roleOf: (path: string) => PathRole;
  readonly tools: readonly SourceTool[];
}

interface GivenFacts extends ChangeFacts {
  readonly policy: Policy;
  readonly size: ChangeSize;
  /** Whether the files that only the harness writes are in base, and not written by a run of ours in this range. */
  readonly guarded: boolean;
}

export async function readStaticFacts(facts: GivenFacts): Promise<StaticFacts> {
  const { base, head, changes, tools, policy } = facts;
  const implementation = codeOf(facts);
  const tests = changedSources(facts, ({ role }) => role === "test" || role === "test_config");
  const codeSignals = await signalsOf(tools, implementation, "implementation");
  const testSignals = [
    ...(await signalsOf(tools, tests, "test")),
    ...(await togetherIn(facts, asWritten(implementation), tests)),
  ];
  const configPaths = new Set(changes.filter(({ role }) => role === "test_config").map(({ path }) => path));
  const approvalOf = (signal: Signal): string => approvalId(`${signal.kind} ${signal.path} ${signal.excerpt}`);
  return {
    findings: [
      ...judgeProtectedPaths(protectedChanges(facts, testSignals), policy, {
        baseFolders: foldersOf(base.paths),
        guarded: facts.guarded,
      }),
      ...judgeLinks(linksIn(facts)),
      ...judgeSize(facts.size, policy),
      ...judgeSignals(
        codeSignals.filter(({ isGiven }) => isGiven !== true),
        "implementation",
        approvalOf,
      ),
      ...judgeSignals(
        testSignals.filter(
          ({ path, kind }) => !configPaths.has(path) && !(kind === "shared_row" && ownsRows(head, path)),
        ),
        "test",
        approvalOf,
      ),
      ...(await answersOf(tools, implementation, tests)),
      ...findProbes(head, facts.roleOf, implementation),
      ...judgeTolerances(tests, approvalId),
    ],
    given: judgeSignals(
      codeSignals.filter(({ isGiven }) => isGiven === true),
      "implementation",
      approvalOf,
    ),
    edits: await editsOf(tools, base, head, changes),
  };
}

const LINK = "120000";

function linksIn({ head, changes }: Pick<ChangeFacts, "head" | "changes">): ChangedLink[] {
  return changes
    .filter((change) => change.head?.mode === LINK)
    .map(({ path }) => {
      const target = head.read(path) ?? "";
      return { path, target, approval: approvalId(`link ${path} ${target}`) };
    });
}

function protectedChanges(
  { base, head, changes }: { base: TreeReader; head: TreeReader; changes: readonly RoledChange[] },
  signals: readonly Signal[],
): ProtectedChange[] {
  return changes
    .filter(({ role }) => goesWithTests(role))
    .map((change) => ({
      path: change.path,
      role: change.role,
      base: change.base === null ? null : (base.read(change.path) ?? ""),
      head: change.head === null ? null : (head.read(change.path) ?? ""),
      approval: approvalId(`${change.path} ${change.base?.oid ?? ""} ${change.head?.oid ?? ""}`),
      signals: signals.filter(({ path }) => path === change.path),
    }));
}

const asWritten = (files: readonly ChangedSource[]): SourceFile[] =>
  files.map(({ path, head }) => ({ path, text: head }));

const signalsOf = (
  tools: readonly SourceTool[],
  files: readonly ChangedSource[],
  role: "implementation" | "test",
): Promise<Signal[]> => askAll(tools, files, (tool, own) => tool.signals(own, role));

/** What the change's code and tests give away together. */
async function togetherIn(
  { base, head, changes, roleOf, tools }: ChangeFacts,
  code: readonly SourceFile[],
  tests: readonly ChangedSource[],
): Promise<Signal[]> {
  const read = (paths: readonly string[]): SourceFile[] => textsOf(head, paths);
  const before = changes.filter((one) => one.role === "implementation" && one.base !== null).map(({ path }) => path);
  const found: Signal[] = [];
  for (const tool of tools) {
    const own = {
      code: filesOf(tool, code),
      tests: filesOf(tool, tests),
      before: filesOf(tool, textsOf(base, before)),
    };
    if (own.code.length === 0 || own.tests.length === 0) continue;
    const testPaths = [...head.paths].filter(
      (path) => tool.extensions.some((ending) => path.endsWith(ending)) && roleOf(path) === "test",
    );
    found.push(...((await tool.together?.({ ...own, paths: head.paths, testPaths, read })) ?? []));
  }
  return found;
}

/** Code without work in it, beside what the change's tests ask. */
async function answersOf(
  tools: readonly SourceTool[],
  implementation: readonly ChangedSource[],
  tests: readonly ChangedSource[],
): Promise<Finding[]> {
  const bodies = await askAll(tools, implementation, (tool, own) => tool.bodies(own));
  if (bodies.every(({ says }) => says === "work")) return [];
  const wordsIn = (files: readonly ChangedSource[], role: "implementation" | "test") =>
    askAll(tools, asWritten(files), (tool, own) => tool.words(own, role));
  const words = await Promise.all([wordsIn(tests, "test"), wordsIn(implementation, "implementation")]);
  return judgeAnswers(bodies, words.flat(), ({ path, excerpt }) => approvalId(`${path} ${excerpt}`));
}

const LOADS_TEST_LIBRARY =
  /(?:from|require\(|import\()\s*["'](?:vitest|@jest\/globals|chai|expect|node:test|bun:test|@playwright\/test)["']|\bimport\.meta\.vitest\b|^\s*(?:import\s+)?"testing"\s*$/m;

async function editsOf(
  tools: readonly SourceTool[],
  base: TreeReader,
  head: TreeReader,
  changes: readonly RoledChange[],
): Promise<TestEdit[]> {
  // Tests stand in the code as well where a language keeps them there.
  const inCode = tools.filter((tool) => tool.testsInCode === true).flatMap(({ extensions }) => extensions);
  // What asserts with a test library helps tests, wherever it lies; head's word on that does not count.
  const helps = (path: string): boolean => LOADS_TEST_LIBRARY.test(base.read(path) ?? "");
  const paths = changes
    .filter(({ role, path }) =>
      role === "test"
        ? holdsTests(path)
        : role === "implementation" && (inCode.some((ending) => path.endsWith(ending)) || helps(path)),
    )
    .map(({ path }) => path);
  const edited = new Set(changes.map(({ path }) => path));
  const texts = (tree: TreeReader, more: readonly string[] = []): SourceFile[] => textsOf(tree, [...paths, ...more]);
  const own = [...head.paths, ...cratesOf(head)];
  const written = async (files: readonly SourceFile[]) =>
    withHelpers(askingOwn(await askAll(tools, files, (tool, those) => tool.tests(those)), own));
  const moved = movedWith(base, head, changes, inCode);
  const read = async (more: readonly string[]) => {
    const [before, after] = [texts(base, more), texts(head, more)];
    const [old, now] = [await written(before), await written(after)];
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
  if (edits.every(({ kind }) => kind !== "deleted")) return [...edits, ...addedTests(old, now)];
  const code = changes.filter(({ role }) => role === "implementation").map(({ path }) => path);
  const said = (tree: TreeReader): string[] => code.map((path) => tree.read(path) ?? "");
  const words = (files: readonly SourceFile[]): string[] => files.map(({ text }) => text);
  const sides = { base: said(base), head: said(head) };
  const renames = renamesIn(sides, { base: words(alone.before), head: words(alone.after) });
  const respelled = await written(before.map(({ path, text }) => ({ path, text: respell(text, renames) })));
  const known = compareWrittenTests(old, now, respelled).map(moved);
  const extended = withExtended(known, { tests: old, texts: before }, { tests: now, texts: after }).map(moved);
  const withData = changes.some(({ role, path }) => role === "test" && !paths.includes(path));
  const textOf = (path: string): string => before.find((file) => file.path === path)?.text ?? "";
  return [...withGoneCode(extended, old, goneFrom(code, sides), { withData, textOf }), ...addedTests(old, now)];
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

function foldersOf(paths: ReadonlySet<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    const parts = path.split("/");
    for (let depth = 1; depth < parts.length; depth += 1) folders.add(parts.slice(0, depth).join("/"));
  }
  return folders;
}
