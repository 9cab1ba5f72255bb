import type { Ctrf, CtrfStatus, CtrfTest } from "../../schema/ctrf.ts";
import type { ProofData } from "../../schema/proof.ts";
import type { SuiteRun, TestResult } from "../../schema/report.ts";
import { hasOddExit } from "../proof/baseline.ts";
import { fileOf } from "../proof/test-ids.ts";

/** One run of tests that the harness made. */
export interface ShownRun {
  readonly run: SuiteRun;
  /** The step of a proof, or what else the run was for. */
  readonly step: string;
  readonly commit: string;
  /** When it was over. */
  readonly at: Date;
  /** What writes the report. */
  readonly tool: string;
}

/** A run in the Common Test Report Format; below `extra` what the proof that it was made for found out of each test, and the verdict. */
export function ctrfOf(shown: ShownRun, proof: ProofData | null): Ctrf {
  const { run, step, commit, at } = shown;
  const stop = at.getTime();
  const words = proof === null ? () => ({}) : wordsIn(proof);
  const known = run.report.tests.map((test) => {
    const told = testOf(test);
    return { ...told, extra: { ...told.extra, ...words(test.id) } };
  });
  return ctrfReport(shown, {
    tool: toolOf(run.units),
    tests: [...known, ...troublesOf(run)],
    start: Math.round(stop - run.durationMs),
    stop,
    commit,
    extra: { run: step, tree: run.tree, ...(proof === null ? {} : proofFacts(proof)) },
  });
}

interface Contents {
  readonly tool: Ctrf["results"]["tool"];
  readonly tests: readonly CtrfTest[];
  readonly start: number;
  readonly stop: number;
  readonly commit: string | null;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** The document around tests, with their counts. */
export function ctrfReport({ at, tool: generatedBy }: Pick<ShownRun, "at" | "tool">, contents: Contents): Ctrf {
  const { tool, tests, start, stop, commit, extra } = contents;
  const count = (wanted: CtrfStatus): number => tests.filter(({ status }) => status === wanted).length;
  return {
    reportFormat: "CTRF",
    specVersion: "0.0.0",
    timestamp: `${at.toISOString().slice(0, 19)}Z`,
    generatedBy,
    results: {
      tool: { ...tool },
      summary: {
        tests: tests.length,
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        pending: count("pending"),
        other: count("other"),
        flaky: tests.filter(({ flaky }) => flaky === true).length,
        start,
        stop,
      },
      tests: [...tests],
      environment: commit === null ? {} : { commit },
      extra: { ...extra },
    },
  };
}

/** The runner where there is one, with its version; of several, all their names. */
function toolOf(units: SuiteRun["units"]): Ctrf["results"]["tool"] {
  const names = [...new Set(units.map(({ runner }) => runner))];
  const version = units.flatMap(({ tools = [] }) => tools).find(({ name }) => name === names[0])?.version;
  if (names.length !== 1 || version === undefined) return { name: names.join(", ") || "none" };
  return { name: names.join(), version };
}

const STATUS: Readonly<Record<TestResult["status"], CtrfStatus>> = {
  passed: "passed",
  failed: "failed",
  skipped: "skipped",
  todo: "pending",
  xfail: "other",
};

/** A report is kept of every judgement; what a test printed stands in full beside it. */
const MESSAGE_CHARACTERS = 2000;

function testOf({ id, file, status, failure, tries, durationMs }: TestResult): CtrfTest {
  const path = id.slice(fileOf(id).length).replace(/^::/, "").split(" > ");
  const suite = path.slice(0, -1);
  return {
    name: path.at(-1) || id,
    status: STATUS[status],
    duration: Math.round(durationMs),
    ...(suite.length === 0 ? {} : { suite }),
    ...(failure === undefined ? {} : { message: failure.message.slice(0, MESSAGE_CHARACTERS) }),
    rawStatus: status,
    filePath: file,
    ...(tries === undefined ? {} : { retries: tries - 1, flaky: status === "passed" }),
    extra: {
      id,
      ...(failure === undefined ? {} : { failure: { kind: failure.kind, name: failure.name } }),
    },
  };
}

const SETS = ["flaky", "red_known", "green"] as const;

/** What a proof knows of each test: what base made of it (R0), whether it is RED without the change (R1), and which findings name it. */
function wordsIn({
  runs,
  red,
  characterisation,
  hollow,
  findings,
}: ProofData): (id: string) => Record<string, unknown> {
  const before = new Map(SETS.flatMap((name) => (runs.R0?.sets[name] ?? []).map((id) => [id, name] as const)));
  const selected = new Set(runs.R2?.sets["selected"]);
  const how = new Map(red.map((one) => [one.id, one.class]));
  const kept = new Set(characterisation);
  const empty = new Set(hollow);
  const codes = new Map<string, Set<string>>();
  for (const { code, ids = [] } of findings)
    for (const id of ids) codes.set(id, (codes.get(id) ?? new Set()).add(code));
  return (id) => ({
    ...(before.has(id) ? { base: before.get(id) } : {}),
    ...(selected.has(id) ? { selected: true } : {}),
    ...(how.has(id) ? { red: how.get(id) } : {}),
    ...(kept.has(id) ? { characterisation: true } : {}),
    ...(empty.has(id) ? { hollow: true } : {}),
    ...(codes.has(id) ? { findings: [...(codes.get(id) ?? [])] } : {}),
  });
}

function proofFacts({ base, head, feature, kind, verdict, runs, findings }: ProofData): Record<string, unknown> {
  const { status, proof_level, isolation_level, limits } = verdict;
  return {
    verdict: status,
    proof_level,
    isolation_level,
    base,
    head,
    feature,
    kind,
    reused_from: runs.R2?.reused_from ?? null,
    findings: findings.map(({ code, severity, message }) => ({ code, severity, message })),
    limits,
  };
}

/**
 * What went wrong beside every test, and commands of which no test is seen: whoever reads only tests must not take a run for passed
 * that was none.
 */
function troublesOf({ report, units }: SuiteRun): CtrfTest[] {
  return [
    ...report.fileErrors.map(({ file, name, message }) => ({
      ...failed(file, "file_error", `${name}: ${message}`),
      filePath: file,
    })),
    ...report.runErrors.map(({ name, message }) => failed(name || "run", "run_error", message)),
    ...units.flatMap((unit) => {
      const { level, command, end, code, failures } = unit;
      const raw = end === "exited" ? `exit ${code}` : end;
      const holds = end === "exited" && code === 0;
      if (level === "P1")
        return holds ? [{ ...failed(command, raw), status: "passed" as const }] : [failed(command, raw)];
      if (end === "exited" && !unit.complete)
        return [failed(command, "incomplete", "its report does not say where it ends")];
      return hasOddExit(unit) || (!holds && !failures) ? [failed(command, raw)] : [];
    }),
  ];
}

const failed = (name: string, rawStatus: string, message?: string): CtrfTest => ({
  name,
  status: "failed",
  duration: 0,
  rawStatus,
  ...(message === undefined ? {} : { message }),
  extra: {},
});
