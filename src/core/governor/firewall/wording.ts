import type { Passage } from "./passages.ts";
import { BIAS, TERMS } from "./wording-weights.ts";
import type { Word } from "./words.ts";

/** A logistic regression over what passages consist of: log odds of an instruction to the reader, in hundredths. */
export interface Wording {
  readonly bias: number;
  readonly weights: ReadonlyMap<string, number>;
}

/** What the wording of one passage speaks for, in shares of the threshold, and the terms that say so most. */
export interface WordingShare {
  readonly share: number;
  readonly terms: readonly string[];
}

/** How far wording alone can lift or lower a passage: it never makes a hit, and never hides a plain order. */
const SHARE = { perLogOdds: 0.2, least: -0.5, most: 0.6 };
const NAMED_TERMS = 3;
const NAMED_SHARE = 0.1;

/** Fitted by `npm run firewall:fit`. */
export const FITTED: Wording = {
  bias: BIAS,
  weights: new Map(
    TERMS.split("\n").flatMap((line) => {
      const [weight = "", terms = ""] = line.split("\t");
      return terms.split("|").map((term): [string, number] => [term, Number(weight)]);
    }),
  ),
};

interface Worded {
  readonly kind: Passage["kind"];
  readonly isQuoted: boolean;
  readonly text: string;
}

/**
 * Terms of a passage: its words, `^` before those that begin a clause, and pairs of them. A name of code is one term, a number
 * another, so that no project's vocabulary matters.
 */
export function termsOf(words: readonly Word[], { kind, isQuoted, text }: Worded): Set<string> {
  const found = new Set<string>();
  let before = "^";
  for (const { word, first, code } of words) {
    const plain = code ? "#code" : /\d/.test(word) ? "#number" : word;
    found.add(plain).add(`${first ? "^" : before} ${plain}`);
    before = plain;
  }
  if (kind !== "prose") found.add(`#${kind}`);
  if (isQuoted) found.add("#quoted");
  if (/[?？]\s*$/.test(text.slice(-20))) found.add("#question");
  return found;
}

/** What one term counts for among so many: long passages are no surer than short ones. */
export const portionOf = (terms: number): number => 3 / Math.sqrt(Math.max(terms, 4));

export function wordingOf(terms: ReadonlySet<string>, { bias, weights }: Wording): WordingShare {
  const portion = portionOf(terms.size);
  let sum = 0;
  const known: [string, number][] = [];
  for (const term of terms) {
    const weight = weights.get(term);
    if (weight === undefined) continue;
    sum += weight;
    if (weight > 0) known.push([term, weight]);
  }
  const logOdds = (bias + sum * portion) / 100;
  const share = Math.max(SHARE.least, Math.min(SHARE.most, logOdds * SHARE.perLogOdds));
  if (share < NAMED_SHARE) return { share, terms: [] };
  const best = known.toSorted(([, a], [, b]) => b - a).slice(0, NAMED_TERMS);
  return { share, terms: best.map(([term]) => term) };
}
