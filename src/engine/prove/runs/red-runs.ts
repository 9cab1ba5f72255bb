import { fileOf } from "../../../core/proof/test-ids.ts";
import {
  afterFlip,
  afterStub,
  asksForExistence,
  brokenTests,
  byId,
  dropInsensitive,
  isAssertionFailure,
  needsFlip,
  nextStubValue,
  startRedSearch,
  stubSubjects,
  withBroken,
  type RedSearch,
} from "../../../core/proof/red.ts";
import type { SuiteRun, TestResult } from "../../../schema/report.ts";
import { STUB_VALUES, type ChangedSource, type SourceFile, type StubValue } from "../../../schema/source.ts";
import { allOf } from "../../../util/all-of.ts";
import { askAll, filesOf } from "../ask-tools.ts";
import { besideText } from "../beside-text.ts";
import { composeTexts } from "../compose.ts";
import { runFlip, turnedTests } from "./flip-runs.ts";
import type { RedHost } from "./red-host.ts";
import { bodyOf, namesAround, sourcesOf } from "../test-texts.ts";
import { createTextWatch, LEANS_ON_CHANCE, LOOKS_AT_FILES, MAY_PASS_BY, READS_CODE } from "../text-watch.ts";

/** Finds out which of the change's tests are RED, with as few runs as it takes. */
export async function searchRed(host: RedHost, subjects: readonly string[], r1: SuiteRun): Promise<RedSearch> {
  const asked = { steady: searchSteady(host, subjects, r1), guarded: hearGuarded(host, subjects) };
  const { steady, guarded } = await allOf(asked);
  const search = await turnRound(host, steady, guarded);
  const unread = needsFlip(search, host.thorough);
  if (unread.length === 0) return search;
  const flipped = await runFlip(host, unread, "and helpers");
  if (flipped === null) return search;
  const found = dropReaders(host, afterFlip(search, flipped));
  const broken = brokenTests(found, r1, flipped);
  const read = broken.length === 0 || (await addsNames(host)) ? found : withBroken(found, broken);
  const { silent } = heardIn(await turnedTests(host, unread), flipped);
  const unheard = silent.filter((id) => !guarded.known.has(id));
  return { ...read, unheard: new Set([...(read.unheard ?? []), ...unheard]) };
}

/** What is RED over base's code or over stubs of head's, looks at what these do, and is so once more. */
async function searchSteady(host: RedHost, subjects: readonly string[], r1: SuiteRun): Promise<RedSearch> {
  const { thorough } = host;
  const inSource = new Set(subjects.filter((id) => host.changed.some(({ path }) => path === fileOf(id))));
  let search = startRedSearch(subjects, r1, inSource);
  for (let value = nextStubValue(search, thorough); value !== null; value = nextStubValue(search, thorough)) {
    const run = await runStub(host, value, stubSubjects(search));
    if (run === null) break;
    search = afterStub(search, value, run);
  }
  const suspects = suspectTests(host, search, r1);
  if (suspects.length > 0) search = await confirm(host, search, suspects, r1);
  return dropUnsteady(host, search, r1.tree);
}

/** RED tests that may have looked at the change's files, or for its names, instead of at what it does. */
function suspectTests(host: RedHost, search: RedSearch, r1: SuiteRun): string[] {
  const looksAtFiles = createTextWatch(host.head, host.changedTests, LOOKS_AT_FILES);
  const reads = readsCode(host);
  const looks = (path: string): boolean => looksAtFiles(path) || reads(path);
  const results = byId(r1);
  return [...search.red]
    .filter(([id, how]) => how === "assertion" && (asksForExistence(results.get(id)) || looks(fileOf(id))))
    .map(([id]) => id);
}

const readsCode = (host: RedHost): ((path: string) => boolean) =>
  createTextWatch(host.head, host.changedTests, READS_CODE);

/** An error of a test that reads code objects says that a stub is none, not that what it returns is wrong. */
function dropReaders(host: RedHost, search: RedSearch): RedSearch {
  const reads = readsCode(host);
  const readers = [...search.red].filter(([id, how]) => how === "flip" && reads(fileOf(id))).map(([id]) => id);
  return without(search, new Set(readers));
}

/**
 * A test that sees that something is lost or mixed up passes where stubs do nothing at all. It is kept when
 * base's code alone, with all else of head, makes it fail.
 */
async function confirm(host: RedHost, search: RedSearch, ids: readonly string[], r1: SuiteRun): Promise<RedSearch> {
  const runs: SuiteRun[] = [];
  let open = ids;
  for (const value of ["undefined", "proxy"] as const) {
    const run = open.length === 0 ? null : await runStub(host, value, open);
    if (run === null) break;
    runs.push(run);
    const results = byId(run);
    open = open.filter((id) => results.get(id)?.status === "passed");
  }
  const told = byId(r1);
  const reads = readsCode(host);
  const mayLose = open.filter((id) => runs.length > 0 && !asksForExistence(told.get(id)) && !reads(fileOf(id)));
  const kept = mayLose.length > 0 && !(await onlyAdds(host)) ? await failOverBase(host, mayLose) : new Set<string>();
  const isSuspected = (id: string): boolean => ids.includes(id) && !kept.has(id);
  const others = new Map([...search.red].filter(([id]) => !isSuspected(id)));
  const suspected = new Map([...search.red].filter(([id]) => isSuspected(id)));
  const checked = dropInsensitive({ ...search, red: suspected }, runs);
  return { ...checked, red: new Map([...others, ...checked.red]) };
}

/** Whether all that base declares is there in the same words: over base's code a test can only miss what is new. */
async function onlyAdds(host: RedHost): Promise<boolean> {
  const before = await symbolsOf(host, "base");
  const after = new Set(await symbolsOf(host, "head"));
  const altered = new Set(await symbolsIn(host, host.changed));
  return before.length > 0 && before.every((symbol) => after.has(symbol) && !altered.has(symbol));
}

/** Whether head declares what base does not: over base's code a test can miss it. */
async function addsNames(host: RedHost): Promise<boolean> {
  const before = new Set(await symbolsOf(host, "base"));
  return (await symbolsOf(host, "head")).some((symbol) => !before.has(symbol));
}

const symbolsOf = (host: RedHost, side: "base" | "head"): Promise<string[]> =>
  symbolsIn(
    host,
    host.changed.flatMap((file) => (file[side] === null ? [] : [{ path: file.path, base: null, head: file[side] }])),
  );

async function symbolsIn({ tools }: RedHost, files: readonly ChangedSource[]): Promise<string[]> {
  const stubs = await askAll(tools, files, (tool, own) => tool.stub(own, "undefined"));
  return stubs.flatMap((stub) => stub.symbols.map((symbol) => `${stub.path} ${symbol}`));
}

/**
 * Those that fail by assertion over base's code and pass over head's, each with the other's text beside it as a comment and
 * all else of head: neither a file nor a word of the change decides them.
 */
async function failOverBase(host: RedHost, ids: readonly string[]): Promise<Set<string>> {
  const code = host.tools.flatMap((tool) => filesOf(tool, host.changed));
  const both = code.flatMap(({ path, base, head }) => (base === null ? [] : [{ path, base, head }]));
  if (ids.length === 0 || both.length === 0) return new Set();
  const run = async (texts: readonly SourceFile[], label: string): Promise<Map<string, TestResult>> =>
    byId(await host.run(composeTexts(host.git, host.head, texts), ids, label));
  const before = await run(
    both.map(({ path, base, head }) => ({ path, text: besideText(path, base, head) })),
    "base's code",
  );
  const failing = ids.filter((id) => isAssertionFailure(before.get(id)));
  if (failing.length === 0) return new Set();
  const after = await run(
    both.map(({ path, base, head }) => ({ path, text: besideText(path, head, base) })),
    "head's code",
  );
  return new Set(failing.filter((id) => after.get(id)?.status === "passed"));
}

/** RED tests that lean on chance, or on what an earlier run left behind, must be RED again and GREEN again. */
async function dropUnsteady(host: RedHost, search: RedSearch, redTree: string): Promise<RedSearch> {
  const leans = createTextWatch(host.head, host.changedTests, LEANS_ON_CHANCE);
  const suspects = [...search.red.keys()].filter((id) => leans(fileOf(id)));
  if (suspects.length === 0) return search;
  const { unsteady, green } = await allOf({
    unsteady: notRedAgain(host, search, redTree, suspects),
    green: host.run(host.head.tree, suspects, "head again"),
  });
  const results = byId(green);
  return without(search, new Set([...unsteady, ...suspects.filter((id) => results.get(id)?.status !== "passed")]));
}

interface Guarded {
  /** Whose assertions behind a guard were heard, and whose, or those of another row, need no further look. */
  readonly heard: ReadonlySet<string>;
  readonly known: ReadonlySet<string>;
  readonly unheard: readonly string[];
}

/**
 * Tests, RED or not, that pass on head though what they assert behind a guard is turned round: a loop over nothing, a caught failure, a
 * callback that nobody calls keeps it from being heard.
 */
async function hearGuarded(host: RedHost, subjects: readonly string[]): Promise<Guarded> {
  const mayPassBy = createTextWatch(host.head, host.changedTests, MAY_PASS_BY);
  const suspects = subjects.filter((id) => mayPassBy(fileOf(id)));
  const asked = await turnedTests(host, suspects, "guarded");
  const { heard, loud, silent } = heardIn(
    asked,
    asked.size === 0 ? null : await runFlip(host, [...asked.keys()], "guarded"),
  );
  return { heard: new Set(heard), unheard: silent, known: new Set([...loud, ...silent]) };
}

/** Of turned tests those that fail by it; `loud`: with the rows and subtests of the same ones, of which it is enough that one is heard. */
function heardIn(asked: ReadonlyMap<string, string>, run: SuiteRun | null) {
  const ids = [...asked.keys()];
  const results = byId(run);
  const heard = ids.filter((id) => isAssertionFailure(results.get(id)));
  const names = new Set(heard.map((id) => asked.get(id)));
  const loud = ids.filter((id) => names.has(asked.get(id)));
  return { heard, loud, silent: passing(ids, run).filter((id) => !names.has(asked.get(id))) };
}

/**
 * Turns round all that tests expect, where that may not be heard: those that depend on nothing which the changed code returns assert nothing,
 * or for nobody; those that are RED and pass on head all the same reach none of it there: what stands before lets them pass by.
 */
async function turnRound(host: RedHost, search: RedSearch, { heard, unheard, known }: Guarded): Promise<RedSearch> {
  const all = { ...search, heard, unheard: new Set(unheard) };
  if (search.red.size === 0) return all;
  const idle = [...search.open].filter(([id, passed]) => passed && !known.has(id)).map(([id]) => id);
  const mayPassBy = createTextWatch(host.head, host.changedTests, MAY_PASS_BY);
  const suspects = [...search.red]
    .filter(([id, how]) => how !== "flip" && !heard.has(id) && mayPassBy(fileOf(id)))
    .map(([id]) => id);
  const asked = [...(await turnedTests(host, [...idle, ...suspects])).keys()];
  const silent = new Set(passing(asked, asked.length === 0 ? null : await runFlip(host, asked)));
  const unreached = new Set(suspects).intersection(silent);
  const quiet = new Set([...unheard, ...silent.difference(unreached)]);
  const ofTypes = new Set(await typeTests(host, [...idle, ...quiet]));
  return {
    ...without(all, unreached),
    unheard: new Set([...quiet.union(ofTypes)].filter((id) => !ofTypes.has(id) || !host.isTypeChecked(fileOf(id)))),
    unreached,
  };
}

const passing = (ids: readonly string[], run: SuiteRun | null): string[] => {
  const results = byId(run);
  return ids.filter((id) => results.get(id)?.status === "passed");
};

/** vitest runs these by the type checker alone. */
const CHECKED_TYPES = /\.(?:test|spec)-d\.[cm]?[jt]sx?$/;
const OF_TYPES = /\b(?:expectTypeOf|assertType|expectType|expectError)\s*[<(]/;

/**
 * Those, of tests that any code passes, that compare types: where no type checker goes before the tests nobody checks them, since whoever
 * did would find none of a stub's.
 */
async function typeTests({ head, tools }: RedHost, idle: readonly string[]): Promise<string[]> {
  const sources = sourcesOf(head, idle).filter(({ path, text }) => !CHECKED_TYPES.test(path) && OF_TYPES.test(text));
  const written = await askAll(tools, sources, (tool, own) => tool.tests(own));
  const ofTypes = new Set(
    written.filter((test) => OF_TYPES.test(bodyOf(test, written, head))).map(({ path, name }) => `${path}::${name}`),
  );
  return idle.filter((id) => namesAround(id).some((name) => ofTypes.has(name)));
}

/**
 * RED tests that pass on head only among the others of their files have to be RED there too: else they tell which others
 * run, and not what the change does.
 */
export async function redAmongOthers(
  host: RedHost,
  search: RedSearch,
  redTree: string,
  ids: readonly string[],
): Promise<RedSearch> {
  return without(search, await notRedAgain({ ...host, run: host.runFiles }, search, redTree, ids));
}

/** Those that do not fail by assertion a second time over what they were RED over. */
async function notRedAgain(
  host: RedHost,
  search: RedSearch,
  redTree: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const over = async (how: string | undefined, those: readonly string[]): Promise<SuiteRun | null> => {
    const value = STUB_VALUES.find((candidate) => how === `stub:${candidate}`);
    if (how === "flip") return runFlip(host, those, "and helpers");
    return value === undefined ? host.run(redTree, those, "again") : runStub(host, value, those);
  };
  const unsteady = [...new Set(ids.map((id) => search.red.get(id)))].map(async (how) => {
    const those = ids.filter((id) => search.red.get(id) === how);
    const again = byId(await over(how, those));
    return those.filter((id) => !isAssertionFailure(again.get(id)));
  });
  return new Set((await allOf(unsteady)).flat());
}

const without = (search: RedSearch, dropped: ReadonlySet<string>): RedSearch => ({
  ...search,
  red: new Map([...search.red].filter(([id]) => !dropped.has(id))),
  open: new Map([...search.open, ...[...dropped].map((id) => [id, true] as const)]),
});

/** Runs head with every changed body returning one value; null when nothing in the change can be stubbed. */
export async function runStub(host: RedHost, value: StubValue, ids: readonly string[]): Promise<SuiteRun | null> {
  const stubs = await askAll(host.tools, host.changed, (tool, own) => tool.stub(own, value));
  const texts = stubs.filter(({ symbols }) => symbols.length > 0);
  if (texts.length === 0) return null;
  return host.run(composeTexts(host.git, host.head, texts), ids, `stub ${value}`);
}
