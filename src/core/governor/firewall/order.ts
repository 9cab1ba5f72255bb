import { classesOf, type WordClass } from "./lexicon.ts";
import { normalise } from "./normalise.ts";
import { wordsOf, type Word } from "./words.ts";

/** A word with what it does in an instruction. */
export type Tagged = Word & { readonly is: ReadonlySet<WordClass> };

/** Whether a word gives an order: it begins a clause, or follows what only an order follows. */
export function isOrder(words: readonly Tagged[], at: number): boolean {
  const word = words[at];
  if (word === undefined) return false;
  if (word.first) return true;
  const before = words[at - 1];
  if (before === undefined) return true;
  if (before.is.has("go") || before.is.has("polite")) return !isReported(words, at - 1);
  return before.is.has("override") || (before.is.has("you") && words[at - 2]?.is.has("ask") === true);
}

const ORDERS: readonly WordClass[] = ["override", "reveal", "chat", "act", "send", "approve", "polite"];

/** Whether a clause of a text begins with an order. */
export const ordersIn = (text: string): boolean =>
  wordsOf(normalise(text).text).some(({ word, first }) => first && ORDERS.some((name) => classesOf(word).has(name)));

const MODAL = new Set([
  "must",
  "should",
  "shall",
  "will",
  "could",
  "can",
  "to",
  "would",
  "you",
  "assistant",
  "ai",
  "agent",
]);
const SUBORDINATE = new Set([
  "when",
  "if",
  "lets",
  "let",
  "once",
  "after",
  "how",
  "until",
  "whenever",
  "that",
  "where",
  "as",
]);

/** Between a subject and its verb: `I can also add`, `you can now open`. */
const ADVERB = new Set(["now", "also", "then", "just", "always", "simply", "immediately", "only", "never"]);
const SPEAKER = new Set(["i", "we", "it", "they", "he", "she"]);

/** After these, `to` leads to what is asked for. */
const TO_DO = new Set([
  "want",
  "need",
  "like",
  "have",
  "has",
  "ought",
  "is",
  "are",
  "going",
  "assistant",
  "ai",
  "agent",
]);

/** `users can transfer`, `to book`, `when you rotate`: what happens, and no order. */
export function isReported(words: readonly Tagged[], at: number): boolean {
  const modal = words[at];
  const subject = words[at - 1];
  if (modal !== undefined && !modal.first && ADVERB.has(modal.word))
    return subject !== undefined && (SPEAKER.has(subject.word) || subject.word === "can" || isReported(words, at - 1));
  if (modal === undefined || !MODAL.has(modal.word)) return false;
  if (modal.word === "to") return subject === undefined || !(subject.is.has("you") || TO_DO.has(subject.word));
  if (modal.is.has("you")) return subject !== undefined && !modal.first && SUBORDINATE.has(subject.word);
  if (subject === undefined || modal.first) return false;
  if (subject.is.has("you")) return SUBORDINATE.has(words[at - 2]?.word ?? "");
  return !subject.is.has("reader") && !subject.is.has("go");
}

export const within = (words: readonly Tagged[], from: number, gap: number, name: WordClass): number => {
  for (let at = from; at < Math.min(words.length, from + gap); at += 1) if (words[at]?.is.has(name) === true) return at;
  return -1;
};
