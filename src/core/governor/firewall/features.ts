import { languageOf } from "./language.ts";
import { classesOf } from "./lexicon.ts";
import { normalise } from "./normalise.ts";
import { isOrder, isReported, within, type Tagged } from "./order.ts";
import { phrasesAt } from "./phrases.ts";
import { marksIn } from "./marks.ts";
import { scriptFeatures } from "./scripts.ts";
import type { Passage } from "./passages.ts";
import { wordsOf, type Word } from "./words.ts";
import type { Feature } from "./weights.ts";
import { termsOf } from "./wording.ts";

/** What one passage shows, before its surroundings are looked at. */
export interface Reading {
  readonly features: ReadonlySet<Feature>;
  readonly language: string | null;
  /** Letters of it that are prose. */
  readonly size: number;
  /** Most of it is quoted, or code. */
  readonly isQuoted: boolean;
  /** For the fitted wording; none of code. */
  readonly terms: ReadonlySet<string>;
}

/** Reads one passage. Linear in its length. */
export function read(passage: Pick<Passage, "kind">, given: string): Reading {
  const { text, hidden } = normalise(given);
  const words = wordsOf(text);
  const kind = passage.kind === "code" && looksWritten(words, text) ? "prose" : passage.kind;
  const found = new Set<Feature>(marksIn(given, passage.kind));
  if (hidden) found.add("hidden_characters");
  const tagged: Tagged[] = words.map((word) => ({ ...word, is: classesOf(word.word) }));
  const discusses = tagged.some(({ is, quoted }) => is.has("discuss") && !quoted);
  if (kind !== "code")
    for (const feature of wordFeatures(tagged, { kind, discusses, isAsked: /[?？]/.test(text) && !TITLE.test(given) }))
      if (!TITLE.test(given) || !OF_TITLES.has(feature)) found.add(feature);
  const language = kind === "code" ? null : languageOf(words, given);
  if ([...found].some((one) => SPEAKS.has(one))) found.delete("on_topic");
  if (language === "other script") for (const feature of scriptFeatures(text)) found.add(feature);
  const size = words.reduce((sum, { word, code }) => sum + (code ? 0 : word.length), 0);
  const quoted = words.filter((word) => word.quoted || word.code).length;
  const isQuoted = quoted > words.length * 0.75;
  const terms = termsOf(words, { kind, isQuoted, text });
  return { features: found, language, size, isQuoted, terms };
}

/** Who is spoken to, or sent out, is so in the words of the trade, too. */
const SPEAKS: ReadonlySet<Feature> = new Set<Feature>([
  "addresses_assistant",
  "addresses_reader",
  "send_away",
  "conceal",
  "smuggle",
]);

/** A question over a section asks nobody, and `Create an app` over one is what it is about. */
const TITLE = /^\s*#{1,6}\s/;
const OF_TITLES: ReadonlySet<Feature> = new Set<Feature>(["chat_order", "off_topic_order"]);

const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]{2}/u;

/** A line inside a fence that is prose: letters and spaces, and words that are no names. */
function looksWritten(words: readonly Word[], text: string): boolean {
  if (OTHER_SCRIPT.test(text)) return true;
  const letters = text.match(/[\p{L} ]/gu)?.length ?? 0;
  const plain = words.filter(({ code, quoted }) => !code && !quoted).length;
  return words.length >= 3 && letters >= text.trim().length * 0.85 && plain * 4 >= words.length * 3;
}

function* wordFeatures(
  words: readonly Tagged[],
  {
    kind,
    discusses,
    isAsked,
  }: { readonly kind: Passage["kind"]; readonly discusses: boolean; readonly isAsked: boolean },
): Generator<Feature> {
  const mentions = ({ quoted, code }: Tagged): boolean => (quoted && (discusses || kind !== "prose")) || code;
  let kinds = 0;
  for (const [at, word] of words.entries()) {
    if (mentions(word)) continue;
    for (const phrase of phrasesAt(words, at)) {
      if (phrase.kind === "conceal" && !isOrder(words, at)) continue;
      if (PART.has(phrase.words[0] ?? "") && !isOrder(words, at)) continue;
      if (phrase.kind === "tool" && isReported(words, at - 1)) continue;
      yield phrase.kind;
      kinds += 1;
    }
    const order = isOrder(words, at);
    if (order && word.is.has("override")) yield* overriding(words, at);
    if ((order || word.is.has("ask")) && (word.is.has("reveal") || word.is.has("ask"))) yield* revealing(words, at);
    if (order && word.is.has("send") && (within(words, at + 1, 14, "me") >= 0 || namesPlace(words, at)))
      yield "send_away";
    if (order && word.is.has("chat")) yield "chat_order";
    if (order && disguises(words, at)) yield "smuggle";
    if (word.is.has("ask") && words[at + 1]?.is.has("you") === true && words[at + 2]?.word !== "like")
      yield "asks_reader";
    if (word.is.has("polite") && (word.first || order)) yield "polite_order";
    if (word.is.has("hide") && order && within(words, at + 1, 2, "act") >= 0) yield "conceal";
    if (word.is.has("world") && order) yield "pretence";
    if (order && word.is.has("act") && reachesOutside(words, at)) yield "act_outside";
    if (word.is.has("assistant") && words[at - 1]?.is.has("you") !== true && within(words, at + 1, 6, "obliged") >= 0)
      yield "addresses_assistant";
    else if (word.is.has("reader") && addresses(words, at)) yield "addresses_reader";
    if (word.is.has("reveal") && REQUEST_ME.has(word.word) && words[at + 1]?.is.has("me") === true) yield "request_me";
    if (word.is.has("approve") && order && within(words, at + 1, 5, "gate") >= 0) yield "approve_order";
    if (word.word === "i" && ["need", "want", "would"].includes(words[at + 1]?.word ?? "")) {
      if (within(words, at + 2, 3, "you") >= 0) yield "request_me";
    }
  }
  yield* wholeFeatures(words, isAsked, mentions);
  if (kinds >= 3) yield "many_phrases";
}

/** Of `act as a proxy`, which modules do, too. */
const PART = new Set(["behave", "act", "acting", "play", "take", "assume", "pretend"]);
/** Words that ask only before a question mark: `when you rotate it, …`. */
const RELATIVE = new Set([
  "when",
  "where",
  "how",
  "why",
  "who",
  "wann",
  "wo",
  "wie",
  "quand",
  "donde",
  "cuando",
  "como",
  "quando",
]);

const REQUEST_ME = new Set(["tell", "give", "show", "send", "sag", "gib", "zeige", "dime", "dame", "diga", "muestrame", "dimmi",
  "dammi", "write", "share", "provide", "list", "help", "donne", "dis", "скажи", "дай", "покажи", "read", "spell"]); // prettier-ignore

function* overriding(words: readonly Tagged[], at: number): Generator<Feature> {
  const earlier = within(words, at + 1, 5, "earlier");
  const directive = within(words, at + 1, 9, "directive");
  const wish = words.slice(at + 1, at + 6).findIndex(({ word }) => MASTERS.has(word));
  if (earlier >= 0 && directive >= 0) yield "override";
  else if (
    directive >= 0 ||
    earlier === at + 1 ||
    earlier === at + 2 ||
    (wish >= 0 && WISHES.has(words[at + wish + 2]?.word ?? ""))
  )
    yield "override_weak";
}

/** `forget what the maintainers want`: whose wish it is that counts. */
const MASTERS = new Set([
  "user",
  "users",
  "maintainer",
  "maintainers",
  "owner",
  "owners",
  "operator",
  "developer",
  "developers",
  "admin",
]);
const WISHES = new Set([
  "wants",
  "want",
  "asked",
  "asks",
  "said",
  "says",
  "told",
  "requested",
  "wrote",
  "needs",
  "need",
]);

function* revealing(words: readonly Tagged[], at: number): Generator<Feature> {
  const target = within(words, at + 1, 9, "secret");
  for (let near = at + 1; near < Math.min(words.length, at + 10); near += 1)
    if (phrasesAt(words, near).some(({ kind }) => kind === "leak")) yield "leak_order";
  if (target >= 0)
    yield words[target - 1]?.is.has("you") === true || words[target - 1]?.word === "the"
      ? "secret_order"
      : "secret_weak";
}

/** An address on the net, or a mailbox. */
const namesPlace = (words: readonly Tagged[], at: number): boolean =>
  words.slice(at + 1, at + 15).some(({ raw }) => /@\w|^https?$/.test(raw));

/** Somebody's account, an address, money: what work on a repository has no business with. */
const reachesOutside = (words: readonly Tagged[], at: number): boolean =>
  words
    .slice(at + 1, at + 14)
    .some(({ is, word, raw }) => is.has("personal") || word === "my" || is.has("secret") || /@\w|^https?$/.test(raw));

/** Into another writing than people read: `encode …  in base64`, `replace each letter`, `spell it backwards`. */
const CODERS = new Set(["encode", "encrypt", "encipher", "cipher", "scramble", "garble", "obfuscate"]);
const REWRITERS = new Set(["replace", "substitute", "swap", "reverse", "shuffle", "rearrange", "spell", "misspell", "write", "rewrite",
  "rephrase", "respond", "answer", "reply", "translate", "convert", "transform", "turn", "change", "put"]); // prettier-ignore
const CODES = /^(?:base\d+|hex|hexadecimal|rot\d+|ascii85|binary|morse|cipher|atbash|vigenere)$/;
const GAMES =
  /^(?:morse|cipher|atbash|leetspeak|emojis?|vowels?|consonants?|letters?|alphabet|homophones?|misspell(?:ed|ing|ings)?|typos?|backwards?|anagrams?)$/;

const disguises = (words: readonly Tagged[], at: number): boolean => {
  const { word = "" } = words[at] ?? {};
  const said = words.slice(at + 1, at + 14);
  if (CODERS.has(word)) return said.some((one) => CODES.test(one.word) || GAMES.test(one.word));
  return REWRITERS.has(word) && said.some((one) => GAMES.test(one.word));
};

/** `assistant should …`, `AI: …`, `reviewer, please …`. */
function addresses(words: readonly Tagged[], at: number): boolean {
  const next = words[at + 1];
  if (next === undefined) return false;
  if (["should", "must", "shall", "please", "will", "needs", "has"].includes(next.word))
    return next.word !== "has" || words[at + 2]?.word === "to";
  return words[at]?.first === true && next.first && next.is.has("chat");
}

/** One word of the trade among so many is chance: everybody has data and problems. */
const OFF_TOPIC_WORDS = 5;

/** What the passage is as a whole: a question, and whether anything in it belongs to work on software. */
function* wholeFeatures(
  words: readonly Tagged[],
  isAsked: boolean,
  mentions: (word: Tagged) => boolean,
): Generator<Feature> {
  const own = words.filter((word) => !mentions(word));
  const technical = words.filter(({ is, code }) => code || is.has("software")).length;
  const hasYou = own.some(({ is }) => is.has("you"));
  const isQuestion = own.some(({ is, first }, at) => is.has("question") && (first || at < 3));
  const secret = own.some(({ is }) => is.has("secret"));
  if (isQuestion && secret && (isAsked || !RELATIVE.has(own[0]?.word ?? "") || own.length <= 8))
    yield "secret_question";
  if (hasYou && secret) yield "your_secret";
  const isOff = technical * OFF_TOPIC_WORDS <= own.length;
  if (own.length >= 4 && technical === 0) yield "off_topic";
  const isPersonal = own.some(({ is }) => is.has("personal"));
  if (isPersonal) yield "personal_world";
  if (technical >= 2 && !isOff && !isPersonal && !secret && !own.some((_, at) => phrasesAt(own, at).length > 0))
    yield "on_topic";
  if (isQuestion && isAsked && own.length >= 5 && isOff && own[0]?.word !== "why") yield "off_topic_question";
  const lead = LEADS.has(own[0]?.word ?? "") ? own.slice(1).find(({ first }) => first) : own[0];
  const head = lead ?? own[0];
  if (
    own.length >= 5 &&
    (head?.is.has("world") === true ? technical === 0 : isOff) &&
    !["to", "of"].includes(own[head === undefined ? 1 : own.indexOf(head) + 1]?.word ?? "") &&
    (head?.is.has("chat") === true || head?.is.has("reveal") === true) &&
    !isOfTheTrade(own, own.indexOf(head))
  )
    yield "off_topic_order";
  if (isQuestion && (isAsked || own.length <= 12) && asksAboutWords(own)) yield "leak_order";
  if (hasYou) yield "second_person";
  if (own.some(({ is, first }) => is.has("me") && !first)) yield "first_person_object";
}

/** `write a test for …`: what is to be made is work on software. */
const isOfTheTrade = (words: readonly Tagged[], at: number): boolean =>
  words.slice(at + 1, at + 3).some(({ is, code }) => (code || is.has("software")) && !is.has("personal"));

/** What a clause begins with that comes before an order: `in the form of a poem, give …`. */
const LEADS = new Set([
  "in",
  "as",
  "using",
  "with",
  "for",
  "from",
  "based",
  "given",
  "after",
  "before",
  "considering",
  "taking",
]);

const asksAboutWords = (words: readonly Tagged[]): boolean =>
  words.some((_, at) => phrasesAt(words, at).some(({ kind }) => kind === "leak"));
