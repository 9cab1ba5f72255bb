import type { Edit } from "../../../schema/edits.ts";
import type { ChangedSource } from "../../../schema/source.ts";
import { closingToken, tokensOf, type Token } from "../../text/tokens.ts";
import { insert, isWeighed, LEAVES, wordsOf, type Found, type Place } from "./attempt.ts";

/** No `except Exception` takes it; one class for all files. */
const MARK = '__import__("builtins").__dict__.setdefault("BatonMark", type("BatonMark", (BaseException,), {}))';
/** A function within answers for itself; what takes everything would take a mark as well. */
const UNTOLD = /(?:^| )(?:def |class |yield |except (?::|BaseException|\*))/;

const BESIDE = /^(?:import\w*|__import__|close|unlink|rm\w+|kill|terminate|callback|send\w*|emit|write\w*|set_result)$/;

/** A token that begins a line of a program, whatever its brackets hold. */
interface Beginning {
  readonly at: number;
  readonly indent: string;
}

/** What Python tries, marked: blocks are told by where their lines begin. */
export function foundInPython({ path, base, head }: ChangedSource): Found[] {
  const tokens = tokensOf(path, head);
  const before = base === null ? "" : wordsOf(tokensOf(path, base));
  const lines = beginningsOf(tokens, head);
  return lines.flatMap(({ at, indent }, number) => {
    if (tokens[at]?.text !== "try" || tokens[at + 1]?.text !== ":") return [];
    const rest = lines.slice(number + 1);
    const close = rest.findIndex((line) => line.indent.length <= indent.length);
    const [first, handler] = [rest[0], rest[close]];
    if (first?.at !== at + 2 || handler === undefined || tokens[handler.at]?.text !== "except") return [];
    const behind = rest.slice(close).find((line) => !continues(tokens, line, indent));
    const end = behind?.at ?? tokens.length;
    const [tried, done] = [tokens.slice(first.at, handler.at), tokens.slice(handler.at, end)];
    if (before.includes(wordsOf(tokens.slice(at, end)))) return [];
    if (UNTOLD.test(wordsOf(tried)) || tokens[handler.at + 1]?.text === "*") return [];
    if (!isWeighed(tried, handled(done), BESIDE)) return [];
    const line = head.slice(0, tokens[at].start).split("\n").length;
    const mark = (place: Place): string => `raise ${MARK}(${JSON.stringify(`baton: ${path}:${line} ${place}`)})`;
    const ends = [
      ...leavings({ head, tokens, lines }, first.at, handler.at, mark("ends")),
      insert(tokens[handler.at - 1]?.end ?? 0, `\n${first.indent}${mark("ends")}`),
    ];
    const begins = [insert(tokens[first.at]?.start ?? 0, `${mark("begins")}\n${first.indent}`)];
    const through = [insert(tokens[handler.at]?.start ?? 0, `except ${MARK}: raise\n${indent}`)];
    return [{ path, line, marks: { begins, ends }, through }];
  });
}

/** Where a line begins a statement: within brackets, and behind a backslash, none does. */
function beginningsOf(tokens: readonly Token[], head: string): Beginning[] {
  const found: Beginning[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const { start } = tokens[at] as Token;
    const between = head.slice(tokens[at - 1]?.end ?? 0, start);
    const isFirst = at === 0 || (between.includes("\n") && tokens[at - 1]?.text !== "\\");
    if (isFirst) found.push({ at, indent: /[ \t]*$/.exec(between)?.[0] ?? "" });
    at = closingToken(tokens, at) ?? at;
  }
  return found;
}

/** Whether a line still belongs to what is done when it fails. */
const continues = (tokens: readonly Token[], { at, indent }: Beginning, of: string): boolean =>
  indent.length > of.length || tokens[at]?.text === "except";

/** What is done, without what is caught and what it is called. */
function handled(done: readonly Token[]): Token[] {
  const colon = done.findIndex(({ text }) => text === ":");
  return done.slice(colon + 1);
}

/** Whatever leaves the block before its end. */
function leavings(
  {
    head,
    tokens,
    lines,
  }: { readonly head: string; readonly tokens: readonly Token[]; readonly lines: readonly Beginning[] },
  from: number,
  to: number,
  mark: string,
): Edit[] {
  return tokens.slice(from, to).flatMap(({ text, start, end }, offset) => {
    if (!LEAVES.test(text)) return [];
    const after = lines.find((line) => line.at > from + offset)?.at ?? tokens.length;
    const semicolon = tokens.slice(from + offset, after).find((token) => token.text === ";");
    const stop = semicolon?.start ?? tokens[after - 1]?.end ?? end;
    const answer = head.slice(end, stop).trim();
    const given =
      text === "return" && answer !== "" ? `batonAnswer = ${answer}; ${mark}; return batonAnswer` : `${mark}; ${text}`;
    return [{ start, end: stop, text: given }];
  });
}
