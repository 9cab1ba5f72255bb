import type { SourceFile } from "../../../schema/source.ts";

/** Changed functions of which tests give one what another answered, and the tests that hold where each gives back what it was given. */
export interface RoundTrip {
  readonly path: string;
  readonly line: number;
  readonly symbols: readonly string[];
  readonly ids: readonly string[];
}

const NAME = String.raw`([\p{L}_$][\p{L}\p{N}_$]*)`;
const CALL = new RegExp(String.raw`${NAME}\(`, "gu");
const WORD = new RegExp(String.raw`${NAME}(\(?)`, "gu");
/** `sent = await codec.encode(` */
const KEPT = new RegExp(String.raw`${NAME}\s*:?=\s*(?:await\s+)?(?:[\w$]+\.)*${NAME}\(`, "gu");

/** Those of the functions that tests give what another of them answered, or that answered it: `decode(encode(x))`, also by way of a name. */
export function composedIn(symbols: readonly string[], tests: readonly SourceFile[]): string[] {
  const names = new Set(symbols.map(lastName));
  const composed = new Set<string>();
  for (const { text } of tests) {
    const kept = Map.groupBy(
      [...text.matchAll(KEPT)].filter(([, , name = ""]) => names.has(name)),
      ([, holder = ""]) => holder,
    );
    for (const { index, 0: call, 1: outer = "" } of text.matchAll(CALL)) {
      if (!names.has(outer)) continue;
      for (const [, word = "", bracket] of argumentsFrom(text, index + call.length).matchAll(WORD)) {
        const asked =
          bracket === "(" && names.has(word) ? [word] : (kept.get(word) ?? []).map(([, , name = ""]) => name);
        for (const inner of asked) if (inner !== outer) composed.add(outer).add(inner);
      }
    }
  }
  return symbols.filter((symbol) => composed.has(lastName(symbol)));
}

const lastName = (symbol: string): string => symbol.split(/\W+/).at(-1) ?? symbol;

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
