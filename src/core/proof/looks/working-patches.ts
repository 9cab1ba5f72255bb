import { applyEdits, type Edit } from "../../../schema/edits.ts";
import type { ChangedSource, SourceFile } from "../../../schema/source.ts";
import { closingToken, listAt, type Token, tokensOf } from "../../text/tokens.ts";
import { type Callable, callablesIn } from "../old-tests/callables.ts";
import { isOfTheWorld } from "./stand-ins.ts";

/** A file that puts something which works in the place of a changed function, and its text where the function answers by itself. */
interface WorkingPatch extends SourceFile {
  readonly name: string;
  readonly line: number;
}

const LOOPS = /^(?:for|while|map|reduce|reduceRight|flatMap|filter|sorted)$/;

/**
 * Patches of functions that this change adds or edits, by something of the tests that goes over something: what is left of the real one may
 * do nothing of it. What stands between the code and the world is what patches are for. JavaScript and Python.
 */
export function workingPatches(tests: readonly ChangedSource[], code: readonly ChangedSource[]): WorkingPatch[] {
  const names = new Set(code.flatMap(changedNames));
  return tests.flatMap(({ path, base, head }) => {
    const tokens = tokensOf(path, head);
    const own = callablesIn([{ path, text: head }]);
    return tokens.flatMap((_, at): WorkingPatch[] => {
      const patch = patchAt(path, tokens, at);
      if (patch === null || !names.has(patch.name)) return [];
      const [start, end] = [patch.double[0]?.start ?? 0, patch.double.at(-1)?.end ?? 0];
      if (base?.includes(head.slice(start, end)) === true || !works(patch.double, own)) return [];
      const line = head.slice(0, start).split("\n").length;
      return [{ path, name: patch.name, line, text: applyEdits(head, patch.edits(head)) }];
    });
  });
}

/** What head has otherwise than base, by name, but for what reaches the world. */
function changedNames({ path, base, head }: ChangedSource): string[] {
  const wordsOf = ({ words }: Callable): string => words.join(" ");
  const known = new Map(callablesIn([{ path, text: base ?? "" }]).map((one) => [one.name, wordsOf(one)]));
  return callablesIn([{ path, text: head }])
    .filter((one) => !one.isType && known.get(one.name) !== wordsOf(one))
    .filter(({ name, start, end }) => !isOfTheWorld(name, head.slice(start, end)))
    .map(({ name }) => name);
}

interface Patch {
  readonly name: string;
  readonly double: readonly Token[];
  readonly edits: (text: string) => Edit[];
}

const FAKES = /^(?:mockImplementation|mockImplementationOnce|callsFake)$/;

/** `patch.object(T, "name", side_effect=f)`, `setattr(T, "name", f)`, `spyOn(o, "name").mockImplementation(f)`, `mock.method(o, "name", f)` */
function patchAt(path: string, tokens: readonly Token[], at: number): Patch | null {
  const word = (position: number): string => tokens[position]?.text ?? "";
  if (word(at + 1) !== "(") return null;
  const [close, list] = [closingToken(tokens, at + 1), listAt(tokens, at + 1)];
  const [target, title, ...rest] = list ?? [];
  const name = /^["'`](\w+)["'`]$/.exec(title?.map(({ text }) => text).join("") ?? "")?.[1];
  if (close === null || target === undefined || name === undefined) return null;
  const inside = (text: string): string => text.slice(target[0]?.start, target.at(-1)?.end);
  const replaced = (from: Token | undefined, to: Token | undefined, by: (text: string) => string) => (text: string) => [
    { start: from?.end ?? 0, end: to?.start ?? 0, text: by(text) },
  ];
  if (path.endsWith(".py")) {
    const isObject = word(at) === "object" && word(at - 2) === "patch";
    const keyed = rest.find(([key]) => key?.text === "side_effect" || key?.text === "new");
    const first = keyed?.[2] ?? (rest[0]?.[1]?.text === "=" ? undefined : rest[0]?.[0]);
    if ((!isObject && word(at) !== "setattr") || first === undefined) return null;
    // To the end: commas of a lambda are no list's.
    const double = tokens.slice(tokens.indexOf(first), close);
    const real = (text: string): string =>
      isObject ? `, autospec=True, side_effect=${inside(text)}.${name}` : `, ${inside(text)}.${name}`;
    return { name, double, edits: replaced(title?.at(-1), tokens[close], real) };
  }
  if (!/\.[cm]?[jt]sx?$/.test(path)) return null;
  if (word(at) === "method" && rest[0] !== undefined)
    return { name, double: rest[0], edits: replaced(title?.at(-1), tokens[close], () => "") };
  const isFake = /^(?:spyOn|stub)$/.test(word(at)) && word(close + 1) === "." && FAKES.test(word(close + 2));
  const end = isFake ? closingToken(tokens, close + 3) : null;
  if (end === null) return null;
  const edits = (text: string): Edit[] => [
    ...(word(at) === "stub" ? [{ start: tokens[at]?.start ?? 0, end: tokens[at]?.end ?? 0, text: "spy" }] : []),
    ...replaced(tokens[close], tokens[end + 1] ?? { text: "", start: text.length, end: text.length }, () => "")(text),
  ];
  return { name, double: tokens.slice(close + 4, end), edits };
}

/** Written in place, or a function of the file that it names. */
function works(double: readonly Token[], own: readonly Callable[]): boolean {
  const goesOver = (words: readonly string[]): boolean => words.some((text) => LOOPS.test(text));
  if (goesOver(double.map(({ text }) => text))) return true;
  return own.some(({ name, words }) => goesOver(words) && double.some(({ text }) => text === name));
}
