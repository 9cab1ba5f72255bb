import { printAnswer, printError, type Answer } from "./output.ts";
import { createRedactor, redactDeep } from "../util/redact.ts";
import { createSurroundings, type GlobalFlags, type Surroundings } from "./surroundings.ts";

/** Does a command and prints what it answers; answers the exit code. */
export async function perform(
  name: string,
  flags: GlobalFlags,
  signal: AbortSignal,
  action: (around: Surroundings) => Promise<Answer>,
): Promise<number> {
  const around = createSurroundings(flags, signal);
  try {
    const answer = await action(around);
    around.progress.end();
    printAnswer(name, withoutSecrets(answer, around), around.json);
    return answer.exitCode;
  } catch (error) {
    around.progress.end();
    return printError(name, error, around.json, createRedactor(around.env));
  }
}

/** Standard out is a sink, too (security.md, Text). */
function withoutSecrets(answer: Answer, { env }: Surroundings): Answer {
  const redact = createRedactor(env);
  return redactDeep(answer, redact);
}
