import { z } from "zod";
import { UNKNOWN_USAGE } from "../../schema/usage-sums.ts";
import type { Usage } from "../../schema/usage.ts";

/** What an agent's program said by the lines that it printed. */
export interface Outcome {
  /** Its final message. */
  readonly text: string;
  readonly usage: Usage;
  /** The error that it ended with, or the last one that it told of; null: none. */
  readonly error: string | null;
  /** `done`: it printed that it came to its own end; `failed`: that it gave up; `open`: neither. */
  readonly end: "done" | "failed" | "open";
}

/** Reads the lines of one turn. What it does not know leaves it as it is. */
export interface Reader {
  read(line: unknown): void;
  outcome(): Outcome;
}

export const Tokens = z.number().int().nonnegative().catch(0);

/** What an agent says that its turn cost. Without any token it says nothing. */
export function reported(input: number, output: number, cost: number | null): Usage {
  if (input + output === 0) return UNKNOWN_USAGE;
  return {
    label: "reported",
    tokens: input + output,
    input_tokens: input,
    output_tokens: output,
    requests: null,
    cost: cost === null || cost === 0 ? null : cost.toFixed(6).replace(/\.?0+$/, ""),
  };
}

/** Gemini CLI and Qwen Code, which comes from it, put what their provider said in these words, also into an answer. */
export function apiErrorOf(text: string): string | null {
  const [, said] = /\[API Error: ([^]*)\]\s*$/.exec(text) ?? [];
  return said === undefined ? null : /^\d{3}\b/.test(said) ? `status ${said}` : said;
}
