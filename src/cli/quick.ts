import type { QuickName } from "./everyday.ts";

/** Their names, and how many arguments each takes. */
const ARGUMENTS: Readonly<Record<QuickName, number>> = {
  status: 0,
  "feature list": 0,
  "gate status": 0,
  "task list": 0,
  note: 2,
};

/**
 * Does an everyday command without building the whole command tree, which takes longer than the command (design.md §9).
 * Null for every other command, and for words that need the tree to be explained.
 */
export async function performQuickly(words: readonly string[]): Promise<number | null> {
  const parsed = parseWords(words);
  const name = parsed === null ? undefined : nameOf(parsed.positionals);
  if (parsed === null || name === undefined) return null;
  const { "dry-run": dryRun, ...rest } = parsed.values;
  const isForeign =
    (name !== "note" && dryRun !== undefined) || (!name.endsWith(" list") && (rest.limit ?? rest.page) !== undefined);
  if (isForeign) return null;
  const { perform } = await import("./everyday.ts");
  const flags = { ...rest, ...(dryRun === undefined ? {} : { dryRun }) };
  return perform(name, flags, parsed.positionals.slice(name.split(" ").length));
}

function nameOf(positionals: readonly string[]): QuickName | undefined {
  return (Object.keys(ARGUMENTS) as QuickName[]).find((name) => {
    const words = name.split(" ");
    return positionals.length === words.length + ARGUMENTS[name] && words.every((word, at) => word === positionals[at]);
  });
}

function parseWords(words: readonly string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = { run: text, repo: text, state: text, json: flag, "dry-run": flag, limit: text, page: text } as const;
  // An import of it would load everything that it exports.
  const { parseArgs } = process.getBuiltinModule("node:util");
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch {
    // An option of another command, or a wrong one: the command tree knows.
    return null;
  }
}
