import { checkEnvironment } from "../../../checks/check-environment.ts";
import { changedSince } from "../landing/moved-on.ts";
import { isAncestor, runDirectory, type Project } from "../project.ts";
import { findAudits, locksOf } from "../../../core/measure/find-scanners.ts";
import { BatonError } from "../../../errors.ts";
import { unlockedManifests } from "../../../core/measure/unlocked.ts";
import type { TreeView } from "../../../core/units/detect-units.ts";
import type { CheckSettings } from "../../../schema/check-settings.ts";
import type { ToolFinding } from "../../../schema/tool-findings.ts";
import { programsOn } from "../../measure/open.ts";
import { marksIn } from "../../../runs/marks.ts";
import { verifyRun } from "../../../runs/verify.ts";
import type { ProductionCriterion } from "../../../schema/production.ts";
import type { EventOf, RunEvent } from "../../../schema/event.ts";
import { runProcess } from "../../../util/process.ts";
import { diffTrees, treeOf } from "../../../util/git/trees.ts";
import { approvalId, createRoles, isInitialized, layerOf, readConfig } from "../../prove/context.ts";
import { withoutHarnessFiles } from "../../prove/compose.ts";
import { openSuites, withSuites, type Suites } from "../../prove/runs/suites.ts";
import { openTree } from "../../prove/tree-reader.ts";
import { basename, join } from "node:path";
import { hashOfFile } from "../../../util/hash-file.ts";
import { createRedactor } from "../../../util/redact.ts";
import { headOf, uncommittedIn } from "../start/init.ts";
import type { RunJournal } from "../record/journal.ts";
import { openCommit, configAt } from "../open-commit.ts";
import {
  RELEASE_FILES,
  releaseFile,
  releaseFilesOf,
  type ReleaseFile,
} from "../../../core/run/people/release-files.ts";
import { isFinished, type RunState } from "../../../core/run/state.ts";
import { shell } from "../../../util/shell.ts";

export interface ProductionOptions {
  readonly stateDirectory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

type Criterion = ProductionCriterion;

/**
 * Looks at everything that G3 asks for (H3A-18), on the commit that was verified whole, and answers the event that records
 * it, with the yes to it where policy says that it needs nobody's. Throws RUN_UNFINISHED before that commit is there, and what a slot throws.
 */
export async function checkProduction(
  project: Project,
  journal: RunJournal,
  options: ProductionOptions,
): Promise<[EventOf<"production_checked">, ...RunEvent[]]> {
  const { state } = journal;
  const commit = state.verified;
  if (commit === null || !isFinished(state))
    throw new BatonError(
      "RUN_UNFINISHED",
      "G3 is asked of a run whose every feature was verified from its final commit",
    );
  const measured = [
    hashes(project, journal, options),
    cleanTree(project, journal, commit),
    ...(await inSlot(project, commit, options)),
    documentation(project, journal, commit),
    ...RELEASE_FILES.map((name) => recorded(journal, name)),
  ];
  const criteria = measured.map((one) => {
    const waiver = state.productionWaivers.findLast(({ criterion }) => criterion === one.name);
    const stands = one.status === "fail" || one.status === "not_measured";
    return waiver === undefined || !stands
      ? one
      : { ...one, status: "waived" as const, detail: `${one.detail}; waived by ${waiver.by}: ${waiver.reason}` };
  });
  const approval = approvalId(JSON.stringify([commit, criteria]));
  const checked = { type: "production_checked", commit, criteria, approval } as const;
  const { policy } = configAt(project.git, commit);
  const holds = criteria.every(({ status }) => status !== "fail" && status !== "not_measured");
  if (policy.release !== "policy" || !holds) return [checked];
  return [checked, { type: "production_approved", approval, by: "policy", comment: "policy.release" }];
}

const criterion = (name: Criterion["name"], status: Criterion["status"], detail: string, command = ""): Criterion => ({
  name,
  status,
  detail: detail.toWellFormed().slice(0, 500),
  command,
});

function hashes(project: Project, { runId }: RunJournal, { stateDirectory }: ProductionOptions): Criterion {
  const { problems } = verifyRun(runDirectory(project, runId), { marks: marksIn(stateDirectory) });
  const [first] = problems;
  if (first === undefined) return criterion("hashes", "pass", "the journal and every file it names hold");
  return criterion("hashes", "fail", `${first.code} ${first.path}: ${first.message}`, mendedBy(first.code, runId));
}

/** What the journal has, `repair` writes again; of the rest `verify` names everything. */
const mendedBy = (code: string, runId: string): string =>
  code === "ARTIFACT_CHANGED" || code === "ARTIFACT_MISSING"
    ? `baton repair --run ${runId}, then baton gate check G3`
    : "baton verify";

/** Nothing uncommitted, and no commit since but those that write the harness's own files. */
function cleanTree(project: Project, { state }: RunJournal, verified: string): Criterion {
  const { branch, commit } = headOf(project);
  const { untracked, changed } = uncommittedIn(project, commit);
  const others = [...changed, ...untracked.filter((path) => !isKept(project, state, path))];
  if (commit === null || others.length > 0) return criterion("clean_tree", "fail", ...dirtWords(others, changed));
  const since = changedSince(project, verified, commit);
  if (since?.length === 0)
    return criterion("clean_tree", "pass", `the work tree holds what was verified at ${verified.slice(0, 12)}`);
  const detail = `${since?.[0] ?? "all of it"} changed since ${verified.slice(0, 12)} was verified`;
  return criterion("clean_tree", "fail", detail, towardsVerified(project, state, { branch, commit }));
}

/** A file that the record holds, byte for byte, as `evidence add` took it: nothing of it is lost or left out. */
function isKept({ root }: Project, state: RunState, path: string): boolean {
  const isOf = RELEASE_FILES.some((name) => basename(path) === `${name}.md`);
  const sha256 = isOf ? hashOfFile(join(root, path)) : null;
  return releaseFilesOf(state).some((one) => one.sha256 === sha256);
}

const NAMED = 5;

/** Which files it is, and what to do about them. */
function dirtWords(paths: readonly string[], changed: readonly string[]): [string, string] {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : "";
  const detail = `not committed: ${paths.slice(0, NAMED).join(", ")}${more}`;
  return changed.length === 0
    ? [detail, "move them out of the work tree or name them in .git/info/exclude; or commit them, then baton run"]
    : [detail, "git restore, or git stash -u; or commit them, then baton run"];
}

/** What brings what is checked out and what is verified together. */
function towardsVerified(
  { git }: Project,
  { run, tip }: RunState,
  { branch, commit }: { readonly branch: string | null; readonly commit: string },
): string {
  if (branch !== run.branch) return `git switch ${run.branch}`;
  return tip !== null && !isAncestor(git, tip, commit) ? "baton land, then baton run" : "baton run";
}

/** What runs: CI's own word, and the audit of what the project stands on. */
async function inSlot(project: Project, commit: string, options: ProductionOptions): Promise<Criterion[]> {
  const raw = openCommit(project.git, commit);
  const initialized = isInitialized(raw);
  const tree = initialized ? openTree(project.git, withoutHarnessFiles(project.git, raw.tree)) : raw;
  const config = readConfig(raw);
  const { signal } = options;
  const env = checkEnvironment(options.env, config.environment.env);
  const suites = openSuites({
    git: project.git,
    stateDirectory: options.stateDirectory,
    config,
    policy: config.policy,
    env,
    hidden: [],
    redact: createRedactor(options.env),
    onPrepare: () => {},
    ...(signal === undefined ? {} : { signal }),
  });
  const layer = layerOf(tree, config, initialized);
  return withSuites(suites, async () => [
    await continuousIntegration(project, commit, config.checks.ci_command, { env, signal }),
    await audit(suites, { tree: tree.tree, layer }, tree, config.checks, programsOn(env)),
  ]);
}

const CI_TIMEOUT_MS = 900_000;

/** Asked in the user's own checkout: what knows of CI needs its remote. `BATON_COMMIT` names the verified commit. */
async function continuousIntegration(
  project: Project,
  commit: string,
  command: string | undefined,
  { env, signal }: { readonly env: Readonly<Record<string, string>>; readonly signal: AbortSignal | undefined },
): Promise<Criterion> {
  if (command === undefined) {
    const waive = "baton gate waive G3 ci --as NAME --reason TEXT";
    return criterion("ci", "not_measured", "no checks.ci_command is configured", waive);
  }
  const { end, code, stdout, stderr } = await runProcess({
    argv: shell(command),
    cwd: project.root,
    env: { ...env, BATON_COMMIT: commit },
    timeoutMs: CI_TIMEOUT_MS,
    ...(signal === undefined ? {} : { signal }),
  });
  if (end === "aborted") throw new BatonError("INTERRUPTED", "stopped while the CI command ran");
  if (end === "exited" && code === 0) return criterion("ci", "pass", `${command} exits 0`);
  const how = end === "exited" ? `exited with ${code}` : `ended by ${end}`;
  return criterion("ci", "fail", `${how}: ${`${stdout} ${stderr}`.trim().slice(-300)}`, command);
}

const RANKS = ["low", "medium", "high", "critical"] as const;

/** Every lock file is audited, by everything here that reads it; what no lock file pins nobody can audit. */
async function audit(
  suites: Suites,
  place: Pick<Parameters<Suites["runTool"]>[0], "tree" | "layer">,
  view: TreeView,
  checks: CheckSettings,
  programs: ReadonlySet<string>,
): Promise<Criterion> {
  const waive = "baton gate waive G3 dependency_audit --as NAME --reason TEXT";
  const { plans, unaudited } = findAudits(locksOf(view.paths), checks, programs);
  const [other] = unaudited;
  if (other !== undefined)
    return criterion("dependency_audit", "not_measured", `nothing here audits what ${other} installs`, waive);
  const [unlocked] = unlockedManifests(view);
  if (unlocked !== undefined) {
    const detail = `${unlocked} declares dependencies, and no lock file says which versions are installed`;
    return criterion("dependency_audit", "not_measured", detail, `commit a lock file, then baton run; or ${waive}`);
  }
  if (plans.length === 0)
    return criterion("dependency_audit", "not_applicable", "no manifest declares a dependency: nothing is installed");
  const found: ToolFinding[] = [];
  for (const plan of plans) {
    const { findings, problem, command } = await suites.runTool({ ...place, plan });
    if (findings === null)
      return criterion("dependency_audit", "not_measured", `${command}: ${problem?.message ?? ""}`, waive);
    found.push(...findings.findings);
  }
  const names = [...new Set(plans.map(({ tool }) => tool))].join(", ");
  const least = checks.thresholds.severity;
  const bad = found.filter(({ severity }) => RANKS.indexOf(severity) >= RANKS.indexOf(least));
  const [first] = bad;
  if (first === undefined)
    return criterion("dependency_audit", "pass", `${names}: ${found.length} advisories, none ${least} or above`);
  return criterion(
    "dependency_audit",
    "fail",
    `${names}: ${bad.length} of severity ${least} or above; ${first.rule} ${first.message}`,
    waive,
  );
}

function documentation(project: Project, { state }: RunJournal, commit: string): Criterion {
  const roleOf = createRoles(configAt(project.git, commit));
  const base = state.run.base_commit;
  const empty = project.git(["mktree"], { input: "" });
  const from = base === null ? empty : treeOf(project.git, base);
  const changed = diffTrees(project.git, from, treeOf(project.git, commit)).map(({ path }) => path);
  const pages = changed.filter((path) => roleOf(path) === "documentation");
  if (pages.length > 0)
    return criterion("documentation", "pass", `${pages.length} pages changed: ${pages.slice(0, 5).join(", ")}`);
  return criterion(
    "documentation",
    "fail",
    "no page changed since the run began",
    "commit one, then baton run; or baton gate waive G3 documentation --as NAME --reason TEXT",
  );
}

function recorded({ state }: RunJournal, name: ReleaseFile): Criterion {
  const entry = releaseFile(state, name);
  if (entry !== undefined) return criterion(name, "pass", `${entry.path} [${entry.sha256.slice(0, 16)}]`);
  return criterion(name, "fail", `no ${name}.md is recorded`, `baton evidence add ${name}.md --as NAME`);
}
