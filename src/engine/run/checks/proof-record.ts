import { artifactName } from "../../../core/run/fold/artifact-name.ts";
import { fileOf } from "../../../core/proof/test-ids.ts";
import { lastCharacters, NOTES_LIMIT } from "../../../core/run/notes.ts";
import type { TaskState } from "../../../core/run/state.ts";
import type { RunFacts } from "../../../schema/event.ts";
import type { ProofFacts } from "../../../schema/proof-facts.ts";
import type { ProofData, ProofRun } from "../../../schema/proof.ts";
import { timestamp } from "../../../util/clock.ts";
import { counted } from "../../../core/text/counted.ts";
import { diffTrees } from "../../../util/git/trees.ts";
import type { Turn } from "../context.ts";
import type { Decisions } from "./criteria.ts";
import type { Artifact } from "./evidence.ts";
import { greenOf, renderRuns, resultsArtifact, type NamedRun } from "./outputs.ts";

/** More are in change.diff.txt. */
const FILES_NAMED = 100;

/** The evidence of one judgement that the harness made itself. */
export function artifactsOf(
  turn: Turn,
  task: TaskState,
  proof: ProofData | null,
  runs: readonly NamedRun[],
): Artifact[] {
  const { project } = turn;
  const diff =
    task.candidate === null || task.baseCommit === null
      ? ""
      : project.git(["diff-tree", "-p", "--no-color", "--no-ext-diff", task.baseCommit, task.candidate]);
  const of = (...steps: string[]): NamedRun[] => runs.filter(({ step }) => steps.includes(step));
  const { task_id: taskId } = task.plan;
  const executor = { role: "executor", kind: "harness" } as const;
  const change: Artifact = {
    ...executor,
    name: "change.diff.txt",
    content: diff,
    description: `The change that was judged for ${taskId}`,
    mapping: "Change Record",
  };
  if (proof === null) return [change];
  const red = proof.red.length;
  return [
    {
      ...executor,
      name: "test_output_red.txt",
      content: renderRuns(`RED: head's tests on base's code, ${red} fail as they must`, of("R1")),
      description: `RED phase (${counted(red, "test")} failing)`,
      mapping: "TDD RED→GREEN",
    },
    {
      ...executor,
      name: "test_output_green.txt",
      content: renderRuns("GREEN: everything on head", of("R2", "R3")),
      description: `GREEN phase (${proof.runs.R2?.counts.passed ?? 0} tests passing)`,
      mapping: "TDD RED→GREEN",
    },
    {
      ...executor,
      name: "proof.json",
      content: `${JSON.stringify(proof, null, 2)}\n`,
      description: `Verdict ${proof.verdict.status} at ${proof.verdict.proof_level}, ${proof.verdict.isolation_level}`,
      mapping: "Evidence-Based Gates",
    },
    ...greenResults(turn, task, proof, runs),
    change,
  ];
}

/** The run that is GREEN, test by test. */
function greenResults(turn: Turn, task: TaskState, proof: ProofData, runs: readonly NamedRun[]): Artifact[] {
  const { step, run, at } = greenOf(runs) ?? {};
  if (step === undefined || run === undefined) return [];
  const shown = { run, step, commit: task.candidate ?? "", ...(at === undefined ? {} : { at }) };
  return [resultsArtifact(turn, "executor", shown, proof)];
}

/** The end of what the failing tests printed, redacted, as a blob (TAH-15). */
export function printedBy({ project, redact }: Turn, runs: readonly NamedRun[]): { printed?: string } {
  const newest = greenOf(runs);
  const failing = newest?.run.units.filter(({ code, failures }) => code !== 0 || failures) ?? [];
  const text = lastCharacters(
    redact(failing.map(({ output }) => output.trim()).join("\n")).toWellFormed(),
    NOTES_LIMIT,
  );
  return text.trim() === "" ? {} : { printed: project.blobs.put(text) };
}

/** Runs whose output is kept as GREEN. */
const OF_HEAD: ReadonlySet<string> = new Set(["R2", "R3"]);

/** How many of the tests that prove the task passed on head, by the harness's own run (TAH-15). */
function passing(runs: readonly NamedRun[], selected: readonly string[]): number {
  const tests = greenOf(runs)?.run.report.tests ?? [];
  const passed = new Set(tests.flatMap(({ id, status }) => (status === "passed" ? [id] : [])));
  return selected.filter((id) => passed.has(id)).length;
}

interface Judged {
  readonly proof: ProofData;
  readonly runs: readonly NamedRun[];
  readonly decided: Decisions;
  /** Where the artifacts of this judgement lie. */
  readonly kept: readonly string[];
}

/** What an event says of a proof. */
export function factsOf(
  { project, journal }: Turn,
  task: TaskState,
  { proof, runs, decided, kept }: Judged,
): ProofFacts {
  const selected = proof.runs.R2?.sets["selected"] ?? [];
  const passed = proof.verdict.status === "proven" || proof.verdict.status === "person_needed";
  const path = (name: string): string => kept.findLast((one) => artifactName(one) === name) ?? "";
  const changed = diffTrees(project.git, task.baseCommit ?? "", task.candidate ?? "").map(({ path: file }) => file);
  const red = proof.red.slice(0, 50);
  const redFile = red[0] === undefined ? "" : fileOf(red[0].id);
  return {
    verdict: proof.verdict.status,
    proof_level: proof.verdict.proof_level,
    isolation_level: proof.verdict.isolation_level,
    tests_passing: passed ? selected.length : passing(runs, selected),
    tests_total: selected.length,
    runner: proof.units[0]?.runner ?? null,
    red,
    red_file: redFile,
    implementation_file: changed.find((file) => file !== redFile) ?? "",
    files_changed: changed.slice(0, FILES_NAMED),
    lines: proof.size.lines,
    commands_run: [
      ...runs
        .filter(({ step, detail }) => step === "R1" || (detail === "" && OF_HEAD.has(step)))
        .flatMap(({ step, run }) =>
          run.units.map(({ command, code }) => ({
            cmd: command,
            exit_code: code,
            artifact: path(step === "R1" ? "test_output_red.txt" : "test_output_green.txt"),
          })),
        ),
      ...decided.commands,
    ].slice(0, 50),
    definition_of_done: decided.done.map(({ criterion, met, actual }) => ({ criterion, met, actual })),
    ...(isCited(proof.runs.R1) ? {} : beganAt("red_at", runs, "R1")),
    ...(isCited(proof.runs.R2) ? {} : beganAt("green_at", runs, "R2")),
    checks_ms: proof.cost.checks_ms,
    suite_ms: proof.cost.suite_ms,
    ...furtherOf(journal.state.run.policy.proof, proof),
  };
}

/** The result of an equal run is shown: nothing began now. */
const isCited = (run: ProofRun | null): boolean => run !== null && run.reused_from !== null;

/** When the first run of a step began. */
function beganAt<K extends "red_at" | "green_at">(
  key: K,
  runs: readonly NamedRun[],
  of: string,
): Partial<Record<K, string>> {
  const first = runs.find(({ step }) => step === of);
  if (first?.at === undefined) return {};
  return { [key]: timestamp(new Date(first.at.getTime() - first.run.durationMs)) } as Partial<Record<K, string>>;
}

/** What R5 and R7 came to, in the words that every later report has of them. */
function furtherOf(asked: RunFacts["policy"]["proof"], { runs }: ProofData): Pick<ProofFacts, "further"> {
  if (asked === undefined) return {};
  const { R5, R7 } = runs;
  const r5 = `${R5?.counts.failed ?? 0} RED tests fail when what they expect is turned round`;
  const r7 = R7 === undefined ? "no held-out test is given for this task" : heldOutWords(R7);
  return {
    further: { ...(asked.flip && R5 !== undefined ? { R5: r5 } : {}), ...(asked.held_out === null ? {} : { R7: r7 }) },
  };
}

const heldOutWords = (run: ProofRun | null): string =>
  run === null ? "not run" : `${run.counts.passed} of ${run.counts.total} held-out tests pass`;
