import { createHash } from "node:crypto";
import { compareSpecs, type SpecDifference } from "../../../core/run/people/amend.ts";
import { isTaskMaster, TASK_MASTER_REMEDIES } from "../../../core/spec/task-master.ts";
import { parseSpec } from "../../../core/spec/parse-spec.ts";
import { isFinished, type RunState } from "../../../core/run/state.ts";
import type { Spec, SpecProblem } from "../../../core/spec/spec-feature.ts";
import { BatonError, CODES } from "../../../errors.ts";
import type { RunFacts } from "../../../schema/event.ts";
import { openJournal, type Clock, type RunJournal } from "../record/journal.ts";
import { nearest } from "../../../util/nearest.ts";
import { type Project } from "../project.ts";

/** One command asks for the same text again: before anything is opened, under the lock, and for what it would amend. */
let last: { readonly text: string; readonly spec: Spec } | null = null;
function parseOnce(text: string): Spec {
  if (last?.text !== text) last = { text, spec: parseSpec(text) };
  return last.spec;
}

/** Parses a spec that must hold features. Throws SPEC_INVALID with every problem in the details. */
export function readSpec(text: string, name: string): Spec {
  const spec = parseOnce(text);
  const isError = ({ severity }: SpecProblem): boolean => severity === "error";
  if (!spec.problems.some(isError) && spec.features.length > 0) return spec;
  const titles = spec.features.map(({ description }) => description);
  const own = isTaskMaster(text) ? TASK_MASTER_REMEDIES : {};
  const problems = spec.problems.map((problem) => ({
    ...withNearest(problem, titles),
    remedy: own[problem.code] ?? CODES[problem.code].remedy,
  }));
  const first = problems.find(isError);
  const message = first === undefined ? `${name} holds no feature` : `${name}:${first.line}: ${first.message}`;
  throw new BatonError("SPEC_INVALID", message, {
    details: { spec: name, problems },
    ...(first === undefined ? {} : { hint: first.remedy }),
  });
}

function withNearest({ name, ...problem }: SpecProblem, titles: readonly string[]): SpecProblem {
  const meant = name === undefined ? null : nearest(name, titles);
  return meant === null ? problem : { ...problem, message: `${problem.message}. Did you mean "${meant}"?` };
}

/** What a person should know of a spec before its run begins; of features without a test all at once. */
export const warningsOf = (spec: Spec): string[] => [
  ...spec.problems
    .filter(({ severity }) => severity === "warning")
    .map(({ line, message }) => `line ${line}: ${message}`),
  ...untested(spec),
];

const NAMED = 3;

/** A feature with bullets and no test falls to the tests that its agent adds (decisions.md, Tasks); a person's own does not. */
function untested({ features, problems }: Spec): string[] {
  const unclear = problems.filter(({ code }) => code === "FEATURE_UNCLEAR" || code === "TEST_UNCLEAR");
  const found = features.filter(
    ({ testCommand, verify, description }) =>
      testCommand === null &&
      verify !== "manual" &&
      !unclear.some(({ message }) => message.startsWith(`"${description}": `)),
  );
  if (found.length === 0) return [];
  const names = found.slice(0, NAMED).map(({ description }) => `"${description}"`);
  const more = found.length > NAMED ? ` and ${found.length - NAMED} more` : "";
  const [has, each] = found.length === 1 ? ["has", "it is"] : ["have", "each is"];
  return [
    `${names.join(", ")}${more} ${has} no Test: line: ${each} proven by the project's own test command, narrowed to the tests that the agent adds. Give a Test: line, or write Verify: manual`,
  ];
}

/** How a run names its spec; the hash is also that of the blob with its text. */
export const specFacts = (text: string, name: string): RunFacts["spec"] => ({
  name,
  sha256: createHash("sha256").update(text).digest("hex"),
});

export interface Amendment {
  readonly journal: RunJournal;
  /** What the newer text changes in a state of the run. */
  readonly compare: (state: RunState) => SpecDifference;
  readonly spec: RunFacts["spec"];
  readonly warnings: readonly string[];
}

/**
 * What a spec would change in the unfinished run that was made from it; null when every run is finished. Throws
 * ALREADY_INITIALIZED when the unfinished run is of another spec, SPEC_INVALID.
 */
export function findAmendment(project: Project, text: string, name: string, clock: Clock): Amendment | null {
  const runs = project.store.runs().map((id) => openJournal(project.store, id, "human", clock));
  const unfinished = runs.filter(({ state }) => !isFinished(state));
  const [first] = unfinished;
  if (first === undefined) return null;
  const spec = readSpec(text, name);
  const journal = unfinished.find(({ state }) => state.run.spec.name === name);
  if (journal === undefined)
    throw new BatonError("ALREADY_INITIALIZED", `run ${first.runId} of ${first.state.run.spec.name} is not finished`, {
      hint: "Finish it with `baton run`, or end it: baton close --as partial --reason TEXT. Single features: baton feature add --spec FILE.",
    });
  const compare = (state: RunState): SpecDifference => {
    const older = parseSpec(project.blobs.get(state.run.spec.sha256).toString("utf8"));
    return compareSpecs(state, older.features, spec.features);
  };
  return { journal, compare, spec: specFacts(text, name), warnings: warningsOf(spec) };
}
