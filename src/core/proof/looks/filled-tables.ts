import { FEWEST, goesOn, type ShortCut, wordsIn } from "./tables.ts";

const LITERAL = String.raw`-?\d[\d._]*[Ll]?|"[^"\n]*"|'[^'\n]*'`;
/** `KNOWN.put(1818, …);`, `known.set("a", …)`, `KNOWN["a"] = …`, `know(1818, 3, 22);` alone on its line. */
const FILLING = new RegExp(String.raw`^[ \t]*((?:this\.|self\.)?[A-Za-z_$][\w$.]*)\s*[([]\s*(${LITERAL})\s*[,\]].*$`);

/** A function for an answer, by itself or by its name. */
const WORKER =
  /=>|\bfunction\b|\blambda\b|\bfunc\b|::|,\s*[A-Za-z_$][\w$.]*\s*\)\s*;?\s*$|=\s*[A-Za-z_$][\w$.]*\s*;?\s*$/;

/** Tables whose entries are put in one by one, each on a line of its own, and that base's text does not have. */
export function filledTables(base: string, head: string): ShortCut[] {
  const lines = head.split("\n");
  const offsets = [0];
  for (const line of lines) offsets.push((offsets.at(-1) ?? 0) + line.length + 1);
  const found: ShortCut[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, by] = FILLING.exec(lines[at] ?? "") ?? [];
    if (by === undefined) continue;
    let end = at;
    const keys: string[] = [];
    for (; end < lines.length; end += 1) {
      const [, other, key = ""] = FILLING.exec(lines[end] ?? "") ?? [];
      if (other !== by) break;
      keys.push(key);
    }
    const block = lines.slice(at, end).join("\n");
    const name = nameOf(by, head);
    const works = lines.slice(at, end).filter((line) => WORKER.test(line)).length;
    if (keys.length >= FEWEST && 2 * works < keys.length && name !== null && !base.includes(block)) {
      const rest = [...lines.slice(0, at), ...lines.slice(end)].join("\n");
      const place = { start: offsets[at] ?? 0, end: (offsets[end] ?? 0) - 1, line: at + 1 };
      found.push({ name, keys, goesOn: goesOn(name, rest), words: wordsIn(block), ...place });
    }
    at = end - 1;
  }
  return found;
}

/** The table that such a line fills, by itself or by a function of the file. */
function nameOf(by: string, text: string): string | null {
  const [, own] = /^(?:this\.|self\.)?(\w+)(?:\.(?:put|set|insert|add))?$/.exec(by) ?? [];
  if (own === undefined) return null;
  if (by.includes(".") && !/^(?:this|self)\.\w+$/.test(by)) return own;
  const filler = new RegExp(
    String.raw`\b${RegExp.escape(own)}\([^()\n]*\)[^{}\n]*\{?[^{}]*?(\w+)\.(?:put|set|insert)\(`,
  );
  return filler.exec(text)?.[1] ?? (new RegExp(String.raw`\b${RegExp.escape(own)}\[`).test(text) ? own : null);
}
