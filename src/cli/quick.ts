import type { ReaderName } from "./readers.ts";

const NAMES: ReadonlySet<string> = new Set<ReaderName>(["status", "feature list", "gate status"]);

/**
 * Does a command that only reads without building the whole command tree, which takes longer than reading (design.md §9).
 * Null for every other command, and for words that need the tree to be explained.
 */
export async function readQuickly(words: readonly string[]): Promise<number | null> {
  const parsed = parseWords(words);
  if (parsed === null || !isReader(parsed.name)) return null;
  const { read } = await import("./readers.ts");
  return read(parsed.name, parsed.flags);
}

const isReader = (name: string): name is ReaderName => NAMES.has(name);

function parseWords(words: readonly string[]) {
  const text = { type: "string" } as const;
  const options = { run: text, repo: text, state: text, json: { type: "boolean" } } as const;
  // An import of it would load everything that it exports.
  const { parseArgs } = process.getBuiltinModule("node:util");
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    return { name: positionals.join(" "), flags: { ...values } };
  } catch {
    // An option of another command, or a wrong one: the command tree knows.
    return null;
  }
}
