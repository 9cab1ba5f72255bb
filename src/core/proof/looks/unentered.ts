import type { ChangedSource, SourceFile } from "../../../schema/source.ts";
import { blockBelow } from "../../text/block-below.ts";
import { callablesIn } from "../old-tests/callables.ts";

/** A file with a new function that is mostly a loop, behind answers that need none of it, and its text where the loop fails at once. */
interface GuardedLoop extends SourceFile {
  readonly symbol: string;
  /** Of the loop. */
  readonly line: number;
}

const LOOP = /^\s*(?:for|while|loop)\b.*[{:]$/;
const FEWEST_LINES = 4;

const failing = (path: string): string => {
  if (path.endsWith(".go")) return 'if true { panic("baton: entered") }';
  if (path.endsWith(".rs")) return 'if true { panic!("baton: entered") }';
  const made = path.endsWith(".java") ? "RuntimeException" : "Error";
  return `if (true) { throw new ${made}("baton: entered"); }`;
};

/** New functions of which tests may see the easy cases alone: what comes first answers them, and the rest is a loop of half the function. */
export function guardedLoops(code: readonly ChangedSource[]): GuardedLoop[] {
  return code.flatMap(({ path, base, head }) => {
    const known = new Set(callablesIn([{ path, text: base ?? "" }]).map(({ name }) => name));
    const lines = head.split("\n");
    const own = callablesIn([{ path, text: head }]).filter(({ name, isType }) => !isType && !known.has(name));
    const rowOf = (offset: number): number => head.slice(0, offset).split("\n").length - 1;
    return own.flatMap(({ name, start, end }): GuardedLoop[] => {
      const at = loopIn(lines, rowOf(start), rowOf(end));
      if (at === null) return [];
      const line = lines[at] ?? "";
      const below = path.endsWith(".py")
        ? `${line}\n${indentOf(lines.slice(at + 1))}raise RuntimeError("baton: entered")`
        : `${line} ${failing(path)}`;
      return [{ path, symbol: name, line: at + 1, text: lines.with(at, below).join("\n") }];
    });
  });
}

const indentOf = (lines: readonly string[]): string =>
  /^\s*/.exec(lines.find((line) => line.trim() !== "") ?? "")?.[0] ?? "";

/** The line of the loop in a function that stands between these. */
function loopIn(lines: readonly string[], from: number, to: number): number | null {
  // What it takes may stand on lines of its own.
  const head = lines.findIndex(
    (line, index) => index >= from && (index === from || index < to) && /[{:]\s*$/.test(line),
  );
  const body = head < 0 ? [] : blockBelow(lines.slice(head + 1), [lines[head] ?? ""]);
  const written = (some: readonly string[]): number => some.filter((line) => /\w/.test(line)).length;
  const depth = body.find((line) => line.trim() !== "")?.search(/\S/);
  const loop = body.findIndex((line) => line.search(/\S/) === depth && LOOP.test(line));
  if (loop < 0 || !body.slice(0, loop).some((line) => /\breturn\b/.test(line))) return null;
  const inside = written(blockBelow(body.slice(loop + 1), [body[loop] ?? ""]));
  return inside >= FEWEST_LINES && inside * 2 >= written(body) - 1 ? head + 1 + loop : null;
}
