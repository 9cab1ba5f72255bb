import { createHash, randomUUID } from "node:crypto";
import { existsSync, lstatSync, readFileSync, writeFileSync, appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { spawnSync } from "node:child_process";
import { createFeatureList } from "../../core/feature/feature-list.ts";
import { renderInitialization } from "../../core/progress/render-progress.ts";
import { parseSpec } from "../../core/spec/parse-spec.ts";
import type { Spec } from "../../core/spec/spec-feature.ts";
import { BatonError } from "../../errors.ts";
import { initScript } from "../../runs/init-script.ts";
import { AGENT_STATE, FEATURE_LIST, INIT_SCRIPT, PROGRESS, type ProjectState } from "../../runs/project-files.ts";
import type { RunRecord } from "../../schema/run-record.ts";
import { editTree, writeBlob } from "../../util/git/trees.ts";
import { timestamp } from "../../util/clock.ts";
import { openTree } from "../prove/tree-reader.ts";
import { commitTree, withProjectFiles } from "./commit.ts";
import { exclusively, openProject, type Project } from "./project.ts";

export interface InitOptions {
  readonly repository: string;
  /** The text of the spec. */
  readonly spec: string;
  readonly specName: string;
  readonly dryRun: boolean;
  readonly now: () => Date;
}

export interface InitResult {
  readonly runId: string;
  readonly features: ProjectState["list"]["features"];
  readonly warnings: readonly string[];
  readonly files: readonly string[];
  readonly commit: string | null;
}

/**
 * Turns a Markdown spec into a run (TAH-01): feature list, init script, progress file, agent state and the first commit.
 * Throws SPEC_INVALID, NOT_A_REPOSITORY, BRANCH_MISSING, TREE_DIRTY, FEATURE_LIST_FOREIGN, ALREADY_INITIALIZED; then
 * nothing is written.
 */
export async function initRun(options: InitOptions): Promise<InitResult> {
  const spec = readSpec(options.spec, options.specName);
  const project = openProject(options.repository);
  return exclusively(project, async () => {
    const head = checkedOut(project);
    refuseInTheWay(project);
    const now = options.now();
    const record: RunRecord = {
      run_id: createRunId(now),
      created_at: timestamp(now),
      branch: head.branch,
      spec_sha256: createHash("sha256").update(options.spec).digest("hex"),
      project: spec.title === "" ? options.specName : spec.title,
      author: readAuthor(project),
    };
    const state = firstState(record, spec);
    const result = { runId: record.run_id, features: state.list.features, warnings: warningsOf(spec) };
    const tree = firstTree(project, head.commit, state);
    if (options.dryRun) return { ...result, files: tree.files, commit: null };
    const commit = commitTree(project, record, {
      tree: tree.id,
      parents: head.commit === null ? [] : [head.commit],
      message: `chore: initialize run ${record.run_id}\n\nBaton-Run: ${record.run_id}\n`,
    });
    excludeRuns(project);
    project.store.saveRecord(record);
    land(project, head, commit);
    project.store.save(state);
    return { ...result, files: tree.files, commit };
  });
}

function readSpec(text: string, name: string): Spec {
  const spec = parseSpec(text);
  const errors = spec.problems.filter(({ severity }) => severity === "error");
  if (errors.length === 0 && spec.features.length > 0) return spec;
  const first = errors[0];
  const message = first === undefined ? `${name} holds no feature` : `${name}:${first.line}: ${first.message}`;
  throw new BatonError("SPEC_INVALID", message, { details: { problems: spec.problems } });
}

const warningsOf = (spec: Spec): string[] =>
  spec.problems.filter(({ severity }) => severity === "warning").map(({ line, message }) => `line ${line}: ${message}`);

function checkedOut({ git, places }: Project): { branch: string; commit: string | null } {
  const head = readFileSync(join(places.gitDirectory, "HEAD"), "utf8").trim();
  const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1];
  if (branch === undefined) throw new BatonError("BRANCH_MISSING", "HEAD is detached");
  return { branch, commit: git.attempt(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}^{commit}`]) };
}

/** Files that we would write must not be there, unless an earlier run of ours wrote them (decisions.md, Places). */
function refuseInTheWay(project: Project): void {
  const earlier = project.store.newestRun();
  if (earlier !== null) {
    const open = project.store.load(earlier)?.list.features.some(({ passes }) => !passes) ?? false;
    if (open) throw new BatonError("ALREADY_INITIALIZED", `run ${earlier} is not finished`);
  }
  for (const name of [FEATURE_LIST, PROGRESS, AGENT_STATE]) {
    const present = lstatSync(join(project.root, name), { throwIfNoEntry: false }) !== undefined;
    if (present && earlier === null) throw new BatonError("FEATURE_LIST_FOREIGN", `${name} is there already`);
  }
}

const createRunId = (now: Date): string => {
  const digits = now.toISOString().replaceAll(/[-:]|\..*$/g, "");
  return `${digits.slice(0, 8)}-${digits.slice(9, 15)}-${randomUUID()}`;
};

/** The one place where the user's own git speaks: who they are. */
function readAuthor({ root }: Project): RunRecord["author"] {
  const { stdout } = spawnSync("git", ["var", "GIT_AUTHOR_IDENT"], { cwd: root, encoding: "utf8" });
  const [, name, email] = /^(.*) <(.*)> \d+ [+-]\d+$/.exec(stdout.trim()) ?? [];
  return { name: name ?? "Proofbaton", email: email ?? "baton@localhost" };
}

function firstState(record: RunRecord, spec: Spec): ProjectState {
  const list = createFeatureList(spec.features);
  return {
    list,
    progress: renderInitialization({
      project: record.project,
      totalFeatures: list.total_features,
      nextAgent: "coding_agent",
      startWith: list.features[0]?.id ?? "",
    }),
    state: {
      schema_version: "1.0.0",
      run_id: record.run_id,
      status: "initialized",
      iteration: 0,
      current_feature: null,
      current_task: null,
      last_agent: null,
      next_agent: "coding_agent",
      updated_at: record.created_at,
    },
  };
}

const EMPTY_TREE = "";

function firstTree(project: Project, commit: string | null, state: ProjectState): { id: string; files: string[] } {
  const { git } = project;
  const start = commit === null ? git(["mktree"], { input: EMPTY_TREE }) : git(["rev-parse", `${commit}^{tree}`]);
  const base = openTree(git, start);
  const withState = withProjectFiles(project, start, state);
  if (base.paths.has(INIT_SCRIPT)) return { id: withState, files: [FEATURE_LIST, PROGRESS, AGENT_STATE] };
  if (existsSync(join(project.root, INIT_SCRIPT)))
    throw new BatonError("TREE_DIRTY", `${INIT_SCRIPT} is there but not committed`);
  const oid = writeBlob(git, initScript({ paths: base.paths, read: (path) => base.read(path) }));
  const id = editTree(git, withState, [{ path: INIT_SCRIPT, entry: { mode: "100755", oid } }]);
  return { id, files: [FEATURE_LIST, INIT_SCRIPT, PROGRESS, AGENT_STATE] };
}

/** The run directory is ours, not the project's: it stays out of `git status`. */
function excludeRuns({ places }: Project): void {
  const file = join(places.commonDirectory, "info", "exclude");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (/^\/runs\/$/m.test(text)) return;
  mkdirSync(dirname(file), { recursive: true });
  if (text === "") writeFileSync(file, "/runs/\n");
  else appendFileSync(file, `${text.endsWith("\n") ? "" : "\n"}/runs/\n`);
}

function land(project: Project, head: { branch: string; commit: string | null }, commit: string): void {
  const { git, places, root } = project;
  if (head.commit === null) {
    git(["update-ref", `refs/heads/${head.branch}`, commit]);
    git(["read-tree", "-m", "-u", commit], { index: join(places.gitDirectory, "index"), workTree: root });
    return;
  }
  const result = project.landing.land(head.branch, head.commit, commit);
  if (result.kind === "left") throw new BatonError("TREE_DIRTY", `the first commit could not land: ${result.reason}`);
}
