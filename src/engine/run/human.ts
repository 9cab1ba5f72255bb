import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { humanProfile } from "../../agents/human.ts";
import type { AgentAnswer } from "../../agents/port.ts";
import { createWorkspace, openWorkspace, type Workspace } from "../../agents/workspace.ts";
import { HUMAN, humanTask, type TaskState } from "../../core/run/state.ts";
import { BatonError } from "../../errors.ts";
import type { AssignmentPacket } from "../../schema/packet.ts";
import { treeOf } from "../../util/git/trees.ts";
import { openTree } from "../prove/tree-reader.ts";
import { hear } from "./answer.ts";
import { clonePlace, layAnswerForm, startAttempt, type Attempt } from "./attempt.ts";
import type { RunOptions, Turn } from "./context.ts";
import type { RunJournal } from "./journal.ts";
import { advance, spentOf, stop, withTurn, type RunOutcome } from "./loop.ts";
import { packetOf } from "./open-attempt.ts";
import { runDirectory, type Project } from "./project.ts";
import { openSession } from "./session.ts";
import { keepLeft, recordAnswer } from "./take.ts";

/** What a person works on: the attempt, and what to read for it (H3A-21). */
export interface HumanTurn {
  readonly kind: "turn";
  readonly packet: AssignmentPacket;
  readonly workspace: string;
  readonly filesToLoad: readonly string[];
  /** False when it was open already. */
  readonly opened: boolean;
}

/**
 * Opens the next task for a person, or shows the one that is open. The attempt belongs to no process, so that none is
 * missed when it ends: it stays open until `submit`, or until a person gives it up.
 */
export async function nextHumanTurn(
  project: Project,
  journal: RunJournal,
  options: RunOptions,
): Promise<HumanTurn | { readonly kind: "stopped"; readonly outcome: RunOutcome }> {
  return asHuman(project, journal, options, async (turn) => {
    const open = humanTask(journal.state);
    if (open !== null) return show(turn, reopen(turn, open), false);
    await openSession(turn);
    const effect = await advance(turn, () => spentOf(journal.state, options, 0));
    if (effect.kind === "stop") return { kind: "stopped", outcome: stop(turn, effect.why) };
    return show(turn, startAttempt(turn, effect), true);
  });
}

/**
 * Takes a person's work as an agent's is taken: the tree, the answer through the same validator, then judged, validated,
 * committed, landed. Throws RESULT_INVALID when no attempt of a person is open.
 */
export async function submitHumanTurn(
  project: Project,
  journal: RunJournal,
  answer: string,
  options: RunOptions,
): Promise<{ readonly task: TaskState; readonly outcome: RunOutcome }> {
  const task = humanTask(journal.state);
  if (task === null) throw new BatonError("RESULT_INVALID", "no attempt of a person is open");
  return asHuman(project, journal, options, async (turn) => {
    const attempt = reopen(turn, task);
    if (!existsSync(join(attempt.place, ".git")))
      throw new BatonError("RESULT_INVALID", `${attempt.place} is gone; baton next makes it anew`);
    const workspace = openWorkspace(project.git, attempt.place, attempt.base);
    const said: AgentAnswer = { text: answer, end: "answered", diagnostics: "", durationMs: 0 };
    const left = keepLeft(turn, attempt, workspace);
    recordAnswer(turn, attempt, { left, heard: [hear(said, attempt)], controlFindings: [] });
    workspace.remove();
    const effect = await advance(turn, () => "turns");
    const outcome = stop(turn, effect.kind === "stop" ? effect.why : "turns");
    return { task, outcome };
  });
}

async function asHuman<T>(
  project: Project,
  journal: RunJournal,
  options: RunOptions,
  work: (turn: Turn) => Promise<T>,
): Promise<T> {
  const agent = humanProfile(journal.state.agentSpecification);
  return withTurn(project, journal, { agent, harness: HUMAN, options }, work);
}

/** The open attempt again, from what was recorded when it began. */
function reopen(turn: Turn, task: TaskState): Attempt {
  const { project, journal } = turn;
  const { task_id: taskId } = task.plan;
  const packet = packetOf(project, journal, task);
  if (task.baseCommit === null) throw new BatonError("RESULT_INVALID", `${taskId} has no open attempt`);
  return {
    task,
    packet,
    base: task.baseCommit,
    baseTree: openTree(project.git, treeOf(project.git, task.baseCommit)),
    place: clonePlace(turn, taskId, task.attempt),
  };
}

function show(turn: Turn, attempt: Attempt, opened: boolean): HumanTurn {
  const { project, journal } = turn;
  const { packet } = attempt;
  const { directory } = cloneOf(project, attempt);
  const published = journal.state.payload?.files_to_review ?? [];
  return {
    kind: "turn",
    packet,
    workspace: directory,
    filesToLoad: [
      ...packet.inputs.map(({ path }) => join(directory, path)),
      ...published.map((path) => join(runDirectory(project, journal.runId), path)),
    ],
    opened,
  };
}

/** The clone of an open attempt; made where it is missing, and there only when it is whole. */
function cloneOf({ git }: Project, { place, base, packet }: Attempt): Workspace {
  if (!existsSync(join(place, ".git"))) {
    if (existsSync(place)) throw new BatonError("RESULT_INVALID", `${place} is no clone any more; move it away`);
    const fresh = createWorkspace(git, `${place}.new`, base);
    layAnswerForm(fresh.directory, packet);
    renameSync(fresh.directory, place);
  }
  return openWorkspace(git, place, base);
}
