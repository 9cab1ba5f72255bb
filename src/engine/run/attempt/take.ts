import { FORM_UNFILLED, HELD_NO_ENVELOPE, NO_ENVELOPE } from "../../../core/envelope/answer-format.ts";
import { attemptOf } from "../../../core/run/beside.ts";
import { AGENT_BLOCKED, ANSWER_UNUSABLE, holdIn } from "../../../core/run/people/quarantine.ts";
import type { Workspace } from "../../../agents/workspace.ts";
import type { Finding } from "../../../errors.ts";
import { UNKNOWN_USAGE } from "../../../schema/usage-sums.ts";
import type { Usage } from "../../../schema/usage.ts";
import type { EventOf } from "../../../schema/event.ts";
import { approvalId } from "../../prove/context.ts";
import { isGivenUp } from "./ask-again.ts";
import { citedArtifacts, claimsOf, hasEnvelope, wordsOf, type Heard } from "./answer.ts";
import { handedInBy, keepAt, type Attempt } from "./attempt.ts";
import type { Redact } from "../../../util/redact.ts";
import { takeApart } from "./candidate.ts";
import { HUMAN } from "../../../core/run/state.ts";
import { commitTree } from "../commit.ts";
import type { Turn } from "../context.ts";
import { keepArtifact, keepArtifacts } from "../checks/evidence.ts";
import { quarantine } from "./firewall.ts";
import { statusBlocked } from "../orchestrator.ts";
import { isLook, saidOf } from "./prelude.ts";
import { resultOf } from "./result.ts";

/** The tree that an agent left, kept as a commit that no branch holds. */
export interface Left {
  readonly tree: string;
  readonly nestedRepositories: readonly string[];
  readonly kept: string;
}

/** Takes the tree before anything is asked again: what is changed later is not looked at, and nothing is lost. */
export function keepLeft(turn: Turn, attempt: Attempt, workspace: Workspace): Left {
  const left = workspace.takeTree();
  const { task_id: taskId, attempt: number } = attempt.packet;
  const kept = commitLeft(turn, attempt.base, left.tree, `attempt ${number} of ${taskId}\n`);
  keepAt(turn, attempt.packet, kept);
  return { ...left, kept };
}

export function commitLeft({ project, journal, options }: Turn, base: string, tree: string, message: string): string {
  return commitTree(project.git, journal.state.run.author, {
    tree,
    parents: [base],
    message,
    at: options.now().toISOString(),
  });
}

export interface Answered {
  readonly left: Left;
  /** Every answer, oldest first; the last one counts. */
  readonly heard: readonly [Heard, ...Heard[]];
  readonly controlFindings: readonly Finding[];
  /** Of all its turns; absent: a person's work. */
  readonly usage?: Usage;
}

/** Records an answer with the candidate that the tree comes to: the same for an agent and for a person. */
export function recordAnswer(turn: Turn, attempt: Attempt, { left, heard, controlFindings, usage }: Answered): void {
  const { project, journal, redact, options } = turn;
  const { task, packet, base, baseTree } = attempt;
  const candidate = takeApart(project.git, baseTree, left, packet.files_allowed);
  const last = heard.at(-1) ?? heard[0];
  const held = quarantine(turn, attempt, last, candidate.notes);
  const isLooking = isLook(turn, packet);
  const isTrusted = controlFindings.length === 0;
  const holds = held.findings.length > 0 ? held.findings : saidBlocked(attempt, last, isLooking);
  const unusable = candidate.changed && isGivenUp(heard) ? [unusableAnswer(attempt, last, candidate.tree)] : [];
  const said =
    isLooking && isTrusted ? saidOf(turn, attempt, { heard: last, tree: left.tree, notes: held.notes }) : null;
  const owner = { taskId: packet.task_id, attempt: packet.attempt };
  const event: EventOf<"attempt_answered"> = {
    type: "attempt_answered",
    task_id: packet.task_id,
    attempt: packet.attempt,
    ...handedInBy(turn),
    answer: last.said.text.trim() === "" ? null : project.blobs.put(redact(last.said.text.toWellFormed())),
    status: last.violations.length === 0 ? (last.envelope.STATUS as EventOf<"attempt_answered">["status"]) : null,
    violations: violationsOf(last, turn),
    kept: left.kept,
    candidate:
      candidate.changed && !isLooking
        ? commitLeft(turn, base, candidate.tree, `candidate for ${packet.task_id}\n`)
        : null,
    findings: [...controlFindings, ...(isLooking ? [] : [...candidate.findings, ...unusable]), ...holds].map(
      (finding) => reported(finding, redact),
    ),
    notes: isLooking || held.notes === "" ? null : project.blobs.put(redact(held.notes.toWellFormed())),
    ...(usage === undefined ? {} : { usage }),
    ...(isLooking ? { said: said === null ? null : keepArtifact(turn, said, owner).sha256 } : {}),
  };
  if (event.candidate !== null) keepAt(turn, packet, event.candidate, "-candidate");
  const answers = heard.map((one) => one.said);
  const cited = citedArtifacts(last, attempt.place);
  const result = resultOf(attempt, { left, heard: last, usage: usage ?? UNKNOWN_USAGE }, options.now());
  const kept = [
    ...wordsOf([...claimsOf(answers), ...cited], handedInBy(turn)),
    ...held.artifacts,
    result,
    ...(said === null ? [] : [said]),
  ];
  const claims = keepArtifacts(turn, kept, owner);
  const now = attemptOf(journal.state.tasks[packet.task_id], packet.attempt) ?? task;
  const hold = holdIn(event);
  const blocked = hold === undefined ? [] : statusBlocked(turn, now, [hold.code]);
  journal.append(() => [...claims.events, event, ...blocked]);
  for (const { code, message } of holds) options.onEvent?.({ kind: "held", task, code, message: redact(message) });
  // Nothing of such an attempt is judged, so nobody else would say it; what it said is not passed on.
  if (isLooking && !isTrusted)
    for (const { code, message } of controlFindings)
      options.onEvent?.({ kind: "warning", message: `${code} ${redact(message)}` });
  if (event.violations.length > 0) options.onEvent?.({ kind: "answer", task, violations: event.violations });
}

/**
 * An agent that says it cannot go on is heard before anything is made of what it left: a person says whether that is
 * judged. One of several builds is only not chosen, and who looks has said what there is to say.
 */
function saidBlocked({ packet, task }: Attempt, { violations, envelope }: Heard, isLooking: boolean): Finding[] {
  if (violations.length > 0 || envelope.STATUS !== "BLOCKED" || isLooking || task.contest !== null) return [];
  const message = `its agent cannot go on: ${(envelope.FAIL_REASONS ?? []).join("; ")}`;
  const approval = approvalId(`${AGENT_BLOCKED}\0${packet.task_id}\0${packet.attempt}\0${message}`);
  return [{ code: AGENT_BLOCKED, severity: "person", approval, message }];
}

/** Bound to the tree: what is proven of it a person may take on without the answer. One that is not goes back as any other. */
function unusableAnswer({ packet }: Attempt, { violations }: Heard, tree: string): Finding {
  const named = [
    ...new Set(violations.map(({ code, field, line }) => `${code} (${field}${line === null ? "" : `, line ${line}`})`)),
  ].slice(0, VIOLATIONS_NAMED);
  const message = `its answer stayed wrong, asked for twice again: ${named.join(", ")}; a yes takes its work on without it`;
  const approval = approvalId(`${ANSWER_UNUSABLE}\0${packet.task_id}\0${packet.attempt}\0${tree}\0${message}`);
  return { code: ANSWER_UNUSABLE, severity: "person", approval, message };
}
const VIOLATIONS_NAMED = 5;

/** An answer that holds no envelope at all is one violation, not twelve. */
function violationsOf(heard: Heard, { redact, harness }: Turn): EventOf<"attempt_answered">["violations"] {
  if (heard.violations.length > 0 && !hasEnvelope(heard)) {
    const unheld = heard.said.text.trim() === "" ? FORM_UNFILLED : HELD_NO_ENVELOPE;
    const message = harness === HUMAN ? unheld : NO_ENVELOPE;
    return [{ code: "ENVELOPE_FIELD_MISSING", field: "STATUS", line: null, message }];
  }
  return recordable(heard.violations, redact);
}

const VIOLATIONS_KEPT = 40;

/** Violations as an event can hold them, whatever an answer repeats. */
export const recordable = (
  violations: Heard["violations"],
  redact: Redact,
): EventOf<"attempt_answered">["violations"] =>
  violations.slice(0, VIOLATIONS_KEPT).map(({ code, field, line, message }) => ({
    code,
    field: redact(field.toWellFormed()).slice(0, 100),
    line,
    message: redact(message.toWellFormed()).slice(0, 500),
  }));

/** A finding as an event can hold it: bounded, and without secrets that output or an answer may have brought in. */
export function reported(
  { code, severity, message, path, line, ids, approval, check }: Finding,
  redact: Redact,
): EventOf<"attempt_answered">["findings"][number] {
  return {
    code,
    severity,
    message: redact(message.toWellFormed()).slice(0, 2000),
    ...(path === undefined ? {} : { path: path.toWellFormed() }),
    ...(line === undefined ? {} : { line }),
    ...(ids === undefined ? {} : { ids: ids.slice(0, 20).map((id) => id.toWellFormed().slice(0, 300)) }),
    ...(approval === undefined ? {} : { approval }),
    ...(check === undefined ? {} : { check }),
  };
}
