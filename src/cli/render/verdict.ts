import { CODES, EXIT, type Code } from "../../errors.ts";
import type { ProofData, ProofFinding, ProofRun } from "../../schema/proof.ts";
import { seconds } from "../progress.ts";
import { colours } from "./colours.ts";
import { plain, plainName } from "./plain.ts";
import { counted } from "../../core/text/counted.ts";

const HEADINGS = {
  proven: () => colours.green(colours.bold("✓ PROVEN")),
  not_proven: () => colours.red(colours.bold("✗ NOT PROVEN")),
  tampered: () => colours.red(colours.bold("✗ TAMPERED")),
  person_needed: () => colours.yellow(colours.bold("? A PERSON DECIDES")),
} as const;

const MARKS: Readonly<Record<ProofFinding["severity"], () => string>> = {
  error: () => colours.red("✗"),
  person: () => colours.yellow("?"),
  warning: () => colours.yellow("!"),
  info: () => colours.dim("·"),
};
const IDS_SHOWN = 5;

/** A proof as one short page; its last line says what to do next. */
export function renderVerdict(proof: ProofData): string {
  const { status, proof_level, isolation_level } = proof.verdict;
  const range = `${proof.base.slice(0, 7)}..${proof.head.slice(0, 7)}`;
  const lines = [
    `${HEADINGS[status]()}  ${range}  ${colours.dim(`proof ${proof_level} · isolation ${isolation_level}`)}`,
    ...(proof.feature === null ? [] : [`  ${plain(proof.feature.split("\n")[0] ?? "")}`]),
    "",
    ...runLines(proof),
    "",
    ...proof.red
      .slice(0, IDS_SHOWN)
      .map(({ id, class: how }) => `  ${colours.green(shownAs(proof))} ${plainName(id)} ${colours.dim(`(${how})`)}`),
    ...more(proof.red.length),
    ...proof.characterisation.slice(0, IDS_SHOWN).map((id) => `  ${colours.dim("passes either way")} ${plainName(id)}`),
    ...more(proof.characterisation.length),
    ...proof.findings.flatMap(findingLines),
    "",
    ...(status === "proven" ? proof.verdict.limits.map((limit) => colours.dim(`  not shown: ${limit}`)) : []),
    colours.dim(
      `  checks ${seconds(proof.cost.checks_ms)} = ${proof.cost.ratio} × the suite · ${counted(proof.size.files, "file")}, ${counted(proof.size.lines, "line")}`,
    ),
    `Next: ${nextStep(proof)}`,
  ];
  return lines.filter((line, at) => line !== "" || lines[at - 1] !== "").join("\n");
}

function runLines({ runs, mutation, red, hollow, characterisation }: ProofData): string[] {
  const line = (name: string, run: ProofRun | null | undefined, text: (run: ProofRun) => string): string => {
    if (run === null || run === undefined) return `  ${name.padEnd(12)} ${colours.dim("not run")}`;
    const cost = run.reused_from === null ? seconds(run.duration_ms) : `same run as ${run.reused_from.slice(0, 8)}`;
    return `  ${name.padEnd(12)} ${text(run)} ${colours.dim(`· ${cost}`)}`;
  };
  const size = (run: ProofRun, set: string): number => run.sets[set]?.length ?? 0;
  const passed = ({ counts }: ProofRun): string =>
    `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
  return [
    line(
      "R0 baseline",
      runs.R0,
      (run) => `${size(run, "green")} green, ${size(run, "red_known")} known red, ${size(run, "flaky")} flaky`,
    ),
    line(
      "R1 red",
      runs.R1,
      () => `${red.length} RED, ${characterisation.length} pass either way, ${hollow.length} hollow`,
    ),
    line("R2 green", runs.R2, passed),
    line("R3 keep", runs.R3, passed),
    line("R4 canary", runs.R4, passed),
    ...(runs.R5 === undefined ? [] : [line("R5 flip", runs.R5, passed)]),
    ...(mutation === undefined ? [] : [mutationLine(mutation)]),
    ...(runs.R7 === undefined ? [] : [line("R7 held-out", runs.R7, passed)]),
  ];
}

function mutationLine({ score, mutants }: NonNullable<ProofData["mutation"]>): string {
  const count = (status: string): number => mutants.filter((mutant) => mutant.status === status).length;
  const noticed = count("killed") + count("timeout");
  const told = `${noticed} noticed, ${count("survived")} not, ${mutants.length - noticed - count("survived")} could not be tried`;
  return `  ${"R6 mutation".padEnd(12)} ${score === null ? "not measured" : `${score} %`}, ${told} ${colours.dim("· body removal")}`;
}

function findingLines({ code, severity, message, ids = [], approval }: ProofFinding): string[] {
  const [first = "", ...rest] = plain(message).split("\n");
  return [
    `  ${MARKS[severity]()} ${colours.bold(code)} ${first}`,
    ...rest.map((text) => `      ${text}`),
    ...ids.slice(0, IDS_SHOWN).map((id) => `      ${colours.dim(plainName(id))}`),
    ...more(ids.length),
    ...(approval === undefined || severity !== "person"
      ? []
      : [`      ${colours.dim(`after looking at it: the same command, and at its end --approve ${approval}`)}`]),
  ];
}

const more = (count: number): string[] =>
  count > IDS_SHOWN ? [colours.dim(`      … and ${count - IDS_SHOWN} more (--json lists all)`)] : [];

/** A refactoring's tests hold before and after, and fail where its code is taken away. */
const shownAs = ({ kind }: ProofData): string => (kind === "refactor" ? "holds, needs the code:" : "RED→GREEN");

/** The remedy of the finding that decided. */
export function nextStep(proof: ProofData): string {
  const isRecord = proof.findings.some(({ code, severity }) => code === "TESTS_ABSENT" && severity === "warning");
  if (proof.verdict.status === "proven" && isRecord)
    return "nothing was to be shown here. What a run made is judged by its own range: baton prove BASE..HEAD";
  if (proof.verdict.status === "proven")
    return proof.red.length === 0 && proof.runs.R1 === null
      ? "pass it on: every test holds; no test fails without the change."
      : proof.kind === "refactor"
        ? "pass it on: older tests hold, and fail without the code that changed."
        : "pass it on: the change is proven by tests that fail without it.";
  const deciding = decidingFinding(proof);
  if (deciding === undefined) return "see the findings.";
  const { remedy } = CODES[deciding.code as Code];
  const isSaid = proof.verdict.status !== "person_needed" || /^(?:A|Let a) person\b/.test(remedy);
  return isSaid ? remedy : `A person looks at what is marked ? and approves it, or its author mends it: ${remedy}`;
}

/** The first finding that the verdict rests on: what a person is asked counts only where nothing else is wrong. */
export function decidingFinding({ verdict, findings }: ProofData): ProofFinding | undefined {
  const { status } = verdict;
  const wanted = status === "person_needed" ? "person" : "error";
  return findings.find(
    ({ severity, code }) =>
      severity === wanted && (status !== "tampered" || CODES[code as Code].exit === EXIT.evidence),
  );
}
