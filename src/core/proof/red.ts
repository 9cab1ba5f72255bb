import type { SuiteRun, TestResult } from "../../schema/report.ts";
import type { ChangeKind } from "./feature-text.ts";
import { createPathRoles } from "./paths.ts";
import { STUB_VALUES, type StubValue } from "../../schema/source.ts";

/**
 * The search for RED (verification.md, RED → GREEN): which of the change's tests fail for the right reason without it.
 * `open` are those that went wrong without reaching an assertion; stub values are tried on them, then flipped assertions.
 */
export interface RedSearch {
  readonly red: ReadonlyMap<string, string>;
  readonly characterisation: ReadonlySet<string>;
  /** Id → whether the test passed under some stub value, so that it cannot depend on what the change returns. */
  readonly open: ReadonlyMap<string, boolean>;
  /** Id → under how many stub values the test ran out of time. */
  readonly late: ReadonlyMap<string, number>;
  readonly tried: readonly StubValue[];
  /** Those of `open` that reach no assertion on head. */
  readonly unreached?: ReadonlySet<string>;
  /** Those that pass on head whatever they assert behind a guard. */
  readonly unheard?: ReadonlySet<string>;
  /** Those that do not. */
  readonly heard?: ReadonlySet<string>;
  /** Those that break over base's code (`brokenTests`). */
  readonly broken?: ReadonlySet<string>;
}

/** Starts from R1. `inSource` are tests in the changed code itself: base has none of them, so only stubs can tell. */
export function startRedSearch(subjects: readonly string[], r1: SuiteRun, inSource: ReadonlySet<string>): RedSearch {
  const results = byId(r1);
  const red = new Map<string, string>();
  const characterisation = new Set<string>();
  const open = new Map<string, boolean>();
  for (const id of subjects) {
    const result = inSource.has(id) ? undefined : results.get(id);
    if (isAssertionFailure(result)) red.set(id, "assertion");
    else if (result?.status === "passed") characterisation.add(id);
    else open.set(id, false);
  }
  return { red, characterisation, open, late: new Map(), tried: [] };
}

/** The stub value to try next, or null when nothing is open or enough is known. */
export function nextStubValue(search: RedSearch, thorough: boolean): StubValue | null {
  if (stubSubjects(search).length === 0) return null;
  if (!thorough && search.red.size > 0 && search.tried.length >= ENOUGH_VALUES) return null;
  return STUB_VALUES.find((value) => !search.tried.includes(value)) ?? null;
}

/** Once something is RED, further values only serve to sort the remaining tests; two tell nearly all. */
const ENOUGH_VALUES = 2;

/** A test that waited in vain this often waits for more than a returned value: a callback, an event, an answer. */
const ENOUGH_WAITING = 2;

/** The open tests that another stub value may still bring to an assertion. */
export function stubSubjects(search: RedSearch): readonly string[] {
  return [...search.open.keys()].filter((id) => (search.late.get(id) ?? 0) < ENOUGH_WAITING);
}

export function afterStub(search: RedSearch, value: StubValue, run: SuiteRun): RedSearch {
  const results = byId(run);
  const red = new Map(search.red);
  const open = new Map<string, boolean>();
  const late = new Map(search.late);
  const tried = new Set(stubSubjects(search));
  for (const [id, passed] of search.open) {
    const result = tried.has(id) ? results.get(id) : undefined;
    if (isAssertionFailure(result)) red.set(id, `stub:${value}`);
    else open.set(id, passed || result?.status === "passed");
    if (tried.has(id) && ranOutOfTime(result, run)) late.set(id, (late.get(id) ?? 0) + 1);
  }
  return { ...search, red, open, late, tried: [...search.tried, value] };
}

/** By its own limit, or taken down unreported with a run that had to be ended. */
function ranOutOfTime(result: TestResult | undefined, run: SuiteRun): boolean {
  if (result !== undefined) return result.failure?.kind === "timeout";
  return run.units.some(({ end }) => end === "timeout");
}

/**
 * Tests whose assertions were not seen to fail may still reach them with real values: the flip tells. One that passed
 * under a stub cannot become RED by it, but an assertion that it reaches tells a negative test from a hollow one.
 */
export function needsFlip(search: RedSearch, thorough: boolean): readonly string[] {
  const open = [...search.open];
  return search.red.size > 0 && !thorough && open.every(([, passed]) => !passed) ? [] : open.map(([id]) => id);
}

export function afterFlip(search: RedSearch, run: SuiteRun): RedSearch {
  const results = byId(run);
  const reached = [...search.open].filter(([id]) => isAssertionFailure(results.get(id)));
  const flipped = reached.filter(([, passed]) => !passed).map(([id]) => [id, "flip"] as const);
  const red = new Map([...search.red, ...flipped]);
  const negative = red.size === 0 ? [] : reached.filter(([, passed]) => passed).map(([id]) => id);
  const settled = new Set([...flipped.map(([id]) => id), ...negative]);
  return {
    ...search,
    red,
    characterisation: new Set([...search.characterisation, ...negative]),
    open: new Map([...search.open].filter(([id]) => !settled.has(id))),
  };
}

/** What may say that the change's own names are missing, and not that base's code is wrong. */
const MISSING =
  /\b(?:undefined|null|not defined|not a function|not a constructor|no attribute|import|argument|unexpected keyword)\b/i;

/**
 * Tests that show what is broken, and not what is right: over base's code they end by an error of code that is there, on head they reach an
 * assertion (`flipped`), which holds whatever the changed code returns. Asked only where nothing is RED.
 */
export function brokenTests({ open, red }: RedSearch, r1: SuiteRun, flipped: SuiteRun): string[] {
  const [before, turned] = [byId(r1), byId(flipped)];
  const isBroken = (id: string): boolean => {
    const { status, failure } = before.get(id) ?? {};
    return status === "failed" && failure?.kind === "error" && !MISSING.test(`${failure.name}: ${failure.message}`);
  };
  if (red.size > 0) return [];
  return [...open].flatMap(([id, passed]) =>
    passed && isBroken(id) && isAssertionFailure(turned.get(id)) ? [id] : [],
  );
}

/** Without them among those that are open. */
export function withBroken(search: RedSearch, ids: readonly string[]): RedSearch {
  const open = new Map([...search.open].filter(([id]) => !ids.includes(id)));
  return { ...search, open, broken: new Set(ids) };
}

/** What is mended shows by tests that break: RED where the change is a fix. */
export function withMended(search: RedSearch, kind: ChangeKind): RedSearch {
  const broken = [...(search.broken ?? [])];
  if (kind !== "fix" || broken.length === 0) return search;
  return { ...search, red: new Map(broken.map((id) => [id, "error"])), broken: new Set() };
}

/** RED tests that pass though the changed code is stubbed away look at something else: a marker file, a name. */
export function dropInsensitive(search: RedSearch, stubRuns: readonly SuiteRun[]): RedSearch {
  const passes = (id: string) => stubRuns.every((run) => byId(run).get(id)?.status === "passed");
  const dropped = stubRuns.length === 0 ? [] : [...search.red.keys()].filter(passes);
  return {
    ...search,
    red: new Map([...search.red].filter(([id]) => !dropped.includes(id))),
    open: new Map([...search.open, ...dropped.map((id) => [id, true] as const)]),
  };
}

const EXISTENCE =
  /undefined|falsy|to be truthy|to exist\b|\bpropert|respond to|to have keys?|is not a function|false !== true|expected false to|Expected: true\s+Received: false|assert (?:False|None)\b|hasattr/;

/** True for a failure that may say no more than that a name is not there. */
export function asksForExistence(result: TestResult | undefined): boolean {
  return isThrownByHand(result) || EXISTENCE.test(result?.failure?.message ?? "");
}

/** The results of a run by the ids of their tests; none where nothing was run. */
export function byId(run: SuiteRun | null): Map<string, TestResult> {
  return new Map(run?.report.tests.map((test) => [test.id, test]));
}

/** Also a plain error that code of the tests throws itself: some projects have no other assertions. */
export function isAssertionFailure(result: TestResult | undefined): boolean {
  return result?.status === "failed" && (result.failure?.kind === "assertion" || isThrownByHand(result));
}

/** What a test that misses a fixture, a matcher or a global says, instead of finding that something is wrong. */
const MISSES = /\b(?:fixture|undefined|not defined|not a function|Invalid Chai property|no attribute)\b/i;

/** Also an error out of the code that says more than that something is not there. */
export function isFoundWrong(result: TestResult | undefined): boolean {
  if (isAssertionFailure(result)) return true;
  const { kind, name, message } = result?.failure ?? {};
  return result?.status === "failed" && kind === "error" && !MISSES.test(`${name}: ${message}`);
}

/** What such an error says may be that something is missing, as much as that it is wrong. */
function isThrownByHand(result: TestResult | undefined): boolean {
  const { kind, thrownIn } = result?.failure ?? {};
  return kind === "error" && thrownIn !== undefined && roleOf(thrownIn) === "test";
}

const roleOf = createPathRoles([]);
