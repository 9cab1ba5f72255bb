import { parseEnvelope } from "../../core/envelope/parse-envelope.ts";
import { validateEnvelope } from "../../core/envelope/validate-envelope.ts";
import { EXIT } from "../../errors.ts";
import type { Answer } from "../output.ts";
import { readAnswer } from "../read-answer.ts";
import { colours } from "../render/colours.ts";
import { plain } from "../render/plain.ts";
import { counted } from "../../util/counted.ts";

/**
 * `baton envelope check FILE|-`: every violation at once. Without an assignment, roles are judged by ASSIGNED_AGENT, and
 * nothing is looked up on disk.
 */
export async function envelopeCheckCommand(file: string | undefined): Promise<Answer> {
  const parsed = parseEnvelope(readAnswer(file ?? "-"));
  const violations = validateEnvelope(parsed, null, null);
  const data = { envelope: parsed.envelope, violations };
  const [first] = violations;
  if (first === undefined)
    return {
      data,
      exitCode: EXIT.ok,
      text: `${colours.green("✓")} a valid envelope, STATUS ${parsed.envelope.STATUS ?? ""}`,
    };
  const lines = violations.map(
    ({ code, field, line, message }) =>
      `${colours.red("✗")} ${line === null ? "" : `line ${line}: `}${plain(field)}: ${code} ${plain(message)}`,
  );
  const message = `${counted(violations.length, "violation")}; the first: ${first.field}: ${first.message}`;
  const hint = "Write all twelve fields, in order; a packet's answer_format shows a filled form.";
  return {
    data,
    exitCode: EXIT.failed,
    refusal: { code: first.code, message, hint },
    text: [...lines, `Next: ${hint}`].join("\n"),
  };
}
