import { EVIDENCE_KEYS } from "../../schema/envelope.ts";
import type { EnvelopeField, EvidenceKey, PartialEnvelope, Violation } from "../../schema/envelope.ts";
import { violation } from "./fields.ts";

/** A field as written: what follows the colon, then the lines below it. */
export interface FieldText {
  readonly inline: string;
  readonly below: readonly string[];
  readonly line: number;
}

export interface ReadValue {
  readonly value: PartialEnvelope;
  readonly violations: readonly Violation[];
}

type TextField = "TASK" | "OUTPUT";
type ListField = "INPUTS_USED" | "GATES_REQUIRED" | "GATES_PASSED" | "FAIL_REASONS";
const LIST_FIELDS: readonly string[] = ["INPUTS_USED", "GATES_REQUIRED", "GATES_PASSED", "FAIL_REASONS"];

/** Reads the value of one field out of its text. */
export function readValue(name: EnvelopeField, text: FieldText): ReadValue {
  if (name === "EVIDENCE") return readEvidence(text);
  if (name === "NEXT_ACTIONS") return readActions(text);
  if (isListField(name)) {
    const items = listItems(text, name !== "FAIL_REASONS" ? NAMES : REASONS);
    return { value: { [name]: name.startsWith("GATES_") ? gateNames(items) : items }, violations: [] };
  }
  if (isTextField(name)) return { value: { [name]: freeText(text) }, violations: [] };
  return readLine(name, text);
}

/** What a second line in a field of one is called, as a wrong value of it is. */
const NOT_ONE_LINE = {
  STATUS: "ENVELOPE_STATUS_INVALID",
  TASK_ID: "ENVELOPE_TASK_MISMATCH",
  ASSIGNED_AGENT: "ENVELOPE_AGENT_MISMATCH",
  REPORTS_TO: "ENVELOPE_REPORTS_TO",
} as const;
type LineField = keyof typeof NOT_ONE_LINE;

/** One word on one line (ENV-04): what is left over would be dropped unread, so it is named. A rule of dashes is no text. */
export function readLine(name: LineField, { inline, below, line }: FieldText): ReadValue {
  const written = [inline, ...below].map((text, index) => ({ text: bare(text), line: line + index }));
  const [word, rest] = written.filter(({ text }) => /[^\s*_=-]/.test(text));
  const value = { [name]: word?.text ?? "" };
  if (rest === undefined) return { value, violations: [] };
  const message = `${name} is one line; remove "${rest.text.slice(0, 60)}" below it`;
  return { value, violations: [violation(NOT_ONE_LINE[name], name, rest.line, message)] };
}

function isListField(name: string): name is ListField {
  return LIST_FIELDS.includes(name);
}

function isTextField(name: string): name is TextField {
  return name === "TASK" || name === "OUTPUT";
}

const BULLET = /^\s*(?:[-*+•]|\d+[.)])\s+(.*)$/;
/** Blank, NONE and `[]` (decisions.md); a bullet with nothing behind it is blank. */
const EMPTY = /^(?:none|\[\s*\]|-)?$/i;

interface ListOf {
  readonly splitsCommas: boolean;
  readonly empty: RegExp;
}
/** Reasons are sentences, the other lists are names: only these may stand on one line with commas. */
export const NAMES: ListOf = { splitsCommas: true, empty: EMPTY };
/** That nothing failed is said in one word alone (ENV-08). */
export const REASONS: ListOf = { splitsCommas: false, empty: /^(?:NONE|\[\s*\]|-)?$/ };

/** The items of `- item` lines, of `[a, b]`, or of one line with commas. Blank, NONE and `[]` are no items. */
export function listItems(text: FieldText, { splitsCommas, empty }: ListOf): string[] {
  const items: string[] = [];
  if (text.inline.trim() !== "") items.push(...inlineItems(text.inline, splitsCommas));
  for (const line of text.below) {
    const bullet = BULLET.exec(line)?.[1];
    if (line.trim() === "") continue;
    if (bullet !== undefined) items.push(bullet);
    else if (/^\s/.test(line) && items.length > 0) items.push(`${items.pop() ?? ""} ${line.trim()}`);
    else items.push(...inlineItems(line, splitsCommas));
  }
  return items.map(bare).filter((item) => !empty.test(item));
}

const NOTED = /^[`*_]*(GATE-[A-Z0-9]+(?:-[A-Z0-9]+)*)[`*_]*(?:\s*[(:–—]|\s+-\s)(.*)$/;
/** A note that may take back what the name says. */
const DOUBT =
  /\b(?:not?|never|none|without|fail\w*|block\w*|skip\w*|pending|open|missing|todo|tbd|except|n\/a)\b|n't\b|[✗✘❌✕]/i;

/** Gates without the note behind a name: in brackets, or after a dash or a colon. With a doubt in it the item stays as it is. */
export const gateNames = (items: readonly string[]): string[] =>
  items.map((item) => {
    const [, gate, note = ""] = NOTED.exec(item) ?? [];
    return gate === undefined || DOUBT.test(note) ? item : gate;
  });

function inlineItems(text: string, splitsCommas: boolean): string[] {
  const inner = /^\s*\[(.*)\]\s*$/.exec(text)?.[1];
  const body = (inner ?? text).replace(BULLET, "$1");
  const parts = inner !== undefined || splitsCommas ? body.split(",") : [body];
  return parts.map((part) => part.trim().replace(/^["'](.*)["']$/, "$1"));
}

/** Takes the marks off that surround a whole value: `**x**`, `` `x` ``. */
function bare(text: string): string {
  return text
    .trim()
    .replace(/^(\*\*|__|`)(.*)\1$/, "$2")
    .trim();
}

/** Text as written, without the indentation that its lines share. */
function freeText(text: FieldText): string {
  const filled = text.below.filter((line) => line.trim() !== "");
  const indents = filled.map((line) => /^ */.exec(line)?.[0].length ?? 0);
  const shared = Math.min(...indents, text.inline.trim() === "" ? Infinity : 2);
  const below = text.below.map((line) => line.slice(shared)).join("\n");
  return `${text.inline.trim()}\n${below}`.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}

function readEvidence(text: FieldText): ReadValue {
  const groups = new Map<string, { inline: string; below: string[]; line: number }>();
  const violations: Violation[] = [];
  [text.inline, ...text.below].forEach((line, index) => {
    const match = /^\s*(?:[-*+]\s+)?[*_`"]*([A-Za-z][\w-]*)[*_`"]*\s*:[*_`]*\s*(.*?),?\s*$/.exec(line);
    const key = match?.[1]?.toLowerCase();
    if (key !== undefined && !groups.has(key))
      groups.set(key, { inline: match?.[2] ?? "", below: [], line: text.line + index });
    else if (line.trim() !== "") [...groups.values()].at(-1)?.below.push(line);
  });
  const evidence: Partial<Record<EvidenceKey, string[]>> = {};
  for (const [key, group] of groups) {
    const known = EVIDENCE_KEYS.find((one) => one === key);
    if (known !== undefined) evidence[known] = listItems(group, NAMES);
    else violations.push(unknownEvidenceKey(key, group.line));
  }
  return {
    value: { EVIDENCE: evidence },
    violations: [...violations, ...missingEvidenceKeys(Object.keys(evidence), text.line)],
  };
}

export function unknownEvidenceKey(key: string, line: number): Violation {
  return violation(
    "ENVELOPE_FIELD_UNKNOWN",
    `EVIDENCE.${key}`,
    line,
    `EVIDENCE has the keys ${EVIDENCE_KEYS.join(", ")} only; remove ${key}`,
  );
}

export function missingEvidenceKeys(keys: readonly string[], line: number): Violation[] {
  return EVIDENCE_KEYS.filter((key) => !keys.includes(key)).map((key) =>
    violation("ENVELOPE_FIELD_MISSING", `EVIDENCE.${key}`, line, `add "${key}: []" below EVIDENCE`),
  );
}

/**
 * What is said after the list and a blank line belongs to the answer and not to the envelope, as what is said before it;
 * unless the list goes on behind it, or its last item does, indented.
 */
function withoutClosingWords<T extends { readonly text: string }>(lines: readonly T[]): readonly T[] {
  const last = lines.findLastIndex(({ text }) => BULLET.test(text) || NUMBERED.test(text.trim()));
  const end = lines.findIndex(({ text }, at) => at > last && text.trim() === "");
  const goesOn = lines.slice(end).some(({ text }) => /^\s+\S/.test(text));
  return last < 0 || end < 0 || goesOn ? lines : lines.slice(0, end);
}

const NUMBERED = /^(?:\*\*)?(\d+)[.)](?:\*\*)?\s+(.*)$/;

function readActions(text: FieldText): ReadValue {
  const lines = [
    { text: text.inline, line: text.line },
    ...text.below.map((line, index) => ({ text: line, line: text.line + index + 1 })),
  ];
  const actions: string[] = [];
  const violations: Violation[] = [];
  for (const line of withoutClosingWords(lines)) {
    const trimmed = line.text.trim();
    const [, number, action] = NUMBERED.exec(trimmed) ?? [];
    if (EMPTY.test(bare(trimmed.replace(/^[-*+]\s+/, "")))) continue;
    if (action === undefined && /^\s/.test(line.text) && actions.length > 0) {
      actions.push(`${actions.pop() ?? ""} ${trimmed}`);
      continue;
    }
    actions.push(bare(action ?? trimmed.replace(/^[-*+]\s+/, "")));
    if (Number(number) === actions.length) continue;
    const message = `write this action as "${actions.length}. …": NEXT_ACTIONS is a list numbered from 1`;
    violations.push(violation("ENVELOPE_NEXT_ACTIONS", "NEXT_ACTIONS", line.line, message));
  }
  return { value: { NEXT_ACTIONS: actions }, violations };
}
