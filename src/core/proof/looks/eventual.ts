import type { SourceFile } from "../../../schema/source.ts";
import { blockBelow } from "../../text/block-below.ts";
import { closingToken, tokensOf, type Token } from "../../text/tokens.ts";
import { callablesIn } from "../old-tests/callables.ts";

/** Helpers of tests that ask again until something holds, by name. */
export interface Eventual {
  /** Those by which a test fails where it never does: at first the opposite holds, so that one turned round passes. */
  readonly telling: readonly string[];
  /** Those that give up without a word. */
  readonly silent: readonly string[];
}

const LOOPS = /^(?:for|while|do|loop|setInterval)$/;
const PASSES_TIME =
  /^(?:sleep|setTimeout|setInterval|setImmediate|delay|tick|advance\w*|monotonic|perf_counter|time|now|Since|After|elapsed|nanoTime|currentTimeMillis)$/i;
const TELLS = /^(?:raise|throw|reject|panic|assert\w*|expect|fail\w*|Fatalf?|Errorf?)$/;

/** They loop, wait, and call what they are given. */
export function eventualHelpers(files: readonly SourceFile[]): Eventual {
  const asking = files.flatMap((file) =>
    callablesIn([file]).flatMap(({ name, start, wanted }) => {
      const words = wanted.length === 0 ? [] : wordsOf(file, start);
      const called = words.filter((_, at) => words[at + 1] === "(");
      const asks = called.some((word) => wanted.includes(word)) && words.some((word) => LOOPS.test(word));
      if (!asks || !called.some((word) => PASSES_TIME.test(word))) return [];
      return [{ name, tells: words.some((word) => TELLS.test(word)) }];
    }),
  );
  const named = (tells: boolean): string[] => asking.filter((one) => one.tells === tells).map(({ name }) => name);
  const telling = named(true);
  return { telling, silent: named(false).filter((name) => !telling.includes(name)) };
}

/** Of what a function does. */
function wordsOf({ path, text }: SourceFile, start: number): string[] {
  const rest = text.slice(start);
  if (path.endsWith(".py")) {
    const lines = rest.split("\n");
    const head = lines.findIndex((line) => /:\s*(?:#.*)?$/.test(line));
    const indent = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
    return wordsIn(tokensOf(path, blockBelow(lines.slice(head + 1), [indent.replace(/\S.*/, "") + "def"]).join("\n")));
  }
  const tokens = tokensOf(path, rest);
  const given = tokens.findIndex((token) => token.text === "(");
  const close = closingToken(tokens, given) ?? 0;
  const next = tokens.findIndex(({ text: word }, at) => at > close && /^(?:\{|=>|;)$/.test(word));
  // An arrow may answer with what is no block.
  const open = tokens[next]?.text === "=>" ? next + 1 : next;
  if (tokens[open]?.text !== "{") return [];
  return wordsIn(tokens.slice(open, closingToken(tokens, open) ?? undefined));
}

const wordsIn = (tokens: readonly Token[]): string[] => tokens.map(({ text }) => text);
