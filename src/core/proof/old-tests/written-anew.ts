import type { ProofFacts } from "../judge.ts";
import { fileOf, withoutParameters } from "../test-ids.ts";
import { COMPUTED_NAME } from "./written-tests.ts";

/** Of the tests that are gone those that stand elsewhere in other words: whether these say as much, a person decides. */
export function writtenAnew(
  lost: readonly string[],
  arrived: ReadonlyMap<string, readonly string[]>,
  ran: ReadonlySet<string>,
  facts: ProofFacts,
): string[] {
  return lost.filter(
    (id) =>
      isRewritten(id, facts, ran) ||
      isRetold(id, lost, facts) ||
      isReplaced(id, lost, arrived, facts) ||
      isContradicted(id, facts, ran) ||
      isSplit(id, facts, ran),
  );
}

/**
 * Code that is moved and named anew takes its tests along: one of the same title, in another file, that base does not have. Base's own still
 * holds over head, or cannot be loaded.
 */
function isRewritten(id: string, { r3, edits, baseline }: ProofFacts, ran: ReadonlySet<string>): boolean {
  const holds = stillHolds(id, r3);
  // Without the suites, modules and classes around it.
  const title = id
    .slice(fileOf(id).length + "::".length)
    .split(" > ")
    .at(-1);
  const isNew = ({ kind, path, name }: ProofFacts["edits"][number]): boolean =>
    kind === "added" && path !== fileOf(id) && name.split(" > ").at(-1) === title && ran.has(`${path}::${name}`);
  const isArrived = edits.some((edit) => isNew(edit) && !baseline.green.has(`${edit.path}::${edit.name}`));
  return isArrived && (holds || isUnread(id, r3));
}

/** In the place of a suite's tests, which cannot be loaded over head, stand as many of the same suite that are RED. */
function isRetold(id: string, lost: readonly string[], { r3, search, baseline }: ProofFacts): boolean {
  const suite = suiteOf(id);
  const isBeside = (other: string): boolean => suiteOf(other) === suite;
  const red = [...(search?.red.keys() ?? [])].filter((other) => isBeside(other) && !baseline.green.has(other));
  return isUnread(id, r3) && red.length >= lost.filter(isBeside).length;
}

/** Of a refactoring, which has no new tests of its own: base's all hold over head, and as many others run in the file as are gone. */
function isReplaced(
  id: string,
  lost: readonly string[],
  arrived: ReadonlyMap<string, readonly string[]>,
  { r3, feature }: ProofFacts,
): boolean {
  const file = fileOf(id);
  const gone = lost.filter((other) => fileOf(other) === file);
  const areAll = (arrived.get(file)?.length ?? 0) >= gone.length;
  return feature.kind === "refactor" && areAll && gone.every((other) => stillHolds(other, r3));
}

/**
 * A test of its suite that says most of the same stands in its place: where what it expects holds no more, one that is RED, or that runs
 * beside others of its file that are; where its file cannot be loaded any more, one that runs. So does one of another file, or a table that
 * it may be a row of, where base's own still holds.
 */
function isContradicted(id: string, { r3, edits, search, baseline }: ProofFacts, ran: ReadonlySet<string>): boolean {
  const own = withoutParameters(id);
  const { inPlace } = edits.find((edit) => `${edit.path}::${edit.name}` === own) ?? {};
  if (inPlace === undefined) return false;
  // Of a table with computed names only a run says its rows.
  const isRow = (other: string): boolean =>
    inPlace === `${fileOf(other)}::${COMPUTED_NAME}`
      ? !baseline.green.has(other)
      : other !== inPlace && withoutParameters(other) === inPlace;
  const isAmong = (ids: Iterable<string>): boolean => [...ids].some((other) => other === inPlace || isRow(other));
  const isTable = [...ran].some(isRow);
  if (isUnread(id, r3) || (stillHolds(id, r3) && (isTable || fileOf(inPlace) !== fileOf(id)))) return isAmong(ran);
  const fails = r3?.report.tests.some((test) => test.id === id && test.status === "failed") === true;
  const red = [...(search?.red.keys() ?? [])];
  return fails && (isAmong(red) || (red.some((other) => fileOf(other) === fileOf(id)) && isAmong(ran)));
}

/** Base's own still holds over head, and tests run in its file that say the same together. */
function isSplit(id: string, { r3, edits }: ProofFacts, ran: ReadonlySet<string>): boolean {
  const own = withoutParameters(id);
  const { inParts = [] } = edits.find((edit) => `${edit.path}::${edit.name}` === own) ?? {};
  const runs = (part: string): boolean => ran.has(part) || [...ran].some((other) => withoutParameters(other) === part);
  return inParts.length > 0 && stillHolds(id, r3) && inParts.every(runs);
}

const stillHolds = (id: string, r3: ProofFacts["r3"]): boolean =>
  r3?.report.tests.some((test) => test.id === id && test.status === "passed") === true;

/** The file and the suites of a test; the file alone where it stands in none. */
const suiteOf = (id: string): string => id.split(" > ").slice(0, -1).join(" > ") || fileOf(id);

const isUnread = (id: string, r3: ProofFacts["r3"]): boolean =>
  r3?.report.fileErrors.some(({ file }) => file === fileOf(id)) === true;
