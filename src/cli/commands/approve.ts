import { join } from "node:path";
import { goOn } from "../../core/run/go-on.ts";
import {
  answerTo,
  approve,
  compareQuestions,
  isUnmeasured,
  MANUAL_CHECK,
  questionsFor,
  questionsIn,
  reject,
  yesTo,
  type Question,
} from "../../core/run/people/approvals.ts";
import { waivesRed } from "../../core/run/people/red-waived.ts";
import { AGENT_BLOCKED, ANSWER_UNUSABLE, isHeld } from "../../core/run/people/quarantine.ts";
import { waitingIn } from "../../core/run/people/waiting.ts";
import { landsNow } from "../../core/run/landing.ts";
import { isFinished, type RunState } from "../../core/run/state.ts";
import { escalationOf } from "../../engine/run/attempt/escalation.ts";
import type { RunJournal } from "../../engine/run/record/journal.ts";
import { land, requireFree } from "../../engine/run/landing/land.ts";
import { asBranchIs } from "../../engine/run/landing/moved-on.ts";
import { exclusively, runDirectory, type Project } from "../../engine/run/project.ts";
import { createPublisher } from "../../engine/run/record/publish.ts";
import { approvalEvidence } from "../../engine/run/review/waiver.ts";
import { BatonError } from "../../errors.ts";
import type { RunEvent } from "../../schema/event.ts";
import { answerChange, keepText, personOf, reasonOf, type ChangeFlags } from "../change.ts";
import { answered, type Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import { nextForWaiting } from "../render/waiting-next.ts";
import { runTeller } from "../render/run-progress.ts";
import type { Surroundings } from "../surroundings.ts";
import { withRun } from "../with-run.ts";
import { orDecided } from "../../engine/run/claims/decided-already.ts";
import { hashOfFile } from "../../util/hash-file.ts";
import { redactorFor } from "../../engine/run/redactor.ts";

export interface ApproveFlags extends ChangeFlags {
  readonly comment?: string;
}

/** `baton approve`: what waits for a person; with an id, yes to exactly what it names. */
export async function approveCommand(
  given: string | undefined,
  flags: ApproveFlags,
  around: Surroundings,
): Promise<Answer> {
  if (given === undefined) return listQuestions(flags, around);
  const comment = flags.comment === undefined ? "" : reasonOf(flags.comment, around, "--comment");
  return answerChange(flags, around, {
    decide(state, project) {
      const by = personOf(flags, state, around);
      const events = orGuided(state, given, () =>
        orDecided(project, state, given, () => {
          requireAsShown(project, state, given);
          return approve(state, given, { by, comment });
        }),
      );
      requireFree(project, state, events);
      const evidence = approvalEvidence({ project, state, redact: redactorFor(state, around) }, events);
      return [...evidence, ...events, ...answersIn(state, events, () => keepText(comment, project, flags))];
    },
    next({ state, events }) {
      if (state.left !== null && events.some(({ type }) => type === "landing_approved"))
        return "baton land, once nothing is in the way";
      if (questionsIn(state).length > 0) return "baton approve shows what else waits";
      return isFinished(state) ? "baton status" : goOn(state, "resume");
    },
    after: (project, journal) => landApproved(project, journal, around),
    evenClosed: true,
  });
}

/** `baton reject`: no, with the reason that the next attempt gets. */
export async function rejectCommand(given: string, flags: ApproveFlags, around: Surroundings): Promise<Answer> {
  const comment = reasonOf(flags.reason, around);
  return answerChange(flags, around, {
    decide(state, project) {
      const by = personOf(flags, state, around);
      const { event, task } = orGuided(state, given, () =>
        orDecided(project, state, given, () => reject(state, given, { by, comment })),
      );
      // What an agent that cannot go on is told, the next packet quotes.
      if (event.type === "attempt_lost" && event.code === AGENT_BLOCKED)
        return [event, { type: "note_added", task_id: event.task_id, text: keepText(comment, project, flags) }];
      if (task === null || event.type === "attempt_lost") return [event];
      const findings =
        event.type === "implementation_judged" ? event.findings : [{ ...REJECTED, message: `rejected: ${comment}` }];
      return [...escalationOf({ project, state, redact: redactorFor(state, around) }, task, findings), event];
    },
    next: ({ state, events }) =>
      events.some(({ type }) => type === "landing_left") ? nextOfNo(state) : nextOfRejected(state, events),
  });
}

/** What waits for a person, and for no yes or no, is named with what answers it, as the list does. Throws APPROVAL_UNKNOWN. */
function orGuided<T>(state: RunState, given: string, decide: () => T): T {
  try {
    return decide();
  } catch (error) {
    if (!(error instanceof BatonError) || error.code !== "APPROVAL_UNKNOWN") throw error;
    const one = guidedIn(state).find(({ id }) => id === given || state.tasks[id]?.plan.feature_id === given);
    if (one === undefined) throw error;
    throw new BatonError("APPROVAL_UNKNOWN", `${one.id} waits for no yes or no: ${one.reason}`, {
      hint: nextForWaiting(state, one),
      ...(error.details === undefined ? {} : { details: error.details }),
    });
  }
}

/** What waits for a person's guidance, a merge, a review: for more than an answer. */
const guidedIn = (state: RunState) => waitingIn(state).filter(({ kind }) => !ANSWERED.has(kind));

/** What a no leads to: another attempt, or after the second failure a person's guidance. */
function nextOfRejected(state: RunState, events: readonly RunEvent[]): string {
  const rejected = new Set(events.flatMap((event) => ("task_id" in event && event.task_id) || []));
  const escalated = waitingIn(state).find(({ id, kind }) => kind === "escalated" && rejected.has(id));
  return escalated === undefined
    ? `${goOn(state, "resume")} gives the task out again, with your reason; after two failures a person is asked.`
    : `it is not given out again by itself. ${nextForWaiting(state, escalated)}`;
}

/** Whoever lands it all the same is told whose no that is; the next commit is another question. */
const nextOfNo = (state: RunState): string =>
  `${isFinished(state) ? `nothing: ${state.run.branch} stays as it is` : goOn(state, "resume")}. A newer commit is asked about anew; baton land lands this one all the same.`;

/** What is said to an agent that cannot go on, the next packet quotes, should what it left not be proven. */
const answersIn = (state: RunState, events: readonly RunEvent[], keep: () => string): RunEvent[] =>
  events.flatMap((event): RunEvent[] => {
    if (event.type !== "approved" || event.task_id === null || event.comment === "") return [];
    const isAnswer = questionsIn(state).some(
      (asked) => asked.approval === event.approval && asked.code === AGENT_BLOCKED,
    );
    return isAnswer ? [{ type: "note_added", task_id: event.task_id, text: keep() }] : [];
  });

/** A branch follows at once where nobody drives the run; else whoever does lands it. */
async function landApproved(project: Project, journal: RunJournal, around: Surroundings): Promise<void> {
  if (!landsNow(journal.state)) return;
  const options = {
    now: (): Date => new Date(),
    onEvent: runTeller(runDirectory(project, journal.runId), around),
  };
  try {
    await exclusively(project, async () => {
      journal.sync();
      if (landsNow(journal.state)) land({ project, journal, options });
      createPublisher(project, journal, around.stateDirectory).publish();
    });
  } catch (error) {
    if (!(error instanceof BatonError) || error.code !== "LOCK_CONFLICT") throw error;
  }
}
const REJECTED = { code: "PERSON_REJECTED", severity: "error" } as const;

async function listQuestions(flags: ApproveFlags, around: Surroundings): Promise<Answer> {
  return withRun(around, flags, (journal, project) => {
    const state = asBranchIs(project, journal.state);
    const waiting = questionsIn(state).toSorted(compareQuestions);
    const others = guidedIn(state);
    const yesOrNo = waiting.filter((question) => answerTo(state, question)?.hasChange !== false);
    const [first] = yesOrNo;
    const plainOne = yesOrNo.find((question) => !isUnmeasured(question) && !waivesRed(question));
    const next =
      waiting.length === 0
        ? "Nothing waits for a person's yes or no."
        : first !== undefined
          ? `Next: ${plainOne === undefined ? yesTo(first) : "baton approve ID"}, or baton reject ID --reason TEXT`
          : "Next: answer, as above; nothing waits for a yes or no.";
    const lines = [
      ...waiting.flatMap((question) => linesOf(state, question)),
      ...others.flatMap((one) => [
        `${one.id}  no yes or no: ${plain(one.reason)}`,
        `    ${nextForWaiting(state, one)}`,
      ]),
    ];
    const text = [...lines, ...(lines.length === 0 ? [] : [""]), next].join("\n");
    const shown = waiting.map((question) => ({ ...question, ...shownOf(state, question) }));
    return answered({ run_id: state.runId, waiting: shown, others }, text);
  });
}

/** What a yes or no answers, if it still is a question. */
const ANSWERED: ReadonlySet<string> = new Set(["decision", "again", "landing"]);

/** Where a person finds what a question is about: paths below the repository, and the candidate as a commit. */
function shownOf({ runId, tasks, evidence }: RunState, { task_id: taskId, attempt, code }: Question) {
  if (taskId === null || attempt === null) return { change: null, said: [], candidate: null };
  const start = `artifacts/executor/${taskId}/${attempt}`;
  const here = (path: string): string => `runs/${runId}/${path}`;
  const newest = evidence.findLast(
    ({ path }) => path.startsWith(`${start}/change`) && path.endsWith(".diff.txt"),
  )?.path;
  const answers = evidence.filter(({ path }) => path.startsWith(`${start}/answer`)).map(({ path }) => here(path));
  const held = here(`${start}/${code === AGENT_BLOCKED ? "answer.txt" : "quarantine.md"}`);
  return {
    change: isHeld(code) ? null : here(newest ?? `${start}/change.diff.txt`),
    said: code === ANSWER_UNUSABLE || code === MANUAL_CHECK ? answers : isHeld(code) ? [held] : [],
    // By its hash: a candidate that was moved onto a newer commit is another one.
    candidate: tasks[taskId]?.candidate ?? null,
  };
}

/** A yes is to what was read: where that is no longer what the run recorded, it says nothing of the candidate. Throws FILE_EDITED. */
function requireAsShown(project: Project, state: RunState, given: string): void {
  const shown = questionsFor(state, given).flatMap((question) => {
    const { change, said } = shownOf(state, question);
    return change === null ? said : [...said, change];
  });
  const edited = shown.find((path) => {
    const recorded = state.evidence.find((file) => path === `runs/${state.runId}/${file.path}`);
    const now = recorded && hashOfFile(join(runDirectory(project, state.runId), recorded.path));
    return typeof now === "string" && now !== recorded?.sha256;
  });
  if (edited === undefined) return;
  throw new BatonError("FILE_EDITED", `the yes is not taken: ${edited} is not what the run recorded`, {
    hint: `\`baton repair --run ${state.runId}\` writes it again; read it, then say yes again.`,
    details: { path: edited },
  });
}

function linesOf(state: RunState, question: Question): string[] {
  const { approval, task_id: taskId, feature_id: featureId, code, message } = question;
  const feature = state.features[featureId];
  const steps = feature?.verification_method === "manual" ? feature.steps : [];
  const { change, said, candidate } = shownOf(state, question);
  const answer = answerTo(state, question);
  return [
    `${approval}  ${taskId ?? "proven"}  ${featureId}  ${code}`,
    ...message.split("\n").map((line) => `    ${plain(line)}`),
    ...steps.map((step) => `      · ${plain(step)}`),
    ...(said.length === 0 ? [] : [`    said:   ${said.join(" ")}`]),
    ...(change === null ? [] : [`    change: ${change}`]),
    ...(answer === null ? [] : [`    answer: ${answer.command}`]),
    ...(isUnmeasured(question) || waivesRed(question) ? [`    waive:  ${yesTo(question)}`] : []),
    ...(candidate === null ? [] : [`    try it: git worktree add --detach ../look ${candidate.slice(0, 12)}`]),
  ];
}
