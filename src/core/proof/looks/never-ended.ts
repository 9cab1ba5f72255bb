import { applyEdits, type Edit } from "../../../schema/edits.ts";
import type { TestResult } from "../../../schema/report.ts";
import type { ChangedSource, SourceFile } from "../../../schema/source.ts";
import { closingToken, tokensOf, type Token } from "../../text/tokens.ts";
import { insert, isWeighed, LEAVES, wordsOf, type Attempt, type Found, type Place } from "./attempt.ts";
import { foundInPython } from "./attempt-python.ts";

const SCRIPT = /\.[cm]?[jt]sx?$/;
const TYPED = /\.[cm]?tsx?$/;
const BESIDE =
  /^(?:require|import|close|unlink\w*|rm\w*|delete\w*|resolve|reject|next|done|callback|cb|emit|send\w*|json|render|redirect|write\w*|end|complete|countDown)$/;

/** None of a file in another language than JavaScript, Java and Python, nor what only tries to load something, to clean up or to close. */
export function attemptsIn(files: readonly ChangedSource[]): Attempt[] {
  return files.flatMap(foundIn).map(({ path, line }) => ({ path, line }));
}

/** Files in which each of these attempts throws `baton: PATH:LINE begins` or `… ends`, past its own `catch`. */
export function withMarks(files: readonly ChangedSource[], attempts: readonly Attempt[], place: Place): SourceFile[] {
  return files.flatMap((file) => {
    const asked = foundIn(file).filter((one) => attempts.some((other) => isSame(one, other)));
    const edits = asked.flatMap(({ marks, through }) => [...marks[place], ...through]);
    return edits.length === 0 ? [] : [{ path: file.path, text: applyEdits(file.head, edits) }];
  });
}

/** Whether what a test failed by is such a mark. */
export const isMarked = (result: TestResult | undefined, { path, line }: Attempt, place: Place): boolean =>
  result?.failure?.message?.includes(`baton: ${path}:${line} ${place}`) === true;

const isSame = (one: Attempt, other: Attempt): boolean => one.path === other.path && one.line === other.line;

function foundIn({ path, base, head }: ChangedSource): Found[] {
  if (path.endsWith(".py")) return foundInPython({ path, base, head });
  if (!SCRIPT.test(path) && !path.endsWith(".java")) return [];
  const tokens = tokensOf(path, head);
  const before = base === null ? "" : wordsOf(tokensOf(path, base));
  return tokens.flatMap((token, at) => {
    const parts = token.text === "try" ? partsOf(tokens, at) : null;
    if (parts === null || before.includes(wordsOf(tokens.slice(at, parts.end + 1)))) return [];
    const line = head.slice(0, token.start).split("\n").length;
    const mark = (place: Place): string => markOf(path, `baton: ${path}:${line} ${place}`);
    const ends = endsOf({ path, tokens, head }, parts, mark("ends"));
    const through = throughOf(path, tokens, parts);
    if (ends === null || through === null) return [];
    const begins = [insert(tokens[parts.open]?.end ?? 0, ` ${mark("begins")}`)];
    return [{ path, line, marks: { begins, ends }, through }];
  });
}

/** Positions of the brackets around what is tried and around what is done when it fails. */
interface Parts {
  readonly open: number;
  readonly close: number;
  readonly caught: readonly Token[];
  readonly handler: number;
  readonly end: number;
}

function partsOf(tokens: readonly Token[], at: number): Parts | null {
  const word = (position: number): string => tokens[position]?.text ?? "";
  const open = word(at + 1) === "(" ? (closingToken(tokens, at + 1) ?? at) + 1 : at + 1;
  const close = word(open) === "{" ? closingToken(tokens, open) : null;
  if (close === null || word(close + 1) !== "catch") return null;
  const list = word(close + 2) === "(" ? closingToken(tokens, close + 2) : close + 1;
  const handler = (list ?? close) + 1;
  const end = word(handler) === "{" ? closingToken(tokens, handler) : null;
  if (list === null || end === null || word(end + 1) === "catch") return null;
  const isOurs = isWeighed(tokens.slice(open, close), tokens.slice(handler + 1, end), BESIDE);
  return isOurs ? { open, close, caught: tokens.slice(close + 3, list), handler, end } : null;
}

function endsOf(
  { path, tokens, head }: { readonly path: string; readonly tokens: readonly Token[]; readonly head: string },
  { open, close }: Parts,
  mark: string,
): Edit[] | null {
  const edits: Edit[] = [];
  let last = open + 1;
  for (let at = open + 1; at < close; at += 1) {
    const { text = "", start = 0, end = 0 } = tokens[at] ?? {};
    if (LEAVES.test(text)) {
      const stop = statementEnd(tokens, at, close);
      if (stop === null) return null;
      const answer = head.slice(end, tokens[stop]?.start).trim();
      const hasAnswer = text === "return" && answer !== "";
      const named = SCRIPT.test(path) ? "const" : "final var";
      const given = hasAnswer
        ? `${named} batonAnswer = ${answer}; ${mark} return batonAnswer;`
        : `${mark} ${text} ${answer};`;
      edits.push({ start, end: tokens[stop]?.end ?? end, text: `{ ${given} }` });
      at = stop;
    }
    const after = tokens[at]?.text;
    if ((after === ";" || after === "}") && at + 1 < close && depthAt(tokens, open, at) === 0) last = at + 1;
  }
  // Behind what leaves it in any case nothing may stand.
  const leaves = /^(?:return|break|continue|throw)$/.test(tokens[last]?.text ?? "");
  return leaves ? edits : [...edits, insert(tokens[close]?.start ?? 0, `${mark} `)];
}

function depthAt(tokens: readonly Token[], open: number, at: number): number {
  const inner = tokens.slice(open + 1, at + 1).map(({ text }) => text);
  return inner.filter((text) => text === "{").length - inner.filter((text) => text === "}").length;
}

/** The semicolon behind a statement; null where it has none. */
function statementEnd(tokens: readonly Token[], from: number, close: number): number | null {
  for (let at = from + 1; at < close; at += 1) {
    if (tokens[at]?.text === ";") return at;
    const inner = closingToken(tokens, at);
    if (inner === null) return null;
    at = inner;
  }
  return null;
}

/** What would catch the mark throws it again; null where nobody can tell. */
function throughOf(path: string, tokens: readonly Token[], { caught, handler }: Parts): Edit[] | null {
  const open = tokens[handler]?.end ?? 0;
  if (!SCRIPT.test(path)) {
    if (!caught.some(({ text }) => /^(?:Throwable|Error)$/.test(text))) return [];
    const name = caught.at(-1)?.text ?? "";
    const isMark = `String.valueOf(((Throwable) ${name}).getMessage()).startsWith("baton: ")`;
    return [insert(open, ` if (${isMark}) throw (Error) (Throwable) ${name};`)];
  }
  const [name] = caught;
  if (name === undefined) {
    const rethrown = "if (batonCaught?.baton) throw batonCaught;";
    return [
      insert(tokens[handler]?.start ?? 0, `(batonCaught${TYPED.test(path) ? ": any" : ""}) `),
      insert(open, ` ${rethrown}`),
    ];
  }
  const value = TYPED.test(path) ? `(${name.text} as any)` : name.text;
  return /^[\p{L}_$]/u.test(name.text) ? [insert(open, ` if (${value}?.baton) throw ${name.text};`)] : null;
}

const markOf = (path: string, message: string): string =>
  SCRIPT.test(path)
    ? `if (true) throw Object.assign(new Error(${JSON.stringify(message)}), { baton: true });`
    : `if (true) throw new Error(${JSON.stringify(message)});`;
