import { fileOf } from "../../../core/proof/test-ids.ts";
import { testsAbout, textOfTest, type SpokenTest } from "../../../core/run/criterion-tests.ts";
import { EVERY_TEST, FEATURE_TEST } from "../../../core/run/plan.ts";
import type { RunState, TaskState } from "../../../core/run/state.ts";
import { counted } from "../../../core/text/counted.ts";
import type { ProofData } from "../../../schema/proof.ts";
import type { TestResult } from "../../../schema/report.ts";
import type { Turn } from "../context.ts";
import { approvedBy, type TestWord } from "./criteria.ts";
import { openCommit } from "../open-commit.ts";
import { greenOf, type NamedRun } from "./outputs.ts";

/**
 * What a proof says of the criteria that tests decide, and in a manual feature the person who tried it: each is met by the proof
 * as a whole, and `actual` names the tests that are seen to be about it, and what came of them.
 */
export function testWords(turn: Turn, task: TaskState, proof: ProofData, runs: readonly NamedRun[]): TestWord {
  const { state } = turn.journal;
  const tests = greenOf(runs)?.run.report.tests ?? [];
  const own = [...new Set([...proof.red.map(({ id }) => id), ...(proof.runs.R2?.sets["selected"] ?? [])])];
  const spoken = spokenBy(turn, task, own, tests);
  const came = cameOf(proof, tests);
  const met = proof.verdict.status === "proven";
  const open = openWords(proof);
  return ({ criterion, check, argument }) => {
    if (argument === EVERY_TEST) return keptWord(proof);
    if (check === "human") return triedWord(state, proof);
    const about = criterion === FEATURE_TEST ? own : testsAbout(criterion, spoken);
    const unseen = "no test is seen to be about this one by its name or words; of the feature's tests: ";
    return { met, actual: `${about.length === 0 ? unseen : ""}${came(about.length === 0 ? own : about)}${open}` };
  };
}

/** Base's tests on head; what did not run says nothing. */
function keptWord({ runs: { R0, R2 }, findings }: ProofData): ReturnType<TestWord> {
  const green = R0?.sets["green"]?.length ?? 0;
  if (R2 === null)
    return green === 0
      ? { met: true, actual: "base has no test that could be lost" }
      : { met: false, actual: "not measured: nothing ran on head" };
  const lost = findings.filter(({ code }) => code === "REGRESSION" || code === "TEST_DELETED");
  const passing = `${counted(R2.counts.passed, "test passes", "tests pass")} on head`;
  if (lost.length === 0) return { met: true, actual: `${passing}; of base's ${green} none is lost` };
  const named = lost.flatMap(({ ids, message }) => ids ?? [message]);
  return { met: false, actual: `${passing}; lost: ${listed(named)}` };
}

function triedWord(state: RunState, { findings }: ProofData): ReturnType<TestWord> {
  const approval = findings.find(({ code }) => code === "MANUAL_CHECK")?.approval ?? "";
  const met = state.approvals.includes(approval);
  return { met, actual: met ? approvedBy(state, approval) : "waits for a person's yes" };
}

/** Why the proof as a whole does not hold yet, by code. */
function openWords({ verdict, findings }: ProofData): string {
  if (verdict.status === "proven") return "";
  const asks = verdict.status === "person_needed";
  const codes = findings.filter(({ severity }) => severity === (asks ? "person" : "error")).map(({ code }) => code);
  return `; ${asks ? "a person is asked first" : "not proven"}: ${listed([...new Set(codes)])}`;
}

/** Tests by what came of them: `RED, then GREEN: test/a.test.js::adds; fails on head: test/a.test.js::divides`. */
function cameOf(proof: ProofData, tests: readonly TestResult[]): (ids: readonly string[]) => string {
  const red = new Set(proof.red.map(({ id }) => id));
  const passed = new Set(tests.flatMap(({ id, status }) => (status === "passed" ? [id] : [])));
  const ofOne = (id: string): string => {
    if (tests.length === 0) return red.has(id) ? "RED, and not run on head" : "not run on head";
    if (!passed.has(id)) return red.has(id) ? "RED, and not GREEN" : "does not pass on head";
    if (red.has(id)) return "RED, then GREEN";
    return proof.hollow.includes(id) ? "passes whatever the code does" : "passes, not shown to be RED";
  };
  return (ids) =>
    ids.length === 0
      ? "none"
      : [...Map.groupBy(ids, ofOne)].map(([words, those]) => `${words}: ${listed(those)}`).join("; ");
}

/** Each of the feature's tests with its own text, as head has it. */
function spokenBy(
  { project }: Turn,
  { candidate }: TaskState,
  own: readonly string[],
  tests: readonly TestResult[],
): SpokenTest[] {
  const head = openCommit(project.git, candidate ?? "");
  head.preload(new Set(own.map(fileOf)));
  const all = [...new Set([...own, ...tests.map(({ id }) => id)])];
  return own.map((id) => {
    const file = fileOf(id);
    const beside = all.filter((one) => fileOf(one) === file);
    return { id, text: textOfTest(id, head.read(file) ?? "", beside) };
  });
}

const NAMED = 3;
const listed = (names: readonly string[]): string =>
  `${names.slice(0, NAMED).join(", ")}${names.length > NAMED ? ` and ${names.length - NAMED} more` : ""}`;
