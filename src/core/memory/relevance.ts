import type { MemoryHit } from "../../schema/memory.ts";
import { chunksOf, isOfSigns, splitNames } from "./words.ts";

/** So many words of a task an entry must have, so that one word in common is no reason. */
const LEAST_WORDS = 2;
const LONGEST_QUERY = 60;
/** Words count by their beginning, so that `multiply` meets `multiplication`. */
const STEM = 6;

/** Words that say nothing wherever they stand. */
const SILENT = new Set(
  "a an as at be by do he if in is it my no of on or so to up us we the and for are not but any all can may was its has out how who why you our".split(
    " ",
  ),
);
/** Words that are in every task. */
const COMMON = new Set(
  (
    "use uses used about after also before each every from have into must only other same should shall test tests than that them then there these this those when where which " +
    "while with within without will would your file files code change changes feature function make made more does done true false null passes fail fails"
  ).split(" "),
);

/** The words of a text that say what it is about, each once, in their order. */
export function wordsOf(text: string): string[] {
  const isTelling = (word: string): boolean =>
    isOfSigns(word) ? Array.from(word).length > 1 : word.length > 2 && !SILENT.has(word) && !COMMON.has(word);
  return [...new Set(chunksOf(splitNames(text).toLowerCase()))].filter(isTelling).slice(0, LONGEST_QUERY);
}

/** What a person looks for: every word, however short; those that say nothing only where there are no others. */
export function soughtIn(text: string): string[] {
  const words = [...new Set(chunksOf(text))];
  // `It` at a beginning says nothing; `IT` does.
  const telling = words.filter((word) => !SILENT.has(word.slice(0, 1).toLowerCase() + word.slice(1)));
  return (telling.length > 0 ? telling : words).slice(0, LONGEST_QUERY);
}

const stemsOf = (words: readonly string[]): Set<string> => new Set(words.map((word) => word.slice(0, STEM)));

/** The hits that share enough words with a task, the most first; equal ones as search ranked them. */
export function relevantHits<T extends MemoryHit>(words: readonly string[], hits: readonly T[]): T[] {
  const wanted = stemsOf(words);
  const least = Math.min(LEAST_WORDS, wanted.size);
  return hits
    .map((hit) => ({ hit, shared: [...stemsOf(wordsOf(hit.text))].filter((stem) => wanted.has(stem)).length }))
    .filter(({ shared }) => shared >= least && shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .map(({ hit }) => hit);
}
