/** A Python file as it is written, without the indentation of the TypeScript around it; backslashes stay. */
export function py(parts: TemplateStringsArray, ...values: readonly string[]): string {
  const lines = String.raw(parts, ...values)
    .replace(/^\n/, "")
    .trimEnd()
    .split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  return `${lines.map((line) => line.slice(indent)).join("\n")}\n`;
}
