import { HARNESS_FILES } from "../../core/own-files.ts";
import { joinsOld, manifestVerdict } from "../../core/proof/manifests/manifests.ts";
import { ownVersions } from "../../core/proof/manifests/own-versions.ts";
import { goesWithTests, type PathRole } from "../../core/proof/paths.ts";
import type { ProtectedVerdict } from "../../core/proof/protected.ts";
import type { Git } from "../../util/git/git.ts";
import type { SourceFile } from "../../schema/source.ts";
import { editTree, writeBlob, type TreeChange, type TreeEdit } from "../../util/git/trees.ts";
import type { TreeReader } from "./tree-reader.ts";

/** A change with the role its path plays. */
export interface RoledChange extends TreeChange {
  readonly role: PathRole;
}

/** A tree as the checks see it in an initialized repository: without the files that only the harness writes. */
export function withoutHarnessFiles(git: Git, tree: string): string {
  return editTree(
    git,
    tree,
    HARNESS_FILES.map((path) => ({ path, entry: null })),
  );
}

/**
 * R1: base's implementation under head's tests and test configuration. `same` are files that head changes in comments and
 * layout alone: they stay, so that no test is RED for words.
 */
export function composeRed(
  git: Git,
  head: string,
  changes: readonly RoledChange[],
  same: ReadonlySet<string> = new Set(),
): string {
  return editTree(
    git,
    head,
    changes
      .filter(({ role, path }) => !goesWithTests(role) && !same.has(path))
      .map(({ path, base }) => ({ path, entry: base })),
  );
}

/**
 * R3: head's implementation under base's tests and test configuration; head's dependencies stay, its scripts do not. `beside`
 * are head's files of code with base's tests in them.
 */
export function composeKeep(
  git: Git,
  base: TreeReader,
  head: TreeReader,
  changes: readonly RoledChange[],
  beside: readonly SourceFile[],
): string {
  const edits = changes.flatMap((change): TreeEdit[] => {
    if (!goesWithTests(change.role) || change.role === "lock") return [];
    if (change.role === "manifest") return manifestEdit(git, base, head, change, changes);
    return [{ path: change.path, entry: change.base }];
  });
  return editTree(git, head.tree, [...edits, ...textEdits(git, head, beside)]);
}

/** What a package.json says about tests; base's word counts in R3. */
const TEST_KEYS = [
  "scripts",
  "jest",
  "mocha",
  "vitest",
  "ava",
  "tap",
  "nyc",
  "c8",
  "babel",
  "type",
  "imports",
  "workspaces",
];

function manifestEdit(
  git: Git,
  base: TreeReader,
  head: TreeReader,
  change: RoledChange,
  changes: readonly RoledChange[],
): TreeEdit[] {
  const before = base.read(change.path);
  const after = head.read(change.path);
  if (change.head !== null && manifestOf(base, head, change, changes).kind === "additive") return [];
  // Its module may be named where nothing else is changed: Maven builds nothing without it.
  if (before === null && change.path.endsWith("pom.xml")) return [];
  if (before === null || change.head === null) return [{ path: change.path, entry: change.base }];
  if (!change.path.endsWith("package.json") || after === null) return [{ path: change.path, entry: change.base }];
  try {
    const old = JSON.parse(before) as Record<string, unknown>;
    const merged = JSON.parse(after) as Record<string, unknown>;
    for (const key of TEST_KEYS) {
      if (old[key] === undefined) delete merged[key];
      else merged[key] = old[key];
    }
    const oid = writeBlob(git, `${JSON.stringify(merged, null, 2)}\n`);
    return [{ path: change.path, entry: { mode: change.head.mode, oid } }];
  } catch {
    return [{ path: change.path, entry: change.base }];
  }
}

/** A tree with some files' texts replaced; modes stay. */
export function composeTexts(git: Git, tree: TreeReader, texts: readonly SourceFile[]): string {
  return editTree(git, tree.tree, textEdits(git, tree, texts));
}

const textEdits = (git: Git, tree: TreeReader, texts: readonly SourceFile[]): TreeEdit[] =>
  texts.map(({ path, text }) => ({
    path,
    entry: { mode: tree.entries.get(path)?.mode ?? "100644", oid: writeBlob(git, tree.encode(path, text)) },
  }));

/** What R3 has to run; both empty when R2 has already run exactly that. */
export interface KeepDifference {
  /** Base's test files that head changes or removes. */
  readonly tests: readonly string[];
  /** True when what changed (a helper, test data, a mock, configuration) may decide any test of base. */
  readonly whole: boolean;
}

/** How R3 would differ from R2. `testFiles` are base's files with tests in them. */
export function keepDiffers(
  base: TreeReader,
  head: TreeReader,
  changes: readonly RoledChange[],
  testFiles: ReadonlySet<string>,
): KeepDifference {
  const changed = changes.filter(
    ({ role, base: before }) => (role === "test" || role === "snapshot") && before !== null,
  );
  const owners = changed.map(({ path, role }) => (role === "snapshot" ? snapshotOwner(path) : path));
  const config = changes.some((change) => {
    if (change.role === "test_config" || change.role === "control") return true;
    // A mock that lies in its runner's place is used without anyone asking for it.
    if (change.role === "test") return change.base === null && /(?:^|\/)__mocks__\//.test(change.path);
    return change.role === "manifest" && manifestOf(base, head, change, changes).kind === "control";
  });
  return {
    tests: [...new Set(owners.filter((path) => testFiles.has(path)))],
    whole: config || owners.some((path) => !testFiles.has(path)),
  };
}

/** `a/__snapshots__/b.test.ts.snap` belongs to `a/b.test.ts`; other snapshots to whoever reads them. */
const snapshotOwner = (path: string): string => path.replace(/(^|\/)__snapshots__\/([^/]+)\.snap$/, "$1$2");

const manifestOf = (
  base: TreeReader,
  head: TreeReader,
  { path }: RoledChange,
  changes: readonly RoledChange[],
): ProtectedVerdict =>
  manifestVerdict(path, base.read(path), head.read(path), {
    inNewFolder: !hasFolder(base, path),
    joins: joinsOld(path, changes),
    own: ownVersions(
      changes
        .filter(({ role }) => role === "manifest")
        .map((other) => ({ path: other.path, base: base.read(other.path), head: head.read(other.path) })),
    ),
  });

/** Whether base has other files where this one lies. */
function hasFolder(base: TreeReader, path: string): boolean {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return folder !== "" && [...base.paths].some((other) => other.startsWith(folder));
}
