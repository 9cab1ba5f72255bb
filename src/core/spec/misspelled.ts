import { KEY_NAMES } from "./keys.ts";
import type { SpecProblem } from "./spec-feature.ts";
import { partOf } from "./vocabulary.ts";

const LINE = /^\s*(?:(?:[-*+]|\d+[.)])\s+)?(?:\*\*|__)?([A-Z][a-z]+(?: [a-z]+)?)(?:\*\*|__)?\s*:(?:\*\*|__)?\s+\S/;
const FENCE = /^\s*(?:```|~~~)/;
/** Words of their own, however near they are to a key. */
const WORDS = /^(?:text|next|rest|best|title|tiles|times?|filed|fields|varies|very|prior|charges|chances)$/i;

/** Lines that look like a key of a feature and are none: what they say is read as prose, and binds nobody. */
export function misspelledKeys(text: string): SpecProblem[] {
  let isCode = false;
  return text.split("\n").flatMap((line, at): SpecProblem[] => {
    if (FENCE.test(line)) isCode = !isCode;
    const name = isCode ? undefined : LINE.exec(line)?.[1];
    if (name === undefined || WORDS.test(name) || KEY_NAMES.includes(name.toLowerCase()) || partOf(name) !== null)
      return [];
    const meant = KEY_NAMES.find((key) => isSlipOf(key, name.toLowerCase()));
    if (meant === undefined) return [];
    const key = `${meant.charAt(0).toUpperCase()}${meant.slice(1)}`;
    const message = `\`${name}:\` is no key, and is read as prose; write \`${key}:\` if that is meant`;
    return [{ severity: "warning", code: "KEY_UNKNOWN", line: at + 1, message }];
  });
}

/** One letter too many, too few, another, or two that changed places. */
export function isSlipOf(key: string, name: string): boolean {
  let [start, end] = [0, 0];
  while (start < key.length && key[start] === name[start]) start += 1;
  while (end < Math.min(key.length, name.length) - start && key.at(-1 - end) === name.at(-1 - end)) end += 1;
  const [wanted, given] = [key.slice(start, key.length - end), name.slice(start, name.length - end)];
  const isSwap = wanted.length === 2 && wanted === given.split("").toReversed().join("");
  return isSwap || Math.max(wanted.length, given.length) <= 1;
}
