import { nestsDeeper } from "../../schema/json.ts";
import { ENVELOPE_FIELDS, EVIDENCE_KEYS } from "../../schema/envelope.ts";
import type { EnvelopeField, EvidenceKey, PartialEnvelope, Violation } from "../../schema/envelope.ts";
import { formViolations, isField, violation } from "./fields.ts";
import type { ParsedEnvelope, RawField } from "./fields.ts";
import {
  gateNames,
  listItems,
  NAMES,
  REASONS,
  missingEvidenceKeys,
  readLine,
  readValue,
  unknownEvidenceKey,
} from "./values.ts";

/** A field is text, a list or EVIDENCE's four lists; what nests deeper by far is none, and would not be printed by a machine. */
const DEEPEST = 20;

/** Fewer of the twelve names may stand in any object; then only where nothing else in the answer is an envelope. */
const MEANT = 3;

/**
 * Reads an envelope given as a JSON object, alone, in a code fence or inside other text: the first that is surely meant as
 * one, else the one with the most known keys. Null when there is none with so many.
 */
export const parseJsonEnvelope = (text: string, atLeast = MEANT): ParsedEnvelope | null =>
  parseAt(text, objectStarts(text), atLeast);

/** The same for one that stands inside of a line, or of another object: what begins with one of the names. */
export const parseInlineJson = (text: string): ParsedEnvelope | null => parseAt(text, namedStarts(text), MEANT);

function parseAt(text: string, starts: readonly number[], atLeast: number): ParsedEnvelope | null {
  let best: { readonly known: number; readonly read: () => ParsedEnvelope } | null = null;
  for (const start of starts) {
    const end = objectEnd(text, start);
    const object = end === null ? null : parseObject(text.slice(start, end));
    if (object === null || end === null) continue;
    const firstLine = text.slice(0, start).split("\n").length;
    const keys = topLevelKeys(text.slice(start, end), firstLine);
    const known = ENVELOPE_FIELDS.filter((name) => keys.some((key) => key.name === name)).length;
    if (known >= MEANT) return readObject(object, keys);
    if (known >= atLeast && known > (best?.known ?? 0)) best = { known, read: () => readObject(object, keys) };
  }
  return best?.read() ?? null;
}

/** Braces that begin a line or the text; an answer holds few, and prose with braces must not cost time. */
function objectStarts(text: string): number[] {
  return [...text.matchAll(/^[ \t]*\{/gm)].slice(0, 20).map((match) => match.index + match[0].length - 1);
}

const NAMED = new RegExp(`\\{(?=\\s{0,40}"(?:${ENVELOPE_FIELDS.join("|")})"\\s*:)`, "gi");

const namedStarts = (text: string): number[] => [...text.matchAll(NAMED)].slice(0, 20).map(({ index }) => index);

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : null;
  } catch {
    return null; // Not JSON: the text reader takes its turn.
  }
}

/** Walks JSON text outside of strings. */
function walk(text: string, start: number, visit: (char: string, index: number) => boolean): void {
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const char = text[index] ?? "";
    if (inString && char === "\\") index += 1;
    else if (char === '"') {
      if (!inString && visit(char, index)) return;
      inString = !inString;
    } else if (!inString && visit(char, index)) return;
  }
}

function objectEnd(text: string, start: number): number | null {
  let depth = 0;
  let end: number | null = null;
  walk(text, start, (char, index) => {
    if (char === "{" || char === "[") depth += 1;
    if (char === "}" || char === "]") depth -= 1;
    if (depth === 0) end = index + 1;
    return depth === 0;
  });
  return end;
}

/** The keys as written, so that order and repetition can be judged: `JSON.parse` keeps neither. */
function topLevelKeys(text: string, firstLine: number): RawField[] {
  const keys: RawField[] = [];
  let depth = 0;
  walk(text, 0, (char, index) => {
    if (char === "{" || char === "[") depth += 1;
    if (char === "}" || char === "]") depth -= 1;
    if (char !== '"' || depth !== 1) return false;
    const name = /^"((?:[^"\\]|\\.)*)"\s*:/.exec(text.slice(index))?.[1];
    const before = text.slice(0, index).trimEnd();
    if (name !== undefined && /[{,]$/.test(before)) {
      // What is no field is named as it was written.
      const field = name.toUpperCase();
      keys.push({ name: isField(field) ? field : name, line: firstLine + text.slice(0, index).split("\n").length - 1 });
    }
    return false;
  });
  return keys;
}

function readObject(object: Record<string, unknown>, keys: readonly RawField[]): ParsedEnvelope {
  const violations: Violation[] = [];
  const lines: Partial<Record<EnvelopeField, number>> = {};
  let envelope: PartialEnvelope = {};
  for (const [key, value] of Object.entries(object)) {
    const name = key.toUpperCase();
    if (!isField(name)) continue;
    const line = keys.find((one) => one.name === name)?.line ?? 1;
    lines[name] = line;
    const isDeep = nestsDeeper(value, DEEPEST);
    if (isDeep)
      violations.push(violation("ENVELOPE_FIELD_MISSING", name, line, `${name} nests too deeply; write it as text`));
    const read = readField(name, isDeep ? null : value, line, violations);
    envelope = { ...envelope, ...read };
  }
  return { envelope, lines, violations: [...formViolations(keys), ...violations] };
}

function readField(name: EnvelopeField, value: unknown, line: number, violations: Violation[]): PartialEnvelope {
  if (name === "EVIDENCE") return { EVIDENCE: readEvidence(value, line, violations) };
  if (name === "NEXT_ACTIONS") return readActions(value, line, violations);
  if (name === "INPUTS_USED") return { [name]: items(value, NAMES) };
  if (name === "GATES_REQUIRED" || name === "GATES_PASSED") return { [name]: gateNames(items(value, NAMES)) };
  if (name === "FAIL_REASONS") return { [name]: items(value, REASONS) };
  if (name === "TASK" || name === "OUTPUT") return { [name]: asText(value) };
  const [inline = "", ...below] = asText(value).split("\n");
  const read = readLine(name, { inline, below, line });
  // A string of JSON stands on one line, whatever it says.
  violations.push(...read.violations.map((one) => ({ ...one, line })));
  return read.value;
}

function readEvidence(value: unknown, line: number, violations: Violation[]): Partial<Record<EvidenceKey, string[]>> {
  const evidence: Partial<Record<EvidenceKey, string[]>> = {};
  const entries: [string, unknown][] = typeof value === "object" && value !== null ? Object.entries(value) : [];
  for (const [key, paths] of entries) {
    const known = EVIDENCE_KEYS.find((one) => one === key.toLowerCase());
    if (known === undefined) violations.push(unknownEvidenceKey(key, line));
    else evidence[known] = items(paths, NAMES);
  }
  violations.push(...missingEvidenceKeys(Object.keys(evidence), line));
  return evidence;
}

/** A list of texts, whose places are their numbers; numbers of its own say the same. One text is read as it would be without JSON. */
function readActions(value: unknown, line: number, violations: Violation[]): PartialEnvelope {
  const wrong = (message: string): void =>
    void violations.push(violation("ENVELOPE_NEXT_ACTIONS", "NEXT_ACTIONS", line, message));
  if (!Array.isArray(value)) {
    if (typeof value !== "string" && value !== null) wrong("write NEXT_ACTIONS as a list of texts");
    const [inline = "", ...below] = typeof value === "string" ? value.split("\n") : [];
    const read = readValue("NEXT_ACTIONS", { inline, below, line });
    for (const { message } of read.violations) wrong(message);
    return read.value;
  }
  const actions: string[] = [];
  for (const item of value as unknown[]) {
    const text = asText(item);
    if (typeof item !== "string") wrong(`action ${actions.length + 1} is no text: ${text.slice(0, 60)}`);
    else if (NAMES.empty.test(text)) continue;
    const [, number = String(actions.length + 1), action = text] = /^(\d+)[.)]\s+(.*)$/s.exec(text) ?? [];
    actions.push(action);
    if (Number(number) !== actions.length)
      wrong(`write this action as "${actions.length}. …": NEXT_ACTIONS is a list numbered from 1`);
  }
  return { NEXT_ACTIONS: actions };
}

function items(value: unknown, of: typeof NAMES): string[] {
  if (!Array.isArray(value)) return listItems({ inline: "", below: asText(value).split("\n"), line: 1 }, of);
  return value.map(asText).filter((item) => !of.empty.test(item));
}

function asText(value: unknown): string {
  if (typeof value === "string") return value.trim();
  return value === null || value === undefined ? "" : JSON.stringify(value);
}
