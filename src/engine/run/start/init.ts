import { hash, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { spawnSync } from "node:child_process";
import { HARNESS_FILES, INIT_SCRIPT, OWN_FILES } from "../../../core/own-files.ts";
import { evolve, type RunEntry } from "../../../core/run/fold/evolve.ts";
import { featureOf, planFeatures } from "../../../core/run/plan.ts";
import { researchOf } from "../../../core/run/research.ts";
import { detectUnits } from "../../../core/units/detect-units.ts";
import { ATTEMPTS_A_FEATURE } from "../../../core/run/spending.ts";
import type { RunState } from "../../../core/run/state.ts";
import type { Spec } from "../../../core/spec/spec-feature.ts";
import { BatonError } from "../../../errors.ts";
import { initScript } from "../../../runs/init-script.ts";
import { requireDisk, type DiskProbe } from "../../../runs/probe-disk.ts";
import { openLanding } from "../../../runs/landing.ts";
import { prepareMarks } from "../../../runs/marks.ts";
import type { RunBudget, RunEvent, RunFacts } from "../../../schema/event.ts";
import type { FeaturePlan } from "../../../schema/plan-events.ts";
import type { Check } from "../../../schema/reports.ts";
import { identifyWorkspace } from "../../../store/workspace.ts";
import { programPath } from "../../../util/program-path.ts";
import { editTree, writeBlob } from "../../../util/git/trees.ts";
import { policyChecks, type PolicyChecks } from "../../measure/policy.ts";
import { readConfig } from "../../prove/context.ts";
import { landOf } from "../landing/land-mode.ts";
import { openTree, type TreeReader } from "../../prove/tree-reader.ts";
import { commitTree, trailersOf, withProjectFiles } from "../commit.ts";
import type { Continued } from "./continued.ts";
import { excludeFromStatus } from "../isolation/exclude.ts";
import { createJournal, type RunJournal } from "../record/journal.ts";
import { finishLanding, holdTip } from "../landing/land.ts";
import { branchTip, exclusively, ownRunDirectory, type Project } from "../project.ts";
import { createPublisher } from "../record/publish.ts";
import { proofPolicy } from "../checks/held-out.ts";
import { registryHash, registryOf } from "../registry.ts";
import { refuseInTheWay } from "./in-the-way.ts";
import { provenBefore } from "./proven-before.ts";
import { readSpec, specFacts, warningsOf } from "./spec.ts";

export interface InitOptions {
  /** The text of the spec, or of the brief that stands for one. */
  readonly spec: string;
  readonly specName: string;
  /** What the run is for in one line; null takes the spec's title. */
  readonly brief: string | null;
  readonly stateDirectory: string;
  /** The user's environment: which scanners there are decides what a run is gated by. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null: as base's configuration says. */
  readonly land: RunFacts["land"] | null;
  readonly governor: NonNullable<RunFacts["governor"]>;
  readonly budget: Partial<RunBudget>;
  /** A folder with tests that no agent sees; null: none are given. */
  readonly heldOut: string | null;
  readonly dryRun: boolean;
  /** The dual-agent run that it goes on from. */
  readonly continues: Continued | null;
  readonly now: () => Date;
  /** Told of each part of the work before it begins. */
  readonly onStep?: (what: string) => void;
}

export interface InitResult {
  readonly runId: string;
  readonly features: readonly FeaturePlan[];
  readonly author: RunFacts["author"];
  /** Whether git knows the author: else it is nobody, and whoever answers without a name is, too. */
  readonly isNamed: boolean;
  readonly warnings: readonly string[];
  /** Which of the ten checks gate the run. */
  readonly checks: readonly Check[];
  readonly files: readonly string[];
  readonly commit: string | null;
  readonly disk: DiskProbe;
}

/** Limits of a run that names none (decisions.md, Changing the plan). */
const DEFAULT_HOURS = 8;
/** Attempts of a task before a person is asked (H3A, escalation). */
const MAX_ITERATIONS = 2;

/**
 * Turns a Markdown spec into a run (TAH-01, H3A-02): the plan in the journal, the run directory, the four files of the
 * project and the first commit. Throws SPEC_INVALID, NOT_A_REPOSITORY, BRANCH_MISSING, TREE_DIRTY, FEATURE_LIST_FOREIGN,
 * ALREADY_INITIALIZED, STATE_UNWRITABLE; then nothing is written.
 */
export async function initRun(project: Project, options: InitOptions): Promise<InitResult> {
  const spec = readSpec(options.spec, options.specName);
  return exclusively(project, async () => {
    const disk = requireDisk(project.places.commonDirectory);
    if (!options.dryRun) prepareMarks(options.stateDirectory);
    const head = checkedOut(project);
    refuseInTheWay(project, options);
    const features = spec.features.map(featureOf);
    const runId = createRunId(options.now());
    ownRunDirectory(project, runId);
    const base = treeAt(project, head.commit);
    const policy = policyChecks(base, project.root, options.env);
    const run = factsOf(project, options, { spec, head, base, policy });
    const events: RunEvent[] = [{ type: "run_created", run }, ...planFeatures(features)];
    if (options.continues !== null) events.push(citation(project, options.continues, options.dryRun));
    options.onStep?.("writing the plan and its first commit");
    const first = firstCommit(project, runId, events, { head, base, now: options.now() });
    const { checks } = run.policy;
    const result = {
      runId,
      features,
      author: run.author,
      isNamed: run.author !== NOBODY,
      warnings: [...warningsOf(spec), ...provenBefore(base, features), ...policy.gaps],
      checks,
      files: first.files,
      disk,
    };
    const obstacle = openLanding(project.git, project.places).obstacle(head.branch, head.commit, first.commit);
    if (obstacle !== null)
      throw new BatonError(obstacle.code, `the first commit could not land: ${obstacle.reason}`, {
        details: { paths: obstacle.paths },
      });
    if (options.dryRun) return { ...result, commit: null };
    excludeFromStatus(project, "/runs/");
    project.blobs.put(options.spec);
    options.onStep?.("recording it in the journal");
    const journal = createJournal(
      project.store,
      runId,
      [...events, ...landingOf(first.commit, head)],
      "baton",
      options,
    );
    options.onStep?.("publishing the run directory");
    const left = settle(project, journal, options);
    return { ...result, warnings: [...result.warnings, ...left], commit: first.commit };
  });
}

/** The files of the older run, each with its hash: evidence of the new one from its first entry on. */
function citation(project: Project, { runId, manifest }: Continued, dryRun: boolean): RunEvent {
  const sha256 = hash("sha256", manifest);
  if (!dryRun) project.blobs.put(manifest);
  return {
    type: "evidence_recorded",
    path: "artifacts/planner/continued/1/legacy_run.json",
    sha256,
    bytes: Buffer.byteLength(manifest),
    role: "planner",
    task_id: "continued",
    kind: "harness",
    description: `The files of ${runId} as this run found them`,
    mapping: "",
  };
}

interface Head {
  readonly branch: string;
  readonly commit: string | null;
}

const landingOf = (commit: string, { branch, commit: parent }: Head): RunEvent[] => [
  { type: "record_committed", commit, parent },
  { type: "landing", branch, from: parent, to: commit },
];

/** From here on a crash is recovered by the next command: the journal says what is still to be done. Answers what to warn of. */
function settle(project: Project, journal: RunJournal, options: InitOptions): string[] {
  const left: string[] = [];
  holdTip({ project, journal });
  finishLanding({
    project,
    journal,
    onLeft: (reason) => left.push(`the first commit waits beside its branch: ${reason} (baton land)`),
  });
  createPublisher(project, journal, options.stateDirectory).publish();
  journal.keep();
  return left;
}

/** What a run begins with. */
interface Beginning {
  readonly head: Head;
  /** What the commit that is checked out holds, its configuration among it; nothing before the first. */
  readonly base: TreeReader;
}

/** Throws CONFIG_INVALID. */
function factsOf(
  project: Project,
  options: InitOptions,
  { spec, head, base, policy }: Beginning & { readonly spec: Spec; readonly policy: PolicyChecks },
): RunFacts {
  const { budget } = options;
  const config = readConfig(base);
  const title = spec.title === "" ? basename(project.root) : spec.title;
  const { thresholds } = config.checks;
  return {
    h3a_version: "1.0.0",
    workspace: identifyWorkspace(project.places.commonDirectory).id,
    brief: options.brief ?? title,
    project: title,
    spec: specFacts(options.spec, options.specName),
    branch: head.branch,
    base_commit: head.commit,
    author: readAuthor(project),
    repo: basename(project.root),
    remote: readRemote(project),
    dirty: Object.values(uncommittedIn(project, head.commit)).some((paths) => paths.length > 0),
    policy: {
      checks: policy.checks,
      max_iterations: MAX_ITERATIONS,
      thresholds: { coverage: String(thresholds.coverage), mutation: String(thresholds.mutation) },
      ...proofPolicy(project, config, { ...options, features: spec.features.map(featureOf) }),
    },
    seal_bytes: config.retention.seal_bytes,
    land: landOf(options, config),
    land_configured: options.land === null,
    registry: registryHash(registryOf(config)),
    research: researchOf({
      ...policy,
      spec: options.specName,
      features: spec.features.length,
      paths: base.paths,
    }),
    governor: options.governor,
    budget: {
      hours: budget.hours === undefined ? DEFAULT_HOURS : budget.hours,
      attempts: budget.attempts === undefined ? ATTEMPTS_A_FEATURE * spec.features.length : budget.attempts,
      tokens: budget.tokens ?? null,
      cost: budget.cost ?? null,
    },
    ...(options.continues === null
      ? {}
      : { continues: { run_id: options.continues.runId, manifest: hash("sha256", options.continues.manifest) } }),
  };
}

/** The commit that holds the project's files, made before anything is recorded: then all of it can still be refused. */
function firstCommit(
  project: Project,
  runId: string,
  events: readonly RunEvent[],
  { head, base, now }: Beginning & { readonly now: Date },
): { commit: string; files: readonly string[] } {
  const at = now.toISOString();
  const entry = { run_id: runId, position: 0, at, actor: "baton", version: 1 as const, previous_hash: "" };
  const state = events.reduce<RunState | null>(
    (folded, event): RunState => evolve(folded, { ...entry, event } as RunEntry),
    null,
  );
  if (state === null) throw new BatonError("SPEC_INVALID", "the spec holds no feature");
  const tree = firstTree(project, base, state);
  const commit = commitTree(project.git, state.run.author, {
    tree: tree.id,
    parents: head.commit === null ? [] : [head.commit],
    message: `chore: initialize run ${runId}\n\n${trailersOf({ "Baton-Run": runId })}`,
    at,
  });
  return { commit, files: tree.files };
}

/** Throws BRANCH_MISSING: without a branch nothing can land. */
export function checkedOut(project: Project): Head {
  const { branch, commit } = headOf(project);
  if (branch === null) throw new BatonError("BRANCH_MISSING", "HEAD is detached");
  return { branch, commit };
}

/** What is checked out; the branch is null where HEAD is detached, the commit before the first one. */
export function headOf({ git, places }: Project): Omit<Head, "branch"> & { readonly branch: string | null } {
  const head = readFileSync(join(places.gitDirectory, "HEAD"), "utf8").trim();
  const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1];
  return branch === undefined ? { branch: null, commit: head } : { branch, commit: branchTip(git, branch) };
}

const createRunId = (now: Date): string => {
  const digits = now.toISOString().replaceAll(/[-:]|\..*$/g, "");
  return `${digits.slice(0, 8)}-${digits.slice(9, 15)}-${randomUUID()}`;
};

/** The one place where the user's own git speaks: who they are. */
function readAuthor({ root }: Project): RunFacts["author"] {
  const { stdout } = spawnSync("git", ["var", "GIT_AUTHOR_IDENT"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, PATH: programPath(process.env["PATH"]) },
  });
  const [, name, email] = /^(.*) <(.*)> \d+ [+-]\d+$/.exec(stdout.trim()) ?? [];
  return name === undefined || email === undefined ? NOBODY : { name, email };
}

/** Whom a record names where git knows nobody. */
const NOBODY = { name: "Proofbaton", email: "baton@localhost" };

const EMPTY_TREE = "";

/** What a commit holds; nothing before the first. */
const treeAt = ({ git }: Project, commit: string | null): TreeReader =>
  openTree(git, commit === null ? git(["mktree"], { input: EMPTY_TREE }) : git(["rev-parse", `${commit}^{tree}`]));

function firstTree(project: Project, base: TreeReader, state: RunState): { id: string; files: readonly string[] } {
  const { git } = project;
  const withState = withProjectFiles(git, project.blobs, base.tree, state);
  if (base.paths.has(INIT_SCRIPT)) return { id: withState, files: [...HARNESS_FILES] };
  if (existsSync(join(project.root, INIT_SCRIPT)))
    throw new BatonError("TREE_DIRTY", `${INIT_SCRIPT} is there but not committed`);
  const oid = writeBlob(git, initScript(base, detectUnits(base)));
  const id = editTree(git, withState, [{ path: INIT_SCRIPT, entry: { mode: "100755", oid } }]);
  return { id, files: OWN_FILES };
}

interface Uncommitted {
  readonly untracked: readonly string[];
  readonly changed: readonly string[];
}

/** What the work tree has that its last commit does not; `meta.dirty` of the record says whether it is anything. */
export function uncommittedIn({ git, places, root }: Project, commit: string | null): Uncommitted {
  const call = { index: join(places.gitDirectory, "index"), workTree: root };
  // Our own git directory knows nothing of what the user's excludes, the run directories among it.
  const excludes = join(places.commonDirectory, "info", "exclude");
  const also = existsSync(excludes) ? [`--exclude-from=${excludes}`] : [];
  const names = (...args: readonly string[]): string[] =>
    git([...args], call)
      .split("\0")
      .filter(Boolean);
  const untracked = names("ls-files", "-z", "--others", "--exclude-standard", ...also);
  git.attempt(["update-index", "-q", "--refresh"], call);
  return { untracked, changed: commit === null ? [] : names("diff-index", "-z", "--name-only", commit, "--") };
}

/** Where the repository came from, without a user or password in it; read from the file, never through git. */
function readRemote({ places }: Project): string {
  const file = join(places.commonDirectory, "config");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const url = /\[remote "origin"\][^[]*?\burl\s*=\s*(\S+)/.exec(text)?.[1] ?? "";
  return url.replace(/^([a-z+]+:\/\/)[^/@]*@/, "$1");
}
