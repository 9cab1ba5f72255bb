import { codesOf } from "./analysis.ts";
import type { LearnedPattern, OutcomeRecord } from "../../../schema/pattern.ts";

/** A pattern in words: when it applies, what it recommends, and what that rests on. */
export function describePattern({ input_signature, recommended_action, uses, successes }: LearnedPattern): string {
  return `When ${pairs(input_signature)}: ${pairs(recommended_action)} went well ${round(successes)} of ${uses} times.`;
}

const pairs = (record: Readonly<Record<string, unknown>>): string =>
  Object.entries(record)
    .map(([key, value]) => `${key} is ${wordsOf(value)}`)
    .join(", ") || "anything";

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join(" and ") || "nothing";
  return typeof value === "string" ? value : JSON.stringify(value);
}

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** What failed more than once among outcomes, as sentences. */
export function insightsOf(outcomes: readonly OutcomeRecord[]): string[] {
  const counts = new Map<string, number>();
  for (const outcome of outcomes.filter(({ success }) => !success))
    for (const code of new Set(codesOf(outcome))) counts.set(code, (counts.get(code) ?? 0) + 1);
  const proven = outcomes.filter(({ success }) => success).length;
  return [
    ...(outcomes.length === 0 ? [] : [`${proven} of ${outcomes.length} attempts were proven`]),
    ...[...counts]
      .filter(([, count]) => count > 1)
      .toSorted((a, b) => b[1] - a[1])
      .map(([code, count]) => `${count} attempts failed for ${code}`),
  ];
}
