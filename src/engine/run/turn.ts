import { join } from "node:path";
import { mkdirSync } from "node:fs";
import type { Agent } from "../../agents/port.ts";
import { createWorkspace } from "../../agents/workspace.ts";
import { attemptsOf } from "../../core/feature/feature-list.ts";
import { statusOf } from "../../core/proof/judge.ts";
import type { Finding } from "../../errors.ts";
import type { Policy } from "../../schema/config.ts";
import type { Feature } from "../../schema/feature-list.ts";
import type { ProofData, VerdictStatus } from "../../schema/proof.ts";
import type { RunRecord } from "../../schema/run-record.ts";
import { treeOf } from "../../util/git/trees.ts";
import { openTree } from "../prove/tree-reader.ts";
import { prove } from "../prove/prove.ts";
import { judgeAnswer, type JudgedAnswer } from "./answer.ts";
import { takeApart } from "./candidate.ts";
import { commitTree, keepRef } from "./commit.ts";
import type { RunOptions } from "./options.ts";
import { createPacket } from "./packet.ts";
import type { Project } from "./project.ts";
import { watchControl } from "./control.ts";

/** How one attempt ended. `lost` attempts (time limit, crash) do not count against the feature. */
export interface TurnResult {
  readonly outcome: VerdictStatus | "lost";
  readonly findings: readonly Finding[];
  readonly proof: ProofData | null;
  readonly answer: JudgedAnswer | null;
  readonly candidate: string | null;
  readonly notes: string;
  readonly detail: string;
}

const RUN_FILES = 10;
const RUN_LINES = 500;

/** One feature, one fresh agent, one judgement. Nothing on any branch moves here. */
export async function takeTurn(
  project: Project,
  record: RunRecord,
  feature: Feature,
  agent: Agent,
  base: string,
  options: RunOptions,
): Promise<TurnResult> {
  const baseTree = openTree(project.git, treeOf(project.git, base));
  const attempt = attemptsOf(feature) + 1;
  const packet = createPacket({
    runId: record.run_id,
    project: record.project,
    feature,
    agent: agent.name,
    base: baseTree,
    timeoutSeconds: options.turnSeconds,
    now: options.now(),
  });
  const place = join(options.stateDirectory, "clones", record.run_id, `${feature.id}-${attempt}`);
  const workspace = createWorkspace(project.git, place, base);
  try {
    mkdirSync(join(place, "artifacts"), { recursive: true });
    const control = watchControl(project, record);
    const said = await agent.run({
      packet: `${JSON.stringify(packet)}\n`,
      workspace: place,
      timeoutMs: options.turnSeconds * 1000,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    const left = workspace.takeTree();
    const candidate = takeApart(project, baseTree, left, packet.files_allowed);
    const kept = commitTree(project, record, {
      tree: left.tree,
      parents: [base],
      message: `attempt ${attempt} of ${feature.id}\n`,
    });
    keepRef(project, freeRef(project, `refs/baton/${record.run_id}/${feature.id}/${attempt}`), kept);
    if (said.end !== "answered") return lost(said.end, said.diagnostics, kept, candidate.notes);
    const answer = judgeAnswer(said, packet, place, baseTree);
    const own = [...candidate.findings, ...control.findings()];
    if (!candidate.changed) return unchanged(own, answer, kept, candidate.notes);
    const commit = commitTree(project, record, {
      tree: candidate.tree,
      parents: [base],
      message: `candidate for ${feature.id}\n`,
    });
    const proof = await prove(proveOptions(feature, base, commit, options));
    const findings = [...own, ...proof.findings] as Finding[];
    return {
      outcome: own.length > 0 ? statusOf(findings) : proof.verdict.status,
      findings,
      proof,
      answer,
      candidate: commit,
      notes: candidate.notes,
      detail: "",
    };
  } finally {
    workspace.remove();
  }
}

/** A lost attempt does not count, so its number comes again: its work stays under a name of its own. */
function freeRef({ git }: Project, name: string): string {
  const taken = git(["for-each-ref", "--format=%(refname)", `${name}*`]).split("\n");
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) free = `${name}-${number}`;
  return free;
}

function lost(end: string, diagnostics: string, candidate: string, notes: string): TurnResult {
  const detail = `the agent ${end === "timeout" ? "ran out of time" : end}${diagnostics === "" ? "" : `: ${diagnostics.slice(-1500)}`}`;
  return { outcome: "lost", findings: [], proof: null, answer: null, candidate, notes, detail };
}

function unchanged(own: readonly Finding[], answer: JudgedAnswer, candidate: string, notes: string): TurnResult {
  const finding: Finding = {
    code: "TESTS_ABSENT",
    severity: "error",
    message: "the agent left the repository as it was",
  };
  const findings = [...own, finding];
  return { outcome: statusOf(findings), findings, proof: null, answer, candidate, notes, detail: finding.message };
}

function proveOptions(feature: Feature, base: string, head: string, options: RunOptions): Parameters<typeof prove>[0] {
  const lines = [feature.description, ...(feature.acceptance ?? []).map((text) => `- ${text}`)];
  if ((feature.changes ?? []).length > 0) lines.push(`Changes: ${feature.changes?.join(", ")}`);
  return {
    repository: options.repository,
    base,
    head,
    feature: lines.join("\n"),
    policy: runPolicy(options.policy),
    stateDirectory: options.stateDirectory,
    env: options.env,
    approvals: options.approvals,
    pendingCommands: options.pendingCommands,
    onProgress: (progress) => options.onEvent?.({ kind: "check", progress }),
    ...(feature.test_command === null ? {} : { test: feature.test_command }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
}

/** A run assigns one feature at a time, so its changes are bounded even where a project sets no bound (design.md §5, G0). */
function runPolicy(policy: Policy): Policy {
  return { ...policy, max_files: policy.max_files ?? RUN_FILES, max_lines: policy.max_lines ?? RUN_LINES };
}
