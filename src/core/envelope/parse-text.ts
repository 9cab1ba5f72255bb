import { ENVELOPE_FIELDS } from "../../schema/envelope.ts";
import type { EnvelopeField, PartialEnvelope, Violation } from "../../schema/envelope.ts";
import { formViolations, isField, violation } from "./fields.ts";
import type { ParsedEnvelope, RawField } from "./fields.ts";
import { readValue } from "./values.ts";

/** `NAME: rest`, also as `**NAME:** rest`, `- NAME: rest` or `## NAME`. */
const FIELD_LINE =
  /^(\s*)(?:[-*]\s+|#{1,6}\s+)?(?:\*\*|__|`)?([A-Z][A-Z0-9_]{2,})(?:\*\*|__|`)?\s*:(?:\*\*|__|`)?(\s*)(.*)$/;
/** The same in any case, and no bullet: an item of a list may begin with a word and a colon. */
const LOOSE_LINE = /^(\s*)(?:#{1,6}\s+)?(?:\*\*|__|`)?([A-Za-z]\w{2,})(?:\*\*|__|`)?\s*:(?:\*\*|__|`)?(?:\s+(.*))?$/;
const HEADING_LINE = /^(\s*)#{1,6}\s+(?:\*\*|`)?([A-Z][A-Z0-9_]{2,})(?:\*\*|`)?\s*:?\s*$/;
const FENCE = /^\s*(`{3,}|~{3,})\s*([\w+-]*)\s*$/;
/** Words with a colon that people write in an OUTPUT without meaning a field. */
const REMARKS = new Set(["NOTE", "TODO", "FIXME", "WARNING", "HINT", "RED", "GREEN", "PASS", "FAIL", "ERROR", "INFO"]);

interface FieldLine extends RawField {
  readonly inline: string;
  readonly index: number;
}

interface Region {
  readonly fields: readonly FieldLine[];
  readonly end: number;
  readonly known: number;
}

/**
 * Finds the envelope in an answer of any shape: the text, or the part of it, with the most fields. Of several that are
 * equally full the last counts, so that an example quoted before the answer is not taken for it; whole ones of the same task that decide
 * otherwise are named, for nobody can say which is meant.
 */
export function parseTextEnvelope(text: string): ParsedEnvelope | null {
  const lines = text.split("\n");
  const known = lines.flatMap((_, index) => fieldAt(lines, index, null) ?? []).filter(({ name }) => isField(name));
  let best: Region | null = null;
  const whole: Region[] = [];
  let end = 0;
  for (const { index } of known) {
    if (index < end) continue;
    const region = readRegion(lines, firstLine(lines, index), known);
    if (best === null || region.known >= best.known) best = region;
    if (region.known === ENVELOPE_FIELDS.length) whole.push(region);
    end = Math.max(index + 1, region.end);
  }
  if (best === null || !isEnvelope(best)) return null;
  const read = readFields(lines, best);
  return { ...read, violations: [...contradictions(lines, best, whole), ...read.violations] };
}

/** What an envelope decides. */
const DECIDING = ["STATUS", "GATES_PASSED", "FAIL_REASONS"] as const;

function contradictions(lines: readonly string[], chosen: Region, whole: readonly Region[]): Violation[] {
  const said = (region: Region, name: EnvelopeField): string => {
    const at = region.fields.findIndex((field) => field.name === name);
    const field = region.fields[at];
    const end = region.fields[at + 1]?.index ?? region.end;
    return field === undefined
      ? ""
      : [field.inline, ...lines.slice(field.index + 1, end)].join(" ").replace(/\s+/g, "");
  };
  const other = whole.find(
    (region) =>
      region !== chosen &&
      said(region, "TASK_ID") === said(chosen, "TASK_ID") &&
      DECIDING.some((name) => said(region, name) !== said(chosen, name)),
  );
  if (other === undefined) return [];
  const [line = 1, second = 1] = [other.fields[0]?.line, chosen.fields[0]?.line];
  const message = `two envelopes decide otherwise, one from line ${line} and one from line ${second}; give one`;
  return [violation("ENVELOPE_FIELD_DUPLICATE", "STATUS", second, message)];
}

/** Prose has a word with a colon now and then; three fields, or the two that begin an envelope, are meant as one. */
function isEnvelope({ known, fields }: Region): boolean {
  return (
    known >= 3 ||
    fields
      .slice(0, 2)
      .map(({ name }) => name)
      .join() === "STATUS,TASK_ID"
  );
}

function fieldAt(lines: readonly string[], index: number, indent: string | null): FieldLine | null {
  const line = lines[index] ?? "";
  const match = FIELD_LINE.exec(line) ?? HEADING_LINE.exec(line);
  const [, before = "", name = "", space = "", inline = ""] = match ?? [];
  if (match === null || (indent !== null && before !== indent)) return null;
  // `STATUS:BLOCKED` is meant as a field; `HTTP://host` is not.
  return space === "" && inline !== "" && !isField(name) ? null : { name, inline, line: index + 1, index };
}

/**
 * A field that is not written in capitals, between others. OUTPUT is free text, and below EVIDENCE stand keys: what is no
 * key there its reader names.
 */
function looseFieldAt(lines: readonly string[], index: number, indent: string, after: string): FieldLine | null {
  const [, before, written = "", inline = ""] = LOOSE_LINE.exec(lines[index] ?? "") ?? [];
  if (before !== indent || after === "OUTPUT") return null;
  const known = isField(written.toUpperCase());
  if (!known && after === "EVIDENCE") return null;
  return { name: known ? written.toUpperCase() : written, inline, line: index + 1, index };
}

/** An unknown field may stand right above the first known one. */
function firstLine(lines: readonly string[], known: number): number {
  const indent = /^\s*/.exec(lines[known] ?? "")?.[0] ?? "";
  let first = known;
  while (first > 0 && fieldAt(lines, first - 1, indent) !== null) first -= 1;
  return first;
}

/** Reads fields from a first one to the end of the text, or of the code fence in which it stands. */
function readRegion(lines: readonly string[], start: number, known: readonly FieldLine[]): Region {
  const indent = /^\s*/.exec(lines[start] ?? "")?.[0] ?? "";
  const fields: FieldLine[] = [];
  const seen = new Set<string>();
  const outer = openFence(lines, start);
  const unclosed = new Set<string>();
  const own = known.filter((field) => fieldAt(lines, field.index, indent) !== null);
  let index = start;
  for (; index < lines.length; index += 1) {
    const fence = FENCE.exec(lines[index] ?? "");
    if (fence !== null) {
      const mayEnd = outer !== null && fence[2] === "" && isClosing(fence[1], outer);
      if (mayEnd && (!hasNew(own, index, seen) || beginsFuller(known, index, seen))) break;
      const marks = fence[1] ?? "";
      // What nothing closes from here on, nothing closes from further on.
      if (/^ {2}/.test((lines[index] ?? "").slice(indent.length)) || unclosed.has(marks)) continue;
      const close = fenceEnd(lines, index, marks);
      if (close === null) unclosed.add(marks);
      else index = close;
      continue;
    }
    const field = fieldAt(lines, index, indent) ?? looseFieldAt(lines, index, indent, fields.at(-1)?.name ?? "");
    if (field === null || (REMARKS.has(field.name) && fields.at(-1)?.name === "OUTPUT")) continue;
    fields.push(field);
    seen.add(field.name);
  }
  return { fields, end: index, known: ENVELOPE_FIELDS.filter((name) => seen.has(name)).length };
}

/** The fence in which a line stands; null when it stands in none. */
function openFence(lines: readonly string[], before: number): string | null {
  let open: string | null = null;
  for (let index = 0; index < before; index += 1) {
    const fence = FENCE.exec(lines[index] ?? "");
    if (fence === null) continue;
    if (open === null) open = fence[1] ?? null;
    else if (fence[2] === "" && isClosing(fence[1], open)) open = null;
  }
  return open;
}

function isClosing(marks: string | undefined, open: string): boolean {
  return marks !== undefined && marks[0] === open[0] && marks.length >= open.length;
}

/** A fence inside OUTPUT hides what it holds, but only when it is closed: an open one must not swallow fields. */
function fenceEnd(lines: readonly string[], start: number, open: string): number | null {
  for (let index = start + 1; index < lines.length; index += 1) {
    const fence = FENCE.exec(lines[index] ?? "");
    if (fence !== null && fence[2] === "" && isClosing(fence[1], open)) return index;
  }
  return null;
}

const hasNew = (known: readonly FieldLine[], from: number, seen: ReadonlySet<string>): boolean =>
  known.some(({ index, name }) => index > from && !seen.has(name));

/** Whether what was read so far was a form, and the envelope itself begins behind it. */
function beginsFuller(known: readonly FieldLine[], from: number, seen: ReadonlySet<string>): boolean {
  const after = known.filter(({ index }) => index > from).map(({ name }) => name);
  return seen.has(after[0] ?? "") && new Set(after).size > seen.size;
}

function readFields(lines: readonly string[], region: Region): ParsedEnvelope {
  const violations: Violation[] = [];
  const fieldLines: Partial<Record<EnvelopeField, number>> = {};
  let envelope: PartialEnvelope = {};
  region.fields.forEach((field, position) => {
    const end = region.fields[position + 1]?.index ?? region.end;
    if (!isField(field.name) || fieldLines[field.name] !== undefined) return;
    fieldLines[field.name] = field.line;
    const below = lines.slice(field.index + 1, end);
    const read = readValue(field.name, { inline: field.inline, below, line: field.line });
    envelope = { ...envelope, ...read.value };
    violations.push(...read.violations);
  });
  return { envelope, lines: fieldLines, violations: [...formViolations(region.fields), ...violations] };
}
