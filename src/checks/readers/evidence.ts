import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type PathLike } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { z, ZodType } from "zod";
import type { Code } from "../../errors.ts";

/** Why a report counts as not measured. Never a pass (verification.md, Ground rules). */
export interface EvidenceProblem {
  readonly code: Extract<
    Code,
    | "EVIDENCE_MISSING"
    | "EVIDENCE_TOO_LARGE"
    | "EVIDENCE_UNREADABLE"
    | "EVIDENCE_IMPLAUSIBLE"
    | "EVIDENCE_EMPTY"
    | "AUDIT_UNREACHABLE"
  >;
  readonly message: string;
}

/** A report read, or why it says nothing. */
export type Evidence<T> =
  { readonly value: T; readonly problem: null } | { readonly value: null; readonly problem: EvidenceProblem };

export const EVIDENCE_LIMIT_BYTES = 64 * 2 ** 20;
/** A line of a line-based report; longer ones are no report. */
const LINE_LIMIT = 2 ** 20;
const MESSAGE_LIMIT = 500;

/** Thrown inside readers alone; `reading` turns it into a problem. */
export class EvidenceRefused extends Error {
  readonly problem: EvidenceProblem;
  constructor(code: EvidenceProblem["code"], message: string) {
    super(message);
    this.problem = { code, message };
  }
}

export const unreadable = (message: string): EvidenceRefused => new EvidenceRefused("EVIDENCE_UNREADABLE", message);
export const implausible = (message: string): EvidenceRefused => new EvidenceRefused("EVIDENCE_IMPLAUSIBLE", message);
export const empty = (message: string): EvidenceRefused => new EvidenceRefused("EVIDENCE_EMPTY", message);

/** Runs a reader; what it refuses becomes data. */
export function reading<T>(read: () => T): Evidence<T> {
  try {
    return { value: read(), problem: null };
  } catch (error) {
    if (error instanceof EvidenceRefused) return { value: null, problem: error.problem };
    throw error;
  }
}

/** Decodes a report strictly: too large or not UTF-8 is refused. */
export function textOf(source: Uint8Array): string {
  if (source.length > EVIDENCE_LIMIT_BYTES)
    throw new EvidenceRefused("EVIDENCE_TOO_LARGE", `${source.length} bytes are more than ${EVIDENCE_LIMIT_BYTES}`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(source);
  } catch {
    throw unreadable("the report is not UTF-8");
  }
}

/** The lines of a report, without their ends; a line over the cap is refused. */
export function linesOf(source: Uint8Array): string[] {
  const lines = textOf(source).split("\n");
  const long = lines.findIndex((line) => line.length > LINE_LIMIT);
  if (long >= 0)
    throw new EvidenceRefused("EVIDENCE_TOO_LARGE", `line ${long + 1} is longer than ${LINE_LIMIT} characters`);
  return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

/** The lines of an output that was written to its end: the last one, too, has its line break. */
export function wholeLines(source: Uint8Array): string[] {
  const lines = linesOf(source);
  const last = lines.pop();
  if (last !== "") throw unreadable("the output ends inside a line");
  return lines;
}

/** A JSON report of a shape; NaN and Infinity are no JSON, and wrong types are named. */
export function jsonOf<S extends ZodType>(source: Uint8Array, schema: S, what: string): z.infer<S> {
  return shaped(parsed(textOf(source), what), schema, what);
}

export function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(`${what} is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : ""}`);
  }
}

export function shaped<S extends ZodType>(value: unknown, schema: S, what: string): z.infer<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw unreadable(`${what} has another shape at ${issue?.path.join(".") || "its top"}: ${issue?.message ?? ""}`);
}

/** A tool's text for a record: one line, bounded, without colours. */
export const said = (text: string): string =>
  stripVTControlCharacters(text).toWellFormed().replaceAll(/\s+/g, " ").trim().slice(0, MESSAGE_LIMIT);

/**
 * Reads a report file without ever holding more than the cap: what is not there is missing, what is larger is refused
 * before it is read. A file that grows meanwhile is cut at the cap and refused. Whatever else lies there is never opened: a
 * pipe would keep us waiting for its writer, and no signal ends that.
 */
export function reportBytes(path: PathLike): Evidence<Uint8Array> {
  const missing = (message: string): Evidence<Uint8Array> => ({
    value: null,
    problem: { code: "EVIDENCE_MISSING", message },
  });
  let file: number;
  try {
    if (!lstatSync(path).isFile()) return missing("the report is no file");
    file = openSync(path, REGULAR);
  } catch {
    return missing("the tool left no report");
  }
  try {
    return reading(() => bytesOf(file));
  } finally {
    closeSync(file);
  }
}

/** No link is followed, and nothing waited for that took the file's place since it was looked at. */
const REGULAR = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

function bytesOf(file: number): Uint8Array {
  const stat = fstatSync(file);
  if (!stat.isFile()) throw new EvidenceRefused("EVIDENCE_MISSING", "the report is no file");
  const chunks: Buffer[] = [];
  let size = stat.size;
  for (let read = 0; size <= EVIDENCE_LIMIT_BYTES;) {
    const chunk = Buffer.allocUnsafe(2 ** 20);
    const length = readSync(file, chunk);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, length));
    read += length;
    size = Math.max(size, read);
  }
  throw new EvidenceRefused("EVIDENCE_TOO_LARGE", `the report is larger than ${EVIDENCE_LIMIT_BYTES} bytes`);
}
