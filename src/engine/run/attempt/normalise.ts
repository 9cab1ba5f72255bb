import { attemptOf } from "../../../core/run/beside.ts";
import type { TaskState } from "../../../core/run/state.ts";
import { BatonError } from "../../../errors.ts";
import type { Config } from "../../../schema/config.ts";
import type { ReportedFinding } from "../../../schema/event.ts";
import { checkEnvironment } from "../../../checks/check-environment.ts";
import { diffTrees, editTree, treeOf } from "../../../util/git/trees.ts";
import { withoutHarnessFiles } from "../../prove/compose.ts";
import { isInitialized, layerOf, readConfig } from "../../prove/context.ts";
import { openSuites, withSuites, type Rewritten, type Suites } from "../../prove/runs/suites.ts";
import { openTree } from "../../prove/tree-reader.ts";
import { keepAt, keptAt } from "./attempt.ts";
import type { Turn } from "../context.ts";
import { reported, commitLeft } from "./take.ts";

export interface Normalised {
  /** With the candidate that is to be judged. */
  readonly task: TaskState;
  readonly findings: readonly ReportedFinding[];
}

/**
 * Lets the project's own commands, as base's configuration has them, write in a candidate before it is judged: what they make of it is
 * the candidate, byte for byte (verification.md, Where runs happen). What they would change of base as well stays as the agent has it. Throws
 * ENVIRONMENT_FAILED where a command fails over base, too.
 */
export async function normalise(turn: Turn, task: TaskState): Promise<Normalised> {
  const { git } = turn.project;
  const { candidate, baseCommit } = task;
  if (candidate === null || baseCommit === null) return { task, findings: [] };
  const raw = openTree(git, treeOf(git, baseCommit));
  const config = readConfig(raw);
  if (config.normalise.length === 0) return { task, findings: [] };
  const whole = treeOf(git, candidate);
  const [base, head] = [raw.tree, whole].map((tree) => withoutHarnessFiles(git, tree)) as [string, string];
  // Judged once more, after a person's answer, it is what that answer was given to.
  const before = keptAt(turn, idOf(task), NORMALISED);
  if (before !== null && withoutHarnessFiles(git, treeOf(git, before)) === head) return { task, findings: [] };
  const progress = { step: "normalise", detail: config.normalise.join("; ") } as const;
  turn.options.onEvent?.({ kind: "check", progress, taskId: task.plan.task_id });
  const made = await withSuites(open(turn, config), (suites) =>
    rewrite(turn, suites, config, { base, head, initialized: isInitialized(raw) }),
  );
  if (made === null) return { task, findings: [] };
  if (made.failed !== null) return { task, findings: [failure(turn, made.failed)] };
  const edits = diffTrees(git, head, made.tree).map(({ path, head: entry }) => ({ path, entry }));
  if (edits.length === 0) return { task, findings: [] };
  return { task: record(turn, task, { tree: editTree(git, whole, edits), base: raw.tree }), findings: [] };
}

/** Null: nothing can be run over it, which is the judge's to say. */
async function rewrite(
  { project: { git } }: Turn,
  suites: Suites,
  config: Config,
  { base, head, initialized }: { readonly base: string; readonly head: string; readonly initialized: boolean },
): Promise<Rewritten | null> {
  const over = (tree: string): Promise<Rewritten> =>
    suites.rewrite({ tree, layer: layerOf(openTree(git, tree), config, initialized), commands: config.normalise });
  const made = await over(head).catch((error: unknown) => {
    if (error instanceof BatonError && error.code === "ENVIRONMENT_FAILED") return null;
    throw error;
  });
  if (made === null) return null;
  const own = new Set(diffTrees(git, base, head).map(({ path }) => path));
  const changes = diffTrees(git, head, made.tree);
  if (made.failed === null && changes.every(({ path }) => own.has(path))) return made;
  const before = await over(base);
  if (before.failed !== null) throw useless(before.failed);
  if (made.failed !== null) return made;
  const anyway = new Set(diffTrees(git, base, before.tree).map(({ path }) => path));
  const kept = changes.filter(({ path }) => own.has(path) || !anyway.has(path));
  const edits = kept.map(({ path, head: entry }) => ({ path, entry }));
  return { tree: editTree(git, head, edits), failed: null };
}

function open({ project, options, redact }: Turn, config: Config): Suites {
  return openSuites({
    git: project.git,
    stateDirectory: options.stateDirectory,
    config,
    policy: options.policy,
    env: checkEnvironment(options.env, config.environment.env),
    hidden: [project.root],
    redact,
    onPrepare: () =>
      options.onEvent?.({ kind: "check", progress: { step: "prepare", detail: "installing dependencies" } }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

function record(
  turn: Turn,
  task: TaskState,
  { tree, base }: { readonly tree: string; readonly base: string },
): TaskState {
  const { journal, options } = turn;
  const id = idOf(task);
  const message = `candidate for ${id.task_id}, normalised\n`;
  const candidate = tree === base ? null : commitLeft(turn, task.baseCommit ?? "", tree, message);
  if (candidate !== null) keepAt(turn, id, candidate, NORMALISED);
  journal.append(() => [{ type: "candidate_normalised", ...id, candidate }]);
  options.onEvent?.({ kind: "normalised", task });
  return attemptOf(journal.state.tasks[id.task_id], id.attempt) ?? task;
}

const NORMALISED = "-normalised";
const idOf = ({ plan, attempt }: TaskState) => ({ task_id: plan.task_id, attempt });

const SHOWN_LINES = 12;

const told = ({ command, end }: NonNullable<Rewritten["failed"]>): string =>
  `\`${command}\`: ${end.end}\n${end.output.trim().split("\n").slice(-SHOWN_LINES).join("\n")}`;

const failure = ({ redact }: Turn, failed: NonNullable<Rewritten["failed"]>): ReportedFinding =>
  reported({ code: "NORMALISE_FAILED", severity: "error", message: told(failed) }, redact);

const useless = (failed: NonNullable<Rewritten["failed"]>): BatonError =>
  new BatonError("ENVIRONMENT_FAILED", `normalise fails before anything is changed: ${told(failed)}`, {
    hint: "Correct `normalise` in baton.config.json, commit it, then: baton run",
  });
