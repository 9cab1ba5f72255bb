import type { Token } from "../../text/tokens.ts";

/** Words and marks of an expression. */
export type Words = readonly string[];

/** Whether two sides of an equality, without brackets around them, are one and the same. */
export type IsSame = (left: Words, right: Words, sign: string) => boolean;

/** Of each comparison the one that holds where it does not. */
const OTHERWISE: Readonly<Record<string, string>> = {
  "==": "!=",
  "!=": "==",
  "===": "!==",
  "!==": "===",
  "<": ">=",
  ">=": "<",
  ">": "<=",
  "<=": ">",
  is: "is not",
  "is not": "is",
  in: "not in",
  "not in": "in",
};
/** Members of which one always holds. */
const PAIRS = [
  ["is_ok", "is_err"],
  ["is_some", "is_none"],
  ["isPresent", "isEmpty"],
];
/** Patterns that leave nothing out. */
const WHOLE = [["_"], ["Ok(_)", "Err(_)"], ["Ok(..)", "Err(..)"], ["Some(_)", "None"], ["Some(..)", "None"]];
const OPENS = new Set(["(", "[", "{"]);
const CLOSES = new Set([")", "]", "}"]);
const OR = new Set(["||", "or"]);
const AND = new Set(["&&", "and"]);
const TRUE = new Set(["true", "True"]);
const JOINED = new Set(["||", "&&", "===", "!==", "?.", "??", "is not", "not in"]);
/** What a list or a text has so many of: no less than none. */
const COUNTS =
  /(?:^|[\w)\]] \?*\.? ?)len \( .* \)$|(?:\.|\?\.) (?:length|len \( \)|Len \( \)|size \( \)|size|length \( \)|count \( \))$/;

/** The words of tokens; marks that stand together are one. */
export function wordsIn(tokens: readonly Token[]): string[] {
  const words: string[] = [];
  let end = -1;
  for (const { text, start, end: next } of tokens) {
    const last = words.at(-1) ?? "";
    const together = /^\w/.test(text) ? `${last} ${text}` : start === end ? `${last}${text}` : "";
    if (JOINED.has(together)) words.splice(-1, 1, together);
    else words.push(text);
    end = next;
  }
  return words;
}

/** What stands between such words outside of all brackets. */
export function partsOf(words: Words, isBetween: (word: string) => boolean): string[][] {
  const parts: string[][] = [[]];
  let depth = 0;
  for (const word of words) {
    if (OPENS.has(word)) depth += 1;
    if (CLOSES.has(word)) depth -= 1;
    if (depth === 0 && isBetween(word)) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

/** `x || !x`, `len(x) >= 0`, `x == x`, `matches!(x, Ok(_) | Err(_))` and the like. */
export function alwaysTrue(given: Words, isSame: IsSame): boolean {
  const words = bare(given);
  const either = partsOf(words, (word) => OR.has(word));
  if (either.length > 1)
    return either.some((one) => TRUE.has(one.join(" ")) || alwaysTrue(one, isSame)) || anyTwo(either, isLeftOpen);
  const both = partsOf(words, (word) => AND.has(word));
  if (both.length > 1) return both.every((one) => alwaysTrue(one, isSame));
  const compared = comparisonIn(words);
  if (compared === null) {
    const inner = negatedIn(words);
    return inner === null ? takesAnything(words) : alwaysFalse(inner, isSame);
  }
  const { left, sign, right } = compared;
  if (sign === "==" || sign === "===" || sign === "is") return isSame(bare(left), bare(right), sign);
  return (
    (sign === ">=" && isNone(right) && isCount(left)) ||
    (sign === "<=" && isNone(left) && isCount(right)) ||
    (sign === ">" && right.join("") === "-1" && isCount(left))
  );
}

/** `x && !x`, `len(x) < 0`, `x != x`. */
export function alwaysFalse(given: Words, isSame: IsSame): boolean {
  const words = bare(given);
  const either = partsOf(words, (word) => OR.has(word));
  if (either.length > 1) return either.every((one) => alwaysFalse(one, isSame));
  const both = partsOf(words, (word) => AND.has(word));
  if (both.length > 1) return both.some((one) => alwaysFalse(one, isSame)) || anyTwo(both, isOpposite);
  const compared = comparisonIn(words);
  if (compared === null) {
    const inner = negatedIn(words);
    return inner !== null && alwaysTrue(inner, isSame);
  }
  const { left, sign, right } = compared;
  if (sign === "!=" || sign === "!==" || sign === "is not") return isSame(bare(left), bare(right), sign);
  return (sign === "<" && isNone(right) && isCount(left)) || (sign === ">" && isNone(left) && isCount(right));
}

const isNone = (words: Words): boolean => words.join("") === "0";
const isCount = (words: Words): boolean => COUNTS.test(withoutCast(words).join(" "));

/** `x.len() as i64` */
const withoutCast = (words: Words): Words => (words.at(-2) === "as" ? bare(words.slice(0, -2)) : bare(words));

function anyTwo(parts: readonly Words[], fit: (one: Words, other: Words) => boolean): boolean {
  return parts.some((one, at) => parts.slice(at + 1).some((other) => fit(bare(one), bare(other))));
}

/** Of two of which either is enough: whether one of them always holds. */
function isLeftOpen(one: Words, other: Words): boolean {
  const [a, b] = [comparisonIn(one), comparisonIn(other)];
  const isTouching = a !== null && b !== null && isEqual(a.left, b.left) && isEqual(a.right, b.right);
  return isOpposite(one, other) || (isTouching && [a.sign, b.sign].toSorted().join(" ") === "<= >=");
}

/** Whether one of two holds where the other does not. */
function isOpposite(one: Words, other: Words): boolean {
  const [not, otherNot] = [negatedIn(one), negatedIn(other)];
  if ((not !== null && isEqual(bare(not), other)) || (otherNot !== null && isEqual(bare(otherNot), one))) return true;
  const [a, b] = [comparisonIn(one), comparisonIn(other)];
  if (a !== null && b !== null)
    return OTHERWISE[a.sign] === b.sign && isEqual(a.left, b.left) && isEqual(a.right, b.right);
  const members = new Set([one.at(-3), other.at(-3)]);
  const isPaired = PAIRS.some((pair) => pair.every((name) => members.has(name)));
  return (
    isPaired &&
    one.at(-4) === "." &&
    isEqual(one.slice(0, -3), other.slice(0, -3)) &&
    isEqual(one.slice(-2), other.slice(-2))
  );
}

const isEqual = (one: Words, other: Words): boolean => one.length > 0 && one.join("\0") === other.join("\0");

interface Comparison {
  readonly left: Words;
  readonly sign: string;
  readonly right: Words;
}

/** Null: it compares nothing, or more than once. */
function comparisonIn(words: Words): Comparison | null {
  if (words[0] === "not") return null;
  const signs: string[] = [];
  const [left = [], right = [], ...more] = partsOf(
    words,
    (word) => Object.hasOwn(OTHERWISE, word) && signs.push(word) > 0,
  );
  const [sign] = signs;
  return sign === undefined || more.length > 0 || left.length === 0 || right.length === 0
    ? null
    : { left, sign, right };
}

/** What is said not to hold. */
function negatedIn(words: Words): Words | null {
  if (words[0] === "not") return words.slice(1);
  return words[0] === "!" && comparisonIn(words) === null ? words.slice(1) : null;
}

/** `matches!(x, Ok(_) | Err(_))`, `isinstance(x, object)` */
function takesAnything(words: Words): boolean {
  const [name = "", open = "", ...rest] = words[1] === "!" ? [words[0] ?? "", ...words.slice(2)] : words;
  if (open !== "(" || rest.at(-1) !== ")") return false;
  const [, second = [], ...more] = partsOf(rest.slice(0, -1), (word) => word === ",");
  if (more.some((one) => one.length > 0)) return false;
  if (name === "isinstance") return second.join("") === "object";
  if (name !== "matches") return false;
  const patterns = new Set(partsOf(second, (word) => word === "|").map((one) => one.join("")));
  return WHOLE.some((whole) => whole.every((one) => patterns.has(one)));
}

/** The position of the bracket that closes the one at `open`; null where none does. */
export function closingAt(words: Words, open: number): number | null {
  let depth = 0;
  const at = words.findIndex((word, index) => {
    if (index >= open && OPENS.has(word)) depth += 1;
    if (index >= open && CLOSES.has(word)) depth -= 1;
    return index >= open && depth === 0;
  });
  return at === -1 ? null : at;
}

/** Without brackets around all of it. */
function bare(words: Words): Words {
  if (words[0] !== "(" || words.at(-1) !== ")") return words;
  return closingAt(words, 0) === words.length - 1 ? bare(words.slice(1, -1)) : words;
}
