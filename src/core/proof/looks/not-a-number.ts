import { closingBracket } from "../../text/brackets.ts";

/** What a distance is made by. */
const ABS = String.raw`(?:math\.Abs|Math\.abs|abs|math\.fabs)\(`;
const NAMED = new RegExp(String.raw`\b(\w+)\s*:?=\s*${ABS}`, "g");
const FURTHER = /^\s*>=?\s*((?:[\w.$]+(?:\([^()\n]*\))?|[-+*/\s])+?)(?=\s*(?:\{|:|\)|&&|\|\||\band\b|\bor\b|;|,|$))/m;
/** What a comparison begins behind: `2 * Math.abs(x) > limit` is another one. */
const BEGINS = /(?:^|\n|[({;,=!&|:?]|\b(?:if|elif|while|assert|return|not|and|or))[ \t]*$/;

/**
 * A test with each `math.Abs(got-want) > 1e-9` turned into what means the same of numbers, and is true of NaN, of which nothing is greater or
 * less than anything; null where it has none.
 */
export function noticingNaN(text: string, not: "!" | "not "): string | null {
  const names = [...text.matchAll(NAMED)].map(([, name = ""]) => String.raw`${name}\b`);
  const distance = new RegExp(String.raw`(?<![\w.$])(?:${[ABS, ...new Set(names)].join("|")})`, "g");
  let result = "";
  let from = 0;
  for (const { index, 0: found } of text.matchAll(distance)) {
    const start = index + found.length;
    const end = found.endsWith("(") ? behind(text, start) : start;
    const further = end === null || index < from ? null : FURTHER.exec(text.slice(end));
    if (end === null || further?.index !== 0 || !BEGINS.test(text.slice(0, index))) continue;
    const [all, limit = ""] = further;
    const least = all.trimStart().startsWith(">=") ? "<" : "<=";
    result += `${text.slice(from, index)}${not}(${text.slice(index, end)} ${least} ${limit.trim()})`;
    from = end + all.length;
  }
  return from === 0 ? null : result + text.slice(from);
}

function behind(text: string, start: number): number | null {
  const close = closingBracket(text, start);
  return close === null ? null : close + 1;
}
