/** Lines that stand deeper than the one before them. */
export function blockBelow(lines: readonly string[], [above = ""]: readonly string[]): readonly string[] {
  const depth = (text: string): number => text.search(/\S|$/);
  const end = lines.findIndex((text) => text.trim() !== "" && depth(text) <= depth(above));
  return lines.slice(0, end === -1 ? undefined : end);
}
