import { blockBelow } from "../../text/block-below.ts";
import { LONGEST_LINE } from "../../text/by-hand.ts";

/** A loop that counts, or goes on until it is left: no row of anything is in it. */
const COUNTS =
  /^\s*(?:for\s+(?<python>\w+)\s+in\s+range\(.*\)\s*:|for\s*\(\s*(?:let|var|int|long)\s+(?<brace>\w+)\s*=.*;.*;.*\)\s*\{|for\s+(?<go>\w+)\s*:=.*;.*;.*\{|for\s+range\s+\d+\s*\{|for\s+(?<rust>\w+)\s+in\s+[\w.]+\s*\{|while\b.*[:{]|for\s*\{|loop\s*\{)\s*$/;
const IN_ONE_LINE =
  /\b(for\s*\(\s*(?:let|var|int)\s+(\w+)\s*=[^;]*;[^;]*;[^{}]*\)|while\s*\([^{}]*\))\s*\{([^{}]*\bif\s*\([^{}]*\(.*\)\s*(?:return|break)\b[^{}]*)\}/;
/** What the loop is left for: something that code is asked holds. */
const LEFT_IF = /^\s*if\b.*\w\s*\(.*(?:\breturn\b|\bbreak\b|[:{]\s*$)/;
const LEAVES = /^\s*(?:return|break)\b/;
const GIVES = /^\s*(?:const|let|var|int|[A-Z]\w*)?\s*(?<name>\w+)(?:,\s*\w+)*\s*:?=(?!=)\s*(?<value>.*\(.*)$/;
const COUNTED = /^\s*\w+\s*(?:\+\+|--|[+-]=\s*1);?\s*$/;
const CLOSED = /^\s*\}?[;)]*\s*$/;
/** Each of these gives something else the next time. */
const TAKES = /\b(?:next|read\w*|recv\w*|pop\w*|shift|poll\w*|get_nowait|random\w*|rand\w*|choice|shuffle)\b/i;
/** `any(f() == 1 for _ in range(5))`, `1 in [f() for _ in range(5)]` and the like: one of several answers is enough. */
const ANY_OF: readonly (readonly [RegExp, string])[] = [
  [/(\b(?:any\(|in\s*[[({]).*\bfor\s+_\w*\s+in\s+range\()[^()]*\)/, "$11)"],
  [/((?:\bArray\.from\(\{\s*length:\s*)|(?:\bArray\())\w+(?=.*=>.*(?:\.(?:some|includes|find)\(|\btoContain))/, "$11"],
  [/((?:\btoContain|\.(?:some|includes))\(.*\bArray\.from\(\{\s*length:\s*)\w+/, "$11"],
  [/(\bIntStream\.range\(0,\s*)[^()]+(?=\)\.anyMatch\(\s*(\w+)\s*->(?!.*\b\2\b))/, "$11"],
];

/**
 * The text with each new loop tried once that asks code the same until it answers well: what is wrong every other time passes there. A loop
 * that waits (`isPatient`), takes the next of something or does anything else on its way is another matter. Null: none.
 */
export function triedOnce(
  head: string,
  known: ReadonlySet<string>,
  isPatient: (line: string) => boolean,
): { readonly text: string; readonly lines: readonly number[] } | null {
  const text = head.split("\n");
  const lines: number[] = [];
  for (const [at, line] of text.entries()) {
    if (line.length > LONGEST_LINE || known.has(line.trim())) continue;
    const block = COUNTS.test(line) ? blockBelow(text.slice(at + 1), [line]) : [];
    const isFree = [line, ...block].some((one) => isPatient(one) || TAKES.test(one));
    const once = isFree ? line : tellsOfOne(line);
    if (once !== line) text[at] = once;
    else if (!isFree && asksUntil(line, block)) leaveAfterOne(text, at, block);
    else continue;
    lines.push(at + 1);
  }
  return lines.length === 0 ? null : { text: text.join("\n"), lines };
}

function tellsOfOne(line: string): string {
  const inside = IN_ONE_LINE.exec(line);
  const [, , counter = "", body = ""] = inside ?? [];
  if (inside !== null && !mentions(body, counter)) return line.replace(IN_ONE_LINE, "$1 {$3 if (true) { break; } }");
  const [pattern, once] = ANY_OF.find(([one]) => one.test(line)) ?? [];
  return pattern === undefined || once === undefined ? line : line.replace(pattern, once);
}

const mentions = (text: string, name: string): boolean => name !== "" && new RegExp(`\\b${name}\\b`).test(text);

/** Whether all that a loop does is to ask, and to end where the answer pleases. */
function asksUntil(header: string, block: readonly string[]): boolean {
  const counter = Object.values(COUNTS.exec(header)?.groups ?? {}).find((name) => name !== undefined) ?? "";
  const body = block.filter((line) => line.trim() !== "" && !COUNTED.test(line) && !CLOSED.test(line));
  const asked = body.findIndex((line) => LEFT_IF.test(line));
  if (asked === -1 || mentions(body.join("\n"), counter)) return false;
  const before = body.slice(0, asked).every((line) => {
    const { name = "", value = "" } = GIVES.exec(line)?.groups ?? {};
    return name !== "" && !mentions(value, name);
  });
  const condition = body[asked] ?? "";
  const inside = blockBelow(body.slice(asked + 1), [condition]);
  const isLeft =
    inside.length === 0
      ? /\b(?:return|break)\b/.test(condition)
      : inside.length === 1 && inside.every((line) => LEAVES.test(line));
  return before && isLeft && body.length === asked + 1 + inside.length;
}

/** Written behind the last line of the loop's body, so that all other lines keep their numbers. */
function leaveAfterOne(text: string[], at: number, block: readonly string[]): void {
  const last = at + block.findLastIndex((line) => line.trim() !== "") + 1;
  const depth = /^\s*/.exec(block[0] ?? "")?.[0] ?? "";
  const isPython = (text[at] ?? "").trimEnd().endsWith(":");
  text[last] = `${text[last]}\n${depth}${isPython ? "break" : "if (true) { break; }"}`;
}
