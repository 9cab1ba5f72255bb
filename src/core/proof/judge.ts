import { CODES, EXIT, type Finding } from "../../errors.ts";
import type { Policy } from "../../schema/config.ts";
import type { VerdictStatus } from "../../schema/proof.ts";
import type { SuiteRun, TestResult } from "../../schema/report.ts";
import type { ProofLevel } from "../../schema/unit.ts";
import type { Baseline, Flaked } from "./baseline.ts";
import { judgeCanary, type CanaryFacts } from "./canary.ts";
import { judgeDisguise, type DisguiseFacts } from "./disguise.ts";
import type { FeatureText } from "./feature-text.ts";
import { whyUnread } from "./file-errors.ts";
import { judgeFurther, NOTHING_FURTHER, type FurtherFacts } from "./further.ts";
import { judgeGreen } from "./green.ts";
import { judgeKeep } from "./keep.ts";
import { lastWord } from "./last-words.ts";
import { judgeNewTests, type NewTestFacts } from "./new-tests.ts";
import type { PassedOver } from "./looks/passed-over.ts";
import { createPathRoles, type PathRole } from "./paths.ts";
import { byId, isAssertionFailure, type RedSearch } from "./red.ts";
import { fileOf } from "./test-ids.ts";
import type { TestEdit } from "./old-tests/written-tests.ts";
import { counted } from "../text/counted.ts";

/** Everything a verdict rests on. What was not run is null, and says so in a finding. */
export interface ProofFacts {
  readonly policy: Policy;
  readonly level: ProofLevel;
  readonly feature: FeatureText;
  readonly baseline: Baseline;
  /** Tests selected by other features that are not proven yet: they may fail. */
  readonly pending: ReadonlySet<string>;
  readonly selected: readonly string[];
  /** The test command that was named with the change. */
  readonly command?: string | null;
  /** What that command names and head does not have. */
  readonly absent?: readonly string[];
  /** The files that the change adds, edits or takes away; absent: not known. */
  readonly changed?: ReadonlySet<string>;
  /** What these files are to the proof; absent: not known. */
  readonly roles?: ReadonlySet<PathRole>;
  /** An attempt of a run: its task asked for more than words. */
  readonly isAttempt?: boolean;
  /** Why no test can be RED for the change: it goes back to another commit, its code only goes, or only says something else. */
  readonly untestable?: { readonly message: string; readonly approval: string } | null;
  readonly search: RedSearch | null;
  readonly r1: SuiteRun | null;
  /** RED tests of a fix that stand in the code, over base's code in their files; null: none do. */
  readonly inCode?: SuiteRun | null;
  /** RED tests of a fix over base's code with what head declares beside it. */
  readonly grafted?: SuiteRun | null;
  readonly r2: SuiteRun;
  /** Old tests that failed and, when run again, showed that they do not always: the baseline has them among its flaky ones. */
  readonly flaked?: readonly Flaked[];
  readonly r3: SuiteRun | null;
  readonly leaned?: LeanedRun | null;
  /** How base's tests call in R3 what head names otherwise, or has to be given more. */
  readonly calls?: readonly string[];
  /** Old tests that pass whatever they expect from now on. */
  readonly muted?: readonly string[];
  /** Old tests that pass from now on with all code taken away. */
  readonly deaf?: readonly string[];
  /** Old tests that pass with code which answers otherwise, and did not as base has them. */
  readonly blunt?: readonly string[];
  readonly r4: CanaryFacts | null;
  /** The RED tests where the change cannot tell that tests run; null: it does not ask. */
  readonly disguise?: DisguiseFacts | null;
  /** What a closer look at the change's tests found; absent: nothing is RED. */
  readonly newTests?: NewTestFacts;
  /** What is asked of a person unless a disguised run answers it. */
  readonly given?: readonly Finding[];
  /** R5–R7; absent: nobody asked. */
  readonly further?: FurtherFacts;
  readonly edits: readonly TestEdit[];
  /** The variables that decide over skipped tests and that nothing sets, by the file of these. */
  readonly gates?: ReadonlyMap<string, readonly string[]>;
  /** Files of the change with tests that no runner looks for. */
  readonly passedOver?: readonly PassedOver[];
  /** Findings made from paths, texts and size alone. */
  readonly findings: readonly Finding[];
  /** The approval that a feature needs which a person verifies; null: tests prove it. */
  readonly manual: string | null;
  readonly approvals: ReadonlySet<string>;
  readonly digest: (text: string) => string;
}

/** R3 once more, with base's files that only its tests use in the place of head's; null: there are none. */
export interface LeanedRun {
  readonly run: SuiteRun;
  readonly paths: readonly string[];
}

export interface Judgement {
  readonly status: VerdictStatus;
  readonly findings: readonly Finding[];
}

/** Judges a change from facts alone: same facts, same verdict (verification.md, RED → GREEN). */
export function judge(facts: ProofFacts): Judgement {
  const findings = [
    ...facts.findings,
    // What a caller gives is no question where the tests pass with nothing around them that tells of tests.
    ...(facts.disguise?.allPass === true ? [] : (facts.given ?? [])),
    ...judgeCopies(facts),
    ...judgeGreen(facts),
    ...judgeKeep(facts),
    ...(facts.manual === null ? judgeRed(facts) : judgeManual(facts.manual)),
    // Of a command that does not work at all, that comes first.
    ...judgeLevel(facts),
    ...judgeRefactoring(facts),
    ...judgeCanary(facts),
    ...judgeDisguise(facts.disguise ?? null, facts.digest),
    ...judgeNewTests(facts.newTests ?? {}, facts.digest),
    ...judgeFurther(facts.further ?? NOTHING_FURTHER),
    ...judgeNames(facts),
  ].map((finding) => approved(finding, facts.approvals));
  return { status: statusOf(findings), findings };
}

/** Tampering outranks a missing proof, which outranks a question to a person: nobody is asked about what must change anyway. */
export function statusOf(findings: readonly Finding[]): VerdictStatus {
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.some(({ code }) => CODES[code].exit === EXIT.evidence)) return "tampered";
  if (errors.length > 0) return "not_proven";
  return findings.some(({ severity }) => severity === "person") ? "person_needed" : "proven";
}

function approved(finding: Finding, approvals: ReadonlySet<string>): Finding {
  if (finding.severity !== "person" || finding.approval === undefined || !approvals.has(finding.approval))
    return finding;
  return { ...finding, severity: "info", message: `${finding.message} (approved by a person)` };
}

/** Whatever the change does, such tests look at something else (verification.md, Where runs happen). */
const judgeCopies = ({ r2 }: ProofFacts): Finding[] =>
  (r2.report.copies ?? []).slice(0, COPIES_NAMED).map(({ name, file }) => ({
    code: "CODE_ELSEWHERE",
    severity: "warning",
    message: `tests load ${name} from ${file}, not from the tree that is judged`,
  }));
const COPIES_NAMED = 3;

function judgeLevel({ level, policy }: ProofFacts): Finding[] {
  if (level >= policy.min_proof_level) return [];
  const message = `the proof level is ${level}, the policy asks for ${policy.min_proof_level}`;
  return [{ code: "PROOF_LEVEL_LOW", severity: "error", message }];
}

/** Mistyped, or of an older state: whoever wrote it must not take it for allowed. */
function judgeNames({ feature, baseline, r2, edits, changed }: ProofFacts): Finding[] {
  const { green, redKnown, flaky, brokenFiles } = baseline;
  const written = edits.map(({ path, name }) => `${path}::${name}`);
  const now = r2.report.tests.map(({ id }) => id);
  const ids = new Set([...green, ...redKnown, ...flaky, ...brokenFiles, ...now, ...written, ...(changed ?? [])]);
  return feature.namesNothing([...ids]).map((name) => ({
    code: "CHANGES_UNKNOWN",
    severity: "warning",
    message: `Changes: ${name} names no test of base or head, so nothing is allowed by it`,
  }));
}

/** Words cannot verify what only a person can see (decisions.md, Proof and commit). */
function judgeManual(approval: string): Finding[] {
  return [{ code: "MANUAL_CHECK", severity: "person", approval, message: "a person must verify it by hand" }];
}

/** New tests that base's own code answers with a failed assertion see what a refactoring leaves as it is. */
function judgeRefactoring({ feature, search, digest }: ProofFacts): Finding[] {
  if (feature.kind !== "refactor") return [];
  const red = [...(search?.red ?? [])].filter(([id, how]) => how === "assertion" && !feature.allowsChange(id));
  const ids = red.map(([id]) => id).toSorted();
  if (ids.length === 0) return [];
  const message = `${counted(ids.length, "test of this refactoring fails", "tests of this refactoring fail")} by an assertion over base's code: what tests see is changed; a fix or a feature has another --kind`;
  return [
    { code: "BEHAVIOUR_CHANGED", severity: "person", ids, message, approval: digest(["refactor", ...ids].join("\n")) },
  ];
}

/** At least one RED test for each criterion that names tests, else one for the feature. */
function judgeRed(facts: ProofFacts): Finding[] {
  const { search, selected, baseline, feature, r1, r2, level, digest } = facts;
  const asksForTests = feature.criteria.some(({ tests }) => tests.length > 0);
  if (feature.kind === "refactor" && facts.isAttempt !== true && !asksForTests && isOfRoles(facts, ["documentation"]))
    return [];
  const untested = selected.length === 0 ? judgeUntested(facts) : null;
  if (untested !== null) return untested;
  if (level === "P1") return judgeExitCodes(r1, r2);
  if (feature.kind === "refactor" && search !== null && search.red.size === 0)
    return facts.roles?.has("implementation") === false && selected.length > 0
      ? [passingFinding("no code is changed beside the tests", selected, digest)]
      : [unheld(selected)];
  if (selected.length === 0 && feature.kind !== "refactor") {
    const message = [noneSelected(facts), ...whyNoneRan(facts)].join("; ");
    return [{ code: "TESTS_ABSENT", severity: "error", message }];
  }
  if (search === null) {
    const message = `no test of this change ran and passed, so none can prove it; ${howTheyEnded(selected, r2)}`;
    return [{ code: "RED_MISSING", severity: "error", ids: selected, message }];
  }
  const findings = [...hollowFindings(search), ...unheardFindings(search, digest)];
  const broken = [...(search.broken ?? [])];
  const shown = [...search.red.keys(), ...broken];
  const unmet = feature.criteria.filter(({ tests }) => tests.length > 0 && !tests.some((name) => named(shown, name)));
  for (const { text } of unmet)
    findings.push({ code: "RED_MISSING", severity: "error", message: `no RED test for: ${text}` });
  if (search.red.size > 0) return [...findings, ...unreproduced(facts, search)];
  if (broken.length > 0) return [...findings, brokenFinding(broken, digest)];
  if (selected.every((id) => baseline.green.has(id)) && search.characterisation.size === selected.length)
    return [passingFinding("every selected test passed before the change", selected, digest)];
  const message =
    search.characterisation.size === selected.length
      ? "every test of this change passes without it as well"
      : `no test of this change fails by an assertion when its implementation is taken away${unreported(r1)}`;
  return [...findings, { code: "RED_MISSING", severity: "error", ids: selected, message }];
}

/**
 * What no test can be RED for: nothing but the harness's own files is changed, or no code is (documentation, CI, dependencies, the configuration of
 * tests), or nothing of the code that a test could see. Null: none of it, or the change brings tests. A run's task asked for more.
 */
function judgeUntested({ isAttempt, roles, untestable = null, digest }: ProofFacts): Finding[] | null {
  if (isAttempt === true || roles === undefined) return null;
  const says = (message: string, severity: "warning" | "person"): Finding[] => [
    { code: "TESTS_ABSENT", severity, message, ...(severity === "person" ? { approval: digest(message) } : {}) },
  ];
  if (roles.isSubsetOf(new Set(["harness"])))
    return says("nothing is changed but what only the harness writes", "warning");
  if (untestable !== null) return [{ code: "TESTS_ABSENT", severity: "person", ...untestable }];
  if (roles.has("implementation")) return null;
  return says("no code is changed, so that no test can show it: all older tests hold", "person");
}

/** Where nothing that runs is changed, nothing can be taken away (documentation, tests of what is there already). */
function isOfRoles({ roles = new Set() }: ProofFacts, these: readonly PathRole[]): boolean {
  return roles.size > 0 && roles.isSubsetOf(new Set(these));
}

function passingFinding(message: string, ids: readonly string[], digest: ProofFacts["digest"]): Finding {
  return { code: "ALREADY_PASSING", severity: "person", ids, message, approval: digest(ids.toSorted().join("\n")) };
}

/** Where the implementation is taken away, a runner may end before its first test: what it said tells why. */
function unreported(r1: SuiteRun | null): string {
  const [unit] = r1?.units.filter(({ complete }) => !complete) ?? [];
  return unit === undefined ? "" : `; ${unit.runner} ended without a report there: ${lastWord(unit.output)}`;
}

/** That something broke and no longer does is shown, not that what it does now is right: a person, or the kind of the change, says that this was all. */
function brokenFinding(ids: readonly string[], digest: ProofFacts["digest"]): Finding {
  const message = `${counted(ids.length, "test breaks", "tests break")} over base's code by its own error, and ${ids.length === 1 ? "asserts" : "assert"} nothing that depends on what the changed code returns: enough for a fix (--kind fix) alone`;
  const approval = digest(["broken", ...ids.toSorted()].join("\n"));
  return { code: "RED_MISSING", severity: "person", ids, message, approval };
}

/** Nothing that tests see changes in a refactoring: tests of base have to notice the code that it changes. */
function unheld(ids: readonly string[]): Finding {
  const message = "no test of base fails by an assertion when the code that this refactoring changes is taken away";
  return { code: "RED_MISSING", severity: "error", ids, message };
}

/**
 * What is mended has to be seen broken: by a RED test that runs on base's code, and not only once something is there. Of tests that stand in
 * the code itself only one that passes there is known to show nothing: with what the fix adds they may not compile.
 */
function unreproduced(facts: ProofFacts, { red }: RedSearch): Finding[] {
  const { feature, r1, inCode = null, grafted = null, digest } = facts;
  if (feature.kind !== "fix" || r1 === null) return [];
  const before = byId(r1);
  const [there, named] = [byId(inCode), byId(grafted)];
  const shows = (id: string): boolean =>
    before.get(id)?.status === "failed" ||
    isSeenBroken(named.get(id)) ||
    (roleOf(fileOf(id)) === "implementation" && there.get(id)?.status !== "passed");
  if ([...red.keys()].some(shows)) return [];
  const files = new Set([...red.keys()].map(fileOf));
  const errors = r1.report.fileErrors.filter(({ file }) => files.has(file));
  if (errors.length > 0 && errors.every(({ message }) => isOfTypes(message))) {
    const message = `over base's code the tests do not agree with its types: enough where these are all that is mended`;
    const approval = digest(["types", ...[...red.keys()].toSorted()].join("\n"));
    return [{ code: "RED_MISSING", severity: "person", ids: [...red.keys()], message, approval }];
  }
  const ids = [...red.keys()];
  if (ids.every((id) => COMPILED.test(fileOf(id)) && ![before, there, named].some((run) => run.has(id)))) {
    const message = `over base's code the tests do not compile, also with what head declares beside it, so none shows what is mended: a type may have changed`;
    return [
      { code: "RED_MISSING", severity: "person", ids, message, approval: digest(["compiled", ...ids].join("\n")) },
    ];
  }
  const message = "no RED test of this fix runs on base's code, so none shows what is mended";
  return [{ code: "RED_MISSING", severity: "error", ids, message }];
}

/** Where one file of a package fits no type, none of its tests runs. */
const COMPILED = /\.(?:rs|go|java)$/;

/** What functions that only fail say of themselves, also to tests that want another error: such a test is about what is new. Go tells of a panic after what was asserted before it. */
const OF_NEW = /\bbaton: new\b|BatonNew\b/;

/** Whether a test sees what is mended, over base's code with what head declares beside it. */
export const isSeenBroken = (result: TestResult | undefined): boolean =>
  isAssertionFailure(result) && !OF_NEW.test(result?.failure?.message.replace(/\bpanic: baton: new[\s\S]*/, "") ?? "");

/** Whether tests say nothing over base's code because their files cannot be loaded there. */
export function isUnreadAlone(r1: SuiteRun, ids: readonly string[]): boolean {
  const before = byId(r1);
  const files = new Set(r1.report.fileErrors.map(({ file }) => file));
  return ids.some((id) => files.has(fileOf(id))) && ids.every((id) => before.get(id)?.status !== "failed");
}

/** What TypeScript says where a value does not fit; not that a name, a member or a parameter is missing. */
const MISFIT = /^(?:2322|2344|2345|2416|2430|2532|2578|2769|4104|18047|18048)$/;

function isOfTypes(message: string): boolean {
  const codes = [...message.matchAll(/\bTS(\d{4,5})\b/g)].map(([, code = ""]) => code);
  return codes.length > 0 && codes.every((code) => MISFIT.test(code));
}

function noneSelected({ command = null, absent = [], r2 }: ProofFacts): string {
  if (command === null) return "the change adds or changes no test that was run";
  const none = `${command} selects none of the ${counted(r2.report.tests.length, "test", "tests")} that ran`;
  return absent.length === 0
    ? `${none}: is a name mistyped?`
    : `${none}: the change has no ${absent.join(" and no ")}, which the command names`;
}

/** What kept the tests of the change's files from running: as a rule something that is missing here, before the change as well. */
function whyNoneRan({ r2, changed = new Set() }: ProofFacts): string[] {
  const concerns = (file: string): boolean => changed.has(file);
  const unread = whyUnread(r2, concerns);
  const skipped = r2.report.tests.find(({ file, status }) => status === "skipped" && concerns(file));
  return [
    ...(unread === null ? [] : [`it cannot be loaded: ${unread}`]),
    ...(skipped === undefined ? [] : [`skipped: ${skipped.id}`]),
  ];
}

/** Tests that prove nothing: no reason to refuse where others do. */
function hollowFindings({ open, red, unreached = new Set() }: RedSearch): Finding[] {
  const passed = [...open].filter(([, passes]) => passes).map(([id]) => id);
  const ids = passed.filter((id) => !unreached.has(id));
  const findings: Finding[] = [];
  if (ids.length > 0) {
    const message = `${counted(ids.length, "test does", "tests do")} not depend on what the changed code returns`;
    findings.push({ code: "TEST_HOLLOW", severity: red.size > 0 ? "warning" : "error", ids, message });
  }
  if (unreached.size > 0 && red.size === 0) {
    const message = `${counted(unreached.size, "test passes", "tests pass")} on head whatever is expected: no assertion is reached there`;
    findings.push({ code: "TEST_HOLLOW", severity: "error", ids: [...unreached], message });
  }
  return findings;
}

/** Beside tests that prove the change, some promise more than they hold: whoever reads them believes that it is shown, too. */
function unheardFindings(
  { red, unheard = new Set(), unreached = new Set() }: RedSearch,
  digest: ProofFacts["digest"],
): Finding[] {
  const ids = [...unheard.union(unreached)].toSorted();
  if (ids.length === 0 || red.size === 0) return [];
  const message = `${counted(ids.length, "new test passes", "new tests pass")} on head though what ${ids.length === 1 ? "it expects" : "they expect"} is turned round, all of it or what stands behind a loop, a catch or a callback: nothing there is reached`;
  return [{ code: "TEST_HOLLOW", severity: "person", ids, message, approval: digest(["unheard", ...ids].join("\n")) }];
}

/** For each end how many, with the first: an agent that left a mark or an empty table sees where. */
function howTheyEnded(ids: readonly string[], run: SuiteRun): string {
  const results = byId(run);
  const ends = Map.groupBy(ids, (id) => results.get(id)?.status ?? "not run");
  return [...ends].map(([end, [first = "", ...rest]]) => `${rest.length + 1} ${end}: ${first}`).join("; ");
}

/** At P1 only the exit code speaks: it must turn from failure to success. */
function judgeExitCodes(r1: SuiteRun | null, r2: SuiteRun): Finding[] {
  const failing = (run: SuiteRun) => run.units.find(({ end, code }) => end !== "exited" || code !== 0);
  const failed = failing(r2);
  if (failed !== undefined) {
    const how = failed.end === "exited" ? `exits with ${failed.code}` : `ends by ${failed.end}`;
    const message = `the test command \`${failed.command}\` ${how} on head: ${lastWord(failed.output)}`;
    return [{ code: "TEST_FAILED", severity: "error", message }];
  }
  if (r1 === null || failing(r1) !== undefined) return [];
  return [{ code: "RED_MISSING", severity: "error", message: "the test command succeeds without the change, too" }];
}

const named = (ids: Iterable<string>, name: string) =>
  [...ids].some((id) => id === name || id.split("::")[1]?.includes(name));

const roleOf = createPathRoles([]);
