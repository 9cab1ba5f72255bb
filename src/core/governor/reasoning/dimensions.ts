import type { InputClassification } from "../../../schema/classification.ts";
import type { Complexity, ConflictLevel } from "../../../schema/governor-enums.ts";
import type { TurnFacts } from "../../../schema/turn-facts.ts";
import { CHANGE_VERBS, COSMETIC, understood, VAGUE } from "./lexicon.ts";
import type { ReadText } from "./read-text.ts";
import { findWords, wordList, type Reading, type Signal } from "./signal.ts";

// Complexity, uncertainty, conflict and horizon of a request (HRM §3.2). Each counts what speaks for and against, and says so.

const SCOPE = wordList(`
  architecture, architect*, redesign, rewrite, from scratch, end-to-end, end to end, across all, across the, entire, whole,
  every service, all services, microservice*, distributed, framework, platform, system, subsystem*, integrate*, integration,
  multi-tenant, multitenant, real-time, realtime, event sourcing, infrastructure, pipeline, engine, protocol, offline,
  synchroni*, scal*, refactor the, monolith*, plugin system, state machine, concurren*, architektur, gesamte*, ganze*,
  von grund auf, système, toute l', architektura, arquitectura, todo el, sistema, архитектур*, систем*, 架构, 系统, 重构,
  アーキテクチャ, システム`);
const SMALL = wordList(`
  typo, rename, bump, one-line, one line, small, tiny, trivial, simple, simply, just, minor, quick, single, kleine*, einfach,
  petit*, simplement, pequeñ*, simplemente, 简单, 小さな`);

/** How many parts must be held in mind at once. */
export function readComplexity(text: ReadText, facts: TurnFacts): Reading<Complexity> {
  const size = text.words.length + ideographs(text.prose) / 2;
  const small = [...new Set([...findWords(text.prose, SMALL), ...findWords(text.prose, COSMETIC)])];
  const found: [signal: string, weight: number][] = [
    [`${Math.round(size)} words`, size > 120 ? 3 : size > 45 ? 2 : size > 14 ? 1 : 0],
    [`${text.items} list items`, text.items >= 6 ? 3 : text.items >= 3 ? 2 : 0],
    ...counted("asks for", findWords(text.prose, CHANGE_VERBS), (n) => (n >= 4 ? 2 : n >= 2 ? 1 : 0)),
    ...counted("scope", findWords(text.prose, SCOPE), (n) => Math.min(4, 2 * n)),
    ...counted("small", small, (n) => -Math.min(2, n)),
    [`${facts.parts} parts of the task`, facts.parts > 8 ? 3 : facts.parts > 5 ? 2 : facts.parts > 2 ? 1 : 0],
    [`${facts.files.length} file patterns`, facts.files.length > 6 ? 2 : facts.files.length > 2 ? 1 : 0],
  ];
  const score = sum(found);
  const value = score >= 4 ? "complex" : score >= 2 ? "moderate" : "simple";
  return { value, signals: told("complexity", found) };
}

const ideographs = (text: string): number =>
  text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;

const OPEN_QUESTION = wordList(`
  should we, should i, which one, what if, how should, how could, how can we, why does, why is, why are, what would,
  is it possible, any idea*, what's wrong, what is wrong, warum, pourquoi, por qué, почему, 为什么, なぜ`);
const FEW_WORDS = 3;

/** How much of what is wanted is not said. 0: all of it is there. */
export function readUncertainty(text: ReadText, facts: TurnFacts): Reading<number> {
  const size = text.words.length + ideographs(text.prose) / 2;
  if (size === 0 && text.anchors === 0)
    return { value: 1, signals: [{ dimension: "uncertainty", signal: "nothing is said", effect: "1" }] };
  const found: [signal: string, weight: number][] = [
    ["to begin with", 0.35],
    ["nothing of it is understood", understood(text).length === 0 && facts.task_id === null ? 0.2 : 0],
    ...counted("vague", findWords(text.prose, VAGUE), (n) => Math.min(0.45, 0.2 * n)),
    ...counted("open question", findWords(text.prose, OPEN_QUESTION), (n) => Math.min(0.3, 0.2 * n)),
    [
      `only ${Math.round(size)} ${Math.round(size) === 1 ? "word" : "words"}`,
      size <= FEW_WORDS && text.anchors === 0 ? 0.3 : 0,
    ],
    [`${text.anchors} anchors`, -Math.min(0.25, 0.1 * text.anchors)],
    [`${text.items} list items`, text.items >= 2 ? -0.1 : 0],
    [`${facts.parts} parts of the task`, facts.parts > 0 ? -0.1 : 0],
    [`${facts.failures} failed attempts`, Math.min(0.3, 0.15 * facts.failures)],
  ];
  return { value: clamp(sum(found)), signals: told("uncertainty", found) };
}

const CONTRADICTION = wordList(`
  contradict*, contradiction*, mutually exclusive, cannot both, can't both, incompatible requirements, impossible to satisfy,
  widerspr*, contradictoire*, contradicen, contradictori*, противореч*, 矛盾`);
const DISPUTE = wordList(`
  conflicting, disagree*, at odds, can't agree, cannot agree, dispute*, inconsistent requirements, on the one hand, streiten,
  uneinig, en conflit, désaccord, en desacuerdo, спор*, 冲突, 分歧, 対立`);
const TENSION = wordList(`
  trade-off*, tradeoff*, versus, vs, on the other hand, competing, tension between, kompromiss, compromis, compromiso, 权衡`);
/** Conflicts of tools, which are work and no dispute. */
const TECHNICAL =
  /\b(?:merge|rebase|version|dependency|peer|port|naming|name|lock|write|409|git)[ -]conflicts?\b|\bconflicting (?:files?|versions?|ports?|peer|dependenc\w+|branches)\b/gu;

/** Whether what is wanted is at odds with itself, or those who want it with each other. */
export function readConflict({ prose, clauses }: ReadText): Reading<ConflictLevel> {
  const text = prose.replaceAll(TECHNICAL, " ");
  const opposed = opposites(clauses);
  const levels: readonly (readonly [ConflictLevel, readonly string[]])[] = [
    ["high", [...findWords(text, CONTRADICTION), ...opposed]],
    ["medium", findWords(text, DISPUTE)],
    ["low", findWords(text, TENSION)],
  ];
  const [value, words] = levels.find(([, found]) => found.length > 0) ?? (["none", []] as const);
  return {
    value,
    signals: words.map((word) => ({ dimension: "conflict", signal: `"${word}"`, effect: value })),
  };
}

/** `must log it` and `must not log it`: the same verb, asked for and forbidden. */
function opposites(clauses: readonly string[]): string[] {
  const all = clauses.join(". ");
  const forbidden = [
    ...all.matchAll(/\b(?:must not|must never|mustn't|never|do not|don't|shall not)\s+([a-z]{3,20})\b/gu),
  ];
  return [...new Set(forbidden.map(([, verb = ""]) => verb))]
    .filter((verb) => new RegExp(String.raw`\b(?:must|shall|always|has to|have to)\s+${verb}\b`, "u").test(all))
    .map((verb) => `must ${verb}, must not ${verb}`);
}

const NOW = wordList(`
  now, right now, urgent*, asap, immediately, hotfix, outage, is down, today, tonight, incident, on fire, blocking, blocker,
  sofort, dringend, heute, jetzt, urgence, maintenant, aujourd'hui, urgente, ahora, hoy, срочно, сейчас, 紧急, 立即, 马上,
  今すぐ, 至急`);
const LATER = wordList(`
  roadmap, long term, long-term, next quarter, next year, next month, someday, eventually, vision, in the future, future-proof,
  over time, backlog, langfristig, à long terme, largo plazo, в будущем, 长期, 将来`);

/** When it is wanted. */
export function readHorizon({ prose }: ReadText): Reading<InputClassification["horizon"]> {
  const [now, later] = [findWords(prose, NOW), findWords(prose, LATER)];
  const value = now.length > 0 ? "immediate" : later.length > 0 ? "far" : "near";
  const words = now.length > 0 ? now : later;
  return { value, signals: words.map((word) => ({ dimension: "horizon", signal: `"${word}"`, effect: value })) };
}

type Weighed = readonly [signal: string, weight: number];

function counted(what: string, words: readonly string[], weigh: (count: number) => number): [string, number][] {
  return words.length === 0 ? [] : [[`${what}: ${words.slice(0, 6).join(", ")}`, weigh(words.length)]];
}

const sum = (found: readonly Weighed[]): number => found.reduce((all, [, weight]) => all + weight, 0);

/** Two decimals: what is shown is what decides. */
export const clamp = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;

const told = (dimension: Signal["dimension"], found: readonly Weighed[]): Signal[] =>
  found
    .filter(([, weight]) => weight !== 0)
    .map(([signal, weight]) => ({ dimension, signal, effect: `${weight > 0 ? "+" : ""}${weight.toFixed(2)}` }));
