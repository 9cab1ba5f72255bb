import { splitOutsideBraces } from "../pattern/list.ts";
import { partOf } from "./vocabulary.ts";
import type { Part } from "./vocabulary.ts";

export type Key =
  "test" | "priority" | "verify" | "files" | "shared" | "changes" | "depends" | "category" | "timeout" | "heartbeat";

/** One piece of a paragraph: a `Key: value`, a label such as "Acceptance criteria:", or prose (as written). */
export type Segment =
  | {
      readonly kind: "key";
      readonly key: Key;
      readonly value: string;
      readonly line: number;
      readonly raw: string;
      /** It continues a list item without being indented: Markdown gives it to the item, its author to the section. */
      readonly isLazy: boolean;
    }
  | { readonly kind: "label"; readonly part: Part; readonly line: number }
  | { readonly kind: "prose"; readonly raw: string; readonly line: number };

const NAMES: Readonly<Record<string, Key>> = {
  test: "test",
  "test command": "test",
  test_command: "test",
  priority: "priority",
  verify: "verify",
  verification: "verify",
  "verification method": "verify",
  verification_method: "verify",
  files: "files",
  "shared files": "shared",
  shared_files: "shared",
  changes: "changes",
  depends: "depends",
  "depends on": "depends",
  depends_on: "depends",
  category: "category",
  // Not a bare "Timeout:": that is a requirement of many a product.
  "task timeout": "timeout",
  timeout_seconds: "timeout",
  "heartbeat interval": "heartbeat",
  heartbeat_interval_seconds: "heartbeat",
};
/** As they are written in prose; in the forms of data they are called so by programs. */
export const KEY_NAMES: readonly string[] = Object.keys(NAMES).filter((name) => !name.includes("_"));
const NAME = Object.keys(NAMES)
  .sort((a, b) => b.length - a.length)
  .join("|");
const MARK = "(?:\\*\\*|__|\\*|_|`)?";
const KEY_LINE = new RegExp(`^(${MARK})(${NAME})\\s*(${MARK})\\s*:\\s*(${MARK})\\s*(.*)$`, "i");
/** A second key on the same line: in bold, or capitalised after the end of a sentence, a bar or a bracket. */
const NEXT_BOLD_KEY = new RegExp(`[|·•;,(–—-]*\\s+(?=(?:\\*\\*|__)(?:${NAME})\\s*(?:\\*\\*|__)?\\s*:)`, "i");
const NEXT_PLAIN_KEY =
  /[.;|·(–—]\s*(?=(?:Test|Test command|Priority|Verify|Files|Shared files|Changes|Depends|Depends on|Category):\s)/;

/** Splits a paragraph, as written, into its keys, labels and prose. `line` is the line of its first character. */
export function segmentsOf(raw: string, line: number): Segment[] {
  return raw.split("\n").flatMap((text, index) => {
    // Long runs of blanks say nothing, and would cost the patterns below quadratic time.
    const short = text.replace(/\s{40,}/g, " ").replace(/<!--.*?-->/g, "");
    const clean = short
      .trimEnd()
      .replace(/<br\s*\/?>$/, "")
      .replace(/^[\s>]+/, "")
      .trimEnd();
    return piecesOf(clean).flatMap((piece) => segmentOf(piece, line + index, index > 0 && !/^\s/.test(text)));
  });
}

function piecesOf(text: string): string[] {
  const found = [NEXT_BOLD_KEY.exec(text), NEXT_PLAIN_KEY.exec(text)].filter((match) => match !== null);
  const match = found.sort((a, b) => a.index - b.index)[0];
  if (match === undefined) return [text];
  const rest = text.slice(match.index + match[0].length);
  const isBracketed = match[0].includes("(");
  const first = text.slice(0, match.index) + (match[0].startsWith(".") ? "." : "");
  return [first.trim(), ...piecesOf(isBracketed ? rest.replace(/\)([^()]*)$/, "$1") : rest)];
}

function segmentOf(text: string, line: number, isLazy: boolean): Segment[] {
  if (text.trim() === "" || /^[|·•;,()–—-]+$/.test(text)) return [];
  const match = KEY_LINE.exec(text.replace(/^\[[ xX]\]\s+/, ""));
  if (match === null) {
    const label = /^(?:\*\*|__|\*|_)?([^*_:]{3,40}?)(?:\*\*|__|\*|_)?\s*:?(?:\*\*|__)?$/.exec(text);
    const marked = /^[*_]{1,2}|:[*_]{0,2}$/.test(text);
    const part = label === null || !marked ? null : partOf(label[1] ?? "");
    return part === null || part === "aside" ? [{ kind: "prose", raw: text, line }] : [{ kind: "label", part, line }];
  }
  const [, open = "", name = "", closeName = "", afterColon = "", rest = ""] = match;
  const key = NAMES[name.toLowerCase().replace(/\s+/g, " ")];
  if (key === undefined) return [{ kind: "prose", raw: text, line }];
  // `Test: x`, **Test:** x and **Test: x** differ in where the mark that opened is closed.
  const isClosed = open === "" || closeName === open || afterColon === open;
  const opened = isClosed && afterColon === open ? "" : afterColon;
  const value = isClosed ? opened + rest : (opened + rest).replace(open, "");
  return [{ kind: "key", key, value: value.trim(), line, raw: text, isLazy }];
}

const SECONDS_IN: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3600 };

/** Whole seconds of `600`, `600 s`, `10 min`, `2 hours`; null: no such time. */
export function secondsOf(value: string): number | null {
  const [, digits = "", unit = ""] =
    /^(\d{1,6})\s*(s|sec|secs|seconds?|m|min|mins|minutes?|h|hours?)?\.?$/i.exec(value.replace(/[`*_]/g, "").trim()) ??
    [];
  const seconds = Number(digits) * (SECONDS_IN[unit.charAt(0).toLowerCase()] ?? 1);
  return seconds > 0 && seconds <= LONGEST_SECONDS ? seconds : null;
}

/** A week. */
const LONGEST_SECONDS = 604_800;

const NOTHING = /^(?:none|nothing|n\/?a|nil|-+|–|—|\[\])\.?$/i;

/** Patterns, separated by commas or spaces outside of braces, with or without backticks. Words in brackets are remarks. */
export function globsOf(value: string): string[] {
  const bare = value.replace(/(?<=^|\s)\([^()]*\)(?=[\s,;]|$)/g, " ").replace(/\\([_*])/g, "$1");
  return entries(splitOutsideBraces(bare.replace(/[`"']/g, " "), /[\s,;]+/))
    .map((entry) => entry.replace(/\s+/g, ""))
    .filter((entry) => entry !== "and");
}

/** Names of behaviour or tests: code spans, else parts between semicolons, else between commas (not those inside a test id). */
export function namesOf(value: string): string[] {
  const spans = codeSpans(value);
  if (spans.length > 0) return entries(spans);
  if (value.includes(";")) return entries(value.split(";"));
  return entries(splitOutsideBraces(value, value.includes("::") ? /,\s+(?=[^\s,]+::)/ : /,\s*/));
}

function entries(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== "" && !NOTHING.test(text));
}

export function codeSpans(value: string): string[] {
  return [...value.matchAll(/(?<!`)(`+)(?!`)\s?(.+?)\s?(?<!`)\1(?!`)/g)].map((match) => match[2] ?? "");
}

/**
 * The command of a `Test:` line: `null` with a reason when the line holds prose or a placeholder. Only what cannot be a
 * command is turned away; a wrong command shows itself when it is run.
 */
export function commandOf(value: string): { command: string } | { command: null; reason: string } {
  const spans = codeSpans(value);
  const bare = value.replace(/\\([_*])/g, "$1");
  const startsAsProse = /^[A-Z][a-z]+(?:\s|$)/.test(bare);
  const [first] = spans;
  if (first !== undefined && (value.startsWith("`") || startsAsProse)) {
    return spans.length === 1
      ? { command: first }
      : { command: null, reason: "names several commands; join them with &&" };
  }
  if (bare === "" || NOTHING.test(bare) || /^(?:tbd|todo|tba|manual(?:ly)?|\?+|\.\.\.|…)\.?$/i.test(bare)) {
    return { command: null, reason: "holds no command" };
  }
  return startsAsProse ? { command: null, reason: "reads as a sentence, not as a command" } : { command: bare };
}
