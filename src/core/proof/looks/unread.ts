import type { TestResult } from "../../../schema/report.ts";
import { blockBelow } from "../../text/block-below.ts";

/** A changed function, and the tests that get its answers and would pass with others. */
export interface Unread {
  readonly path: string;
  readonly line: number;
  readonly symbol: string;
  readonly ids: readonly string[];
  /** The others are what it answered first, whatever it was given. */
  readonly isFrozen?: boolean;
  /** The others are a tenth more than what is right. */
  readonly isNear?: boolean;
}

/** A method that says whether two values are the same, or which comes first. */
export const isEquality = (symbol: string): boolean =>
  /(?:^|[.:)])(?:__(?:eq|ne|lt|le|gt|ge)__|eq|ne|partial_cmp|cmp|equals?|isEqual(?:To)?|compareTo|Equals?|Cmp|Compare)$/.test(
    symbol,
  );

/** What a clock or lots are asked by. */
const ANEW =
  /\b(?:Date\.now|performance\.now|hrtime|new Date\(\)|Math\.random|random(?:UUID|Bytes|Int)|getRandomValues|monotonic|perf_counter|time\.time|datetime\.(?:now|utcnow)|date\.today|uuid[14]|token_(?:hex|bytes|urlsafe)|random\.\w+|time\.(?:Now|Since)|rand\.\w+|nanoTime|currentTimeMillis|(?:Instant|LocalDate|LocalDateTime|Clock|SystemTime|Utc|Local)(?:::|\.)now|UUID\.randomUUID|elapsed)\b/;
const DECIDES = /\b(?:if|for|while|match|switch|case)\b|\?.*:/;
/** Lines of a function that does no more than ask. */
const MOST_LINES = 4;

/** Whether a function hands on what a clock or lots say, and that alone: each answer is another one, and only its form is right. */
export function answersAnew(text: string, line: number): boolean {
  const [first = "", ...below] = text.split("\n").slice(line - 1);
  const body = [first, ...blockBelow(below, [first])];
  const said = body.join("\n");
  return body.length <= MOST_LINES && ANEW.test(said) && !DECIDES.test(said);
}

/** How tests say that nearly right is right; JUnit by a third argument. */
export const NEARLY =
  /approx|close_?to|(?:is|all)_?close|almost|toler|epsilon|delta|\bwithin\(|\bf?abs\(|\bassertEquals\([^;\n]*,[^;\n]*,\s*[\d.]+(?:e-?\d+)?[fd]?\)/i;

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
