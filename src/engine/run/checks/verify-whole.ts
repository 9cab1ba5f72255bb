import { OWN_FILES } from "../../../core/own-files.ts";
import { fileOf } from "../../../core/proof/test-ids.ts";
import { regress } from "../../../core/run/plan.ts";
import { testsProving, type RunState, type TaskState } from "../../../core/run/state.ts";
import type { RunEvent } from "../../../schema/event.ts";
import { approvalId } from "../../prove/context.ts";
import { recheck, type ProvenCommand, type Recheck } from "../../prove/recheck.ts";
import type { RunOptions, Turn } from "../context.ts";
import { diffTrees } from "../../../util/git/trees.ts";
import { tipOf } from "../project.ts";
import { requireWholeReconciled } from "../claims/reconciled.ts";
import { troublesIn } from "./troubles.ts";
import { checkOptions, type Checking } from "./validate.ts";

/**
 * The premature-victory guard (TAH-10): what is called complete is tried once more, whole, from a clean checkout of the
 * final commit. A feature that broke goes back into the plan, with the commit that broke it named (TAH-12). Of a run that was
 * verified before it answers what else fails, and did not there; null: nothing does.
 */
export async function verifyWhole(turn: Verifying): Promise<string | null> {
  const { journal, project, options } = turn;
  const { verified } = journal.state;
  const commit = tipOf(project, journal.state);
  options.onEvent?.({ kind: "final", commit });
  const asked = questionsAbout(turn, commit);
  if (asked.length > 0) {
    journal.append(() => asked);
    return null;
  }
  const { isBroken, found } = await setBackBroken(turn, commit, null);
  if (isBroken) return null;
  const trouble = verified === null ? undefined : await newTrouble(turn, troublesIn(found), verified);
  if (trouble !== undefined)
    return `at ${commit.slice(0, 7)}, but not at ${verified?.slice(0, 7)} which was verified: ${trouble}`;
  requireWholeReconciled(turn);
  journal.append(() => [{ type: "run_verified", commit }]);
  return null;
}

/** What is wrong at a commit and was not where the run was verified; undefined: nothing. */
async function newTrouble(turn: Verifying, troubles: readonly string[], verified: string): Promise<string | undefined> {
  if (troubles.length === 0) return undefined;
  const commands = provenCommands(turn.journal.state);
  const known = new Set(troublesIn(await recheck({ ...checkOptions(turn, verified), commands })));
  return troubles.find((trouble) => !known.has(trouble));
}

/** What verifying needs of a turn; a complete run is verified again without an agent. */
export interface Verifying extends Checking, Pick<Turn, "publisher"> {
  readonly options: Checking["options"] & Pick<RunOptions, "now">;
}

/** A person's yes holds for what was shown: where a feature's files changed since, they are shown again. */
function questionsAbout({ project, journal }: Checking, commit: string): RunEvent[] {
  const { features, tasks, approvals } = journal.state;
  return Object.values(features).flatMap((feature): RunEvent[] => {
    if (!feature.passes) return [];
    const own = Object.values(tasks).flatMap((task) =>
      task.plan.feature_id === feature.id && task.commit !== null && asksPerson(task) ? [task.commit] : [],
    );
    const changed = own.flatMap((from) => {
      const files = diffTrees(project.git, `${from}^`, from).map(({ path }) => path);
      return diffTrees(project.git, from, commit).filter(({ path }) => files.includes(path) && !isHarnessFile(path));
    });
    if (changed.length === 0) return [];
    const approval = approvalId(changed.map(({ path, head }) => `${path} ${head?.oid ?? ""}`).join("\n"));
    if (approvals.includes(approval)) return [];
    const named = [...new Set(changed.map(({ path }) => path))].slice(0, 8).join(", ");
    const reason = `changed since a person verified it: ${named}`;
    return [{ type: "approval_asked", approval, feature_id: feature.id, reason }];
  });
}

/** Whether somebody tried what the task made, in whole or for one of its criteria. */
const asksPerson = ({ plan }: TaskState): boolean => plan.definition_of_done.some(({ check }) => check === "human");

const isHarnessFile = (path: string): boolean => OWN_FILES.includes(path);

/**
 * Tries proven features again at a commit, those named or all (null); what broke is failing again, with the commit that
 * broke it. Answers whether anything did, and all that was found.
 */
export async function setBackBroken(
  turn: Checking,
  commit: string,
  only: readonly string[] | null,
): Promise<{ readonly isBroken: boolean; readonly found: Recheck }> {
  const { journal } = turn;
  const commands = provenCommands(journal.state).filter(({ id }) => only === null || only.includes(id));
  const found = await recheck({ ...checkOptions(turn, commit), commands, before: journal.state.run.base_commit });
  const { broken, failing, unsound } = found;
  const named: { id: string; reason: string; commit: string }[] = [];
  for (const { id, reason } of broken) named.push({ id, reason, commit: await breakingCommit(turn, id, commit) });
  const isQuiet = only !== null || broken.length > 0;
  const others = isQuiet ? [] : [...failing.map(failingTest), ...unsound.map(unsoundRun)].slice(0, MOST_LATE);
  for (const late of others) named.push(...(await lateFailure(turn, late, commit)));
  for (const { id, reason, commit: guilty } of named) {
    const why = `${reason} (broken by ${guilty.slice(0, 7)})`;
    if (journal.state.features[id]?.passes !== true) continue;
    journal.append((state): RunEvent[] =>
      state.features[id]?.passes === true ? [regress(state, id, guilty, why)] : [],
    );
    turn.options.onEvent?.({ kind: "warning", message: `${id} fails again, and goes back into the plan: ${why}` });
  }
  return { isBroken: named.length > 0, found };
}

/** So many things that fail late are looked into: each costs a few runs, of a test those of its file. */
const MOST_LATE = 5;

/** What fails at the end, how that is said, and whether it does in another run. */
interface Late {
  readonly what: string;
  readonly reason: string;
  readonly only?: readonly string[];
  readonly isIn: (again: Recheck) => boolean;
}

const failingTest = (test: string): Late => ({
  what: `${test} fails from a clean checkout`,
  reason: `fails from a clean checkout: ${test}`,
  only: [fileOf(test)],
  isIn: ({ failing }) => failing.includes(test),
});

const unsoundRun = (how: string): Late => ({
  what: `from a clean checkout ${how}`,
  reason: `from a clean checkout ${how}`,
  isIn: ({ unsound }) => unsound.includes(how),
});

/** What is nobody's feature's and fails at the end: the commit that broke it is a task's, whose feature goes back. */
async function lateFailure(
  turn: Checking,
  { what, reason, isIn, ...narrow }: Late,
  final: string,
): Promise<{ id: string; reason: string; commit: string }[]> {
  const { journal, project, options } = turn;
  const fails = async (revision: string): Promise<boolean> =>
    isIn(await recheck({ ...checkOptions(turn, revision), commands: [], ...narrow }));
  const { base_commit: base } = journal.state.run;
  const range = base === null ? final : `${base}..${final}`;
  const commits = project.git(["rev-list", "--reverse", "--first-parent", range]).split("\n").filter(Boolean);
  const warned = (how: string): [] => {
    options.onEvent?.({ kind: "warning", message: `${what}, and ${how}` });
    return [];
  };
  if (commits.length === 0 || !(await fails(final))) return warned("not again");
  let [low, high] = [0, commits.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await fails(commits[middle] ?? final)) high = middle;
    else low = middle + 1;
  }
  if (low === 0 && base !== null && (await fails(base))) return warned("failed before the run began");
  const commit = commits[low] ?? final;
  const id = Object.values(journal.state.tasks).find((task) => task.commit === commit)?.plan.feature_id;
  if (id === undefined) return warned(`${commit.slice(0, 7)} broke it, which is no task's`);
  return [{ id, reason, commit }];
}

/** Tests of what is proven; features that a person verifies have none. */
export const provenCommands = (state: RunState): ProvenCommand[] =>
  Object.values(state.features)
    .filter(({ passes, verification_method: method }) => passes && method !== "manual")
    .map(({ id, test_command: command }) => ({ id, command, tests: testsProving(state, id) }));

/** Halves the commits between the feature's own and the final one; each half is tried in a clean checkout. */
async function breakingCommit(turn: Checking, featureId: string, final: string): Promise<string> {
  const { project, journal } = turn;
  const own = Object.values(journal.state.tasks).findLast(({ plan }) => plan.feature_id === featureId)?.commit ?? null;
  if (own === null) return final;
  const listed = (how: string): string[] =>
    project
      .git(["rev-list", "--reverse", how, `${own}..${final}`])
      .split("\n")
      .filter(Boolean);
  // A branch that the run was merged into had commits of its own, before it held the feature at all.
  const holding = new Set(listed("--ancestry-path"));
  const later = listed("--first-parent").filter((revision) => holding.has(revision));
  const command = journal.state.features[featureId]?.test_command ?? null;
  const commands = [{ id: featureId, command, tests: testsProving(journal.state, featureId) }];
  let [low, high] = [0, later.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const revision = later[middle] ?? final;
    const { broken } = await recheck({ ...checkOptions(turn, revision), commands });
    if (broken.length > 0) high = middle;
    else low = middle + 1;
  }
  return later[low] ?? final;
}
