import picomatch from "picomatch";
import type { SuiteRun } from "../../schema/report.ts";
import type { Baseline } from "./baseline.ts";
import { fileOf, withoutParameters } from "./test-ids.ts";
import { COMPUTED_NAME, type TestEdit } from "./old-tests/written-tests.ts";

/** What a test command selects: files (paths, folders, globs, node ids, parts of a path) and a name. Empty files mean all. */
export interface CommandSelection {
  /** Where the command runs, and what its files are relative to; "" is the root. */
  readonly directory: string;
  readonly files: readonly string[];
  readonly nameFilter: string | null;
}

export interface SelectionFacts {
  readonly command: CommandSelection | null;
  readonly r2: SuiteRun;
  readonly baseline: Baseline;
  /** Test files, and implementation files with tests in them, that the change adds or edits. */
  readonly changedFiles: ReadonlySet<string>;
  readonly edits: readonly TestEdit[];
  /** R3: base's tests over head's code; null: nothing was run. */
  readonly r3?: SuiteRun | null;
}

/** An added test is green on base where its suite inherits one of that name. */
const REWRITTEN: ReadonlySet<TestEdit["kind"]> = new Set(["rewritten", "weakened", "added"]);

/**
 * The tests that speak for the change. With a command: what it selects and base did not already have green, or all it
 * selects when base had everything. Without: new and rewritten tests in changed files, else those that base did not
 * run (rows of a table that lies elsewhere), else those of computed names where some were rewritten, else known-red tests that
 * turned green. What fails as base has it speaks, too: its text may stay where a snapshot or a fixture changes.
 */
export function selectTests(facts: SelectionFacts): string[] {
  const { command, r2, r3 = null, baseline } = facts;
  const failing = new Set(r3?.report.tests.filter(({ status }) => status === "failed").map(({ id }) => id));
  const changed = r2.report.tests.filter(({ id }) => failing.has(id) && baseline.green.has(id)).map(({ id }) => id);
  const wanted = command === null ? changed : changed.filter((id) => commandSelects(command, id));
  return [...new Set([...wanted, ...selectByText(facts)])];
}

/** Whether a test stands for the change by its text. */
export function isRewritten(edits: readonly TestEdit[]): (id: string) => boolean {
  const rewritten = new Set(
    edits.filter(({ kind }) => REWRITTEN.has(kind)).map(({ path, name }) => `${path}::${name}`),
  );
  return (id) => rewritten.has(withoutParameters(id));
}

function selectByText({ command, r2, baseline, changedFiles, edits }: SelectionFacts): string[] {
  const isOwn = isRewritten(edits);
  const isChanged = (id: string): boolean => changedFiles.has(fileOf(id)) && isOwn(id);
  // An old test that fails now and then is nobody's proof.
  const isFlaky = (id: string): boolean => baseline.flaky.has(id) && !isChanged(id);
  const isNew = (id: string): boolean => (!baseline.green.has(id) && !isFlaky(id)) || isChanged(id);
  const ids = r2.report.tests.map(({ id }) => id);
  if (command !== null) {
    const matching = ids.filter((id) => commandSelects(command, id));
    const steady = matching.filter((id) => !isFlaky(id));
    const fresh = matching.filter(isNew);
    return [fresh, steady].find(({ length }) => length > 0) ?? matching;
  }
  // Red before, red now: a test that only stands in a changed file, and that nobody asked for.
  const stillRed = new Set(
    r2.report.tests.filter(({ id, status }) => status === "failed" && baseline.redKnown.has(id)).map(({ id }) => id),
  );
  const fresh = ids.filter((id) => changedFiles.has(fileOf(id)) && isNew(id) && (isChanged(id) || !stillRed.has(id)));
  if (fresh.length > 0) return fresh;
  const known = [baseline.green, baseline.redKnown, baseline.flaky];
  const arrived = r2.report.tests.filter(({ id, status }) => status === "passed" && !known.some((set) => set.has(id)));
  if (arrived.length > 0) return arrived.map(({ id }) => id);
  const unnamed = new Set(
    edits.filter(({ kind, name }) => kind === "rewritten" && name === COMPUTED_NAME).map(({ path }) => path),
  );
  const named = new Set(edits.map(({ path, name }) => `${path}::${name}`));
  const perhaps = ids.filter((id) => unnamed.has(fileOf(id)) && !named.has(withoutParameters(id)));
  if (perhaps.length > 0) return perhaps;
  return r2.report.tests
    .filter(({ id, status }) => status === "passed" && baseline.redKnown.has(id))
    .map(({ id }) => id);
}

export function commandSelects({ directory, files, nameFilter }: CommandSelection, id: string): boolean {
  const file = fileOf(id);
  const title = id.slice(file.length + 2);
  const prefix = directory === "" ? "" : `${directory}/`;
  if (!file.startsWith(prefix)) return false;
  const [path, place] = [file, id].map((text) => text.slice(prefix.length)) as [string, string];
  if (files.length > 0 && !files.some((wanted) => selectsFile(clean(wanted), path, place))) return false;
  return (
    nameFilter === null ||
    namePattern(nameFilter).test(title) ||
    namePattern(nameFilter).test(title.replaceAll(" > ", " ")) ||
    namePattern(nameFilter).test(title.replaceAll(" > ", "/")) ||
    namePattern(nameFilter).test(title.replaceAll(" > ", "::"))
  );
}

/** Files that a command names, as paths from the root, and that are not there. Folders, patterns and parts of a path name none. */
export function absentFiles({ directory, files }: CommandSelection, paths: Iterable<string>): string[] {
  const prefix = directory === "" ? "" : `${directory}/`;
  const here = [...paths].filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  const named = files.map((file) => clean(file).split("::")[0] ?? "").filter((file) => /^[^*?{}]+\.\w+$/.test(file));
  return named.filter((file) => !here.some((path) => selectsFile(file, path, path))).map((file) => `${prefix}${file}`);
}

function selectsFile(wanted: string, file: string, id: string): boolean {
  if (wanted.includes("::")) {
    const wantedId = wanted.replace("::", "\0").replaceAll("::", " > ").replace("\0", "::");
    return id === wantedId || id.startsWith(`${wantedId}[`) || id.startsWith(`${wantedId} > `);
  }
  if (wanted === "" || wanted === "." || file === wanted || file.startsWith(`${wanted}/`)) return true;
  return /[*?{]/.test(wanted) ? picomatch.isMatch(file, wanted) : file.includes(wanted);
}

/** `./...` is Go's word for a folder and all below it. */
const clean = (path: string): string =>
  path
    .replace(/^\.\//, "")
    .replace(/(?:^|\/)\.\.\.$/, "")
    .replace(/\/$/, "");

/** Runners read a name filter as a regular expression; one that is none is taken literally. */
function namePattern(text: string): RegExp {
  try {
    return new RegExp(text, "i");
  } catch {
    return new RegExp(RegExp.escape(text), "i");
  }
}

/** Tests that base had green and that pass on head: under the name that they have now, where their text went elsewhere. */
export function keptTests(
  green: ReadonlySet<string>,
  passing: ReadonlySet<string>,
  edits: readonly TestEdit[],
): string[] {
  const known = new Set([...green].map(withoutParameters));
  const moved = edits.filter(({ kind, path, name }) => kind === "renamed" && known.has(`${path}::${name}`));
  const arrived = new Set(moved.flatMap(({ to = [] }) => to));
  return [...passing].filter((id) => green.has(id) || arrived.has(withoutParameters(id)));
}
