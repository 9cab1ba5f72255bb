import { readFileSync } from "node:fs";
import type { RunState, TaskState } from "../../core/run/state.ts";
import { submitHumanTurn } from "../../engine/run/human.ts";
import type { RunOutcome } from "../../engine/run/loop.ts";
import { ownTask, type AttemptName } from "../../engine/run/open-attempt.ts";
import { exclusively, findRun, withProject } from "../../engine/run/project.ts";
import { BatonError, EXIT } from "../../errors.ts";
import type { Answer } from "../output.ts";
import { answerOfRun, type TurnReport } from "../render/run-answer.ts";
import type { Surroundings } from "../surroundings.ts";
import { approveGiven } from "../approve-given.ts";
import { sessionReviewers } from "../reviewers.ts";
import { HUMAN_SECONDS } from "./next.ts";
import { runOptions } from "./run.ts";

export interface SubmitFlags {
  readonly answer?: string;
  readonly run?: string;
  readonly approve?: readonly string[];
  readonly as?: string;
}

/** `baton submit`: 0 when the task is proven, 12 when a person must look, else 10. Throws RESULT_INVALID. */
export async function submitCommand(flags: SubmitFlags, around: Surroundings): Promise<Answer> {
  return submitAnswer(readAnswer(flags.answer), flags, around);
}

/** The same with the answer's text at hand. Throws ATTEMPT_FENCED when another attempt than `expected` is open. */
export async function submitAnswer(
  answer: string,
  flags: SubmitFlags & { readonly expected?: AttemptName },
  around: Surroundings,
): Promise<Answer> {
  return withProject(around.repository, (project) =>
    exclusively(project, async () => {
      const journal = findRun(project, flags.run ?? null, "baton", { now: () => new Date() });
      if (flags.expected !== undefined) ownTask(journal.state, flags.expected);
      const turns: TurnReport[] = [];
      approveGiven(project, journal, flags, around);
      const person = flags.as === undefined ? {} : { as: flags.as };
      const options = runOptions(project, journal, { turnSeconds: HUMAN_SECONDS, ...person }, around, turns);
      const { task, outcome } = await submitHumanTurn(project, journal, answer, {
        ...options,
        reviewers: sessionReviewers(project, journal, options, around),
      });
      return answerOfSubmit(journal.state, task, outcome, turns);
    }),
  );
}

/** The task decides, not the rest of the run. */
function answerOfSubmit(state: RunState, task: TaskState, outcome: RunOutcome, turns: readonly TurnReport[]): Answer {
  const answer = answerOfRun(state, outcome, turns);
  if (task.phase !== "committed" || answer.exitCode === EXIT.ok) return answer;
  const { task_id: taskId, feature_id: featureId } = task.plan;
  const text = `${taskId} (${featureId}) is proven and committed ${task.commit?.slice(0, 7) ?? ""}\nNext: baton next`;
  return { data: answer.data, exitCode: EXIT.ok, text };
}

function readAnswer(file: string | undefined): string {
  if (file === undefined) return "";
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new BatonError("RESULT_INVALID", `${file} cannot be read`, {
      cause: error,
      hint: "Give --answer an existing file, or - for standard input.",
    });
  }
}
