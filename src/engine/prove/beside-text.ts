/**
 * A source text with another one before it as a comment: it does what it did, and whoever looks for words finds those of
 * both. `#!` and an encoding line stay where languages want them.
 */
export function besideText(path: string, text: string, other: string): string {
  const lines = text.split("\n");
  const first = /^#!|^#.*coding[:=]/.test(lines[0] ?? "") ? (/^#.*coding[:=]/.test(lines[1] ?? "") ? 2 : 1) : 0;
  return [...lines.slice(0, first), commented(path, other), ...lines.slice(first)].join("\n");
}

function commented(path: string, text: string): string {
  if (path.endsWith(".rs")) return text.replaceAll(/^/gm, "// ");
  if (!path.endsWith(".py")) return `/*\n${text.replaceAll("*/", "* /")}\n*/`;
  return text
    .split("\n")
    .map((line) => `# ${line}`)
    .join("\n");
}
