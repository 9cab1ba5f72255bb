import { lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { answerForm } from "../../../core/envelope/answer-format.ts";
import { gatesBefore } from "../../../core/gate/required.ts";
import { notesWith } from "../../../core/run/notes.ts";
import { leftOf } from "../../../core/run/spending.ts";
import { nextBounds, secondsLeft, type Bounds } from "../../../core/run/bounds.ts";
import { attemptOf } from "../../../core/run/beside.ts";
import type { Choice } from "../../../core/run/next/choose-task.ts";
import { HUMAN, isClaim, requireFeature, type TaskState } from "../../../core/run/state.ts";
import type { AssignmentPacket } from "../../../schema/packet.ts";
import { readRef } from "../../../util/git/trees.ts";
import { redactDeep } from "../../../util/redact.ts";
import type { TreeReader } from "../../prove/tree-reader.ts";
import { readText } from "../../../store/blobs.ts";
import type { Turn } from "../context.ts";
import { readNote } from "../record/kept.ts";
import { cloneName, clonesOf, type ClonesOf } from "../start/leftovers.ts";
import { statusDispatched } from "../orchestrator.ts";
import { createPacket, lookedAt, type PacketFacts } from "./packet.ts";
import type { RoutedAttempt } from "./route.ts";
import { tipOf } from "../project.ts";
import { openCommit } from "../open-commit.ts";

/** Where an agent may write its answer; it never enters the tree. */
export const ANSWER_FILE = join("artifacts", "answer.md");

/** One attempt under way: what was given to whom, made from which commit, worked on where. */
export interface Attempt {
  readonly task: TaskState;
  readonly packet: AssignmentPacket;
  readonly base: string;
  readonly baseTree: TreeReader;
  readonly place: string;
}

/** A task that is given out, and why that one; null: a worker asked for it by name. */
interface Given {
  readonly task: TaskState;
  readonly why: Choice["why"] | null;
  /** What the governor decided about it, and memory had for it; absent: nobody is routed, as in a person's session. */
  readonly routed?: RoutedAttempt;
}

/** Records that a task is given out. Throws PACKET_INVALID, ARTIFACT_MISSING before anything is recorded (FCX-03). */
export function startAttempt(turn: Turn, { task, why, routed }: Given): Attempt {
  const { project, journal, agent, options } = turn;
  const { task_id: taskId } = task.plan;
  const attempt = task.begun + 1;
  const base = tipOf(project, journal.state);
  const baseTree = openCommit(project.git, base);
  const offer = routed === undefined ? turn.memory.offer(task) : routed.offer;
  const bounds = boundsFor(turn, task);
  const kind = routed?.event[0]?.kind?.is;
  const look = kind === "spike" || kind === "reviewer_first" ? { look: kind } : {};
  const built = kind === undefined ? (task.contest?.builds ?? []) : [];
  const waiting = built.filter(({ outcome }) => outcome !== "lost").length;
  const packet = packetFor(turn, task, attempt, {
    base: baseTree,
    bounds,
    memory: offer?.quoted ?? "",
    waiting,
    ...look,
  });
  journal.append(() => [
    ...(why === null ? [] : [{ type: "task_selected", ...why, attempt } as const]),
    ...(routed?.event ?? []),
    {
      type: "attempt_started",
      task_id: taskId,
      attempt,
      agent: agent.name,
      base_commit: base,
      packet: project.blobs.put(textOf(packet)),
      deadline: packet.deadline,
      timeout_seconds: bounds.timeoutSeconds,
      heartbeat_interval_seconds: bounds.heartbeatSeconds,
      harness: turn.harness,
      // Who claims without a name is no author that anybody could be compared with: then it is the run's.
      ...(turn.harness === HUMAN || (isClaim(turn.harness) && agent.name === HUMAN) ? { by: personOf(turn) } : {}),
      isolation: agent.inProcess === true ? null : (options.containment?.level ?? "I1"),
      ...(offer === null ? {} : { offer: offer.recorded }),
    },
    ...statusDispatched(turn, task, attempt),
  ]);
  project.lease?.promise(bounds.heartbeatSeconds);
  turn.publisher.publish();
  options.onEvent?.({ kind: "turn", task, state: journal.state });
  // The task itself follows the newest of its attempts; this is about one.
  const own = { ...(attemptOf(journal.state.tasks[taskId], attempt) ?? task) };
  return { task: own, packet, base, baseTree, place: clonePlace(turn, taskId, attempt) };
}

/** Who works in a person's session, for the rule that nobody reviews or approves what they made. */
export const personOf = ({ journal, options }: Turn): string => options.person ?? journal.state.run.author.email;

/** The person who works; of a claim, whose worker stands in it already, who else says that they hand it in. */
export function handedInBy(turn: Turn): { readonly by?: string } {
  const by = turn.harness === HUMAN ? personOf(turn) : isClaim(turn.harness) ? turn.options.person : null;
  return by === null ? {} : { by };
}

/** A packet as an agent gets it: one line of JSON. */
export const textOf = (packet: AssignmentPacket): string => `${JSON.stringify(packet)}\n`;

/** A person is not interrupted; a budget ends before it is overspent: the last turn gets what is left of it. */
function boundsFor({ journal: { state }, harness, options }: Turn, task: TaskState): Bounds {
  if (harness === HUMAN) return options.bounds;
  const bounds = nextBounds(state, task, options.bounds);
  if (isClaim(harness)) return bounds;
  return { ...bounds, timeoutSeconds: Math.max(1, Math.min(bounds.timeoutSeconds, Math.ceil(secondsLeft(state)))) };
}

function packetFor(
  turn: Turn,
  task: TaskState,
  attempt: number,
  given: Pick<PacketFacts, "base" | "bounds" | "memory" | "look" | "waiting">,
): AssignmentPacket {
  const { project, journal, agent, options } = turn;
  const feature = requireFeature(journal.state, task.plan.feature_id);
  const read = (sha256: string): string | null => readText(project.blobs, sha256);
  const packet = createPacket({
    runId: journal.runId,
    project: journal.state.run.project,
    task,
    attempt,
    feature,
    agent: agent.name,
    gates: gatesBefore(options.registry),
    ...given,
    notes: task.notes.flatMap((sha256) => readNote(project.blobs, journal.state, sha256) ?? []),
    found: notesWith(journal.state, feature, read),
    looked: lookedAt(read, task),
    left: leftOf(journal.state),
    now: options.now(),
  });
  return redactDeep(packet, turn.redact, AS_WRITTEN);
}

/** What an agent must get as it is written: commands and names of files. */
const AS_WRITTEN: ReadonlySet<string> = new Set(["test_command", "files_allowed", "inputs", "answer_format"]);

export const clonePlace = (run: ClonesOf, taskId: string, attempt: number): string =>
  join(clonesOf(run), cloneName(taskId, attempt));

/**
 * Lays the answer's form into a clone, with every field that is known (design.md §8). Where the project has something
 * other than a folder at `artifacts`, there is none: nothing is written through a link of the project's.
 */
export function layAnswerForm(directory: string, packet: AssignmentPacket): void {
  const folder = join(directory, "artifacts");
  const present = lstatSync(folder, { throwIfNoEntry: false });
  if (present !== undefined && !present.isDirectory()) return;
  mkdirSync(folder, { recursive: true });
  rmSync(join(directory, ANSWER_FILE), { recursive: true, force: true });
  writeFileSync(join(directory, ANSWER_FILE), answerForm(packet), { flag: "wx" });
}

interface AttemptId {
  readonly task_id: string;
  readonly attempt: number;
}

const refOf = ({ journal }: Turn, { task_id: taskId, attempt }: AttemptId, suffix: string): string =>
  `refs/baton/${journal.runId}/${taskId}/${attempt}${suffix}`;

/** Keeps a commit from being collected, at a ref that no branch is. */
export function keepAt(turn: Turn, of: AttemptId, commit: string, suffix = ""): void {
  turn.project.git(["update-ref", refOf(turn, of, suffix), commit]);
}

/** What `keepAt` kept there last; null: nothing. */
export const keptAt = (turn: Turn, of: AttemptId, suffix: string): string | null =>
  readRef(turn.project.git, refOf(turn, of, suffix));
