/** The line that a part of a text ends on; undefined where it shares its first or its last line with something else. */
export function ownEnd(text: string, start: number, end: number): { readonly end?: number } {
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const after = /^.*/.exec(text.slice(end))?.[0] ?? "";
  const isAlone = before.trim() === "" && /^[\s;,]*(?:\/\/.*)?$/.test(after);
  return isAlone ? { end: text.slice(0, end).split("\n").length } : {};
}
