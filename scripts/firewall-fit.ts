import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { halfOf, ownSets, seeded, setsOf, sourceOf } from "../bench/firewall-sets.ts";
import { read } from "../src/core/governor/firewall/features.ts";
import { passagesOf } from "../src/core/governor/firewall/passages.ts";
import { portionOf, type Wording } from "../src/core/governor/firewall/wording.ts";
import { honestAnswers } from "../test/support/firewall/honest.ts";
import { orders } from "../test/support/firewall/orders.ts";

/** A text to learn from: an instruction to the reader, or an honest one; and where it is from. */
export interface Lesson {
  readonly isOrder: boolean;
  readonly group: string;
  readonly text: string;
}

const ROUNDS = 12;
const RATE = 0.15;
const DECAY = 1e-3;
const TERMS = 3000;
/** A term in fewer texts is chance. */
const TEXTS = 2;

/** The `train` half of the public texts, and what we wrote ourselves: small set, templates, documentation. */
export function lessons(folder: string, docs: string): Lesson[] {
  const { attacks, benign } = setsOf(folder);
  const own = ownSets();
  const isTrain = (sample: { readonly text: string }): boolean => halfOf(sample) === "train";
  const pages = (readdirSync(docs, { recursive: true }) as string[]).filter((name) => name.endsWith(".md")).toSorted();
  return [
    ...attacks.filter(isTrain).map((one) => ({ isOrder: true, group: sourceOf(one), text: one.text })),
    ...benign.filter(isTrain).map((one) => ({ isOrder: false, group: one.kind, text: one.text })),
    ...own.attacks.map(({ text }) => ({ isOrder: true, group: "own", text })),
    ...own.benign.map(({ text }) => ({ isOrder: false, group: "own", text })),
    ...orders().map((text) => ({ isOrder: true, group: "orders", text })),
    ...honestAnswers().map(({ text, template }) => ({ isOrder: false, group: `honest ${template % 2}`, text })),
    ...pages.map((name) => ({ isOrder: false, group: "docs", text: readFileSync(join(docs, name), "utf8") })),
  ];
}

interface Row {
  readonly isOrder: boolean;
  readonly weight: number;
  readonly terms: readonly string[];
  readonly portion: number;
}

/** Fits the model; the same lessons give the same weights. */
export function fit(given: readonly Lesson[]): Wording {
  const texts = new Map<string, number>();
  const rows = given.flatMap(({ isOrder, text }): Row[] => {
    const all = passagesOf(text).map(({ start, end, kind }) => read({ kind }, text.slice(start, end)).terms);
    for (const term of new Set(all.flatMap((terms) => [...terms]))) texts.set(term, (texts.get(term) ?? 0) + 1);
    return all.map((terms) => ({
      isOrder,
      weight: isOrder ? 1 / Math.sqrt(all.length) : 1,
      terms: [...terms],
      portion: portionOf(terms.size),
    }));
  });
  const common = rows.map((row) => ({ ...row, terms: row.terms.filter((term) => (texts.get(term) ?? 0) >= TEXTS) }));
  const balanced = balance(common);
  const first = descend(balanced);
  const telling = (term: string): number => Math.abs(first.get(term) ?? 0) * Math.sqrt(texts.get(term) ?? 1);
  const kept = new Set([...first.keys()].filter((term) => term !== "").toSorted((a, b) => telling(b) - telling(a)).slice(0, TERMS)); // prettier-ignore
  const last = descend(balanced.map((row) => ({ ...row, terms: row.terms.filter((term) => kept.has(term)) })));
  const bias = Math.round(100 * (last.get("") ?? 0));
  last.delete("");
  return { bias, weights: new Map([...last].map(([term, weight]) => [term, Math.round(100 * weight)])) };
}

/** Orders weigh as much as honest passages: of what it does not know, the model says nothing. */
function balance(rows: readonly Row[]): Row[] {
  const sum = (isOrder: boolean): number =>
    rows.reduce((total, row) => total + (row.isOrder === isOrder ? row.weight : 0), 0);
  const factor = sum(false) / sum(true);
  return rows.map((row) => (row.isOrder ? { ...row, weight: row.weight * factor } : row));
}

/** Stochastic descent with a rate for each weight (Adagrad); the empty term is the bias. */
function descend(given: readonly Row[]): Map<string, number> {
  const rows = [...given];
  const weights = new Map<string, number>();
  const squares = new Map<string, number>();
  const random = seeded(7);
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(rows, random);
    for (const { isOrder, weight, terms, portion } of rows) {
      let odds = weights.get("") ?? 0;
      for (const term of terms) odds += (weights.get(term) ?? 0) * portion;
      const error = (1 / (1 + Math.exp(-odds)) - (isOrder ? 1 : 0)) * weight;
      const step = (term: string, value: number): void => {
        const old = weights.get(term) ?? 0;
        const slope = error * value + DECAY * old;
        const square = (squares.get(term) ?? 1e-6) + slope * slope;
        squares.set(term, square);
        weights.set(term, old - (RATE * slope) / Math.sqrt(square));
      };
      step("", 1);
      for (const term of terms) step(term, portion);
    }
  }
  return weights;
}

function shuffle(rows: Row[], random: () => number): void {
  for (let at = rows.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [rows[at], rows[other]] = [rows[other] as Row, rows[at] as Row];
  }
}
