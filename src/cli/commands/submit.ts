import { externalProfile } from "../../agents/human.ts";
import { HUMAN, type RunState, type TaskState } from "../../core/run/state.ts";
import { aloneOrBeside } from "../../engine/run/claims/claim.ts";
import { handedIn, settleHandedIn, takeHandedIn } from "../../engine/run/claims/human.ts";
import type { Turn } from "../../engine/run/context.ts";
import type { RunOutcome } from "../../engine/run/loop.ts";
import type { AttemptName } from "../../engine/run/attempt/open-attempt.ts";
import { tokenOf } from "../claim-token.ts";
import { BatonError, EXIT } from "../../errors.ts";
import { answered, type Answer } from "../output.ts";
import { answerOfRun, type TurnReport } from "../render/run-answer.ts";
import { runData } from "../render/run-data.ts";
import type { Surroundings } from "../surroundings.ts";
import { readInput } from "../read-input.ts";
import { refuseInTurn } from "../decides.ts";
import { approveGiven } from "../approve-given.ts";
import { sessionReviewers } from "../reviewers.ts";
import { HUMAN_SECONDS } from "./next.ts";
import { runOptions } from "./run.ts";
import { withRun } from "../with-run.ts";

export interface SubmitFlags {
  readonly task?: string;
  readonly attempt?: string;
  readonly token?: string;
  readonly answer?: string;
  readonly run?: string;
  readonly approve?: readonly string[];
  readonly as?: string;
}

const UNREADABLE = {
  code: "RESULT_INVALID",
  hint: "Give --answer an existing file, or - for standard input.",
} as const;

/** `baton submit`: 0 when the task is proven, 12 when a person must look, else 10. Throws RESULT_INVALID. */
export async function submitCommand(flags: SubmitFlags, around: Surroundings): Promise<Answer> {
  const { task, attempt } = flags;
  if ((task === undefined) !== (attempt === undefined))
    throw new BatonError("USAGE_INVALID", "--task and --attempt belong together", {
      hint: "baton submit --task T001 --attempt 1 --token TOKEN, as `baton task claim` said",
    });
  const answer = flags.answer === undefined ? "" : readInput(flags.answer, UNREADABLE).toString("utf8");
  if (task === undefined || attempt === undefined) return submitAnswer(answer, flags, around);
  return submitAnswer(answer, { ...flags, expected: { task_id: task, attempt: attemptOf(attempt) } }, around);
}

/** The same with the answer's text at hand. Throws ATTEMPT_FENCED when another attempt than `expected` is open. */
export async function submitAnswer(
  answer: string,
  flags: SubmitFlags & { readonly expected?: AttemptName },
  around: Surroundings,
): Promise<Answer> {
  return withRun(around, flags, async (journal, project) => {
    approveGiven(project, journal, flags, around);
    const token = tokenOf(flags, around);
    const by = flags.as ?? journal.state.run.author.email;
    const task = handedIn(journal.state, flags.expected ?? null, { by, token });
    if (task.phase === "reviewing") refuseInTurn(`a review of ${task.plan.task_id}`, around.env);
    const { plan, attempt } = task;
    const name = { task_id: plan.task_id, attempt };
    const turns: TurnReport[] = [];
    const person = flags.as === undefined ? {} : { as: flags.as };
    const plain = runOptions(project, journal, { turnSeconds: HUMAN_SECONDS, ...person }, around, turns);
    const options = { ...plain, reviewers: sessionReviewers(project, journal, plain, around) };
    const { owner, harness } = task.phase === "reviewing" ? { owner: HUMAN, harness: HUMAN } : task;
    const agent = externalProfile(owner ?? HUMAN, journal.state.agentSpecification);
    return aloneOrBeside<Answer>(
      project,
      journal,
      { agent, harness: harness ?? HUMAN, options },
      {
        async alone(turn) {
          try {
            takeHandedIn(turn, name, { answer, token });
          } catch (error) {
            // What another handed in beside us meanwhile is ours to judge all the same.
            if (journal.state.tasks[name.task_id]?.phase === "answered") await settleHandedIn(turn);
            throw error;
          }
          const outcome = await settleHandedIn(turn);
          const now = journal.state.tasks[name.task_id];
          return now === undefined
            ? answerOfRun(turn.project, journal.state, outcome, turns)
            : answerOfSubmit(turn, now, outcome, turns);
        },
        beside(turn) {
          takeHandedIn(turn, name, { answer, token });
          return besideAnswer(journal.state, name);
        },
      },
    );
  });
}

/** Whoever drives the run judges it, among what its own agents leave. */
function besideAnswer(state: RunState, name: AttemptName): Answer {
  const text = `${name.task_id}, attempt ${name.attempt}, is handed in; the process that drives the run judges it.\nNext: baton wait --for change`;
  return answered({ ...runData(state), turns: [], handed_in: name }, text);
}

/** A number, as a worker was told it. */
export function attemptOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new BatonError("USAGE_INVALID", `--attempt ${text} is no number of an attempt`);
}

/** The task decides, not the rest of the run. */
function answerOfSubmit(
  { project, journal }: Turn,
  task: TaskState,
  outcome: RunOutcome,
  turns: readonly TurnReport[],
): Answer {
  const answer = answerOfRun(project, journal.state, outcome, turns);
  if (task.phase !== "committed" || answer.exitCode === EXIT.ok) return answer;
  const { task_id: taskId, feature_id: featureId } = task.plan;
  const text = `${taskId} (${featureId}) is proven and committed ${task.commit?.slice(0, 7) ?? ""}\nNext: baton next`;
  return answered(answer.data, text);
}
