import { redactDeep, type Redact } from "../util/redact.ts";
import { BatonError, CODES, codedError, isOfDisk, type Code } from "../errors.ts";

/** What a command answers: data for standard out, and whether that is success. */
export interface Answer {
  readonly data: unknown;
  readonly exitCode: number;
  /** Present when the answer is a refusal: the same data, told as an error (surfaces.md, Command line 1). */
  readonly refusal?: { readonly code: Code; readonly message: string; readonly hint: string };
  readonly warnings?: readonly string[];
  /** The same for people. */
  readonly text: string;
}

/** Prints an answer: one JSON document on standard out, or text for people. Nothing else prints. */
export function printAnswer(command: string, answer: Answer, json: boolean): void {
  if (!json) {
    if (answer.text === "") return; // What a server had to say stood in its protocol.
    process.stdout.write(answer.text.endsWith("\n") ? answer.text : `${answer.text}\n`);
    return;
  }
  const { data, refusal, warnings = [] } = answer;
  const body =
    refusal === undefined
      ? { v: 1, ok: true, command, data, warnings }
      : { v: 1, ok: false, command, error: { ...refusal, details: {} }, data, warnings };
  process.stdout.write(`${JSON.stringify(body)}\n`);
}

/** Prints what went wrong and answers the exit code. */
export function printError(command: string, thrown: unknown, json: boolean, redact: Redact): number {
  const { code, message, hint, details } = redactDeep(factsOf(asCoded(thrown)), redact);
  if (json) {
    process.stdout.write(`${JSON.stringify({ v: 1, ok: false, command, error: { code, message, hint, details } })}\n`);
  } else {
    process.stderr.write(`✗ ${code}: ${message}\n  Next: ${hint}\n`);
  }
  return CODES[code].exit;
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
