import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = join(import.meta.dirname, "corpus.json");

/** Seeds that once showed a defect, a list for each part; they run before all others. */
export function corpusOf(part: string): number[] {
  return [...((JSON.parse(readFileSync(FILE, "utf8")) as Record<string, number[]>)[part] ?? [])];
}

/** Keeps a seed that failed, so that it always runs from now on. */
export function addToCorpus(part: string, seeds: readonly number[]): void {
  const all = JSON.parse(readFileSync(FILE, "utf8")) as Record<string, number[]>;
  all[part] = [...new Set([...(all[part] ?? []), ...seeds])].toSorted((one, other) => one - other);
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
}
