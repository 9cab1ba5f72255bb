/** Parts between separators that stand outside of braces: `a, {b,c}.ts` names two patterns. Where braces do not close, all of them count. */
export function splitOutsideBraces(text: string, separator: RegExp): string[] {
  const inside = bracesIn(text);
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: found } of text.matchAll(new RegExp(separator, "g"))) {
    if (inside.some(([open, close]) => open < index && index < close)) continue;
    parts.push(text.slice(from, index));
    from = index + found.length;
  }
  return [...parts, text.slice(from)];
}

/** From where to where the outermost braces reach. */
function bracesIn(text: string): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let depth = 0;
  let first = 0;
  for (const { index, 0: brace } of text.matchAll(/(?<!\\)[{}]/g)) {
    if (brace === "{" && depth === 0) first = index;
    depth += brace === "{" ? 1 : -1;
    if (depth < 0) return [];
    if (depth === 0) pairs.push([first, index]);
  }
  return depth === 0 ? pairs : [];
}
