import type { TestResult } from "../../schema/report.ts";

/** A changed function, and the tests that get its answers and would pass with others. */
export interface Unread {
  readonly path: string;
  readonly line: number;
  readonly symbol: string;
  readonly ids: readonly string[];
  /** The others are what it answered first, whatever it was given. */
  readonly isFrozen?: boolean;
}

/** A method that says whether two values are the same, or which comes first. */
export const isEquality = (symbol: string): boolean =>
  /(?:^|[.:)])(?:__(?:eq|ne|lt|le|gt|ge)__|eq|ne|partial_cmp|cmp|equals?|isEqual(?:To)?|compareTo|Equals?|Cmp|Compare)$/.test(
    symbol,
  );

const TOLD = /baton: (\S+):(\d+) (.+?) answers otherwise/;

/** Whose answers tests get, by what they are told where an answer would have been another. */
export function toldOf(results: readonly TestResult[]): Unread[] {
  const found = new Map<string, Unread>();
  for (const { id, status, failure } of results) {
    const [whole, path = "", line, symbol = ""] = TOLD.exec(status === "failed" ? (failure?.message ?? "") : "") ?? [];
    if (whole === undefined) continue;
    found.set(whole, { path, line: Number(line), symbol, ids: [...(found.get(whole)?.ids ?? []), id] });
  }
  return [...found.values()];
}
