import type { Agent } from "../../agents/port.ts";
import { attemptsOf, statusOf as featureStatus } from "../../core/feature/feature-list.ts";
import { recordRegression, startAttempt } from "../../core/feature/attempt.ts";
import { readyFeatures } from "../../core/feature/next-feature.ts";
import { BatonError, EXIT } from "../../errors.ts";
import type { ProjectState } from "../../runs/project-files.ts";
import type { Feature } from "../../schema/feature-list.ts";
import type { RunRecord } from "../../schema/run-record.ts";
import { timestamp } from "../../util/clock.ts";
import { treeOf } from "../../util/git/trees.ts";
import { checkBaseline, recheck, type CheckOptions } from "../prove/recheck.ts";
import { commitTree, featureMessage, keepRef, withProjectFiles } from "./commit.ts";
import type { RunOptions } from "./options.ts";
import { exclusively, loadRun, openProject, tipOf, type Project } from "./project.ts";
import { closeTurn, openTurn } from "./session.ts";
import { takeTurn, type TurnResult } from "./turn.ts";

export interface RunOutcome {
  readonly runId: string;
  readonly state: ProjectState;
  readonly turns: readonly { readonly feature: string; readonly result: TurnResult }[];
  /** Features that wait for a person, with the reason. */
  readonly waiting: readonly { readonly id: string; readonly reason: string }[];
  readonly exitCode: number;
  readonly finalCommit: string;
  /** Why proven commits could not land, when they wait on the run's own branch. */
  readonly left: string | null;
}

const LOST_LIMIT = 3;
type CheckOptionsWithoutRevision = Omit<CheckOptions, "revision">;

/** What changes while a run goes on. Everything that must outlive the process is in `state`, which is saved at each change. */
interface Loop {
  readonly project: Project;
  readonly record: RunRecord;
  readonly agent: Agent;
  readonly options: RunOptions;
  readonly turns: { feature: string; result: TurnResult }[];
  /** Feature → why a person is needed before it can go on. */
  readonly waiting: Map<string, string>;
  readonly lost: Map<string, number>;
  state: ProjectState;
  left: string | null;
}

/**
 * Drives a run (TAH-06): environment and baseline first, then one feature after the other, each to a fresh agent, proven
 * and committed or kept aside. Ends complete only when every feature's test passes again from a clean checkout of the
 * final commit (TAH-10). Killed anywhere, the next call goes on: nothing on a branch moves before its proof.
 */
export async function run(agent: Agent, options: RunOptions): Promise<RunOutcome> {
  const project = openProject(options.repository);
  return exclusively(project, async () => {
    const { record, state } = loadRun(project);
    const loop: Loop = {
      project,
      record,
      agent,
      options,
      state,
      turns: [],
      waiting: new Map(),
      lost: new Map(),
      left: null,
    };
    if (isComplete(loop)) return finish(loop);
    const { redKnown } = await checkBaseline({ ...proveBase(options), revision: tipOf(project, record) });
    for (let feature = nextFeature(loop); feature !== null; feature = nextFeature(loop)) {
      if (options.signal?.aborted === true) throw new BatonError("INTERRUPTED", "stopped between two turns");
      await takeOne(loop, feature);
    }
    await verifyWhole(loop, new Set(redKnown));
    return finish(loop);
  });
}

const isComplete = ({ state }: Loop): boolean =>
  state.state.status === "complete" && state.list.features.every(({ passes }) => passes);

function nextFeature({ state, waiting, turns, options }: Loop): Feature | null {
  if (options.maxTurns !== null && turns.length >= options.maxTurns) return null;
  return readyFeatures(state.list).find(({ id }) => !waiting.has(id)) ?? null;
}

function save(loop: Loop, state: ProjectState): void {
  loop.state = state;
  loop.project.store.save(state);
}

async function takeOne(loop: Loop, feature: Feature): Promise<void> {
  const { project, record, agent, options, waiting, lost } = loop;
  const at = timestamp(options.now());
  options.onEvent?.({ kind: "turn", feature, attempt: attemptsOf(feature) + 1 });
  const list = startAttempt(loop.state.list, feature.id, agent.name, at);
  save(loop, openTurn({ ...loop.state, list }, feature, agent.name, at));
  const base = tipOf(project, record);
  const others = list.features.filter(({ id, passes }) => !passes && id !== feature.id);
  const pendingCommands = others.flatMap(({ test_command: command }) => command ?? []);
  const result = await takeTurn(project, record, feature, agent, base, { ...options, pendingCommands });
  loop.turns.push({ feature: feature.id, result });
  options.onEvent?.({ kind: "judged", feature, result });
  save(loop, closeTurn(loop.state, feature, result, agent.name, timestamp(options.now())));
  if (result.outcome === "proven") loop.left = landFeature(loop, { feature, base, result });
  if (result.outcome === "person_needed")
    waiting.set(feature.id, result.findings.find(({ severity }) => severity === "person")?.message ?? "");
  if (result.outcome !== "lost") return;
  const count = (lost.get(feature.id) ?? 0) + 1;
  lost.set(feature.id, count);
  if (count === LOST_LIMIT) waiting.set(feature.id, `${LOST_LIMIT} attempts were lost: ${result.detail}`);
}

/** The premature-victory guard: what is called complete is tried once more, whole, from the final commit. */
async function verifyWhole(loop: Loop, knownRed: ReadonlySet<string>): Promise<void> {
  const { project, record, options } = loop;
  if (loop.state.list.features.some(({ passes }) => !passes)) return;
  const commit = tipOf(project, record);
  options.onEvent?.({ kind: "final", commit });
  const commands = loop.state.list.features.map(({ id, test_command: command }) => ({ id, command }));
  const broken = await recheck({ ...proveBase(options), revision: commit, commands, knownRed });
  const at = timestamp(options.now());
  for (const { id, reason } of broken)
    save(loop, { ...loop.state, list: recordRegression(loop.state.list, id, at, reason) });
}

function finish(loop: Loop): RunOutcome {
  const { project, record, waiting, turns } = loop;
  const open = loop.state.list.features.filter(({ passes }) => !passes);
  for (const feature of open) {
    if (feature.verification_method === "manual") waiting.set(feature.id, "a person must verify it");
    if (featureStatus(feature) === "failed")
      waiting.set(feature.id, `failed twice: ${feature.agent_notes.split("\n")[0] ?? ""}`);
  }
  const [status, exitCode] = endOf(open.length, waiting.size);
  if (!isComplete(loop)) {
    const at = timestamp(loop.options.now());
    const state = { ...loop.state.state, status, current_feature: null, current_task: null, updated_at: at };
    save(loop, { ...loop.state, state });
    loop.left = closeRun(loop) ?? loop.left;
  }
  return {
    runId: record.run_id,
    state: loop.state,
    turns,
    waiting: [...waiting].map(([id, reason]) => ({ id, reason })),
    exitCode,
    finalCommit: tipOf(project, record),
    left: loop.left,
  };
}

/** 0 complete · 12 if anything waits for a person · 10 unproven and no one to ask (decisions.md, Codes). */
function endOf(open: number, waiting: number): [ProjectState["state"]["status"], number] {
  if (open === 0) return ["complete", EXIT.ok];
  return waiting > 0 ? ["waiting", EXIT.person] : ["incomplete", EXIT.gateClosed];
}

const proveBase = ({
  repository,
  stateDirectory,
  env,
  policy,
  signal,
  onEvent,
}: RunOptions): CheckOptionsWithoutRevision => ({
  repository,
  stateDirectory,
  env,
  policy,
  ...(signal === undefined ? {} : { signal }),
  onProgress: (progress) => onEvent?.({ kind: "check", progress }),
});

interface Proven {
  readonly feature: Feature;
  readonly base: string;
  readonly result: TurnResult;
}

/** One commit a task (TAH-08): the proven tree, plus the harness's own files as they are after it. */
function landFeature(loop: Loop, { feature, base, result }: Proven): string | null {
  const { project, record, agent, options, state } = loop;
  const tested = treeOf(project.git, result.candidate ?? base);
  const message = featureMessage(feature.description, {
    "Baton-Feature": feature.id,
    "Baton-Run": record.run_id,
    "Baton-Tree": tested,
    "Co-authored-by": `${agent.name} <${agent.name}@agent.invalid>`,
  });
  const commit = commitTree(project, record, {
    tree: withProjectFiles(project, tested, state),
    parents: [base],
    message,
  });
  const left = land(loop, commit);
  options.onEvent?.({ kind: "landed", feature, commit, left });
  return left;
}

/** Lines of failed attempts enter with the next commit; at the end one closing commit takes what is left. */
function closeRun(loop: Loop): string | null {
  const { project, record, state } = loop;
  const tip = tipOf(project, record);
  const tree = withProjectFiles(project, treeOf(project.git, tip), state);
  if (tree === treeOf(project.git, tip)) return null;
  const message = `chore: record run ${record.run_id}\n\nBaton-Run: ${record.run_id}\n`;
  return land(loop, commitTree(project, record, { tree, parents: [tip], message }));
}

/** Moves the run's own branch, then the user's when it can follow; answers why not, else null. */
function land({ project, record }: Loop, commit: string): string | null {
  keepRef(project, `refs/heads/baton/${record.run_id}`, commit);
  const target = project.git(["rev-parse", `refs/heads/${record.branch}`]);
  if (project.git.attempt(["merge-base", "--is-ancestor", target, commit]) === null)
    return `${record.branch} has moved on its own`;
  const result = project.landing.land(record.branch, target, commit);
  return result.kind === "left" ? result.reason : null;
}
