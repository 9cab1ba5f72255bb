import type { WrittenTest } from "../../../schema/source.ts";

const WORD = /-?\d[\d.]*|[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** Tests with the words of the helpers that their files load: what moves into one of those is said still. */
export function withLent(
  tests: readonly WrittenTest[],
  helpersOf: (path: string) => readonly string[],
): readonly WrittenTest[] {
  const lent = new Map([...new Set(tests.map(({ path }) => path))].map((path) => [path, wordsIn(helpersOf(path))]));
  return tests.map((test) => {
    const words = lent.get(test.path) ?? [];
    return test.said === undefined || words.length === 0 ? test : { ...test, said: { ...test.said, lent: words } };
  });
}

const wordsIn = (texts: readonly string[]): string[] => [...new Set(texts.flatMap((text) => text.match(WORD) ?? []))];
