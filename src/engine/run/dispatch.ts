import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { AgentAnswer } from "../../agents/port.ts";
import { createWorkspace, openWorkspace, type Workspace } from "../../agents/workspace.ts";
import { HARNESS_DIED } from "../../core/run/evolve-attempt.ts";
import type { TaskState } from "../../core/run/state.ts";
import { BatonError, type Finding } from "../../errors.ts";
import type { EventOf } from "../../schema/event.ts";
import type { AssignmentPacket } from "../../schema/packet.ts";
import { treeOf } from "../../util/git/trees.ts";
import { endProcessesBelow } from "../../util/process-tree.ts";
import { openTree, type TreeReader } from "../prove/tree-reader.ts";
import { judgeAnswer, type JudgedAnswer } from "./answer.ts";
import { takeApart } from "./candidate.ts";
import { commitTree, readText } from "./commit.ts";
import type { Turn } from "./context.ts";
import { watchControl } from "./control.ts";
import { keepArtifacts } from "./evidence.ts";
import { cloneName } from "./leftovers.ts";
import { createPacket } from "./packet.ts";
import { tipOf } from "./project.ts";

/**
 * Gives one task to a fresh agent in a disposable clone, and takes what it left apart. The tree counts whatever the
 * answer says (ONE-13); nothing is judged here, and no branch moves.
 */
export async function dispatch(turn: Turn, task: TaskState): Promise<void> {
  const { project, journal, agent, options } = turn;
  const { task_id: taskId } = task.plan;
  const attempt = task.attempt + 1;
  const base = tipOf(project, journal.state);
  const baseTree = openTree(project.git, treeOf(project.git, base));
  const packet = packetFor(turn, task, attempt, baseTree);
  const text = `${JSON.stringify(packet)}\n`;
  journal.append(() => [
    {
      type: "attempt_started",
      task_id: taskId,
      attempt,
      agent: agent.name,
      base_commit: base,
      packet: project.blobs.put(text),
      deadline: packet.deadline,
      harness: turn.harness,
    },
  ]);
  turn.publisher.publish();
  options.onEvent?.({ kind: "turn", task, state: journal.state });
  const place = clonePlace(turn, taskId, attempt);
  const workspace = createWorkspace(project.git, place, base);
  try {
    mkdirSync(join(place, "artifacts"), { recursive: true });
    const control = watchControl(project, journal);
    const said = await agent.run({
      packet: text,
      workspace: place,
      timeoutMs: options.turnSeconds * 1000,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    if (said.end !== "answered") return lose(turn, task, workspace, lossOf(said), said);
    takeAnswer(turn, task, { said, packet, workspace, baseTree, controlFindings: control.findings() });
  } finally {
    // An attempt that is still open goes to the next harness, with all that its agent left.
    if (journal.state.tasks[taskId]?.phase !== "working") workspace.remove();
  }
}

function packetFor(turn: Turn, task: TaskState, attempt: number, base: TreeReader): AssignmentPacket {
  const { project, journal, agent, options } = turn;
  const feature = journal.state.features[task.plan.feature_id];
  if (feature === undefined) throw new BatonError("FEATURE_UNKNOWN", `no feature ${task.plan.feature_id}`);
  return createPacket({
    runId: journal.runId,
    project: journal.state.run.project,
    task,
    attempt,
    feature,
    agent: agent.name,
    base,
    notes: task.notes.flatMap((sha256) => readText(project.blobs, sha256) ?? []),
    timeoutSeconds: options.turnSeconds,
    now: options.now(),
  });
}

interface Answered {
  readonly said: AgentAnswer;
  readonly packet: AssignmentPacket;
  readonly workspace: Workspace;
  readonly baseTree: TreeReader;
  readonly controlFindings: readonly Finding[];
}

function takeAnswer(turn: Turn, task: TaskState, answered: Answered): void {
  const { project, journal, redact } = turn;
  const { said, packet, workspace, baseTree } = answered;
  const left = workspace.takeTree();
  const candidate = takeApart(project.git, baseTree, left, packet.files_allowed);
  const answer = judgeAnswer(said, packet, workspace.directory, baseTree);
  const at = turn.options.now().toISOString();
  const base = task.baseCommit ?? "";
  const author = journal.state.run.author;
  const commit = (tree: string, message: string): string =>
    commitTree(project.git, author, { tree, parents: [base], message, at });
  const kept = commit(left.tree, `attempt ${packet.attempt} of ${packet.task_id}\n`);
  keepAt(turn, packet, kept);
  const event: EventOf<"attempt_answered"> = {
    type: "attempt_answered",
    task_id: packet.task_id,
    attempt: packet.attempt,
    answer: said.text.trim() === "" ? null : project.blobs.put(redact(said.text.toWellFormed())),
    status: answer.violations.length === 0 ? (answer.envelope.STATUS as EventOf<"attempt_answered">["status"]) : null,
    violations: violationsOf(answer),
    kept,
    candidate: candidate.changed ? commit(candidate.tree, `candidate for ${packet.task_id}\n`) : null,
    findings: [...answered.controlFindings, ...candidate.findings].map(reported),
    notes: candidate.notes === "" ? null : project.blobs.put(redact(candidate.notes.toWellFormed())),
  };
  if (event.candidate !== null) keepAt(turn, packet, event.candidate, "-candidate");
  const claims = keepArtifacts(turn, claimsOf(said), { taskId: packet.task_id, attempt: packet.attempt });
  journal.append(() => [...claims.events, event]);
  if (event.violations.length > 0) turn.options.onEvent?.({ kind: "answer", task, violations: event.violations });
}

/** An answer that holds no envelope at all is one violation, not twelve. */
function violationsOf({ envelope, violations }: JudgedAnswer): EventOf<"attempt_answered">["violations"] {
  if (violations.length > 0 && Object.keys(envelope).length === 0) {
    const message = "the answer holds no envelope; answer_format in the packet shows one";
    return [{ code: "ENVELOPE_FIELD_MISSING", field: "STATUS", message }];
  }
  return violations.map(({ code, field, message }) => ({ code, field, message }));
}

const claimsOf = ({ text, diagnostics }: AgentAnswer) =>
  [
    { name: "answer.txt", content: text, description: "What the agent answered" },
    { name: "agent_output.txt", content: diagnostics, description: "What the agent printed beside its answer" },
  ].map((claim) => ({ ...claim, role: "executor" as const, kind: "claim" as const }));

function lossOf({ end }: AgentAnswer): { code: EventOf<"attempt_lost">["code"]; detail: string } {
  if (end === "timeout") return { code: "TASK_TIMEOUT", detail: "the agent ran out of time" };
  if (end === "stalled") return { code: "TASK_STALLED", detail: "the agent made no progress for too long" };
  return { code: "ATTEMPT_LOST", detail: `the agent ${end}` };
}

function lose(
  turn: Turn,
  task: TaskState,
  workspace: Workspace,
  { code, detail }: { code: EventOf<"attempt_lost">["code"]; detail: string },
  said: AgentAnswer | null,
): void {
  const { project, journal, options } = turn;
  const { task_id: taskId } = task.plan;
  const { attempt, baseCommit } = task;
  const base = baseCommit ?? "";
  const at = options.now().toISOString();
  const message = `attempt ${attempt} of ${taskId}\n`;
  const kept = commitTree(project.git, journal.state.run.author, {
    tree: workspace.takeTree().tree,
    parents: [base],
    message,
    at,
  });
  keepAt(turn, { task_id: taskId, attempt }, kept);
  const claims = said === null ? [] : keepArtifacts(turn, claimsOf(said), { taskId, attempt }).events;
  const last =
    said === null || said.diagnostics.trim() === "" ? "" : `: ${turn.redact(said.diagnostics).trim().slice(-300)}`;
  journal.append(() => [
    ...claims,
    { type: "attempt_lost", task_id: taskId, attempt, code, detail: `${detail}${last}`.toWellFormed(), kept },
  ]);
  options.onEvent?.({ kind: "lost", task, detail: `${detail}${last}` });
  if (options.signal?.aborted === true) throw new BatonError("INTERRUPTED", "stopped while an agent was at work");
}

/**
 * An attempt whose harness died: what its agent left is kept, leftovers are ended, and the task can be given out again.
 * It counts for nothing (design.md §7, Recovery).
 */
export function loseToCrash(turn: Turn, task: TaskState): void {
  const { project, journal } = turn;
  const { task_id: taskId } = task.plan;
  const place = clonePlace(turn, taskId, task.attempt);
  const detail = { code: "ATTEMPT_LOST", detail: HARNESS_DIED } as const;
  endProcessesBelow(place);
  if (existsSync(join(place, ".git")) && task.baseCommit !== null) {
    const workspace = openWorkspace(project.git, place, task.baseCommit);
    try {
      return lose(turn, task, workspace, detail, null);
    } catch (error) {
      if (!(error instanceof BatonError) || error.code !== "GIT_FAILED") throw error;
    } finally {
      workspace.remove();
    }
  }
  rmSync(place, { recursive: true, force: true });
  journal.append(() => [{ type: "attempt_lost", task_id: taskId, attempt: task.attempt, ...detail, kept: null }]);
}

export const clonesOf = ({
  options,
  journal,
}: Pick<Turn, "journal"> & { readonly options: { readonly stateDirectory: string } }): string =>
  join(options.stateDirectory, "clones", journal.runId);

const clonePlace = (turn: Turn, taskId: string, attempt: number): string =>
  join(clonesOf(turn), cloneName(taskId, attempt));

/** Keeps a commit from being collected, at a ref that no branch is. */
function keepAt(
  turn: Turn,
  { task_id: taskId, attempt }: { task_id: string; attempt: number },
  commit: string,
  suffix = "",
): void {
  turn.project.git(["update-ref", `refs/baton/${turn.journal.runId}/${taskId}/${attempt}${suffix}`, commit]);
}

/** A finding as an event can hold it. */
export function reported({
  code,
  severity,
  message,
  path,
  ids,
  approval,
}: Finding): EventOf<"attempt_answered">["findings"][number] {
  return {
    code,
    severity,
    message: message.toWellFormed().slice(0, 2000),
    ...(path === undefined ? {} : { path: path.toWellFormed() }),
    ...(ids === undefined ? {} : { ids: ids.slice(0, 20).map((id) => id.toWellFormed().slice(0, 300)) }),
    ...(approval === undefined ? {} : { approval }),
  };
}
