/**
 * Source text without the indentation of the TypeScript around it. Backslashes stay, except before a backtick or `${`,
 * which stand for themselves.
 */
export function code(parts: TemplateStringsArray, ...values: readonly string[]): string {
  const lines = String.raw(parts, ...values)
    .replaceAll(/\\(`|\$\{)/g, "$1")
    .replace(/^\n/, "")
    .trimEnd()
    .split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  return `${lines.map((line) => line.slice(indent)).join("\n")}\n`;
}
