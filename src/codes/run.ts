import { code, EXIT } from "./code.ts";

/** What a run, its journal, its files or its tasks refuse (decisions.md, Codes). */
export const RUN_CODES = {
  // The run and its plan
  RUN_UNKNOWN: code(EXIT.notFound, "No run has this id.", "List the runs with `baton run list`."),
  RUN_UNHASHED: code(
    EXIT.ok,
    "The run was made by the dual-agent tool, which recorded no hashes: whether a file of it changed cannot be known.",
    "Go on with it in a run that records them: `baton init --continue RUN_DIR`.",
  ),
  RUN_LEGACY: code(
    EXIT.conflict,
    "The run was made by the dual-agent tool: it has no journal, and is read only.",
    "Look with `baton status --run RUN`, check what it has with `baton verify RUN`, go on with `baton init --continue RUN_DIR`; put it away by hand: `mv runs/RUN archive/`.",
  ),
  RUN_INCONSISTENT: code(
    EXIT.evidence,
    "What a run of the dual-agent tool says in one file has not the shape that it must have, or does not agree with another.",
    "Compare it with a copy. `baton init --continue RUN_DIR` goes on with what `baton status --run RUN_DIR` reads of it.",
  ),
  RUN_ID_INVALID: code(
    EXIT.usage,
    "This is no run id, nor the beginning of one.",
    "A run id looks like 20260131-090000-8b6f8b9a-7c9f-4c5e-8c6a-2f0f0d2e9c1a; list them with `baton run list`.",
  ),
  RUN_AMBIGUOUS: code(
    EXIT.usage,
    "Several runs fit, and none is the obvious one.",
    "Name one with --run ID; a unique beginning is enough.",
  ),
  RUN_CLOSED: code(
    EXIT.conflict,
    "The run is finished: its record is read-only.",
    "Start another with `baton init --spec FILE`.",
  ),
  RUN_UNFINISHED: code(
    EXIT.conflict,
    "Only a finished run can be put away.",
    "Finish it with `baton resume`, or end it: `baton close --as partial --reason TEXT`.",
  ),
  FEATURE_UNKNOWN: code(EXIT.notFound, "The run has no feature with this id.", "List them with `baton feature list`."),
  TASK_UNKNOWN: code(EXIT.notFound, "The run has no task with this id.", "List them with `baton task list`."),
  APPROVAL_UNKNOWN: code(
    EXIT.notFound,
    "Nothing that waits for a person has this id.",
    "See what waits with `baton approve`.",
  ),
  APPROVER_IS_AUTHOR: code(
    EXIT.conflict,
    "Whoever did the work cannot approve it.",
    "Somebody else approves: `baton approve ID --as NAME`.",
  ),
  TASK_TRANSITION_ILLEGAL: code(
    EXIT.conflict,
    "A task cannot go from its present state to this one.",
    "See where it stands with `baton task list`.",
  ),
  PLAN_INVALID: code(
    EXIT.usage,
    "The change would leave a plan that cannot be worked.",
    "Correct what the message names: ids, dependencies, missing steps.",
  ),
  CORRECTION_INVALID: code(
    EXIT.usage,
    "A correction names no recorded step, or corrects nothing of it.",
    "Name the task, whose step it is, and what is right: `baton task correct T001 --agent validator --set KEY=VALUE --reason TEXT`.",
  ),
  PACKET_INVALID: code(
    EXIT.failed,
    "An assignment does not fit its schema, so no agent was started.",
    "Correct the feature that the message names: `baton feature edit ID`.",
  ),
  RESULT_INVALID: code(
    EXIT.usage,
    "What was handed in does not belong to the open assignment.",
    "See the assignment with `baton next`, then hand in again.",
  ),
  BUDGET_SPENT: code(
    EXIT.gateClosed,
    "A limit of the run is used up.",
    "Raise it: `baton run --max-hours N`, `--max-attempts N`, `--max-tokens N`, `--max-cost USD`, `--max-turns N`.",
  ),
  // Attempts
  TASK_TIMEOUT: code(
    EXIT.timeout,
    "An attempt ran out of time, or the harness that led it died; it is no failure of its task, but one of the run's attempts.",
    "Go on with `baton resume`, or free its task: `baton lock release TASK`. Where its time ran out, raise it: `baton run --turn-seconds N`, `baton task claim TASK --timeout-seconds N`, or `baton feature edit ID --timeout-seconds N --reason TEXT`.",
  ),
  TASK_STALLED: code(
    EXIT.timeout,
    "An attempt made no progress for too long; it is no failure of its task, but one of the run's attempts.",
    "Run again; look at the agent's output among the artifacts.",
  ),
  ATTEMPT_RELEASED: code(
    EXIT.conflict,
    "An attempt was given back, or ended by a person; it is no failure of its task, but one of the run's attempts.",
    "Claim the task again, or go on with `baton resume`; what was done is kept at the named ref.",
  ),
  BUILDS_OPEN: code(
    EXIT.gateClosed,
    "What an attempt left is one of several builds of its task, and none is chosen yet.",
    "Go on with `baton resume`: the best build by the checks is taken.",
  ),
  CANDIDATE_ABSENT: code(
    EXIT.gateClosed,
    "An attempt looked or tried something out, and left no candidate by intent.",
    "Go on with `baton resume`: the next attempt is told what it found.",
  ),
  ATTEMPT_LOST: code(
    EXIT.failed,
    "An attempt ended without an answer (its agent crashed or was ended); it is no failure of its task, but one of the run's attempts.",
    "Run again; what it left is kept at the named ref.",
  ),
  AGENT_UNAUTHORIZED: code(
    EXIT.person,
    "The agent's model provider refuses its login or key; the attempt does not count and no other begins.",
    "Log in with the agent's own program, or set its key, then `baton resume`.",
  ),
  PROVIDER_FAILED: code(
    EXIT.failed,
    "The agent's model provider failed it again and again; the attempt is no failure of its task, but one of the run's.",
    "Run again later; its transcript is among the artifacts.",
  ),
  METER_NEEDED: code(
    EXIT.usage,
    "A limit of cost holds only where the harness itself counts what agents use.",
    "Give --meter, or take the limit back with `--max-cost none`.",
  ),
  METER_UPSTREAM: code(
    EXIT.configuration,
    "The metering proxy does not know where to send what agents ask.",
    "Correct the address that the message names.",
  ),
  PRICE_UNKNOWN: code(
    EXIT.gateClosed,
    "A model has no known price, so no limit of cost can hold; its requests are refused.",
    "Name its price: `baton run --meter --price MODEL=INPUT,OUTPUT` (US dollars for a million tokens).",
  ),
  ATTEMPT_FENCED: code(
    EXIT.conflict,
    "This attempt is over, or it is somebody else's: whoever has not got it can change nothing of it.",
    "See the present one with `baton task list`; a claim is its worker's alone, by `--token`.",
  ),
  HUMAN_AT_WORK: code(
    EXIT.conflict,
    "A person has an open attempt, so nothing else of this run is given out.",
    "Hand it in with `baton submit`, or give it up with `baton task retry TASK --note TEXT`.",
  ),
  REPLAY_INVALID: code(
    EXIT.usage,
    "A file is not a recording that can be played or gone on with.",
    "Record one: `baton run --agent command:PROGRAM --record FILE`.",
  ),
  REPLAY_MISSING: code(
    EXIT.notFound,
    "The recording does not hold the attempt that the run came to.",
    "Replay it on the repository and spec that it was recorded on, or go on with another agent.",
  ),
  WAIT_TIMEOUT: code(
    EXIT.timeout,
    "What was waited for did not come in the time given.",
    "Wait again, or look with `baton status`.",
  ),
  WAIT_OVER: code(
    EXIT.notFound,
    "The run is finished: what was waited for will not come any more.",
    "See how it ended with `baton status`.",
  ),
  // Journal, run directory, evidence
  POSITION_CONFLICT: code(
    EXIT.conflict,
    "Somebody else wrote to the journal first.",
    "Run the command again; it reads what is new.",
  ),
  JOURNAL_BROKEN: code(
    EXIT.evidence,
    "The journal's chain of hashes does not hold.",
    "Compare with a copy; `baton repair` rebuilds the file from the database.",
  ),
  JOURNAL_CUT: code(
    EXIT.evidence,
    "The journal lacks entries that were there.",
    "Restore the newer copy; `baton repair` rebuilds the file from the database.",
  ),
  SNAPSHOT_DIFFERS: code(
    EXIT.evidence,
    "The state that is kept to open a run fast is not what its journal folds to.",
    "Nothing was made of it. `baton repair` folds the journal anew and keeps that.",
  ),
  FILE_EXISTS: code(
    EXIT.conflict,
    "The file to write is there already, and it may be somebody's work.",
    "Name another with --out, or remove it.",
    true,
  ),
  AUDIT_EXISTS: code(
    EXIT.conflict,
    "The folder to export to holds an audit already.",
    "Name another folder with --out, or write over it with --force.",
    true,
  ),
  KEY_INVALID: code(
    EXIT.usage,
    "The key to sign with cannot be read, or is no ECDSA P-256 key.",
    "Make one: openssl ecparam -name prime256v1 -genkey -noout -out key.pem, or leave out --key to have one made.",
    true,
  ),
  REPLAY_DIFFERS: code(
    EXIT.evidence,
    "Replaying the journal comes to another decision, or to other bytes, than were recorded.",
    "Keep the run directory and report it with `baton --version`: the record and the program do not agree.",
    false,
  ),
  HEAD_UNKNOWN: code(
    EXIT.ok,
    "No mark of this run is known here, so a cut of its newest entries could not be seen.",
    "Verify on the machine that made the run, or compare with a landed commit's Baton-Journal trailer.",
  ),
  ARTIFACT_CHANGED: code(
    EXIT.evidence,
    "A published file is not what was recorded.",
    "Compare it with a copy; `baton repair` restores what the database still has.",
  ),
  ARTIFACT_MISSING: code(
    EXIT.evidence,
    "A recorded file is gone.",
    "Restore it; `baton repair` writes again what the database still has.",
  ),
  ARTIFACT_REFUSED: code(
    EXIT.usage,
    "A file cannot be recorded as an artifact.",
    "Write a regular file of at most 20 MB below artifacts/ in the clone, under a name that was not recorded before.",
  ),
  ARTIFACT_UNLISTED: code(
    EXIT.evidence,
    "A file lies in the run directory that was never recorded.",
    "Move it away; evidence is only what the journal names.",
  ),
  SESSION_CUT_OFF: code(
    EXIT.person,
    "A session was cut off while it published: the run directory has, or lacks, what its journal holds and `journal.jsonl` does not name yet.",
    "`baton run` takes it up; `baton repair` only publishes.",
  ),
  FILE_EDITED: code(
    EXIT.evidence,
    "A file that only Proofbaton writes was edited by hand.",
    "`baton repair` writes one of the run directory again; of the project's own, `git checkout baton/RUN -- FILE` brings back what the run wrote. Say what you want with `baton note` or `baton feature edit`.",
  ),
  EVIDENCE_UNKNOWN: code(
    EXIT.notFound,
    "No artifact has this path or hash.",
    "List them with `baton evidence list`; the first 8 digits of a hash are enough.",
  ),
  EVIDENCE_ERASED: code(
    EXIT.notFound,
    "The content was erased on purpose; only its hash and the reason are left.",
    "See the reason with `baton evidence verify`.",
    false,
  ),
  EVIDENCE_NEEDED: code(
    EXIT.conflict,
    "What is worked with now cannot be erased.",
    "Finish what the message names, or give it up (`baton task retry`, `baton close`), then erase it.",
  ),
  ERASURE_UNFINISHED: code(
    EXIT.evidence,
    "Content that was erased on record still lies in the run directory.",
    "Finish it: `baton evidence erase HASH --reason TEXT` again, or remove the file.",
  ),
  EVENT_INVALID: code(
    EXIT.failed,
    "Something that cannot be recorded was about to be.",
    "Report it with the message and `baton --version`.",
    false,
  ),
  SCHEMA_UNSUPPORTED: code(
    EXIT.failed,
    "The record was written by a newer Proofbaton.",
    "Install that version: `npm install -g proofbaton@latest`.",
  ),
  STORE_POISONED: code(
    EXIT.failed,
    "The disk refused to keep what was written; nothing after it can be trusted.",
    "Check the disk, then run the command again: it recovers from what is on disk.",
    false,
  ),
  STORE_UNSUPPORTED: code(
    EXIT.configuration,
    "This place or this SQLite cannot keep a journal safely.",
    "Use Node 24 or newer and a local file system.",
  ),
} as const;
