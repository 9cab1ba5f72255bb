import { checkEnvironment } from "../../checks/check-environment.ts";
import type { Layer } from "../../checks/slots/slot.ts";
import { mutationCommands } from "../../core/measure/configured-commands.ts";
import { setsOf, type Baseline } from "../../core/proof/baseline.ts";
import type { DisguiseFacts } from "../../core/proof/disguise.ts";
import { readFeatureText, type ChangeKind } from "../../core/proof/feature-text.ts";
import { judge } from "../../core/proof/judge.ts";
import { keptAnswers } from "../../core/proof/looks/kept-answers.ts";
import { patienceFor, type Patience } from "../../core/proof/patience.ts";
import { withMended, type RedSearch } from "../../core/proof/red.ts";
import { renumberedRows } from "../../core/proof/old-tests/renumbered.ts";
import { absentFiles, commandSelects, keptTests } from "../../core/proof/selection.ts";
import { measureSize, type ChangeSize } from "../../core/proof/size.ts";
import type { TestEdit } from "../../core/proof/old-tests/written-tests.ts";
import type { ProofData } from "../../schema/proof.ts";
import type { SuiteRun } from "../../schema/report.ts";
import type { ProofLevel, Unit } from "../../schema/unit.ts";
import { allOf } from "../../util/all-of.ts";
import { countLines } from "../../util/git/trees.ts";
import { assembleProof, type RunRecord } from "./assemble.ts";
import { showMended } from "./runs/base-code.ts";
import { runCanary, type CanaryRun } from "./runs/canary-run.ts";
import { approvalOf, createRoles, layerOf } from "./context.ts";
import type { TreeReader } from "./tree-reader.ts";
import { runDisguised } from "./looks/disguise-runs.ts";
import { settleFlaky } from "./runs/flaky-runs.ts";
import { runKeep } from "./runs/keep-runs.ts";
import { findDeaf } from "./looks/deaf.ts";
import { findMuted } from "./looks/muted.ts";
import { findPassedOver } from "./looks/passed-over.ts";
import { lookAtNew } from "./looks/look-at-new.ts";
import { oldTestsTouched } from "./old-tests.ts";
import { runFurther } from "./runs/further-runs.ts";
import { readHeldOut, type HeldOut } from "./held-out.ts";
import { createRedHost, type RedHost } from "./runs/red-host.ts";
import { redAmongOthers, searchRed } from "./runs/red-runs.ts";
import { createRunner, pathsOf } from "./runs/runner.ts";
import { testsOfChange } from "./select.ts";
import type { Proof } from "./proving.ts";
import { redTree } from "./runs/red-tree.ts";
import { gatesOf } from "./gates.ts";
import { readStaticFacts, type StaticFacts } from "./static-findings.ts";
import { OWN_TOOLS } from "./own-tools.ts";
import { oldTests } from "./pinned.ts";
import { withSourceTools } from "./source-tools.ts";
import { openSubject, type ProveOptions, type Subject } from "./subject.ts";
import { openSuitesFor, withSuites } from "./runs/suites.ts";
import { sourcesOf, withHelpers } from "./test-texts.ts";
import { searchHeld } from "./runs/held.ts";
import { untestable } from "./untestable.ts";
import { withInnerUnits } from "./inner-units.ts";
import { narrowToTests, narrowUnits, planUnits, selectionOf, wholeUnit, type UnitPlan } from "./units.ts";
import { runWhole } from "./runs/whole-runs.ts";

/**
 * Judges whether a commit's tests honestly prove its change (verification.md). Works on any repository, needs no run,
 * agent or journal, and leaves the repository untouched. A refused change is an answer, not an error.
 *
 * Throws BatonError: NOT_A_REPOSITORY, REVISION_UNKNOWN, RANGE_EMPTY, CONFIG_INVALID, NO_TESTS, RUNNER_MISSING,
 * ENVIRONMENT_FAILED, BASELINE_FAILED, GIT_MISSING, GIT_FAILED, DISK_FULL, STATE_UNWRITABLE, INTERRUPTED.
 *
 * @example
 * const proof = await prove({ repository: ".", base: "main", head: "HEAD", stateDirectory: "/var/lib/baton", env: process.env });
 * if (proof.verdict.status !== "proven") console.log(proof.findings);
 */
export async function prove(options: ProveOptions): Promise<ProofData> {
  const subject = openSubject(options);
  const plan = planUnits(subject.base, subject.head, subject.config, options.test ?? null);
  const roles = createRoles(subject.config);
  const heldOut = heldOutOf(options.heldOut, roles);
  const env = checkEnvironment(options.env, subject.config.environment.env);
  const suites = openSuitesFor(subject, env, options);
  const layerFor = (tree: TreeReader): Layer => layerOf(tree, subject.config, subject.initialized);
  const layers = { base: layerFor(subject.base), head: layerFor(subject.head) };
  return withSuites(suites, async () => {
    const paths = pathsOf(subject);
    const runner = createRunner(suites, layers, subject.config.limits, paths, options);
    return withSourceTools({ env, stateDirectory: options.stateDirectory, paths }, (tools) =>
      proveSubject({ subject, plan, tools, runner, options, heldOut }),
    );
  });
}

function heldOutOf(given: ProveOptions["heldOut"], roleOf: ReturnType<typeof createRoles>): HeldOut | null {
  if (given === undefined) return null;
  return typeof given === "string"
    ? { texts: readHeldOut(given, roleOf), sealed: false }
    : { texts: given, sealed: true };
}

async function proveSubject(whole: Proof): Promise<ProofData> {
  const { plan, runner, options } = whole;
  const { r2, isEndless, checksStarted, proof, ...ran } = await runWhole(whole);
  const { subject } = proof;
  const { size, unused, ...seen } = await readStatic(proof);
  const { r0, r3, baseline, tree, ...kept } = await runOld(proof, { ...ran, r2, edits: seen.edits });
  const feature = featureOf(options);
  const level = levelOf(r2.run, plan);
  const { kind } = feature;
  const shownBy = { r2: r2.run, r3: r3?.run ?? null, baseline };
  const given = { shownBy, edits: seen.edits, kind, level, isEndless, tree };
  const { lookedAt, asked } = await allOf({
    lookedAt: tree === null ? {} : lookAtOld(proof, r2.run, baseline.green, tree),
    asked: showNew(proof, given),
  });
  const { host, patience, mended, newTests, subjects, selected, r1, shown, search, r4, disguise } = asked;
  // Last, and alone: nothing else may see tests that are held out.
  const further = await runFurther({ ...asked.proof, ...host, patience }, subjects, search);
  const checksMs = Math.round(performance.now() - checksStarted) - runner.prepareMsDuringChecks();

  const judgement = judge({
    policy: subject.policy,
    level,
    feature,
    ...shownBy,
    pending: pendingIds(subject, options.pendingCommands ?? [], r2.run),
    selected,
    command: options.test ?? null,
    ...(await touchedBy(proof, selected, r2.run, seen.edits)),
    isAttempt: options.isAttempt ?? false,
    search,
    r1: r1?.run ?? null,
    ...mended,
    ...kept,
    ...lookedAt,
    r4: r4 === null ? null : { run: r4.record.run, files: r4.files, token: r4.token, lines: r4.lines },
    disguise,
    newTests,
    further: further.facts,
    ...seen,
    manual: options.manual === true ? approvalOf(options.feature ?? "", subject.changes) : null,
    approvals: new Set(options.approvals),
    digest: (words) => approvalOf(words, testSide(subject, r2.run)),
  });
  return assembleProof({
    base: subject.baseCommit,
    head: subject.headCommit,
    asked: { feature: options.feature ?? null, kind },
    judgement,
    level,
    isolation: runner.isolation,
    units: unitsReported(plan),
    runs: { R0: r0, R1: shown ?? r1, R2: { ...r2, sets: { selected } }, R3: r3, R4: r4?.record ?? null },
    further: further.records,
    search,
    baseline,
    environment: { digest: runner.environment, tools: OWN_TOOLS },
    size,
    unused,
    ...unjudged(subject, selected),
    checksMs,
    baselineMs: r0?.run.durationMs ?? 0,
    prepareMs: runner.prepareMs(),
  });
}

interface ShownBy {
  readonly shownBy: { readonly r2: SuiteRun; readonly r3: SuiteRun | null; readonly baseline: Baseline };
  readonly edits: readonly TestEdit[];
  readonly kind: ChangeKind;
  readonly level: ProofLevel;
  readonly isEndless: boolean;
  /** Where old tests were kept; null: nowhere. */
  readonly tree: string | null;
}

/** What the change's own tests show, and what holds them. */
async function showNew(proof: Proof, { shownBy, edits, kind, level, isEndless, tree }: ShownBy) {
  const { r2, baseline } = shownBy;
  const chosen = await testsOfChange(proof, { ...shownBy, edits, kind, level });
  const passing = new Set(r2.report.tests.filter(({ status }) => status === "passed").map(({ id }) => id));
  const asked = isEndless ? [] : chosen.filter((id) => passing.has(id));
  const held = kind === "refactor" && !isEndless ? keptTests(baseline.green, passing, edits) : null;
  const settled = { ...proof, plan: await withInnerUnits(proof, held === null || held.length === 0 ? asked : held) };
  const patience = patienceFor(r2, asked);
  const wanted = { asked, chosen, passing, flaky: baseline.flaky, held, level, patience, kind, isEndless };
  const red = await showRed(settled, wanted);
  const { subjects, selected, r1, host, search } = red;
  const ids = [...(search?.red.keys() ?? [])];
  const tests = { r2, subjects, selected, patience, old: oldTests(shownBy, tree) };
  const { mended, newTests } = await allOf({
    mended: kind === "fix" ? showMended(settled, r1?.run ?? null, ids, patience) : {},
    newTests: lookAtNew(settled, { ...host, search, kind }, tests),
  });
  return { ...red, proof: settled, patience, mended, newTests };
}

/** What of a change no proof judges: answers that the code gave, and whether its tests are strong. */
const unjudged = ({ changes, head, config }: Subject, selected: readonly string[]) => ({
  keptAnswers: keptAnswers(
    changes,
    withHelpers(head, sourcesOf(head, selected)).map(({ text }) => text),
  ),
  mutators: mutationCommands(config.checks.commands).map(({ name }) => name),
});

const NOTHING_NAMED = { directory: "", files: [], nameFilter: null };

const touchedBy = async (proof: Proof, selected: readonly string[], r2: SuiteRun, edits: readonly TestEdit[]) => ({
  passedOver: await findPassedOver(proof, r2, edits),
  gates: gatesOf(proof.subject, r2),
  changed: new Set(proof.subject.changes.map(({ path }) => path)),
  roles: new Set(proof.subject.changes.map(({ role }) => role)),
  absent: absentFiles(proof.plan.command?.selection ?? NOTHING_NAMED, proof.subject.head.paths.keys()),
  untestable: selected.length === 0 ? await untestableChange(proof) : null,
});

/** Nobody but a person judges the code here, so a yes is to all of it. */
async function untestableChange(proof: Proof) {
  const message = await untestable(proof);
  return message === null ? null : { message, approval: approvalOf(message, proof.subject.changes) };
}

function featureOf({ feature = "", kind }: ProveOptions) {
  const words = readFeatureText(feature);
  return { ...words, kind: kind ?? words.kind };
}

/** R3, and the baseline without what base's runs were only lucky with. */
async function runOld(
  proof: Proof,
  shown: {
    readonly r0: RunRecord | null;
    readonly r2: RunRecord;
    readonly baseline: Baseline;
    readonly edits: readonly TestEdit[];
  },
) {
  const { r0, r2, edits } = shown;
  const { r3, ...kept } = await runKeep(proof, r2, shown.baseline);
  const ran = { r2: r2.run, r3: r3?.run ?? null };
  const { baseline, flaked } = await settleFlaky(proof, { ...ran, baseline: shown.baseline, edits });
  return { r0: r0 && { ...r0, sets: setsOf(baseline) }, r3, baseline, flaked, ...kept };
}

/** Whether old tests that hold still listen: to their assertions, and to the code. */
async function lookAtOld(proof: Proof, r2: SuiteRun, green: ReadonlySet<string>, kept: string) {
  const { touched, changed } = await oldTestsTouched(proof, r2, green);
  const muted = await findMuted(proof, r2, touched);
  return { muted, ...(await findDeaf(proof, r2, { ids: changed.difference(new Set(muted)), kept })) };
}

/** What a yes to a question about tests is a yes to: all that the change makes of files beside the implementation, and of tests in it. */
function testSide({ changes }: Subject, r2: SuiteRun): Subject["changes"] {
  const files = new Set(r2.report.tests.map(({ file }) => file));
  return changes.filter(({ path, role }) => role !== "implementation" || files.has(path));
}

/** The one that the command names first: what the feature was verified with. */
const unitsReported = ({ command, head }: UnitPlan): Unit[] =>
  command === null ? [...head] : [command.unit, ...head.filter((unit) => unit !== command.unit)];

/** What can be said of the change without running anything: its size, its protected paths, its suspicious lines. */
async function readStatic({ subject, tools }: Proof): Promise<StaticFacts & { readonly size: ChangeSize }> {
  const { git, base, head, changes, policy } = subject;
  const roleOf = createRoles(subject.config);
  const size = measureSize(countLines(git, base.tree, head.tree), roleOf);
  const guarded = subject.initialized && !subject.madeByRun;
  return { size, ...(await readStaticFacts({ base, head, changes, roleOf, tools, policy, size, guarded })) };
}

/** Tests that unproven features wait for. judge() excuses none that base had green. */
function pendingIds({ base, head }: Subject, commands: readonly string[], r2: SuiteRun): Set<string> {
  const selections = commands.map((command) => selectionOf(base, head, command));
  const ids = r2.report.tests.map(({ id }) => id);
  return new Set(ids.filter((id) => selections.some((selection) => commandSelects(selection, id))));
}

async function runRed(proof: Proof, subjects: readonly string[], patience: Patience): Promise<RunRecord> {
  const { plan, runner } = proof;
  const tree = await redTree(proof);
  const selections = subjects.length === 0 ? plan.head.map(wholeUnit) : narrowToTests(narrowUnits(plan), subjects);
  return runner.run("R1", tree, selections, { layer: "head", ...patience });
}

interface FoundRed {
  /** The run that shows what holds a refactoring; null where its own tests were asked. */
  readonly shown: SuiteRun | null;
  readonly search: RedSearch | null;
  readonly r4: CanaryRun | null;
  readonly disguise: DisguiseFacts | null;
}

const NOTHING_FOUND: RedSearch = {
  red: new Map(),
  characterisation: new Set(),
  open: new Map(),
  late: new Map(),
  tried: [],
};
const NO_RED: FoundRed = { shown: null, search: null, r4: null, disguise: null };

/** R1, R4 and, for a refactoring, what stands in the place of RED; `held` are the tests that may. */
async function showRed(
  proof: Proof,
  given: {
    readonly asked: readonly string[];
    readonly chosen: readonly string[];
    readonly passing: ReadonlySet<string>;
    readonly flaky: ReadonlySet<string>;
    readonly held: readonly string[] | null;
    readonly level: ProofLevel;
    readonly patience: Patience;
    readonly kind: ChangeKind;
    readonly isEndless: boolean;
  },
) {
  const { asked, held, level, patience, kind, isEndless } = given;
  const r1 = asked.length > 0 || (level === "P1" && !isEndless) ? await runRed(proof, asked, patience) : null;
  const rows = { ...given, r1: r1?.run.report.tests ?? [] };
  const subjects = renumberedRows(asked, rows);
  const records = new Map<SuiteRun, RunRecord>();
  const host = createRedHost(proof, patience, records);
  const isAsked = level !== "P1" && (r1 !== null || held !== null);
  const found = isAsked ? await findRed({ proof, host, patience, held, kind }, subjects, r1?.run ?? null) : NO_RED;
  const shown = found.shown === null ? null : (records.get(found.shown) ?? null);
  return {
    subjects,
    selected: renumberedRows(given.chosen, rows),
    r1,
    shown,
    host,
    search: found.search,
    r4: found.r4,
    disguise: found.disguise,
  };
}

/** What is RED, still is among the other tests of its file where it needs them to pass, and passes where nobody looks. */
async function findRed(
  given: { proof: Proof; host: RedHost; patience: Patience; held: readonly string[] | null; kind: ChangeKind },
  subjects: readonly string[],
  r1: SuiteRun | null,
): Promise<FoundRed> {
  const { proof, host, patience, held, kind } = given;
  const own = r1 === null ? NOTHING_FOUND : withMended(await searchRed(host, subjects, r1), kind);
  const { search: found, run: shown } =
    held !== null && own.red.size === 0 ? await searchHeld(host, holders(held, own), own) : { search: own, run: null };
  const r4 = found.red.size === 0 ? null : await runCanary(proof, found, patience);
  const search =
    r4 === null ? found : await redAmongOthers(host, found, r1?.tree ?? proof.subject.head.tree, r4.leaning);
  return { shown, search, r4, disguise: await runDisguised({ ...host, run: disguisedRun(proof, patience) }, search) };
}

/** Where all tests are written anew, those that pass over base's code as well stand for base's. */
const holders = (held: readonly string[], { characterisation }: RedSearch): readonly string[] =>
  held.length > 0 ? held : [...characterisation];

/** Runs tests by id where nothing in the environment tells of a check. */
const disguisedRun =
  ({ plan, runner }: Proof, { testTimeoutMs, testsTimeoutMs }: Patience) =>
  async (tree: string, ids: readonly string[], detail: string): Promise<SuiteRun> => {
    const selections = narrowToTests(narrowUnits(plan), ids);
    const choice = { layer: "head", disguised: true, detail, testTimeoutMs, testsTimeoutMs } as const;
    return (await runner.run("R4", tree, selections, choice)).run;
  };

/** The lowest level that any unit with the change's tests reached. */
function levelOf(r2: SuiteRun, plan: UnitPlan): ProofLevel {
  const named = plan.command?.unit;
  const units =
    named === undefined
      ? r2.units
      : r2.units.filter(({ runner, directory }) => runner === named.runner && directory === named.directory);
  return units.map(({ level }) => level).toSorted()[0] ?? "P1";
}
