import type { SourceFile } from "../../schema/source.ts";

/** Changed functions of which tests give one what another answered, and the tests that hold where each gives back what it was given. */
export interface RoundTrip {
  readonly path: string;
  readonly line: number;
  readonly symbols: readonly string[];
  readonly ids: readonly string[];
}

/** Those of the functions that tests give what another of them answered, or that answered it: `decode(encode(x))`, also by way of a name. */
export function composedIn(symbols: readonly string[], tests: readonly SourceFile[]): string[] {
  const isComposed = (outer: string, inner: string): boolean =>
    outer !== inner && tests.some(({ text }) => isGiven(outer, inner, text));
  return symbols.filter((one) => symbols.some((other) => isComposed(one, other) || isComposed(other, one)));
}

function isGiven(outer: string, inner: string, text: string): boolean {
  const asked = new RegExp(`${called(inner)}|${heldBy(inner, text).map(word).join("|") || "(?!)"}`);
  return [...text.matchAll(new RegExp(called(outer), "g"))].some(({ index, 0: call }) =>
    asked.test(argumentsFrom(text, index + call.length)),
  );
}

/** Names that what a function answers is kept under. */
const heldBy = (symbol: string, text: string): string[] =>
  [
    ...text.matchAll(
      new RegExp(String.raw`([\p{L}_$][\p{L}\p{N}_$]*)\s*:?=\s*(?:await\s+)?[\w$.]*${called(symbol)}`, "gu"),
    ),
  ].flatMap(([, name]) => name ?? []);

const word = (name: string): string => String.raw`(?<![\w$])${RegExp.escape(name)}(?![\w$])`;
const called = (symbol: string): string =>
  String.raw`(?<![\w$])${RegExp.escape(symbol.split(/\W+/).at(-1) ?? symbol)}\(`;

/** Up to the bracket that closes the call. */
function argumentsFrom(text: string, start: number): string {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (depth === 0) return text.slice(start, at);
  }
  return "";
}
