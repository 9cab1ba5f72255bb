import { existsSync } from "node:fs";
import { join } from "node:path";
import { externalProfile } from "../../../agents/human.ts";
import { openAttempts } from "../../../core/run/beside.ts";
import { LEFT_THERE } from "../../../core/run/losses.ts";
import { humanReview } from "../../../core/run/people/review.ts";
import { isFinished, isOutside, type RunState, type TaskState } from "../../../core/run/state.ts";
import { NO_TRACE } from "../../trace/run-trace.ts";
import { clonePlace } from "../attempt/attempt.ts";
import { loseOpen, type Loss } from "../attempt/lose.ts";
import { packetText } from "../attempt/open-attempt.ts";
import { replan } from "../claims/claim.ts";
import type { RunOptions, Turn } from "../context.ts";
import { openTurn } from "../open-turn.ts";
import { exclusively, type Project } from "../project.ts";
import type { RunJournal } from "../record/journal.ts";
import { loseReview } from "../review/review.ts";

const LOSS: Loss = { code: "ATTEMPT_LOST", detail: LEFT_THERE };

/**
 * Ends what persons had open where a run comes from: its clone and its assignment stayed there, so that nobody here could hand it in, and
 * no process here would ever be missed. What was ended can be given out again. Answers it in words.
 */
export async function endLeftThere(
  project: Project,
  journal: RunJournal,
  optionsOf: () => RunOptions,
): Promise<readonly string[]> {
  const { state } = journal;
  if (isFinished(state) || (openOutside(state).length === 0 && humanReview(state) === null)) return [];
  return exclusively(project, async () => {
    journal.sync();
    // What it tells is answered.
    const options = { ...optionsOf(), onEvent: () => {} };
    const who = { agent: externalProfile("human", null), harness: "", options };
    const turn = openTurn(project, journal, who, NO_TRACE);
    const ended = [...endAttempts(turn), ...endReviews(turn)];
    turn.publisher.publish();
    return ended;
  });
}

const openOutside = (state: RunState): TaskState[] =>
  openAttempts(state).filter(({ phase, harness }) => phase === "working" && isOutside(harness));

function endAttempts(turn: Turn): string[] {
  const { project, journal } = turn;
  return openOutside(journal.state).flatMap((task) => {
    const { attempt, owner, plan } = task;
    const { task_id: id } = plan;
    const isHere = existsSync(join(clonePlace(turn, id, attempt), ".git"));
    if (isHere && packetText(project, journal, task) !== null) return [];
    loseOpen(turn, { ...task }, LOSS);
    replan(turn, id);
    return [`attempt ${attempt} of ${id}, which ${owner ?? "somebody"} had open there, is over here`];
  });
}

/** Of each a fresh clone is made of the candidate: only what was asked is missed. */
function endReviews(turn: Turn): string[] {
  const { project, journal } = turn;
  const ended: string[] = [];
  for (;;) {
    const asked = humanReview(journal.state);
    if (asked === null || project.blobs.has(asked.gate.packet ?? "")) return ended;
    const { task, gate } = asked;
    loseReview(turn, task, gate, LOSS);
    ended.push(`${gate.gate} of ${task.plan.task_id}, which a person was asked there, is asked anew`);
  }
}
