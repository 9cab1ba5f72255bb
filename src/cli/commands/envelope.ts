import { violationPlace } from "../../schema/violation-text.ts";
import { parseEnvelope } from "../../core/envelope/parse-envelope.ts";
import { validateEnvelope } from "../../core/envelope/validate-envelope.ts";
import { BUILT_IN, type Registry } from "../../core/gate/registry.ts";
import { openRepository } from "../../engine/prove/subject.ts";
import { registryOf } from "../../engine/run/registry.ts";
import { BatonError } from "../../errors.ts";
import { refused, answered, type Answer } from "../output.ts";
import { readAnswer } from "../read-answer.ts";
import { colours } from "../render/colours.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { counted } from "../../core/text/counted.ts";
import { configAt } from "../../engine/run/open-commit.ts";

/** The rules that need an assignment, or the folder that it was worked on in. */
const UNCHECKED = [
  "that TASK_ID, ASSIGNED_AGENT and GATES_REQUIRED are the task's",
  "that STATUS may follow the task's present one",
  "that each of INPUTS_USED was there",
  "that each file of EVIDENCE exists below artifacts/",
];

/**
 * `baton envelope check FILE|-`: every violation at once. Without an assignment, roles are judged by ASSIGNED_AGENT, and
 * no file that it names is looked up, which it says; gates are those of the repository around, where there is one.
 */
export async function envelopeCheckCommand(file: string | undefined, around: Surroundings): Promise<Answer> {
  const parsed = parseEnvelope(readAnswer(file ?? "-"));
  const violations = validateEnvelope(parsed, null, null, registryAround(around));
  const data = { envelope: parsed.envelope, violations, unchecked: UNCHECKED };
  const [first] = violations;
  if (first === undefined)
    return answered(data, [
      `${colours.green("✓")} a valid envelope, STATUS ${parsed.envelope.STATUS ?? ""}`,
      `  not checked without its packet: ${UNCHECKED.join("; ")}`,
    ]);
  const lines = violations.map(
    ({ code, field, line, message }) =>
      `${colours.red("✗")} ${line === null ? "" : `line ${line}: `}${plain(field)}: ${code} ${plain(message)}`,
  );
  const message = `${counted(violations.length, "violation")}; the first: ${violationPlace(first)}${first.message}`;
  const hint = "Write all twelve fields, in order; a packet's answer_format shows a filled form.";
  return refused(data, { code: first.code, message, hint }, lines);
}

function registryAround(around: Surroundings): Registry {
  try {
    const { git, commit } = openRepository(around, "HEAD");
    return registryOf(configAt(git, commit));
  } catch (error) {
    // Outside of a repository, or before its first commit, the built-in gates are all there are.
    if (error instanceof BatonError && error.code !== "CONFIG_INVALID") return BUILT_IN;
    throw error;
  }
}
