import { violationPlace } from "../../schema/violation-text.ts";
import type { RunState, TaskState } from "../../core/run/state.ts";
import { wordFor } from "../../core/run/notes.ts";
import { ballotWords } from "../../core/run/people/review.ts";
import { correctStep, rejectHandoff, retryTask, skipTask, splitTask } from "../../core/run/people/steer.ts";
import { createThinker } from "../../agents/create-agent.ts";
import { readText } from "../../store/blobs.ts";
import { lossOfLast } from "../../engine/run/attempt/open-attempt.ts";
import { askPlanner } from "../../engine/run/start/planner.ts";
import { readSpec } from "../../engine/run/start/spec.ts";
import { BatonError } from "../../errors.ts";
import { answerChange, keepText, reasonOf, textOf, type ChangeFlags } from "../change.ts";
import { taskId } from "../ids.ts";
import { plannerSettings, type PlannerFlags } from "../agent-settings.ts";
import { answered, type Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import { tailOf, wordOf } from "../render/tasks.ts";
import { routeWords } from "../../core/views/route-words.ts";
import { governedWords } from "../render/routed.ts";
import { taskData } from "../render/run-data.ts";
import type { Surroundings } from "../surroundings.ts";
import { withRun } from "../with-run.ts";

const RUN_ON = "baton run";

/** `baton task show`: the whole of one task. */
export async function taskShowCommand(
  given: string,
  flags: { readonly run?: string },
  around: Surroundings,
): Promise<Answer> {
  return withRun(around, flags, ({ state }, project) => {
    const id = taskId(state, given);
    const task = state.tasks[id];
    const row = task === undefined ? {} : taskData(state, task);
    const evidence = state.evidence
      .filter((entry) => entry.task_id === id)
      .map(({ path, sha256 }) => ({ path, sha256 }));
    const notes = (task?.notes ?? []).map((sha256) => readText(project.blobs, sha256) ?? `(${wordFor(state, sha256)})`);
    const review = task?.review ?? null;
    const lost = task === undefined ? null : lossOfLast(project, state.runId, task);
    const { contest = null, preludes = [], findings } = task ?? {};
    const data = {
      run_id: state.runId,
      ...row,
      plan: task?.plan,
      review,
      contest,
      preludes,
      findings,
      notes,
      lost,
      evidence,
    };
    const lines = task === undefined ? [] : describe(state, task, notes);
    const loss = lost === null ? [] : [`  lost: ${lost.code} ${plain(lost.detail)}`];
    return answered(data, [...lines, ...loss, ...evidence.map(({ path }) => `  evidence: ${path}`)]);
  });
}

function describe(state: RunState, task: TaskState, notes: readonly string[]): string[] {
  const { plan } = task;
  return [
    `${wordOf(state, task)} ${plan.task_id}: ${plain(plan.goal)}`,
    `  feature: ${plan.feature_id} · gate: ${task.gate} · attempt ${task.attempt}${tailOf(state, task)}`,
    `  files: ${plain(plan.files.join(", "))}`,
    ...(plan.shared_files === undefined ? [] : [`  shared files: ${plain(plan.shared_files.join(", "))}`]),
    ...(plan.depends_on.length === 0 ? [] : [`  depends on: ${plan.depends_on.join(", ")}`]),
    ...selectionLines(state, plan.task_id),
    ...plan.definition_of_done.map(({ criterion }) => `  done when: ${plain(criterion)}`),
    ...notes.map((note) => `  note: ${plain(note)}`),
    ...kindLines(task),
    ...reviewLines(task),
    ...task.findings.map(
      (finding) => `  found: ${finding.code} ${plain(`${violationPlace(finding)}${finding.message}`)}`,
    ),
  ];
}

/** Who looked before somebody built, and the builds that one is still to be chosen of. */
const kindLines = ({ preludes, contest }: TaskState): string[] => [
  ...preludes.map(
    ({ kind, attempt, agent }) => `  looked: attempt ${attempt}, ${kind.replace("_", " ")} (${plain(agent)})`,
  ),
  ...(contest?.builds ?? []).map(
    ({ attempt, agent, outcome, lines, build }, at) =>
      `  build ${build ?? at + 1} of ${contest?.n ?? 0}: attempt ${attempt} (${plain(agent)}) ${outcome}, ${lines} lines`,
  ),
  ...(contest?.under ?? []).map(
    ({ attempt, agent, build }) =>
      `  build ${build} of ${contest?.n ?? 0}: attempt ${attempt} (${plain(agent)}) under way`,
  ),
];

/** Who was asked about the last candidate whose checks held, and why nobody else was. */
function reviewLines({ review }: TaskState): string[] {
  if (review === null) return [];
  const asked = review.gates.map(({ gate, role, state, by, agent, reasons, ballots = [] }) => {
    const who = by ?? (agent === null ? role : `${role}: ${agent}`);
    const said = ballots.length === 0 ? reasons : ballots.map(ballotWords);
    return `  gate: ${gate} ${state} (${plain(who)})${said.map((line) => `\n      ${plain(line)}`).join("")}`;
  });
  return [...asked, ...review.absent.map(({ gate, reason }) => `  gate: ${gate} not asked: ${plain(reason)}`)];
}

function selectionLines({ selections, routes }: RunState, id: string): string[] {
  const [selection, route] = [selections[id], routes[id]];
  if (selection === undefined) return [];
  const { governor, rationale, candidates } = selection;
  return [
    `  chosen: ${governor}, of ${candidates} ready: ${rationale}`,
    ...(route === undefined ? [] : [`  ${plain(routeWords(route))}`, ...governedWords(route)]),
  ];
}

/** `baton task retry --note`: guidance after an escalation. */
export async function taskRetryCommand(
  given: string,
  flags: ChangeFlags & { readonly note?: string },
  around: Surroundings,
): Promise<Answer> {
  const note = textOf(flags.note, around, "--note");
  return answerChange(flags, around, {
    decide: (state, project) =>
      retryTask(state, taskId(state, given), reasonOf(note, around, "--note"), keepText(note, project, flags)),
    next: () => RUN_ON,
  });
}

/** `baton task skip`. */
export async function taskSkipCommand(given: string, flags: ChangeFlags, around: Surroundings): Promise<Answer> {
  const reason = reasonOf(flags.reason, around);
  return answerChange(flags, around, {
    decide: (state) => skipTask(state, taskId(state, given), reason),
    next: () => RUN_ON,
  });
}

/** `baton task split --into T --into T`, or `--planner AGENT`, whose headings are the parts. */
export async function taskSplitCommand(
  given: string,
  flags: ChangeFlags & PlannerFlags & { readonly into?: readonly string[] },
  around: Surroundings,
): Promise<Answer> {
  const reason = reasonOf(flags.reason, around);
  const goals =
    flags.planner === undefined
      ? (flags.into ?? []).map((goal) => goal.toWellFormed())
      : await plannedParts(given, flags.planner, flags, around);
  return answerChange(flags, around, {
    decide: (state) => splitTask(state, taskId(state, given), goals, reason),
    next: () => RUN_ON,
  });
}

/** A planner's parts are the features of what it writes, read like any spec: proposed, and validated by the split. */
async function plannedParts(
  given: string,
  planner: string,
  flags: ChangeFlags & PlannerFlags,
  around: Surroundings,
): Promise<readonly string[]> {
  createThinker(planner, around.env);
  return withRun(around, flags, async ({ state }, project) => {
    const settings = plannerSettings(flags, state.agentSettings, around.env);
    const agent = createThinker(planner, around.env, { names: settings.agent_env });
    const { plan } = state.tasks[taskId(state, given)] ?? {};
    const wanted = [
      `Split this task into parts that are worked one after the other: ${plan?.goal ?? ""}`,
      plan?.context,
    ];
    const text = await askPlanner(project, agent, {
      text: wanted.filter(Boolean).join("\n\n"),
      title: plan?.goal ?? given,
      branch: state.run.branch,
      stateDirectory: around.stateDirectory,
      env: around.env,
      timeoutSeconds: PLANNER_SECONDS,
      settings,
      now: () => new Date(),
      signal: around.signal,
    });
    return readSpec(text, `the plan of ${agent.name}`).features.map(({ description }) => description);
  });
}

const PLANNER_SECONDS = 3600;

/** `baton task reject`: the receiver of a handoff sends it back. */
export async function taskRejectCommand(given: string, flags: ChangeFlags, around: Surroundings): Promise<Answer> {
  const reason = reasonOf(flags.reason, around);
  return answerChange(flags, around, {
    decide: (state, project) =>
      rejectHandoff(state, taskId(state, given), reason, keepText(`Handoff rejected: ${reason}`, project, flags)),
    next: ({ state }) => `baton task retry ${taskId(state, given)} --note "what is settled now"`,
  });
}

/** `baton task correct --set KEY=VALUE`: one more step, which says what is right. */
export async function taskCorrectCommand(
  given: string,
  flags: ChangeFlags & { readonly agent?: string; readonly set?: readonly string[] },
  around: Surroundings,
): Promise<Answer> {
  const reason = reasonOf(flags.reason, around);
  const values = Object.fromEntries((flags.set ?? []).map((pair) => pairOf(pair, around)));
  return answerChange(flags, around, {
    decide: (state) =>
      correctStep(state, {
        corrects: taskId(state, given),
        agent: flags.agent ?? "",
        reason,
        corrected_values: values,
      }),
    next: () => "baton verify",
  });
}

function pairOf(pair: string, around: Surroundings): [string, string] {
  const [, key = "", value = ""] = /^([A-Za-z_][\w.]{0,79})=(.+)$/s.exec(pair) ?? [];
  if (key !== "") return [key, textOf(value, around, `the value of ${key}`)];
  throw new BatonError("CORRECTION_INVALID", `${JSON.stringify(pair)} is not KEY=VALUE`);
}
