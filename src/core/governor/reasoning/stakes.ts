import type { Stakes } from "../../../schema/governor-enums.ts";
import { createMatcher } from "../../pattern/matcher.ts";
import { CHANGE_VERBS, COSMETIC } from "./lexicon.ts";
import type { ReadText } from "./read-text.ts";
import { findWords, type Reading, type Signal } from "./signal.ts";
import { DESTRUCTIVE, HAZARDS, PRECIOUS, type Hazard } from "./stakes-words.ts";

export interface StakesOptions {
  readonly high_stakes_paths: readonly string[];
  readonly low_stakes_paths: readonly string[];
}

/** What a change could cost, the topics it touches, and whether it can be taken back. */
export interface StakesReading extends Reading<Stakes> {
  readonly topics: readonly Hazard["topic"][];
  readonly irreversible: boolean;
}

const RANK = { low: 0, medium: 1, high: 2 } as const;

/**
 * Stakes come from what is touched: paths first, then what the words say is changed. Words only ever raise them, whatever
 * they claim ("this is harmless"), save that a change of mere wording is one.
 */
export function readStakes(text: ReadText, files: readonly string[], options: StakesOptions): StakesReading {
  const counted = [...pathSignals([...files, ...text.paths], options), ...destruction(text), ...spokenTopics(text)];
  const value = counted.reduce<Stakes>((most, { level }) => (RANK[level] > RANK[most] ? level : most), "low");
  const topics = [...new Set(counted.flatMap(({ topic }) => topic ?? []))];
  return {
    value,
    topics,
    irreversible:
      value === "high" && counted.some(({ level, topic }) => level === "high" && IRREVERSIBLE.has(topic ?? "auth")),
    signals: counted.map(({ signal, effect }): Signal => ({ dimension: "stakes", signal, effect })),
  };
}

const IRREVERSIBLE: ReadonlySet<string> = new Set(["deletion", "migration", "payment", "production", "secrets"]);

interface Found {
  readonly level: Stakes;
  readonly topic: Hazard["topic"] | null;
  readonly signal: string;
  readonly effect: string;
}

const DOCUMENT = /\.(?:md|mdx|rst|txt|adoc)$/i;
const TEST = /(?:^|[/._-])(?:tests?|specs?|__tests__|fixtures?|mocks?)(?:[/._-]|$)/i;
const SECRET_FILE = /(?:^|\/)(?:\.env(?:\.\w+)?|id_rsa|id_ed25519|.*\.(?:pem|key|p12|pfx))$/i;
const CI_FILE =
  /(?:^|\/)(?:\.github\/workflows\/|\.gitlab-ci\.yml$|Jenkinsfile$|\.circleci\/|azure-pipelines\.ya?ml$)/i;

function pathSignals(paths: readonly string[], options: StakesOptions): Found[] {
  const isHigh = createMatcher(options.high_stakes_paths);
  const isLow = createMatcher(options.low_stakes_paths);
  return [...new Set(paths)].flatMap((path): Found[] => {
    const say = (level: Stakes, topic: Hazard["topic"] | null, why: string): Found => ({
      level,
      topic,
      signal: `path ${path}`,
      effect: `${level}: ${why}`,
    });
    if (isLow(path)) return [say("low", null, "low_stakes_paths")];
    if (isHigh(path)) return [say("high", null, "high_stakes_paths")];
    const topic = topicOfPath(path);
    if (topic === null) return [];
    if (DOCUMENT.test(path)) return [say("low", null, `documentation of ${topic}`)];
    return [say(TEST.test(path) ? "medium" : "high", topic, TEST.test(path) ? `a test of ${topic}` : topic)];
  });
}

function topicOfPath(path: string): Hazard["topic"] | null {
  if (SECRET_FILE.test(path)) return "secrets";
  if (CI_FILE.test(path)) return "ci";
  const words = path
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9-]+/)
    .flatMap((word) => [word, ...word.split("-")]);
  return HAZARDS.find(({ path: known }) => words.some((word) => known.has(word)))?.topic ?? null;
}

/** A verb that takes away, and what it takes, in one clause. */
function destruction({ clauses }: ReadText): Found[] {
  return clauses.flatMap((clause): Found[] => {
    const [verb] = findWords(clause, DESTRUCTIVE);
    if (verb === undefined) return [];
    const [precious] = findWords(clause, PRECIOUS);
    const level = precious === undefined ? "medium" : "high";
    const signal = `"${verb}${precious === undefined ? "" : ` … ${precious}`}"`;
    if (precious === undefined && findWords(clause, HARMLESS).length > 0) return [];
    return [{ level, topic: "deletion", signal, effect: `${level}: deletion` }];
  });
}

const HARMLESS =
  /\b(?:imports?|unused|dead|whitespace|comments?|blank|trailing|console\.log|logging|warnings?|semicolons?|variables?|parameters?|duplicates?|todo|typos?|temp|temporary|cache|lint)\b/gu;

/** A hazard that is spoken of: high where it is to be changed, medium where somebody only asks about it. */
function spokenTopics(text: ReadText): Found[] {
  const isChange = !text.isQuestion && findWords(text.prose, CHANGE_VERBS).length > 0;
  const serious = text.clauses.filter((clause) => !isOnlyWording(clause)).join("\n");
  return HAZARDS.flatMap(({ topic, text: pattern }): Found[] => {
    const [word] = findWords(serious, pattern);
    const [worded] = findWords(text.prose, pattern);
    const say = (level: Stakes, of: string, why: string): Found[] => [
      { level, topic, signal: `"${of}"`, effect: `${level}: ${topic}${why}` },
    ];
    if (word !== undefined) return isChange ? say("high", word, "") : say("medium", word, ", not to be changed");
    return worded === undefined ? [] : say("low", worded, ", only its wording");
  });
}

/** A typo on the login page loses nobody's account. One verb only: "fix a typo and disable the login" is no wording. */
const isOnlyWording = (clause: string): boolean =>
  findWords(clause, COSMETIC).length > 0 &&
  findWords(clause, CHANGE_VERBS).length < 2 &&
  findWords(clause, DESTRUCTIVE).length === 0;
