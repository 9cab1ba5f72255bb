import { applyEdits } from "../../../schema/edits.ts";
import type { ChangedSource, SourceFile } from "../../../schema/source.ts";
import { closingToken, tokensOf } from "../../text/tokens.ts";
import { callablesIn } from "../old-tests/callables.ts";
import { isOfTheWorld } from "./stand-ins.ts";

/** A file with doubles that put in order or cut off what they answer, and its text where they do not. */
interface SortingDouble extends SourceFile {
  readonly name: string;
  /** A word of what it does. */
  readonly does: string;
}

const CHAINED = /^(?:sorted|toSorted|sort|reversed|reverse|toReversed|limit|distinct|take|skip)$/;
const SORTS =
  /sort|order(?:ed|ing)?[_ ]?by|ordered|\blimit|slice|\btake|revers|distinct|uniq|newest|latest|Tree(?:Map|Set)|bisect|heap/i;

/**
 * New methods of the tests under the names of the product's, where all of these answer as it comes and the change's code asks for them.
 */
export function sortingDoubles(
  tests: readonly ChangedSource[],
  code: readonly ChangedSource[],
  readAll: () => readonly SourceFile[],
): SortingDouble[] {
  const asked = code.map(({ base, head }) => addedText(base, head)).join("\n");
  const found = tests.flatMap(({ path, base, head }) => {
    const known = new Set(callablesIn([{ path, text: base ?? "" }]).map(({ name }) => name));
    return callablesIn([{ path, text: head }]).flatMap(({ name, start, end }): SortingDouble[] => {
      if (known.has(name) || !new RegExp(String.raw`[.:]${RegExp.escape(name)}\(`).test(asked)) return [];
      const own = head.slice(start, end);
      const { text, does } = unsorted(path, own);
      return does === undefined ? [] : [{ name, does, path, text: head.slice(0, start) + text + head.slice(end) }];
    });
  });
  if (found.length === 0) return [];
  const real = readAll().flatMap(({ path, text }) =>
    callablesIn([{ path, text }]).map(({ name, start, end }) => ({ name, body: text.slice(start, end) })),
  );
  return found.filter(({ name }) => {
    const same = real.filter((one) => one.name === name && /\b(?:return|yield)\b/.test(one.body));
    return same.length > 0 && same.every(({ body }) => !SORTS.test(body) && !isOfTheWorld(name, body));
  });
}

const addedText = (base: string | null, head: string): string => {
  const known = new Set(base?.split("\n"));
  return head
    .split("\n")
    .filter((line) => !known.has(line))
    .join("\n");
};

/** `.sorted(…).limit(3)` goes; `sorted(all, key=…)` is `list(all)`. */
function unsorted(path: string, own: string): { readonly text: string; readonly does: string | undefined } {
  const tokens = tokensOf(path, own);
  const word = (at: number): string => tokens[at]?.text ?? "";
  const edits: { start: number; end: number; text: string }[] = [];
  let does: string | undefined;
  for (let at = 0; at < tokens.length; at += 1) {
    const close = word(at + 1) === "(" ? closingToken(tokens, at + 1) : null;
    const [start, end] = [tokens[at]?.start ?? 0, tokens[close ?? at]?.end ?? 0];
    if (close === null) continue;
    if (word(at - 1) === "." && CHAINED.test(word(at)))
      edits.push({ start: tokens[at - 1]?.start ?? 0, end, text: "" });
    else if (path.endsWith(".py") && word(at) === "sorted" && word(at - 1) !== ".")
      edits.push({ start, end, text: `list(${firstArgument(own.slice(tokens[at + 1]?.end, end - 1))})` });
    else continue;
    does ??= word(at);
    at = close;
  }
  return { text: applyEdits(own, edits), does };
}

const firstArgument = (list: string): string => list.replace(/,\s*(?:key|reverse)\s*=[\s\S]*$/, "");
