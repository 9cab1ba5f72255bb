import type { SourceFile, WrittenTest } from "../../schema/source.ts";
import { addedTests, COMPUTED_NAME, lostBetween, type TestEdit } from "./written-tests.ts";

interface Side {
  readonly tests: readonly WrittenTest[];
  readonly texts: readonly SourceFile[];
}

/** Of what an old test says so much has to stand in the new one: a word or two may be another. */
const KEPT = 0.95;
const LEAST_WORDS = 3;

/**
 * Deleted tests that stand in their file in another form count as renamed: under their own title in another suite, as if they had been
 * edited in place; under another name, or as a row of a table, with all that they said. The new one asserts as much. R3 still runs them as
 * base wrote them. Each new test is taken once, a table by as many as become its rows.
 */
export function withExtended(edits: readonly TestEdit[], base: Side, head: Side): TestEdit[] {
  const taken = new Set(edits.flatMap(({ to = [] }) => to));
  const added = new Set(addedTests(base.tests, head.tests).map(idOf));
  const known = new Set(base.tests.map(({ digest }) => digest));
  const arrivals = head.tests.filter(
    (test) =>
      !test.helper && (test.name === null ? !known.has(test.digest) : added.has(idOf(test)) && !taken.has(idOf(test))),
  );
  return edits.map((edit) => {
    const old = base.tests.filter((test) => test.name !== null && idOf(test) === idOf(edit));
    const [only] = old;
    if (edit.kind !== "deleted" || only === undefined || old.length > 1) return edit;
    const words = wordsOf(only, base);
    const says = (test: WrittenTest): boolean =>
      words.length >= LEAST_WORDS && shareOf(words, wordsOf(test, head)) >= KEPT;
    const candidates = arrivals.filter(
      (test) =>
        test.path === only.path && (test.name === null || !taken.has(idOf(test))) && lostBetween(only, test) === null,
    );
    const fits = candidates.find((test) => titleOf(test) === titleOf(only)) ?? candidates.find(says);
    if (fits === undefined) return edit;
    if (fits.name !== null) taken.add(idOf(fits));
    return { ...edit, kind: "renamed", detail: fits.name ?? COMPUTED_NAME, to: [idOf(fits)] };
  });
}

const idOf = ({ path, name }: { readonly path: string; readonly name: string | null }): string =>
  `${path}::${name ?? COMPUTED_NAME}`;

/** Without its suites; a computed one is no other's. */
const titleOf = ({ name }: WrittenTest): string | symbol => name?.split(" > ").at(-1) ?? Symbol(COMPUTED_NAME);

/** What stands in the lines of a test, up to the next one, without its name. */
function wordsOf({ path, line, name }: WrittenTest, { tests, texts }: Side): string[] {
  const text = texts.find((file) => file.path === path)?.text ?? "";
  const next = Math.min(...tests.filter((test) => test.path === path && test.line > line).map((test) => test.line));
  const lines = text.split("\n").slice(line - 1, next === Infinity ? undefined : next - 1);
  const body = lines.join("\n").replace(name?.split(" > ").at(-1) ?? "", "");
  return body.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** How many of the words the others have, too, each of them once. */
function shareOf(words: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  const kept = words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return kept.length / words.length;
}
