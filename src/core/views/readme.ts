import type { Feature } from "../../schema/feature-list.ts";
import type { FeatureStatus } from "../feature/feature-list.ts";
import { featureStatus } from "../run/guard/lifecycle.ts";
import { perFeaturePage } from "../run/pages.ts";
import { levelsOf, isFinished, type RunState } from "../run/state.ts";
import { waiverWords } from "../run/people/waivers-used.ts";
import { remembered } from "../run/remembered.ts";
import { piece, type FileText } from "./growing.ts";
import type { SealedPart } from "./sealing.ts";
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
export function readmeFile(
  state: RunState,
  { journal }: Pick<ViewFacts, "journal">,
  parts: readonly SealedPart[],
): FileText {
  const { runId } = state;
  const before = [
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
    "| Feature | Description | Status | Tests | Proof | Isolation |",
    "|---------|-------------|--------|-------|-------|-----------|",
    "",
  ];
  const after = [
    "",
    "## Files",
    "",
    ...FILES.map(([path, meaning]) => `- \`${path}\`: ${meaning}`),
    ...(parts.length === 0
      ? []
      : [`- \`state/history/\`: ${parts.length} sealed parts of files that grew long`, "", ...SEALED]),
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
    ...(isFinished(state)
      ? ["It is over, and its record is read-only. The next one:", "", "```sh", "baton init --spec FILE", "```"]
      : [
          "```sh",
          `baton resume --run ${runId}`,
          "```",
          "",
          "On another machine: `baton adopt RUN_DIR`, in a clone of the repository.",
        ]),
    "",
  ];
  return [piece(before.join("\n")), ...rowPages(state), piece(after.join("\n"))];
}

/** How a whole file is put together again, by hand or by any tool. */
const SEALED: readonly string[] = [
  "A file that grew long holds its newest entries; older ones lie in parts that never change. It names each part, oldest first,",
  "with its hash (JSON: `sealed`; Markdown: `**Sealed:**`). Their entries and then its own are the whole: the last field of a",
  "JSON part, the lines below the same heading of a Markdown part.",
];

const rowPages = perFeaturePage((features, state) =>
  piece(features.map((feature) => `${row(state, feature)}\n`).join("")),
);

const nameOf = remembered(({ id, description }: Feature): string => `| ${cell(id)} | ${cell(description)} |`);

function row(state: RunState, feature: Feature): string {
  const away = state.away[feature.id];
  const word = away === undefined ? GLYPHS[featureStatus(state, feature)] : `➖ ${away}`;
  const waived = feature.passes ? cell(waiverWords(state, feature.id)) : "";
  const { tests_passing: passing, tests_total: total } = feature;
  const tests = passing === null || total === null ? "–" : `${passing}/${total}`;
  const levels = levelsOf(state, feature.id);
  return `${nameOf(feature)} ${word}${waived} | ${tests} | ${levels?.proof ?? "–"} | ${levels?.isolation ?? "–"} |`;
}
