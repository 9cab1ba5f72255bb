import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { openAttempts } from "../../../core/run/beside.ts";
import { Usage } from "../../../schema/usage.ts";
import { replaceFile } from "../../../util/atomic-file.ts";
import type { Turn } from "../context.ts";

/** An attempt, or one review of it. */
export interface Which {
  readonly task_id: string;
  readonly attempt: number;
  readonly review?: { readonly gate: string; readonly round: number } | undefined;
}

const fileOf = ({ project, journal }: Turn, { task_id: taskId, attempt, review }: Which): string => {
  const turn = review === undefined ? "" : `-${review.gate}-${review.round}`;
  return join(project.truth, "meter", `${journal.runId}-${taskId}-${attempt}${turn}.json`);
};

/** What an attempt or a review at work has used so far: should its harness be killed, the budget counts it all the same. */
export function noteUsage(turn: Turn, which: Which, usage: Usage): void {
  const path = fileOf(turn, which);
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, JSON.stringify(usage));
}

/** What was noted; undefined: nobody counted. */
export function notedUsage(turn: Turn, which: Which): Usage | undefined {
  const path = fileOf(turn, which);
  return existsSync(path) ? Usage.parse(JSON.parse(readFileSync(path, "utf8"))) : undefined;
}

/** What the other attempts at work have used so far, which is not recorded yet. */
export const usedBeside = (turn: Turn, { task_id: id, attempt }: Which): Usage[] =>
  openAttempts(turn.journal.state)
    .filter(({ phase, plan, attempt: other }) => phase === "working" && (plan.task_id !== id || other !== attempt))
    .flatMap(({ plan, attempt: other }) => notedUsage(turn, { task_id: plan.task_id, attempt: other }) ?? []);

export const forgetUsage = (turn: Turn, which: Which): void => rmSync(fileOf(turn, which), { force: true });
