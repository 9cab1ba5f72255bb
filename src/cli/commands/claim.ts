import type { HumanTurn } from "../../engine/run/claims/human.ts";
import { claimTask, releaseLocks, releaseTask } from "../../engine/run/claims/claim.ts";
import { nameFlaw } from "../../core/run/people/person.ts";
import { goOn } from "../../core/run/go-on.ts";
import { HUMAN } from "../../core/run/state.ts";
import { locksIn } from "../../core/run/locks.ts";
import { beatFor } from "../../engine/run/attempt/open-attempt.ts";
import { TOKEN_VARIABLE } from "../../engine/run/claims/claim-token.ts";
import { BatonError } from "../../errors.ts";
import { PERSON, personOf, reasonOf } from "../change.ts";
import type { Project } from "../../engine/run/project.ts";
import type { RunJournal } from "../../engine/run/record/journal.ts";
import { readRef } from "../../util/git/trees.ts";
import { tokenOf } from "../claim-token.ts";
import { taskId } from "../ids.ts";
import { answered, type Answer } from "../output.ts";
import { renderPrompt } from "../render/prompt.ts";
import type { Surroundings } from "../surroundings.ts";
import { attemptOf } from "./submit.ts";
import { runOptions, wholeNumber } from "./run.ts";
import { withRun, type RunFlag } from "../with-run.ts";

export interface ClaimFlags extends RunFlag {
  readonly as?: string;
  readonly timeoutSeconds?: string;
  readonly heartbeatSeconds?: string;
}
export interface AttemptFlags extends RunFlag {
  readonly attempt?: string;
  readonly token?: string;
  readonly reason?: string;
  readonly as?: string;
}

/** `baton task claim`: one task for a worker outside of `run`, with the prompt, a clone, the number that fences it, and its token. */
export async function taskClaimCommand(given: string, flags: ClaimFlags, around: Surroundings): Promise<Answer> {
  const worker = flags.as === undefined ? HUMAN : workerOf(flags.as);
  const { timeoutSeconds, heartbeatSeconds } = flags;
  wholeNumber("--timeout-seconds", timeoutSeconds);
  const times = {
    ...(timeoutSeconds === undefined ? {} : { turnSeconds: timeoutSeconds }),
    ...(heartbeatSeconds === undefined ? {} : { heartbeatSeconds }),
  };
  return withRun(around, flags, async (journal, project) => {
    const options = runOptions(project, journal, times, around, []);
    const claim = { taskId: taskId(journal.state, given), worker };
    return answerOfClaim(await claimTask(project, journal, claim, options));
  });
}

function answerOfClaim(turn: HumanTurn & { readonly token: string }): Answer {
  const { packet, workspace, filesToLoad, token, previous } = turn;
  const { task_id, attempt, assigned_agent: agent, timeout_seconds, heartbeat_interval_seconds } = packet;
  const named = `${task_id} --attempt ${attempt} --token ${token}`;
  const hint = `When you are done, put the answer into artifacts/answer.md there; then, back here: baton submit --task ${named}
Every ${heartbeat_interval_seconds} s while you work: baton task heartbeat ${named} (until ${packet.deadline} at most)
To give it back: baton task release ${named} --reason TEXT
The token shows that the claim is yours, and is said once, here: ${TOKEN_VARIABLE} does in the place of --token.`;
  const data = {
    run_id: packet.run_id,
    task_id,
    attempt,
    token,
    agent,
    timeout_seconds,
    heartbeat_interval_seconds,
    deadline: packet.deadline,
    workspace,
    previous,
    files_to_load: filesToLoad,
    packet,
  };
  return answered(data, renderPrompt(turn, hint));
}

/** `baton task heartbeat`: a sign of life for a claim. Throws ATTEMPT_FENCED when it is over. */
export async function taskHeartbeatCommand(given: string, flags: AttemptFlags, around: Surroundings): Promise<Answer> {
  return withRun(around, flags, (journal, project) => {
    const name = nameOf(taskId(journal.state, given), flags);
    const at = beatFor(project, journal, name, { now: new Date(), token: tokenOf(flags, around) });
    return answered({ ...name, at }, `${name.task_id}, attempt ${name.attempt}: beat at ${at}`);
  });
}

/** `baton task release`: gives a claim back. */
export async function taskReleaseCommand(id: string, flags: AttemptFlags, around: Surroundings): Promise<Answer> {
  const reason = reasonOf(flags.reason, around);
  return withRun(around, flags, (journal, project) => {
    const name = nameOf(taskId(journal.state, id), flags);
    const given = { name, reason, token: tokenOf(flags, around) };
    releaseTask(project, journal, given, runOptions(project, journal, {}, around, []));
    return released(project, journal, name.task_id);
  });
}

/** `baton lock release`: by a lock's id or its task's; ends the attempt that holds it. */
export async function lockReleaseCommand(given: string, flags: AttemptFlags, around: Surroundings): Promise<Answer> {
  const reason = flags.reason === undefined ? null : reasonOf(flags.reason, around);
  return withRun(around, { ...flags, actor: PERSON }, async (journal, project) => {
    const lock = locksIn(journal.state).find(({ lock_id: id }) => id === given);
    const id = lock?.task_id ?? taskId(journal.state, given);
    const by = personOf(flags, journal.state, around);
    await releaseLocks(project, journal, { taskId: id, reason, by }, runOptions(project, journal, {}, around, []));
    return released(project, journal, id);
  });
}

/** Whoever was at work may be a process of its own, and keeps what it did once it sees that it is over. */
function released({ git }: Project, { runId, state }: RunJournal, id: string): Answer {
  const ref = `refs/baton/${runId}/${id}/${state.tasks[id]?.attempt ?? 0}`;
  const where = readRef(git, ref) === null ? "" : ` at ${ref}`;
  return answered(
    { run_id: runId, task_id: id, released: true },
    `${id} is free again; what was done is kept${where}.\nNext: ${goOn(state)}, or baton task claim ${id}`,
  );
}

const nameOf = (id: string, { attempt = "" }: AttemptFlags): { task_id: string; attempt: number } => ({
  task_id: id,
  attempt: attemptOf(attempt),
});

/** It becomes part of a commit's trailer, and names an author: no role, and nobody in particular, can be one. */
function workerOf(name: string): string {
  const flaw = /^[A-Za-z0-9][\w.@+-]{0,63}$/.test(name) ? nameFlaw(name) : "is no name";
  if (flaw === null) return name;
  throw new BatonError("USAGE_INVALID", `--as ${JSON.stringify(name)} ${flaw}`, {
    hint: "Use letters, digits, and . _ @ + - inside: baton task claim T001 --as ada",
  });
}
