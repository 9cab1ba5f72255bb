import type { Edit } from "../../../schema/edits.ts";
import type { Token } from "../../text/tokens.ts";

/** A `try` that the change adds or edits, whose handler goes on with something else. */
export interface Attempt {
  readonly path: string;
  readonly line: number;
}

/** Where a mark is thrown: as it begins, or wherever it comes to its end. */
export type Place = "begins" | "ends";

export interface Found extends Attempt {
  readonly marks: Readonly<Record<Place, readonly Edit[]>>;
  /** What lets a mark through where it would be caught. */
  readonly through: readonly Edit[];
}

export const LEAVES = /^(?:return|break|continue)$/;
const PASSES = /^(?:pass|\.\.\.)$/;
/**
 * Whether it matters that what is tried succeeds: something comes of it, or of what is done when it fails, and nothing is thrown on.
 * `beside` are words of what loads, cleans up, or has answered somebody before it comes to its end: a mark thrown then is heard by nobody.
 */
export function isWeighed(tried: readonly Token[], done: readonly Token[], beside: RegExp): boolean {
  const says = (part: readonly Token[], words: RegExp): boolean => part.some(({ text }) => words.test(text));
  const gives = done.some(({ text }) => !PASSES.test(text)) || says(tried, /^(?:return|=)$/);
  return gives && !says(tried, beside) && !says(done, /^(?:throw|raise)$/);
}

export const insert = (at: number, text: string): Edit => ({ start: at, end: at, text });

export const wordsOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join(" ");
