import { existsSync } from "node:fs";
import { join } from "node:path";
import { BatonError } from "../errors.ts";
import { listOf, readObject, textOf } from "./legacy.ts";
import { presentIn, type PresentFile } from "./present.ts";
import type { Problem } from "./problem.ts";

export interface LegacyVerification {
  /** What its files are now, by hash. */
  readonly files: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
  /** What cannot be known of any such run. */
  readonly warnings: readonly Problem[];
}

/** A report, the list that it grows by, and whose it is (H3A State Specification, Agent Report Files). */
const REPORTS = [
  ["executor_report.json", "tdd_cycles", "executor"],
  ["validator_report.json", "verdicts", "validator"],
] as const;
const STATE = "state.json";

type Facts = Readonly<Record<string, unknown>>;

/**
 * Checks a run of the dual-agent tool by what it has, its own words: that its files have their shape, that its reports are of
 * this run and of tasks that it knows, and that whatever they cite is there. Never that nothing changed. Throws STATE_FILE_CORRUPT.
 */
export function verifyLegacyRun(directory: string): LegacyVerification {
  const present = presentIn(directory);
  const state = readObject(directory, STATE);
  const reports = REPORTS.filter(([name]) => existsSync(join(directory, name))).map(([name, list, agent]) => ({
    name,
    list,
    agent,
    ...readReport(directory, name),
  }));
  const problems = [
    ...stateProblems(state),
    ...reports.flatMap(({ problem, facts, ...report }) => problem ?? reportProblems(state, { ...report, facts })),
    ...missingIn(present, [state, ...reports.map(({ facts }) => facts)]),
  ];
  const files: Record<string, string> = {};
  for (const [path, file] of present) if (file.sha256 !== null) files[path] = file.sha256;
  const message = "it has no journal and no recorded hashes: whether a file changed since it was made cannot be known";
  return { files, problems, warnings: [said("RUN_UNHASHED", STATE, message)] };
}

function readReport(directory: string, name: string): { readonly facts: Facts; readonly problem: Problem | null } {
  try {
    return { facts: readObject(directory, name), problem: null };
  } catch (error) {
    if (!(error instanceof BatonError)) throw error;
    return { facts: {}, problem: said(error.code, name, `it is no JSON object: nothing of it can be read`) };
  }
}

function stateProblems(state: Facts): Problem[] {
  const { steps } = state;
  const found = textOf(state["run_id"]) === null ? [disagrees(STATE, "it does not say which run it is of")] : [];
  if (!Array.isArray(steps)) return [...found, disagrees(STATE, "it has no list of steps")];
  const isStep = (step: unknown): boolean => {
    const [facts = {}] = listOf([step]);
    return textOf(facts["corrects"]) !== null || (textOf(facts["task_id"]) !== null && textOf(facts["agent"]) !== null);
  };
  const at = steps.findIndex((step) => !isStep(step));
  return at === -1 ? found : [...found, disagrees(STATE, `step ${at + 1} does not say whose it is, and of which task`)];
}

interface Report {
  readonly name: string;
  readonly list: string;
  readonly agent: string;
  readonly facts: Facts;
}

function reportProblems(state: Facts, { name, list, agent, facts }: Report): Problem[] {
  const wrong = (field: string, expected: unknown): Problem[] =>
    expected === facts[field]
      ? []
      : [disagrees(name, `its ${field} is ${JSON.stringify(facts[field])}, not ${JSON.stringify(expected)}`)];
  const found = [...wrong("run_id", state["run_id"]), ...wrong("agent", agent)];
  if (!Array.isArray(facts[list])) return [...found, disagrees(name, `it has no list of ${list}`)];
  const known = new Set(listOf(state["steps"]).map(({ task_id: id }) => id));
  const unknown = listOf(facts[list]).filter(({ task_id: id }) => !known.has(id));
  return [
    ...found,
    ...unknown.map(({ task_id: id }) =>
      disagrees(name, `${JSON.stringify(id)} is a task that ${STATE} has no step of`),
    ),
  ];
}

/** Whatever its records cite: a file of artifacts wherever it stands, and what a step calls its artifact. */
function missingIn(present: ReadonlyMap<string, PresentFile>, records: readonly Facts[]): Problem[] {
  const [state = {}] = records;
  const named = listOf(state["steps"]).flatMap(({ artifacts }) => (Array.isArray(artifacts) ? artifacts : []));
  const cited = new Set([...named.flatMap((one) => textOf(one) ?? []), ...records.flatMap(citedIn)]);
  const isThere = (path: string): boolean =>
    path.endsWith("/")
      ? [...present.keys()].some((one) => one.startsWith(path))
      : (present.get(path)?.sha256 ?? null) !== null;
  return [...cited]
    .filter((path) => !isThere(path))
    .map((path) => {
      const file = present.get(path);
      const reason = file?.sha256 === null ? `is ${file.reason}` : "is not there";
      return said("ARTIFACT_MISSING", path, `${path} is cited and ${reason}`);
    });
}

function citedIn(value: unknown): string[] {
  if (typeof value === "string") return /^artifacts\/\S*$/.test(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(citedIn) : [];
}

const disagrees = (path: string, message: string): Problem => said("RUN_INCONSISTENT", path, message);

const said = (code: Problem["code"], path: string, message: string): Problem => ({
  code,
  path,
  expected: null,
  actual: null,
  message,
});
