import type { AssertionStrength, WrittenTest } from "../../../schema/source.ts";
import { allSaid, saysLess } from "./said.ts";

/** What happened to an existing test between base and head, read from its text. */
export interface TestEdit {
  readonly path: string;
  readonly name: string;
  readonly kind: "deleted" | "renamed" | "weakened" | "skipped" | "rewritten" | "unchanged" | "added";
  readonly detail: string;
  /** What it says no more, though its assertions are as many and as exact; of an unchanged one by what it calls. */
  readonly less?: string;
  /** Of a renamed test: the ids, `path::name`, under which its text stands now. */
  readonly to?: readonly string[];
  /** Of a deleted test: the id of a new one in its suite, or elsewhere where its file is gone, that says most of what it said. */
  readonly inPlace?: string;
  /** Of a deleted test: the ids of new ones of its file that say together what it pinned down. */
  readonly inParts?: readonly string[];
  /** The code that it loads went elsewhere, and the test with it; of a deleted one: what it asserted about is gone. */
  readonly withCode?: boolean;
  /** Of an added test: it asserts something, and its text says that it is not to run. */
  readonly skipped?: boolean;
}

/**
 * Compares the tests that base and head have in the same files. A test counts as weakened when head's assertions do not
 * dominate base's: fewer of them, or one that pins down less. New tests are not listed. Tests with computed names are
 * compared as a group, by count and strength, since they cannot be told apart. A helper that asserts less, or looks through more,
 * weakens the tests that use it, also of files that stay as they are; whatever else happens to one shows in those that head edits.
 * `respelled` are base's tests, one by one, under the names that the change gives to what they call.
 */
export function compareWrittenTests(
  base: readonly WrittenTest[],
  head: readonly WrittenTest[],
  respelled: readonly WrittenTest[] = base,
): TestEdit[] {
  const spelled = respelled.length === base.length ? respelled : base;
  const spellings = new Map(base.map((test, at) => [test, spelled[at] ?? test]));
  const spelledOf = (test: WrittenTest): WrittenTest => spellings.get(test) ?? test;
  const [tests, all] = [
    lookUp(
      head.filter(({ helper }) => !helper),
      base,
    ),
    lookUp(head, base),
  ];
  const edits = [...groupByName(base)].map(([key, before]) => {
    const [path = "", name = ""] = key.split("\0");
    // What was a test and is only called now runs no more: it does not count as being there.
    const { byName, takeArrival } = before.every(({ helper }) => helper) ? all : tests;
    const now = byName.get(key);
    const edit = (kind: TestEdit["kind"], detail = ""): TestEdit => ({ path, name, kind, detail });
    if (now === undefined) {
      const moved = before.flatMap((test) => takeArrival(path, [test.digest, spelledOf(test).digest]) ?? []);
      if (moved.length < before.length) return edit("deleted");
      const to = moved.map((test) => `${test.path}::${test.name ?? COMPUTED_NAME}`);
      return { ...edit("renamed", moved[0]?.name ?? ""), to };
    }
    const lost = lostInGroup(before, now);
    // One that skips itself only where it would fail runs here, and says less.
    if (lost === null && count(now, "skipped") > count(before, "skipped")) return edit("skipped");
    if (lost !== null) return edit("weakened", lost);
    // What it asked under another name it asks still.
    const less = lessInGroup(before, now) === null ? null : lessInGroup(before.map(spelledOf), now);
    return { ...edit(sameDigests(before, now) ? "unchanged" : "rewritten"), ...(less === null ? {} : { less }) };
  });
  const helpers = new Set(base.filter(({ helper }) => helper).map(({ path, name }) => `${path}\0${name}`));
  return edits.filter(
    ({ kind, less, path, name }) => kind === "weakened" || less !== undefined || !helpers.has(`${path}\0${name}`),
  );
}

/** Tests that head writes where base had none: one may stand in the place of a test that a suite inherits. */
export function addedTests(base: readonly WrittenTest[], head: readonly WrittenTest[]): TestEdit[] {
  const before = groupByName(base);
  const added = head.filter(({ path, name, helper }) => !helper && name !== null && !before.has(`${path}\0${name}`));
  return added.map(({ path, name, skipped, skipsElsewhere, assertions }) => {
    const isPutOff = skipped && skipsElsewhere !== true && assertions.length > 0;
    return { path, name: name ?? COMPUTED_NAME, kind: "added", detail: "", ...(isPutOff ? { skipped } : {}) };
  });
}

function lookUp(tests: readonly WrittenTest[], base: readonly WrittenTest[]) {
  const known = new Set(base.map(idOf));
  const arrivals = tests.filter((test) => !known.has(idOf(test)));
  return {
    byName: groupByName(tests),
    /** A test that base did not have with one of these texts, in the same file rather than in another; each is taken once. */
    takeArrival: (path: string, digests: readonly string[]): WrittenTest | undefined => {
      const fits = arrivals.filter(({ digest }) => digests.includes(digest));
      const taken = fits.find((test) => test.path === path) ?? fits[0];
      if (taken !== undefined) arrivals.splice(arrivals.indexOf(taken), 1);
      return taken;
    },
  };
}

/** Of a test with a computed name its text has to do. */
const idOf = ({ path, name, digest }: WrittenTest): string => `${path}\0${name ?? `\0${digest}`}`;

/** Stands for all tests of a file whose names only a run can tell. */
export const COMPUTED_NAME = "(computed name)";

function groupByName(tests: readonly WrittenTest[]): Map<string, WrittenTest[]> {
  const groups = new Map<string, WrittenTest[]>();
  for (const test of tests) {
    const key = `${test.path}\0${test.name ?? COMPUTED_NAME}`;
    groups.set(key, [...(groups.get(key) ?? []), test]);
  }
  return groups;
}

const count = (tests: readonly WrittenTest[], key: "skipped") => tests.filter((test) => test[key]).length;
const spares = (tests: readonly WrittenTest[]) => tests.reduce((sum, { spare = 0 }) => sum + spare, 0);
const strengths = (tests: readonly WrittenTest[]) => tests.flatMap((test) => test.assertions);

function sameDigests(a: readonly WrittenTest[], b: readonly WrittenTest[]): boolean {
  const digests = (tests: readonly WrittenTest[]) =>
    tests
      .map((test) => test.digest)
      .toSorted()
      .join();
  return digests(a) === digests(b);
}

/**
 * Tests of the same text go first, from both sides: what they call, or a table above them, may say less. As many that changed are the
 * same tests in the same order, so that an assertion added to one does not make up for one loosened in another; else the group is
 * weighed as a whole.
 */
function lostInGroup(before: readonly WrittenTest[], now: readonly WrittenTest[]): string | null {
  const { same, gone, come } = paired(before, now);
  const pairs = gone.length === come.length ? [...same, ...gone.map((test, at) => [test, come[at]] as const)] : same;
  const lost = pairs.map(([old, edited]) => lostBetween(old, edited)).find((one) => one !== null) ?? null;
  if (lost !== null || gone.length === come.length) return lost;
  return lostStrength(strengths(gone), strengths(come), spares(come) - spares(gone));
}

/**
 * As exact as before: what the words say less. Of tests that only their group tells apart, all that is said in it. What was skipped, and
 * is not any more, had said nothing.
 */
function lessInGroup(before: readonly WrittenTest[], now: readonly WrittenTest[]): string | null {
  const { same, gone, come } = paired(before, now);
  const lessIn = (old: readonly WrittenTest[], edited: readonly WrittenTest[]): string | null => {
    const ran = count(edited, "skipped") > 0 ? old : old.filter(({ skipped }) => !skipped);
    const [from, to] = [ran, edited].map((tests) => tests.flatMap(({ said }) => said ?? []));
    // What a helper no longer says may be said by those who call it.
    const isOpen = old.some(({ name, helper, whole }) => name === null || (helper && whole !== true));
    return from?.length && to?.length ? saysLess(allSaid(from), allSaid(to), isOpen) : null;
  };
  return same.map(([old, edited]) => lessIn([old], [edited])).find((less) => less !== null) ?? lessIn(gone, come);
}

/** Tests whose text both sides have, each occurrence once, and what is left on each side. */
function paired(before: readonly WrittenTest[], now: readonly WrittenTest[]) {
  const come = [...now];
  const same: (readonly [WrittenTest, WrittenTest])[] = [];
  const gone = before.filter((test) => {
    const at = come.findIndex(({ digest }) => digest === test.digest);
    const [found] = at < 0 ? [] : come.splice(at, 1);
    if (found !== undefined) same.push([test, found]);
    return found === undefined;
  });
  return { same, gone, come };
}

/** What a test says less than another one, or null. */
export function lostBetween(before: WrittenTest, now: WrittenTest | undefined): string | null {
  return lostStrength(before.assertions, now?.assertions ?? [], (now?.spare ?? 0) - (before.spare ?? 0));
}

/**
 * Says what is missing when `now` does not dominate `before`, pairing the strongest with the strongest; else null. `spare`: how many
 * values more than before its exact assertions pin down, each in the place of an assertion.
 */
function lostStrength(
  before: readonly AssertionStrength[],
  now: readonly AssertionStrength[],
  spare: number,
): string | null {
  const wanted = before.filter((strength) => strength > 0).toSorted((a, b) => b - a);
  const said = now.filter((strength) => strength > 0).toSorted((a, b) => b - a);
  const given = [...Array.from({ length: Math.max(0, spare) }, () => 3), ...said];
  if (given.length < wanted.length) return `${wanted.length} assertions became ${said.length}`;
  const weaker = wanted.findIndex((strength, at) => (given[at] ?? 0) < strength);
  return weaker < 0 ? null : "an exact assertion became a looser one";
}
