import { writeSync } from "node:fs";
import { redactDeep, type Redact } from "../util/redact.ts";
import { BatonError, CODES, codedError, EXIT, isOfDisk, type Code } from "../errors.ts";
import { plain } from "./render/plain.ts";

/** What a command answers: data for standard out, and whether that is success. */
export interface Answer {
  readonly data: unknown;
  readonly exitCode: number;
  /** Present when the answer is a refusal: the same data, told as an error (surfaces.md, Command line 1). */
  readonly refusal?: {
    readonly code: Code;
    readonly message: string;
    readonly hint: string;
    readonly details?: BatonError["details"];
  };
  readonly warnings?: readonly string[];
  /** The same for people. */
  readonly text: string;
}

/** An answer that is a success, in lines for people. */
export function answered<T>(
  data: T,
  text: string | readonly string[],
  warnings?: readonly string[],
): Answer & { readonly data: T } {
  const lines = typeof text === "string" ? text : text.join("\n");
  return { data, exitCode: EXIT.ok, text: lines, ...(warnings === undefined ? {} : { warnings }) };
}

/** An answer that warns, first of all. */
export function warned(answer: Answer, more: readonly string[]): Answer {
  const text = [...more.map((line) => `! ${plain(line)}`), answer.text].join("\n");
  return { ...answer, warnings: [...(answer.warnings ?? []), ...more], text };
}

interface Refusal {
  readonly code: Code;
  readonly message: string;
  /** What to type next; left out: what the code says by itself, as the exit code does. */
  readonly hint?: string;
  readonly exitCode?: number;
}

/** An answer that refuses: for people its lines and what to type next; without lines it reads as an error does. */
export function refused(
  data: unknown,
  { code, message, hint = CODES[code].remedy, exitCode = CODES[code].exit }: Refusal,
  lines?: readonly string[],
): Answer {
  const refusal = { code, message, hint };
  const text = lines === undefined ? errorText(refusal) : [...lines, `Next: ${hint}`].join("\n");
  return { data, exitCode, refusal, text };
}

const errorText = (
  { code, message, hint }: Required<Omit<Refusal, "exitCode">>,
  further: readonly string[] = [],
): string => [`✗ ${code}: ${message}`, ...further, `  Next: ${hint}`].join("\n");

type Problems = readonly { severity: string; line: number; message: string; remedy: string }[];

/** What else is wrong with a spec than the first error, which the message says, and what to do about it where that is something else. */
function problemLines({ spec, problems }: BatonError["details"], hint: string): string[] {
  if (typeof spec !== "string" || !Array.isArray(problems)) return [];
  const all = problems as Problems;
  const first = all.find(({ severity }) => severity === "error");
  const told = new Set([hint]);
  return all.flatMap((problem) => {
    if (problem === first) return [];
    const { severity, line, message, remedy } = problem;
    const more = told.has(remedy) ? [] : [`      ${remedy}`];
    told.add(remedy);
    return [`  ${severity === "error" ? "✗" : "!"} ${spec}:${line}: ${message}`, ...more];
  });
}

/** Prints an answer: one JSON document on standard out, or text for people. Nothing else prints. */
export function printAnswer(command: string, answer: Answer, json: boolean): void {
  if (!json) {
    if (answer.text === "") return; // What a server had to say stood in its protocol.
    print("stdout", answer.text.endsWith("\n") ? answer.text : `${answer.text}\n`);
    return;
  }
  const { data, refusal, warnings = [] } = answer;
  const body =
    refusal === undefined
      ? { v: 1, ok: true, command, data, warnings }
      : { v: 1, ok: false, command, error: { ...refusal, details: refusal.details ?? {} }, data, warnings };
  print("stdout", `${JSON.stringify(body)}\n`);
}

/** Prints what went wrong and answers the exit code. */
export function printError(command: string, thrown: unknown, json: boolean, redact: Redact): number {
  const { code, message, details, hint: said } = redactDeep(factsOf(asCoded(thrown)), redact);
  // The registry's own words stand for every command.
  const hint = said.replace("`baton <command> --help`", `\`baton ${command === "baton" ? "" : `${command} `}--help\``);
  if (json) {
    print("stdout", `${JSON.stringify({ v: 1, ok: false, command, error: { code, message, hint, details } })}\n`);
  } else {
    print("stderr", `${errorText({ code, message, hint }, problemLines(details, hint))}\n`);
  }
  return CODES[code].exit;
}

/**
 * Straight to the file: to make one of Node's streams takes longer than `baton status` reads. Only a pipe that somebody
 * set not to block needs one.
 */
function print(to: "stdout" | "stderr", text: string): void {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(to === "stdout" ? 1 : 2, rest));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") outputStream(to).write(rest);
    else if (to === "stdout") tellLost(error as NodeJS.ErrnoException);
  }
}

/** Node's own stream, for whoever goes on writing. */
export function outputStream(to: "stdout" | "stderr"): NodeJS.WriteStream {
  const stream = process[to];
  // Of standard error nobody is left who could be told.
  if (stream.listenerCount("error") === 0) stream.on("error", to === "stdout" ? tellLost : () => {});
  return stream;
}

/**
 * Says on standard error, with a code, that standard output could not be written (a full disk): nobody shall take half an
 * answer for a whole one. A reader that has gone, as `head` goes, has what it wanted: the command's own exit code stands.
 */
function tellLost(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") return;
  const exitCode = printError("baton", Object.assign(error, { path: "standard output" }), false, (text) => text);
  process.once("exit", () => (process.exitCode = exitCode));
}

const factsOf = ({ code, message, hint, details }: BatonError) => ({ code, message, hint, details });

/** Whatever was thrown, as an error with a code; INTERNAL for a mistake in the program. */
export function asCoded(thrown: unknown): BatonError {
  const coded = isOfDisk(thrown) ? codedError(thrown, thrown.path ?? "a file of ours") : thrown;
  return coded instanceof BatonError ? coded : internalError(coded);
}

function internalError(thrown: unknown): BatonError {
  const message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return new BatonError("INTERNAL", message, { cause: thrown });
}
