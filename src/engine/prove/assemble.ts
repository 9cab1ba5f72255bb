import type { ChangeKind } from "../../core/proof/feature-text.ts";
import type { Baseline } from "../../core/proof/baseline.ts";
import type { Judgement } from "../../core/proof/judge.ts";
import { countOf } from "../../core/proof/outcomes.ts";
import type { RedSearch } from "../../core/proof/red.ts";
import type { ChangeSize } from "../../core/proof/size.ts";
import type { BodyRemoval, IsolationLevel, ProofData, ProofRun } from "../../schema/proof.ts";
import type { Unused } from "./static-findings.ts";
import type { SuiteRun, ToolVersion } from "../../schema/report.ts";
import type { ProofLevel, Unit } from "../../schema/unit.ts";

/** A run with how it came about. */
export interface RunRecord {
  readonly run: SuiteRun;
  readonly reusedFrom: string | null;
  readonly sets: Readonly<Record<string, readonly string[]>>;
  /** How many runs it sums up; absent: one. */
  readonly times?: number;
}

/** What was asked for beyond R0–R4, each absent where it was not. */
export interface FurtherRecords {
  readonly R5?: RunRecord | null;
  readonly R7?: RunRecord | null;
  readonly mutation?: BodyRemoval;
}

export interface ProofParts {
  readonly base: string;
  readonly head: string;
  readonly asked: { readonly feature: string | null; readonly kind: ChangeKind };
  readonly judgement: Judgement;
  readonly level: ProofLevel;
  readonly isolation: IsolationLevel;
  readonly units: readonly Unit[];
  readonly runs: Readonly<Record<"R0" | "R1" | "R2" | "R3" | "R4", RunRecord | null>>;
  readonly further: FurtherRecords;
  readonly search: RedSearch | null;
  readonly baseline: Baseline;
  /** A digest of what the runs had around them, and what had a part in all of them. */
  readonly environment: { readonly digest: string; readonly tools: readonly ToolVersion[] };
  readonly size: ChangeSize;
  readonly unused: Unused;
  /** Snapshots and their like that the change adds or edits. */
  readonly keptAnswers: readonly string[];
  /** Mutation commands of the configuration: none of them is a proof's. */
  readonly mutators: readonly string[];
  readonly checksMs: number;
  readonly baselineMs: number;
  readonly prepareMs: number;
}

/** What no run of R0–R4 can see; said in every verdict instead of claiming more (verification.md, What agents do to pass). */
const LIMIT_ANSWERS =
  "Answers hard-coded for exactly the tested inputs survive R0–R4; only held-out tests (R7) and a reviewer find them.";
const LIMIT_HELD_OUT =
  "Answers hard-coded for tested inputs are found only as far as the held-out tests (R7) ask for others.";
const LIMIT_STRENGTH = "How strong the new tests are is not measured: that is mutation's part (R6).";
const LIMIT_REMOVAL =
  "R6 took whole bodies away (the harness's own mutation): a test that a smaller mistake would pass is not told from a strong one.";
const LIMIT_UNSEEN =
  "No test fails without this change: every test holds, and what none can notice (documentation, what a person verified) no run shows.";
const LIMIT_KEPT =
  "What no older test looks at may do something else now: a refactoring is held by the tests that notice its code.";
const LIMIT_P1 = "Proof level P1: only the exit code was judged; no test was seen by name.";

/** So many are named. */
const MOST_NAMED = 3;

function someOf(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "";
  return `${names.slice(0, MOST_NAMED).join(", ")}${more}`;
}

const unusedWords = ({ unasked, unloaded }: Unused): string[] => [
  ...(unasked.length === 0 ? [] : [`No test of the change asks for ${someOf(unasked)}, and none of its code does.`]),
  ...(unloaded.length === 0
    ? []
    : [`No code loads ${someOf(unloaded)}, but to hand it on: whether the product uses it no test says.`]),
];

const keptWords = (paths: readonly string[]): string[] =>
  paths.length === 0
    ? []
    : [
        `What ${someOf(paths)} ${paths.length === 1 ? "holds" : "hold"} is what the code answered: only who reads it knows whether that is right.`,
      ];

const limitsOf = ({ asked, level, judgement, runs, search, unused, ...parts }: ProofParts): string[] => [
  ...(asked.kind === "refactor" && (search?.red.size ?? 0) > 0 ? [LIMIT_KEPT] : []),
  ...unusedWords(unused),
  ...keptWords(parts.keptAnswers),
  ...(level === "P1" ? [LIMIT_P1] : []),
  ...(judgement.status === "proven" && runs.R1 === null && (search?.red.size ?? 0) === 0 ? [LIMIT_UNSEEN] : []),
  (parts.further.R7 ?? null) === null ? LIMIT_ANSWERS : LIMIT_HELD_OUT,
  parts.further.mutation === undefined ? LIMIT_STRENGTH : LIMIT_REMOVAL,
  ...(parts.mutators.length === 0
    ? []
    : [`Not measured by ${someOf(parts.mutators)}: a proof starts no mutation command, a run does (\`baton run\`).`]),
];

/** Puts a proof into its published shape. */
export function assembleProof(parts: ProofParts): ProofData {
  const { search, baseline, size } = parts;
  const suiteMs = parts.runs.R2?.run.durationMs ?? baseline.durationMs;
  return {
    base: parts.base,
    head: parts.head,
    ...parts.asked,
    verdict: {
      status: parts.judgement.status,
      proof_level: parts.level,
      isolation_level: parts.isolation,
      limits: limitsOf(parts),
    },
    units: parts.units.map(({ directory, runner, command, level }) => ({ directory, runner, command, level })),
    runs: {
      R0: runOf(parts.runs.R0),
      R1: runOf(parts.runs.R1),
      R2: runOf(parts.runs.R2),
      R3: runOf(parts.runs.R3),
      R4: runOf(parts.runs.R4),
      ...(parts.further.R5 === undefined ? {} : { R5: runOf(parts.further.R5) }),
      ...(parts.further.R7 === undefined ? {} : { R7: runOf(parts.further.R7) }),
    },
    ...(parts.further.mutation === undefined ? {} : { mutation: parts.further.mutation }),
    red: [...(search?.red ?? [])].map(([id, how]) => ({ id, class: how })),
    characterisation: [...(search?.characterisation ?? [])],
    hollow: [...(search?.open ?? [])].filter(([, passed]) => passed).map(([id]) => id),
    findings: parts.judgement.findings.map((finding) => ({
      ...finding,
      ids: finding.ids === undefined ? undefined : [...finding.ids],
    })),
    environment: { digest: parts.environment.digest, tools: toolsOf(parts) },
    size: { files: size.files, lines: size.lines, left_out: [...size.leftOut] },
    cost: {
      checks_ms: parts.checksMs,
      suite_ms: suiteMs,
      ratio: (parts.checksMs / Math.max(1, suiteMs)).toFixed(2),
      baseline_ms: parts.baselineMs,
      prepare_ms: parts.prepareMs,
    },
  };
}

/** Each tool once in each of its versions. */
function toolsOf({ environment, runs, further }: ProofParts): ToolVersion[] {
  const records = [...Object.values(runs), further.R5 ?? null, further.R7 ?? null];
  const told = records.flatMap((record) => record?.run.units.flatMap(({ tools = [] }) => tools) ?? []);
  return [
    ...new Map([...environment.tools, ...told].map((tool) => [`${tool.name} ${tool.version}`, { ...tool }])).values(),
  ];
}

function runOf(record: RunRecord | null): ProofRun | null {
  if (record === null) return null;
  const { tests, fileErrors } = record.run.report;
  return {
    counts: {
      total: tests.length,
      passed: countOf(tests, "passed"),
      failed: countOf(tests, "failed"),
      skipped: countOf(tests, "skipped", "todo", "xfail"),
      file_errors: fileErrors.length,
    },
    sets: Object.fromEntries(Object.entries(record.sets).map(([name, ids]) => [name, [...ids]])),
    command: record.run.units.map(({ command }) => command),
    tree: record.run.tree,
    exit_codes: record.run.units.map(({ code }) => code),
    duration_ms: record.run.durationMs,
    ...(record.times === undefined ? {} : { times: record.times }),
    reused_from: record.reusedFrom,
  };
}
