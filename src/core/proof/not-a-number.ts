/** What a distance is made by. */
const ABS = String.raw`(?:math\.Abs|Math\.abs|abs|math\.fabs)\(`;
const NAMED = new RegExp(String.raw`\b(\w+)\s*:?=\s*${ABS}`, "g");
const FURTHER = /^\s*>=?\s*((?:[\w.$]+(?:\([^()\n]*\))?|[-+*/\s])+?)(?=\s*(?:\{|:|\)|&&|\|\||\band\b|\bor\b|;|,|$))/m;

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
    const end = found.endsWith("(") ? closing(text, start) : start;
    const further = end === null || index < from ? null : FURTHER.exec(text.slice(end));
    if (end === null || further?.index !== 0) continue;
    const [all, limit = ""] = further;
    const least = all.trimStart().startsWith(">=") ? "<" : "<=";
    result += `${text.slice(from, index)}${not}(${text.slice(index, end)} ${least} ${limit.trim()})`;
    from = end + all.length;
  }
  return from === 0 ? null : result + text.slice(from);
}

/** Behind the bracket that closes the one before `start`; null where none does on its line. */
function closing(text: string, start: number): number | null {
  let open = 1;
  for (let at = start; at < text.length && text[at] !== "\n"; at += 1) {
    if (text[at] === "(") open += 1;
    if (text[at] === ")") open -= 1;
    if (open === 0) return at + 1;
  }
  return null;
}
