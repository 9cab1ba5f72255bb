import { inside, isBelow } from "../../core/text/places.ts";
import { runBaseline } from "../prove/runs/baseline-runs.ts";
import { removeBodies } from "../prove/runs/body-removal.ts";
import { createRoles } from "../prove/context.ts";
import { withSourceTools } from "../prove/source-tools.ts";
import { filesOf } from "../prove/ask-tools.ts";
import { codeOf } from "../prove/changed-sources.ts";
import { narrowToTests, wholeUnit } from "../prove/units.ts";
import { isCode } from "../../core/measure/code-files.ts";
import { findStryker, type StrykerPlace } from "../../core/measure/find-stryker.ts";
import { percentText } from "../../core/measure/judge-coverage.ts";
import { commandsPassedOver, mutates, mutationCommands } from "../../core/measure/configured-commands.ts";
import {
  isIgnored,
  newlyIgnored,
  patternOf,
  rangesFor,
  scoreOf,
  survivorsOf,
  type MutationPart,
  type Tried,
} from "../../core/measure/judge-mutation.ts";
import { fileOf } from "../../core/proof/test-ids.ts";
import { patienceFor } from "../../core/proof/patience.ts";
import { commandSelects } from "../../core/proof/selection.ts";
import type { Finding } from "../../errors.ts";
import type { Mutant } from "../../schema/mutation.ts";
import type { SuiteRun } from "../../schema/report.ts";
import type { ChangedSource, SourceTool } from "../../schema/source.ts";
import { changedLines } from "../../util/git/changed-lines.ts";
import { mutantsByCommand, unknownIgnored } from "./by-command.ts";
import type { Measuring } from "./open.ts";
import { capped, notMeasured, withPassedOver, type Measured } from "./outcome.ts";

const STRYKER_FILES = /(?<!\.d)\.(?:[cm]?[jt]sx?|vue|svelte)$/;

/**
 * R6 of a run: whether tests notice when the changed code is broken. Stryker where the project has it, else each changed
 * function without its body. Nothing to break is not applicable; more than the budget lets be tried is not measured.
 */
export async function measureMutation(measuring: Measuring): Promise<Measured> {
  const { subject } = measuring;
  const sources = codeOf(subject).filter(({ path }) => isCode(path));
  const places = findStryker(subject.base);
  const commands = mutationCommands(subject.config.checks.commands);
  const commandOf = (file: ChangedSource) => commands.find((command) => mutates(command, file.path));
  const placeOf = ({ path }: ChangedSource): StrykerPlace | undefined =>
    STRYKER_FILES.test(path) ? places.find(({ directory }) => isBelow(directory, path)) : undefined;
  const tried: Tried[] = [];
  for (const [command, files] of Map.groupBy(sources, commandOf))
    if (command !== undefined) tried.push(await mutantsByCommand(measuring, command, files));
  const others = sources.filter((file) => commandOf(file) === undefined);
  for (const [place, files] of Map.groupBy(others, placeOf))
    tried.push(place === undefined ? await withoutBodies(measuring, files) : await byStryker(measuring, place, files));
  const failed = tried.flatMap((one) => ("problem" in one ? [one.problem] : []));
  const parts = tried.flatMap((one) => ("problem" in one ? [] : [one]));
  const paths = sources.map(({ path }) => path);
  const silent = parts.flatMap((part) => part.silent ?? []);
  const measured =
    failed[0] === undefined
      ? judged(measuring, parts)
      : notMeasured("mutation", failed[0].code, failed.map(({ message }) => message).join("; "));
  return withPassedOver(measured, [...commandsPassedOver(commands, paths), ...silent]);
}

async function byStryker(
  { subject, suites, layers, unmuted }: Measuring,
  { directory, config }: StrykerPlace,
  files: readonly ChangedSource[],
): Promise<Tried> {
  const paths = files.map(({ path }) => path);
  const lines = changedLines(subject.git, subject.base.tree, subject.head.tree, paths);
  const prefix = directory === "" ? 0 : directory.length + 1;
  const ranges = paths.flatMap((path) => rangesFor(path.slice(prefix), lines.get(path) ?? []));
  const { seconds } = subject.config.checks.mutation_budget;
  const made = { kind: "stryker", leftOut: 0 } as const;
  if (ranges.length === 0) return { ...made, command: "stryker run", mutants: [], newlyIgnored: [] };
  const plan = { directory, config, ranges, timeout_seconds: seconds };
  const { mutation, problem, ...run } = await suites.mutate({ tree: unmuted.tree, layer: layers.head, plan });
  if (mutation === null) return { problem: problem ?? { code: "TOOL_FAILED", message: "stryker said nothing" } };
  const { mutants } = mutation;
  const by = { ...made, command: run.command, ...(run.version === undefined ? {} : { version: run.version }), mutants };
  const isConfigured = !subject.changes.some(({ path }) => path === inside(directory, config));
  const ignored = mutants.filter((one) => isIgnored(one) && !(isConfigured && BY_CONFIGURATION.test(one.reason ?? "")));
  if (ignored.length === 0) return { ...by, newlyIgnored: [] };
  // The same files as they were: what the project agreed on shows there.
  const known = paths.filter((path) => subject.base.paths.has(path)).map((path) => path.slice(prefix));
  if (known.length === 0) return { ...by, newlyIgnored: ignored };
  const whole = { ...plan, ranges: known.map(patternOf) };
  const onBase = { tree: subject.base.tree, layer: layers.base, plan: whole };
  const before = await suites.mutate(onBase);
  if (before.mutation === null) return { problem: unknownIgnored(before.problem) };
  return { ...by, newlyIgnored: newlyIgnored(ignored, before.mutation.mutants) };
}

/** How Stryker says that its configuration, a protected file, leaves a mutant out. */
const BY_CONFIGURATION = /^(?:Ignored because of excluded mutation|Static mutant \()/;

function withoutBodies(measuring: Measuring, files: readonly ChangedSource[]): Promise<Tried> {
  const { env, stateDirectory } = measuring;
  const paths = files.map(({ path }) => path);
  return withSourceTools({ env: { ...env }, stateDirectory, paths }, (tools) => byBodyRemoval(measuring, files, tools));
}

async function byBodyRemoval(
  measuring: Measuring,
  files: readonly ChangedSource[],
  tools: readonly SourceTool[],
): Promise<Tried> {
  const { subject, runner, plan, command } = measuring;
  const foreign = files.find((file) => tools.every((tool) => filesOf(tool, [file]).length === 0));
  if (foreign !== undefined)
    return { problem: { code: "TOOL_MISSING", message: `nothing here can break the code of ${foreign.path}` } };
  const { run: r2 } = await runner.run("R2", subject.head.tree, plan.head.map(wholeUnit), {
    layer: "head",
    reuse: true,
    coverage: measuring.coverage,
  });
  const groups = await groupsOf(measuring, r2);
  const patience = patienceFor(r2, groups.flat());
  const { mutants, left_out: leftOut } = await removeBodies({
    git: subject.git,
    head: subject.head,
    tools,
    changed: files,
    groups,
    reaches: reachesOf(r2),
    lanes: runner.lanes,
    threshold: subject.config.checks.thresholds.mutation,
    budget: subject.config.checks.mutation_budget,
    async run(tree, ids, detail) {
      const selections = narrowToTests(plan.head, ids);
      const { run, reusedFrom } = await runner.run("R6", tree, selections, {
        layer: "head",
        reuse: true,
        detail,
        ...patience,
      });
      return { run, cited: reusedFrom !== null };
    },
  });
  if (leftOut > 0 && groups.every((ids) => ids.length === 0))
    return { problem: { code: "EVIDENCE_EMPTY", message: "no test passes whose name is known" } };
  return { kind: "body_removal", command, mutants, leftOut, newlyIgnored: [] };
}

/** The change's own tests, which most likely notice, then every other one. Those that do not always pass tell nothing. */
async function groupsOf({ subject, plan, runner, coverage }: Measuring, r2: SuiteRun): Promise<string[][]> {
  const { baseline } = await runBaseline(runner, subject.base, plan.base, {
    times: subject.policy.baseline_runs,
    roleOf: createRoles(subject.config),
    coverage,
  });
  const passing = r2.report.tests.flatMap(({ id, status }) =>
    status === "passed" && !baseline.flaky.has(id) ? [id] : [],
  );
  const changed = new Set(subject.changes.map(({ path }) => path));
  const selection = plan.command?.selection ?? null;
  const isOwn = (id: string): boolean =>
    changed.has(fileOf(id)) || (selection !== null && commandSelects(selection, id));
  return [passing.filter(isOwn), passing.filter((id) => !isOwn(id))];
}

/** By what R2 measured: a body of which no line ran is reached by no test. Without coverage every body may be. */
function reachesOf({ coverage }: SuiteRun): (path: string, line: number, end: number) => boolean {
  const files = new Map((coverage?.problem === null ? coverage.files : []).map(({ path, lines }) => [path, lines]));
  return (path, line, end) => {
    const inside = (files.get(path) ?? []).filter(([at]) => at > line && at < end);
    return inside.length === 0 || inside.some(([, hits]) => hits > 0);
  };
}

function judged({ subject }: Measuring, parts: readonly MutationPart[]): Measured {
  const { mutation: threshold } = subject.config.checks.thresholds;
  const made = parts.filter(({ mutants, leftOut }) => mutants.length + leftOut > 0);
  if (made.length === 0) {
    const notes = "no changed line can be broken: there is nothing to mutate";
    const result = { status: "not_applicable", reason: "nothing_to_mutate", notes } as const;
    return { check: "mutation", status: "pass", result, findings: [], notes: [], report: null };
  }
  const scores = made.map(scoreOf);
  const low = made.filter((_, at) => (scores[at]?.atBest ?? 0) < threshold && scores[at]?.score !== null);
  const ignored = capped(made.flatMap((part) => part.newlyIgnored).map(lookedAway));
  const fails = low.length > 0 || ignored.length > 0;
  if (!fails) {
    const cut = made.find(({ leftOut }) => leftOut > 0);
    if (cut !== undefined)
      return notMeasured(
        "mutation",
        "MUTATION_BUDGET",
        `${cut.leftOut} of ${cut.leftOut + cut.mutants.length} mutants were left out by the budget`,
      );
    if (scores.some(({ score }) => score === null))
      return notMeasured("mutation", "EVIDENCE_EMPTY", "no mutant of the change is valid");
  }
  const known = scores.flatMap(({ score }) => score ?? []);
  const worst = known.length === 0 ? 0 : Math.min(...known);
  const sum = (of: (score: (typeof scores)[number]) => number): number => scores.reduce((all, one) => all + of(one), 0);
  const status = fails ? "fail" : "pass";
  const result = {
    status,
    score: percentText(worst),
    threshold: `${threshold}%`,
    kind: made.map(({ kind }) => kind).join(", "),
    mutants: sum(({ valid }) => valid),
    detected: sum(({ detected }) => detected),
    left_out: made.reduce((all, { leftOut }) => all + leftOut, 0),
    notes: made.map(({ kind }) => NOTES[kind]).join("; "),
  } as const;
  const findings = [...capped(low.flatMap(survivorsOf).map(survivor)), ...ignored];
  const content = { ...result, parts: made };
  const tools = made.flatMap(({ kind, version }) => (version === undefined ? [] : [{ name: kind, version }]));
  const report = { name: "mutation_report.json", content, tools };
  return { check: "mutation", status, result, findings, notes: [], report };
}

const NOTES: Readonly<Record<MutationPart["kind"], string>> = {
  stryker: "Stryker over the changed lines",
  command: "a command of the project's own, as far as the changed lines go",
  body_removal: "the harness's own body removal of changed functions, coarser than a mutation tool",
};

const survivor = ({ path, text }: { readonly path: string; readonly text: string }): Finding => ({
  code: "MUTATION_LOW",
  severity: "error",
  path,
  message: text,
});

const lookedAway = ({ path, line, mutator, reason = "" }: Mutant): Finding => ({
  code: "CHECK_SUPPRESSED",
  severity: "error",
  path,
  message: `switched off: ${path}:${line} ${mutator} is ignored, as before the change none is${reason === "" ? "" : ` (${reason})`}`,
});
