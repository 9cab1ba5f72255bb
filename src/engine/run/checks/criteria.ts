import { createMatcher } from "../../../core/pattern/matcher.ts";
import { CODE_REVIEWER } from "../../../core/gate/registry.ts";
import type { Decided } from "../../../core/run/done-result.ts";
import { waiveCommand, waiverId, type RunState, type TaskState } from "../../../core/run/state.ts";
import type { Finding } from "../../../errors.ts";
import type { CheckResult, CommandRun, DoneCriterion } from "../../../schema/reports.ts";
import type { Criterion } from "../../../schema/task.ts";
import { diffTrees } from "../../../util/git/trees.ts";
import { counted } from "../../../core/text/counted.ts";
import { measure } from "../../measure/measure.ts";
import { withMeasuring } from "../../measure/open.ts";
import { approvalOf } from "../../prove/context.ts";
import type { Turn } from "../context.ts";
import type { Artifact } from "./evidence.ts";
import { measureOptions } from "./measure-task.ts";
import { gatesOfTask } from "../review/review.ts";
import { openCommit } from "../open-commit.ts";

/** What the tests said, for the criteria that they decide. */
export type TestWord = (criterion: Criterion) => Pick<DoneCriterion, "met" | "actual">;

export interface Deciding {
  readonly role: "executor" | "validator";
  readonly tests: TestWord;
  /** False: the tests fail, so nothing else is worth a run. */
  readonly isProven: boolean;
  /** As the policy's check measured it; undefined: nobody did. */
  readonly coverage: CheckResult | undefined;
}

export interface Decisions {
  readonly done: readonly Decided[];
  /** Why the task cannot pass with these: what is not met, and what a person is asked. */
  readonly findings: readonly Finding[];
  readonly commands: readonly CommandRun[];
  readonly artifacts: readonly Artifact[];
}

interface Word extends Pick<DoneCriterion, "met" | "actual"> {
  readonly finding?: Finding;
  readonly later?: true;
  /** What a command printed. */
  readonly ran?: { readonly cmd: string; readonly exitCode: number | null; readonly output: string };
}

const OUTPUT = "criteria_output.txt";

/**
 * Decides every done-criterion of a candidate by what it is bound to (decisions.md, Gates and criteria): tests by the proof, the
 * others by looking, measuring and running here. Throws what `prove` throws.
 */
export async function decideCriteria(turn: Turn, task: TaskState, deciding: Deciding): Promise<Decisions> {
  const words: [Criterion, Word][] = [];
  for (const criterion of task.plan.definition_of_done)
    words.push([criterion, await decide(turn, task, criterion, deciding)]);
  const ran = words.flatMap(([, word]) => word.ran ?? []);
  const path = `artifacts/${deciding.role}/${task.plan.task_id}/${task.attempt}/${OUTPUT}`;
  return {
    done: words.map(([{ criterion }, { met, actual, later = false }]) => ({ criterion, met, actual, later })),
    findings: words.flatMap(([, { finding }]) => finding ?? []),
    commands: ran.map(({ cmd, exitCode }) => ({ cmd, exit_code: exitCode, artifact: path })),
    artifacts: ran.length === 0 ? [] : [outputOf(ran, deciding.role)],
  };
}

async function decide(turn: Turn, task: TaskState, criterion: Criterion, deciding: Deciding): Promise<Word> {
  if (criterion.check === "test") return deciding.tests(criterion);
  if (!deciding.isProven) return { met: false, actual: "not looked at: the tests do not hold" };
  switch (criterion.check) {
    case "file":
      return unmetSaid(criterion, writtenFiles(turn, task, criterion.argument));
    case "coverage":
      return unmetSaid(criterion, await coverageWord(turn, task, criterion.argument, deciding.coverage));
    case "command":
      return unmetSaid(criterion, await commandWord(turn, task, criterion.argument));
    case "review":
      return reviewWord(turn, task, criterion);
    case "human":
      return humanWord(turn, task, criterion, deciding.tests);
  }
}

const unmetSaid = ({ criterion }: Criterion, word: Word): Word =>
  word.met
    ? word
    : {
        ...word,
        finding: { code: "CRITERION_UNMET", severity: "error", message: `not met: ${criterion} (${word.actual})` },
      };

/** A file that the feature's own work wrote and that says something: what others wrote shows nothing. */
function writtenFiles({ project, journal }: Turn, task: TaskState, pattern: string): Word {
  const { git } = project;
  const matches = createMatcher([pattern]);
  const tree = openCommit(git, task.candidate ?? "");
  const there = [...tree.paths].filter((path) => path === pattern || matches(path));
  const earlier = Object.values(journal.state.tasks).flatMap(({ plan, commit }) =>
    plan.feature_id === task.plan.feature_id && commit !== null ? [[`${commit}^`, commit] as const] : [],
  );
  const own = [...earlier, [task.baseCommit ?? "", task.candidate ?? ""] as const];
  const changed = new Set(own.flatMap(([from, to]) => diffTrees(git, from, to).map(({ path }) => path)));
  // What is no text says something all the same.
  const written = there.filter((path) => changed.has(path) && tree.read(path)?.trim() !== "");
  if (written.length > 0) return { met: true, actual: `written: ${written.slice(0, 5).join(", ")}` };
  if (there.length === 0) return { met: false, actual: `${pattern} is not there` };
  return { met: false, actual: `${there.slice(0, 5).join(", ")}: not written by this feature, or empty` };
}

async function coverageWord(turn: Turn, task: TaskState, least: string, known: CheckResult | undefined): Promise<Word> {
  const result = known ?? (await measure({ ...measureOptions(turn, task), checks: ["coverage"] }))[0]?.result;
  const share = String(result?.["changed_lines"] ?? "");
  if (result?.["reason"] === "nothing_to_cover") return { met: true, actual: "no changed line can run" };
  if (share === "") return { met: false, actual: `coverage could not be measured: ${String(result?.["notes"] ?? "")}` };
  const actual = `${share} of the changed lines are run by tests, ${least}% are asked for`;
  return { met: Number.parseFloat(share) >= Number.parseFloat(least), actual };
}

/** What it printed may hold anything, and its end stands in events: redacted here. */
async function commandWord(turn: Turn, task: TaskState, command: string): Promise<Word> {
  const { code, end, output } = await withMeasuring({ ...measureOptions(turn, task), checks: [] }, async (measuring) =>
    measuring.suites.command({ tree: measuring.subject.head.tree, layer: measuring.layers.head, command }),
  );
  const said = turn.redact(output.toWellFormed());
  const ran = { cmd: command, exitCode: code, output: said };
  if (code === 0) return { met: true, actual: `${command}: exit 0`, ran };
  const last = said.trim().split("\n").slice(-3).join("; ").slice(-300).toWellFormed();
  return { met: false, actual: `${command}: ${end}${last === "" ? "" : `: ${last}`}`, ran };
}

/** Whoever reads the change says so; where nobody is asked to, only a waiver lets it pass. */
function reviewWord(turn: Turn, task: TaskState, { criterion }: Criterion): Word {
  const isAsked = gatesOfTask(turn, task).asked.some(({ role }) => role === CODE_REVIEWER);
  if (isAsked) return { met: false, actual: "GATE-CODE-REVIEW decides", later: true };
  const actual = "nobody reviews it: policy.review is never";
  const { task_id: taskId } = task.plan;
  const waive = waiveCommand(taskId, "dod_checklist");
  const message = `${criterion}: ${actual}; set policy.review to always, or ${waive}`;
  return {
    met: false,
    actual,
    finding: { code: "NOT_MEASURED", severity: "person", approval: waiverId(taskId, "dod_checklist"), message },
  };
}

/** Of a manual feature the proof itself waits for the person; else this criterion does. */
function humanWord({ project, journal }: Turn, task: TaskState, criterion: Criterion, tests: TestWord): Word {
  const { state } = journal;
  if (state.features[task.plan.feature_id]?.verification_method === "manual") return tests(criterion);
  const changes = diffTrees(project.git, task.baseCommit ?? "", task.candidate ?? "");
  const approval = approvalOf(criterion.criterion, changes);
  if (state.approvals.includes(approval)) return { met: true, actual: approvedBy(state, approval) };
  const message = `a person must verify it by hand: ${criterion.criterion}`;
  return {
    met: false,
    actual: "waits for a person's yes",
    finding: { code: "MANUAL_CHECK", severity: "person", approval, message },
  };
}

/** Who said yes; a run that was imported knows only that somebody did. */
export const approvedBy = ({ approvers }: RunState, approval: string): string =>
  `approved by ${approvers[approval] ?? "a person"}`;

function outputOf(ran: readonly NonNullable<Word["ran"]>[], role: Artifact["role"]): Artifact {
  const parts = ran.map(({ cmd, exitCode, output }) => `$ ${cmd}\n(exit ${exitCode ?? "none"})\n${output.trimEnd()}`);
  return {
    role,
    name: OUTPUT,
    kind: "harness",
    content: `${["# Commands of the done-criteria", ...parts].join("\n\n")}\n`,
    description: `Done-criteria: ${counted(ran.length, "command")} run`,
    mapping: "Evidence-Based Gates",
  };
}
