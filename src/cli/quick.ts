import type { Answer } from "./output.ts";
import { perform } from "./perform.ts";
import type { Surroundings } from "./surroundings.ts";

type Reader = (flags: { readonly run?: string }, around: Surroundings) => Promise<Answer>;

/** Commands that only read and are asked at every prompt. */
const READERS: Readonly<Record<string, () => Promise<Reader>>> = {
  status: async () => (await import("./commands/status.ts")).statusCommand,
  "feature list": async () => (await import("./commands/feature-list.ts")).featureListCommand,
  "gate status": async () => (await import("./commands/gate.ts")).gateStatusCommand,
};

/**
 * Does a command that only reads without building the whole command tree, which takes longer than reading (design.md §9).
 * Null for every other command, and for words that need the tree to be explained.
 */
export async function readQuickly(words: readonly string[]): Promise<number | null> {
  const parsed = parseWords(words);
  if (parsed === null || !Object.hasOwn(READERS, parsed.name)) return null;
  const { name, flags } = parsed;
  const read = await READERS[name]?.();
  if (read === undefined) return null;
  return perform(name, flags, new AbortController().signal, (around) => read(flags, around));
}

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
