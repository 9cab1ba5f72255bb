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
import { checkBaseline, recheck } from "../prove/recheck.ts";
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

/**
 * Drives a run (TAH-06): environment and baseline first, then one feature after the other, each to a fresh agent, proven
 * and committed or kept aside. Ends complete only when every feature's test passes again from a clean checkout of the
 * final commit (TAH-10). Killed anywhere, the next call goes on: nothing on a branch moves before its proof.
 */
export async function run(agent: Agent, options: RunOptions): Promise<RunOutcome> {
  const project = openProject(options.repository);
  return exclusively(project, async () => {
    const loop = createLoop(project, agent, options);
    if (loop.isComplete()) return loop.finish();
    const { redKnown } = await checkBaseline({ ...proveBase(options), revision: loop.tip() });
    while (loop.mayGoOn()) await loop.turn();
    await loop.verifyWhole(new Set(redKnown));
    return loop.finish();
  });
}

const proveBase = ({ repository, stateDirectory, env, policy, signal, onEvent }: RunOptions) => ({
  repository,
  stateDirectory,
  env,
  policy,
  ...(signal === undefined ? {} : { signal }),
  onProgress: (progress: Parameters<NonNullable<Parameters<typeof checkBaseline>[0]["onProgress"]>>[0]) =>
    onEvent?.({ kind: "check", progress }),
});

function createLoop(project: Project, agent: Agent, options: RunOptions) {
  const loaded = loadRun(project);
  const record = loaded.record;
  let state = loaded.state;
  let left: string | null = null;
  const turns: { feature: string; result: TurnResult }[] = [];
  const waiting = new Map<string, string>();
  const lost = new Map<string, number>();
  const save = (next: ProjectState): void => {
    state = next;
    project.store.save(state);
  };
  const next = (): Feature | null => readyFeatures(state.list).find(({ id }) => !waiting.has(id)) ?? null;

  const takeOne = async (feature: Feature): Promise<void> => {
    const at = timestamp(options.now());
    const attempt = attemptsOf(feature) + 1;
    options.onEvent?.({ kind: "turn", feature, attempt });
    save(openTurn({ ...state, list: startAttempt(state.list, feature.id, agent.name, at) }, feature, agent.name, at));
    const base = tipOf(project, record);
    const pendingCommands = state.list.features.flatMap((other) =>
      other.passes || other.id === feature.id ? [] : (other.test_command ?? []),
    );
    const result = await takeTurn(project, record, feature, agent, base, { ...options, pendingCommands });
    turns.push({ feature: feature.id, result });
    options.onEvent?.({ kind: "judged", feature, result });
    save(closeTurn(state, feature, result, agent.name, timestamp(options.now())));
    if (result.outcome === "proven")
      left = landFeature(project, record, state, { feature, agent: agent.name, base, result }, options);
    if (result.outcome === "person_needed")
      waiting.set(feature.id, result.findings.find(({ severity }) => severity === "person")?.message ?? "");
    if (result.outcome === "lost") {
      lost.set(feature.id, (lost.get(feature.id) ?? 0) + 1);
      if (lost.get(feature.id) === LOST_LIMIT)
        waiting.set(feature.id, `${LOST_LIMIT} attempts were lost: ${result.detail}`);
    }
  };

  return {
    isComplete: () => state.state.status === "complete" && state.list.features.every(({ passes }) => passes),
    tip: () => tipOf(project, record),
    mayGoOn: () => next() !== null && (options.maxTurns === null || turns.length < options.maxTurns),
    async turn(): Promise<void> {
      if (options.signal?.aborted === true) throw new BatonError("INTERRUPTED", "stopped between two turns");
      const feature = next();
      if (feature !== null) await takeOne(feature);
    },
    /** The premature-victory guard: what is called complete is tried once more, whole, from the final commit. */
    async verifyWhole(knownRed: ReadonlySet<string>): Promise<void> {
      if (state.list.features.some(({ passes }) => !passes)) return;
      const commit = tipOf(project, record);
      options.onEvent?.({ kind: "final", commit });
      const commands = state.list.features.map(({ id, test_command: command }) => ({ id, command }));
      const broken = await recheck({ ...proveBase(options), revision: commit, commands, knownRed });
      const at = timestamp(options.now());
      for (const { id, reason } of broken) save({ ...state, list: recordRegression(state.list, id, at, reason) });
    },
    finish: (): RunOutcome => {
      const open = state.list.features.filter(({ passes }) => !passes);
      for (const feature of open) {
        if (feature.verification_method === "manual") waiting.set(feature.id, "a person must verify it");
        if (featureStatus(feature) === "failed")
          waiting.set(feature.id, `failed twice: ${feature.agent_notes.split("\n")[0] ?? ""}`);
      }
      const exitCode = open.length === 0 ? EXIT.ok : waiting.size > 0 ? EXIT.person : EXIT.gateClosed;
      const status = open.length === 0 ? "complete" : waiting.size > 0 ? "waiting" : "incomplete";
      save({
        ...state,
        state: {
          ...state.state,
          status,
          current_feature: null,
          current_task: null,
          updated_at: timestamp(options.now()),
        },
      });
      left = closeRun(project, record, state) ?? left;
      return {
        runId: record.run_id,
        state,
        turns,
        waiting: [...waiting].map(([id, reason]) => ({ id, reason })),
        exitCode,
        finalCommit: tipOf(project, record),
        left,
      };
    },
  };
}

interface Proven {
  readonly feature: Feature;
  readonly agent: string;
  readonly base: string;
  readonly result: TurnResult;
}

/** One commit a task (TAH-08): the proven tree, plus the harness's own files as they are after it. */
function landFeature(
  project: Project,
  record: RunRecord,
  state: ProjectState,
  { feature, agent, base, result }: Proven,
  options: RunOptions,
): string | null {
  const tested = treeOf(project.git, result.candidate ?? base);
  const message = featureMessage(feature.description, {
    "Baton-Feature": feature.id,
    "Baton-Run": record.run_id,
    "Baton-Tree": tested,
    "Co-authored-by": `${agent} <${agent}@agent.invalid>`,
  });
  const commit = commitTree(project, record, {
    tree: withProjectFiles(project, tested, state),
    parents: [base],
    message,
  });
  const left = land(project, record, commit);
  options.onEvent?.({ kind: "landed", feature, commit, left });
  return left;
}

/** Lines of failed attempts enter with the next commit; at the end one closing commit takes what is left. */
function closeRun(project: Project, record: RunRecord, state: ProjectState): string | null {
  const tip = tipOf(project, record);
  const tree = withProjectFiles(project, treeOf(project.git, tip), state);
  if (tree === treeOf(project.git, tip)) return null;
  const message = `chore: record run ${record.run_id}\n\nBaton-Run: ${record.run_id}\n`;
  return land(project, record, commitTree(project, record, { tree, parents: [tip], message }));
}

/** Moves the run's own branch, then the user's when it can follow; answers why not, else null. */
function land(project: Project, record: RunRecord, commit: string): string | null {
  keepRef(project, `refs/heads/baton/${record.run_id}`, commit);
  const target = project.git(["rev-parse", `refs/heads/${record.branch}`]);
  if (project.git.attempt(["merge-base", "--is-ancestor", target, commit]) === null)
    return `${record.branch} has moved on its own`;
  const result = project.landing.land(record.branch, target, commit);
  return result.kind === "left" ? result.reason : null;
}
