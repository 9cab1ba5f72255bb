import type { Feature } from "../../schema/feature-list.ts";
import type { FeatureStatus } from "../feature/feature-list.ts";
import { featureStatus } from "../run/lifecycle.ts";
import type { RunState } from "../run/state.ts";
import { remembered } from "./growing.ts";
import { cell, escaped, lineOf, quoted } from "./text.ts";
import type { ViewFacts } from "./view-facts.ts";

const FILES: readonly (readonly [path: string, meaning: string])[] = [
  ["state/ROADMAP.md", "the plan: strategy, tasks, success criteria"],
  ["state/CURRENT_TASK.json", "the task last worked on"],
  ["state/GATES_LEDGER.md", "gates G0 to G3 and every event of theirs"],
  ["state/EVIDENCE_LOG.md", "every artifact with its hash"],
  ["state/SESSION_HANDOFF.json", "who hands over to whom, and what the receiver needs"],
  ["state.json", "one step for each role's finished attempt"],
  ["planner_report.json", "what was planned"],
  ["executor_report.json", "each attempt as the harness measured it"],
  ["validator_report.json", "the verdicts"],
  ["artifacts/", "the evidence itself, by role, task and attempt"],
  ["project/", "the newest copies of the project's own files"],
  ["texts/", "what people and agents noted, each by its hash"],
  ["journal.jsonl", "the journal: every file here is a view of it"],
];

const GLYPHS: Readonly<Record<FeatureStatus, string>> = {
  completed: "✅ proven",
  in_progress: "🟡 in progress",
  failed: "🔴 failed",
  not_started: "⚪ not started",
};

/** The run's `README.md`: what it is, how to verify it, how to go on. */
export function renderReadme(state: RunState, { journal }: Pick<ViewFacts, "journal">): string {
  const { runId } = state;
  return [
    `# Run ${runId}`,
    "",
    `Project: ${escaped(lineOf(state.run.project))}`,
    `Created: ${state.createdAt}`,
    `Status: ${state.status.replace("_", " ")}`,
    `Journal: ${journal.position} ${journal.hash}`,
    "",
    "## Brief",
    "",
    quoted(state.run.brief),
    "",
    ...(state.run.continues === undefined
      ? []
      : [
          "## Continues",
          "",
          `The dual-agent run ${escaped(lineOf(state.run.continues.run_id))}; its files and their hashes: \`artifacts/planner/continued/1/legacy_run.json\``,
          "",
        ]),
    "## Features",
    "",
    "| Feature | Description | Status | Tests |",
    "|---------|-------------|--------|-------|",
    ...Object.values(state.features).map((feature) => row(state, feature)),
    "",
    "## Files",
    "",
    ...FILES.map(([path, meaning]) => `- \`${path}\`: ${meaning}`),
    "",
    "## Verify",
    "",
    "```sh",
    `baton verify ${state.archived ? "archive" : "runs"}/${runId}`,
    "```",
    "",
    "Without Proofbaton: `state/EVIDENCE_LOG.md` has the first 16 digits of each artifact's hash.",
    "",
    "```sh",
    "sha256sum <file> | cut -c1-16",
    "```",
    "",
    "## Continue",
    "",
    ...(state.status === "complete" || state.status === "closed_partial"
      ? ["It is over, and its record is read-only. The next one:", "", "```sh", "baton init --spec FILE", "```"]
      : [
          "```sh",
          `baton resume --run ${runId}`,
          "```",
          "",
          "On another machine: `baton adopt RUN_DIR`, in a clone of the repository.",
        ]),
    "",
  ].join("\n");
}

const nameOf = remembered(({ id, description }: Feature): string => `| ${cell(id)} | ${cell(description)} |`);

function row(state: RunState, feature: Feature): string {
  const away = state.away[feature.id];
  const word = away === undefined ? GLYPHS[featureStatus(state, feature)] : `➖ ${away}`;
  const { tests_passing: passing, tests_total: total } = feature;
  const tests = passing === null || total === null ? "–" : `${passing}/${total}`;
  return `${nameOf(feature)} ${word} | ${tests} |`;
}
