import { decodingsOf, looksTurned, rot13 } from "./decode.ts";
import { apartOf } from "./topic.ts";
import { languageOf } from "./language.ts";
import { wordsOf } from "./words.ts";
import { forgeries } from "./forgery.ts";
import { passagesOf, type Passage } from "./passages.ts";
import { ordersIn } from "./order.ts";
import { planted } from "./planted.ts";
import { read, type Reading } from "./features.ts";
import { WEIGHTS, type Feature } from "./weights.ts";
import { FITTED, wordingOf, type Wording } from "./wording.ts";

/** A passage that speaks to its reader, and what makes it so. */
export interface Hit {
  readonly score: number;
  /** UTF-16 offsets of the text as given. */
  readonly start: number;
  readonly end: number;
  readonly features: readonly Feature[];
  /** What of its wording speaks most for an instruction, where `wording` is a feature. */
  readonly terms?: readonly string[];
}

export interface Score {
  /** The best passage's; from 1 on it is an injection. */
  readonly score: number;
  /** Passages from the threshold on, in order. */
  readonly hits: readonly Hit[];
}

export const THRESHOLD = 1;
/** What a neighbour adds: an instruction goes on over sentences. */
const NEIGHBOUR = 0.4;
const NEIGHBOUR_LEAST = 0.3;
/** More text than this is not read; an envelope is far smaller. */
const LIMIT_CHARACTERS = 1_000_000;

/** Scores text as an instruction to whoever reads it. Pure, linear in the text, with bounded memory. */
export function scoreText(given: string, wording: Wording = FITTED): Score {
  const text = given.slice(0, LIMIT_CHARACTERS);
  const passages = passagesOf(text);
  const readings = passages.map((passage) => readIn(text, passage));
  const language = mainLanguage(readings, passages);
  const apart = apartOf(readings);
  const own = readings.map((reading, at) => judged(withApart(reading, apart[at]), language, wording));
  const scores = own.map(({ score }) => score);
  const hits = passages.flatMap(({ start, end }, at): Hit[] => {
    const before = scores[at - 1] ?? 0;
    const after = scores[at + 1] ?? 0;
    const near = (score: number): number => (score >= NEIGHBOUR_LEAST ? score * NEIGHBOUR : 0);
    const alone = scores[at] ?? 0;
    const features = own[at]?.features ?? [];
    const sum = alone < NEIGHBOUR_LEAST ? alone : alone + near(before) + near(after);
    const score = features.every(isSubject) ? Math.min(sum, SUBJECT_MOST) : sum;
    return [{ ...own[at], score, start, end, features }];
  });
  const marks = [...forgeries(text), ...planted(text, passages), ...repetitions(text)];
  const all = [...hits, ...marks, ...decoded(text, passages, wording)].map((hit) => ({
    ...hit,
    score: Math.round(hit.score * 100) / 100,
  }));
  return {
    score: all.reduce((best, { score }) => Math.max(best, score), 0),
    hits: all.filter(({ score }) => score >= THRESHOLD).toSorted((a, b) => a.start - b.start || b.score - a.score),
  };
}

const readIn = (text: string, { start, end, kind }: Passage): Reading => read({ kind }, text.slice(start, end));

const withApart = (reading: Reading, apart = false): Reading =>
  apart ? { ...reading, features: new Set([...reading.features, "apart" as const]) } : reading;

const weigh = (given: Iterable<Feature>): number => {
  const features = [...given];
  const plain = features.some((one) => PLAIN.has(one));
  let sum = 0;
  let topic = 0;
  for (const feature of features)
    if (TOPIC.has(feature)) topic += WEIGHTS[feature];
    else if (!plain || WEIGHTS[feature] > 0) sum += WEIGHTS[feature];
  return sum + (sum <= 0 ? Math.min(topic, TOPIC_MOST) : topic);
};
/** What a passage is about. Alone, it is a report: `the bank account balance is stored`. */
const TOPIC: ReadonlySet<Feature> = new Set<Feature>(["off_topic", "personal_world", "personal_data", "leak", "your_secret",
  "second_person", "secret_weak"]); // prettier-ignore
const TOPIC_MOST = 0.6;
const isSubject = (feature: Feature): boolean => TOPIC.has(feature) || feature === "wording";
/** Who speaks of something else orders nothing by that. */
const SUBJECT_MOST = 0.95;

/** From this share on an answer counts as an English one: a long foreign text does not outvote what surrounds it. */
const ENGLISH_LEAST = 0.06;
/** As many letters of another language are no label or message that somebody translated. */
const LABEL_LETTERS = 60;

/** The language that most of the prose is in; null where no passage tells. */
function mainLanguage(readings: readonly Reading[], passages: readonly Passage[]): string | null {
  const sizes = new Map<string, number>();
  for (const [at, { language, size }] of readings.entries())
    if (language !== null && passages[at]?.kind === "prose") sizes.set(language, (sizes.get(language) ?? 0) + size);
  const english = sizes.get("english") ?? 0;
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  if (english > 0 && english >= total * ENGLISH_LEAST) return "english";
  return [...sizes].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

function featuresOf({ features, language, isQuoted, size }: Reading, main: string | null): Set<Feature> {
  const all = new Set(features);
  if (main === "english" && language !== null && language !== "english")
    all.add(isQuoted && size < LABEL_LETTERS ? "foreign_word" : "foreign");
  return all;
}

/** Features that need no wording beside them: no honest vocabulary around them takes anything away. */
const PLAIN: ReadonlySet<Feature> = new Set<Feature>(["active_markup", "chat_template", "exfiltration_link", "mode_tag", "override",
  "foreign", "question_answer", "hidden_characters", "conceal", "destructive"]); // prettier-ignore

type Judged = Pick<Hit, "score" | "features" | "terms">;

/** Features and wording of one passage. What is said about honest work speaks against a hit, unless it is plain. */
function judged(reading: Reading, main: string | null, wording: Wording): Judged {
  const features = [...featuresOf(reading, main)];
  const own = weigh(features);
  const { share, terms } = wordingOf(reading.terms, wording);
  if (share < 0) return { score: features.some((one) => PLAIN.has(one)) ? own : own + share, features };
  return terms.length === 0
    ? { score: own + share, features }
    : { score: own + share, features: [...features, "wording"], terms };
}

/** Five words and a language: nobody writes to people so, and data has no sentences. */
const isSentence = (plain: string): boolean =>
  (plain.match(/\p{L}{2,}/gu)?.length ?? 0) >= 5 && languageOf(wordsOf(plain), plain) !== null;

/** Whether a hidden sentence wants something: it orders or asks. Data, and what a program says, only tells. */
const speaks = (plain: string, features: readonly Feature[]): boolean =>
  !features.every(isSubject) || /[?？]/.test(plain) || ordersIn(plain);

/** What is decoded is read as prose; that somebody hid it counts, too. */
function decoded(text: string, passages: readonly Passage[], wording: Wording): Hit[] {
  const turned = passages
    .filter(({ start, end }) => looksTurned(text.slice(start, end)))
    .map(({ start, end }) => ({ start, end, text: rot13(text.slice(start, end)), sure: true }));
  return [...decodingsOf(text), ...turned].map(({ start, end, text: plain, sure }) => {
    const inside = passagesOf(plain).map((passage) => judged(readIn(plain, passage), "english", wording));
    const [best = { score: 0, features: [] }] = inside.toSorted((a, b) => b.score - a.score);
    const how = sure && isSentence(plain) && speaks(plain, best.features) ? "encoded_prose" : "encoded";
    const features: readonly Feature[] = [...best.features, how];
    const sum = Math.max(best.score, 0) + WEIGHTS[how];
    const score = best.features.every(isSubject) && how === "encoded" ? Math.min(sum, SUBJECT_MOST) : sum;
    return { ...best, score, start, end, features };
  });
}

const REPEATED = 10;

/** One word, ten times and more: what wears a reader's context out. */
function repetitions(text: string): Hit[] {
  let word = "";
  let count = 0;
  let start = 0;
  for (const { 0: next, index } of text.matchAll(/\p{L}[\p{L}\p{N}]{2,}|\d{4,}|\n|[^\s\p{L}\p{N}]/gu)) {
    count = next === word && /[\p{L}\p{N}]/u.test(next) ? count + 1 : 1;
    if (count === 1) start = index;
    word = next;
    if (count === REPEATED)
      return [{ score: WEIGHTS.repetition, start, end: index + next.length, features: ["repetition"] }];
  }
  return [];
}
