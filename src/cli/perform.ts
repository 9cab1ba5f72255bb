import { refuseDecision, type Typed } from "./decides.ts";
import { printAnswer, printError, type Answer } from "./output.ts";
import { createRedactor, redactDeep } from "../util/redact.ts";
import { withWay } from "./unwritable.ts";
import { createSurroundings, type GlobalFlags, type Surroundings } from "./surroundings.ts";

/** Does a command and prints what it answers; answers the exit code. Nothing is decided for a person in an agent's turn. */
export async function perform(
  typed: Typed & { readonly flags: GlobalFlags },
  signal: AbortSignal,
  action: (around: Surroundings) => Promise<Answer>,
): Promise<number> {
  const { command: name, flags } = typed;
  let around: Surroundings;
  try {
    around = createSurroundings(flags, signal);
  } catch (error) {
    return printError(name, error, flags.json === true, createRedactor(process.env));
  }
  try {
    refuseDecision(typed, around.env);
    const answer = await action(around);
    around.progress.end();
    printAnswer(name, withoutSecrets(answer, around), around.json);
    return answer.exitCode;
  } catch (error) {
    around.progress.end();
    return printError(name, withWay(error, around.stateDirectory), around.json, around.redact);
  }
}

/** Standard out is a sink, too (security.md, Text). */
function withoutSecrets(answer: Answer, { json, redact }: Surroundings): Answer {
  return json ? redactDeep(answer, redact) : { ...answer, text: redact(answer.text) };
}
