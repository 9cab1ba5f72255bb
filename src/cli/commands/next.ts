import { nextHumanTurn } from "../../engine/run/claims/human.ts";
import { answered, type Answer } from "../output.ts";
import { renderPrompt } from "../render/prompt.ts";
import { answerOfRun } from "../render/run-answer.ts";
import type { Surroundings } from "../surroundings.ts";
import { sessionReviewers } from "../reviewers.ts";
import { runOptions, settle } from "./run.ts";
import { withRunAlone } from "../with-run.ts";
import { humanReview, reviewCommand } from "../../core/run/people/review.ts";
import { isFinished, type RunState } from "../../core/run/state.ts";

/** How long a person has by the packet; nobody is interrupted. */
export const HUMAN_SECONDS = "86400";

/** Who only goes on with the next task easily overlooks that the last one waits for somebody else. */
function reviewNote(state: RunState): string[] {
  const asked = humanReview(state);
  if (asked === null) return [];
  const { task, gate } = asked;
  return [`${task.plan.task_id} waits for a review by somebody else (${gate.gate}): ${reviewCommand(state, task)}`];
}

/** `baton next`: which task a person works on now, with the full prompt, the files to load, and a clone (H3A-21). */
export async function nextCommand(
  flags: { readonly run?: string; readonly as?: string },
  around: Surroundings,
): Promise<Answer> {
  return withRunAlone(around, flags, async (journal, project) => {
    if (isFinished(journal.state))
      return answerOfRun(project, journal.state, await settle(project, journal, around), []);
    const person = flags.as === undefined ? {} : { as: flags.as };
    const options = runOptions(project, journal, { turnSeconds: HUMAN_SECONDS, ...person }, around, []);
    const next = await nextHumanTurn(project, journal, {
      ...options,
      reviewers: sessionReviewers(project, journal, options, around),
    });
    if (next.kind === "stopped") return answerOfRun(project, journal.state, next.outcome, []);
    const { packet, workspace, filesToLoad, opened, previous } = next;
    const prompt = renderPrompt(next);
    const data = {
      run_id: packet.run_id,
      task_id: packet.task_id,
      feature_id: packet.feature.id,
      attempt: packet.attempt,
      agent: packet.assigned_agent,
      role: packet.role,
      gate: packet.review?.gate ?? null,
      opened,
      workspace,
      previous,
      files_to_load: filesToLoad,
      prompt,
      packet,
    };
    return answered(
      data,
      prompt,
      flags.as === undefined && packet.review === undefined ? reviewNote(journal.state) : [],
    );
  });
}
