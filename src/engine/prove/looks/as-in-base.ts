import type { Moved, Smoothing } from "../../../core/proof/new-tests.ts";
import { movedBounds } from "../../../core/proof/old-tests/moved-bounds.ts";
import { innerWrites } from "../../../core/proof/looks/inner-writes.ts";
import { filledRows, ownSchemas } from "../../../core/proof/looks/own-schema.ts";
import { holdsTests } from "../../../core/proof/paths.ts";
import { preparedIn } from "../../../core/proof/looks/prepared.ts";
import { retriedIn } from "../../../core/proof/looks/retried.ts";
import { sortingDoubles } from "../../../core/proof/looks/sorting-doubles.ts";
import { smoothedIn } from "../../../core/proof/looks/smoothed.ts";
import { workingPatches } from "../../../core/proof/looks/working-patches.ts";
import { tamedIn } from "../../../core/proof/looks/tamed-data.ts";
import { byId, isAssertionFailure, isFoundWrong } from "../../../core/proof/red.ts";
import type { TestResult } from "../../../schema/report.ts";
import type { SourceFile } from "../../../schema/source.ts";
import { createRoles } from "../context.ts";
import { textsOf } from "../tree-reader.ts";
import { changedSources } from "../changed-sources.ts";
import { composeTexts } from "../compose.ts";
import { givesFixtures } from "../imported-helpers.ts";
import type { NewTests, Proving } from "../proving.ts";
import type { RedHost } from "../runs/red-host.ts";

const SOURCE = /\.(?:[cm]?[jt]sx?|py|java)$/;
const STORES = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|sql)$/;
const FILLS_ROWS = /\bupdate\s+\W?\w+\W?\s+set\b/i;
const GIVES_WORK = /\b(?:create|alter)\s+(?:unique\s+|or\s+|temp|table|index|trigger)/i;
/** Of one file. */
const MOST_SHOWN = 3;

type Given = Pick<NewTests, "r2" | "subjects">;

/**
 * Helpers of the tests that work on what these give since this change, where new tests fail once they do what base's do. Costs
 * a run where there are any.
 */
export async function findPrepared(
  { subject }: Pick<Proving, "subject">,
  host: RedHost,
  given: Given,
): Promise<readonly Moved[]> {
  const tests = new Set(given.r2.report.tests.map(({ file }) => file));
  const files = changedSources(
    subject,
    ({ path, role }) => (role === "test" && holdsTests(path) && !tests.has(path)) || givesFixtures(path),
  );
  const prepared = preparedIn(files);
  const ids = await failingOver(host, given, prepared, "base's helpers", isFoundWrong);
  if (ids.length === 0) return [];
  return prepared.flatMap(({ path, helpers }) =>
    helpers.map(({ name, does }) => ({ path, what: `${name} (${does})`, ids })),
  );
}

/** What the tests give tables of the code's beside the code, without which new tests fail. Costs a run where there is any. */
export async function findOwnSchema(
  { subject }: Pick<Proving, "subject">,
  host: RedHost,
  given: Given,
): Promise<readonly Moved[]> {
  const { head, config } = subject;
  const files = changedSources(subject, ({ role }) => role === "test" || role === "test_config");
  const roleOf = createRoles(config);
  const code = (): string[] =>
    textsOf(
      head,
      [...head.paths].filter((path) => STORES.test(path) && roleOf(path) === "implementation"),
    ).map(({ text }) => text);
  const gives = files.some(({ head: text }) => GIVES_WORK.test(text)) ? ownSchemas(files, code()) : [];
  const changed = host.changed.map(({ head: text }) => text);
  const filled = files.some(({ head: text }) => FILLS_ROWS.test(text)) ? filledRows(files, code(), changed) : [];
  const schemas = [...gives, ...filled.filter(({ path }) => gives.every((one) => one.path !== path))];
  const ids = await failingOver(host, given, schemas, "without the tests' schema", isFoundWrong);
  return ids.length === 0 ? [] : schemas.map(({ path, statements: [what = ""] }) => ({ path, what, ids }));
}

/**
 * Helpers of the tests that are new since this change and add to what only the code's own functions reach, without which new tests fail.
 * Costs a run where there are any.
 */
export async function findInnerWrites(
  { subject }: Pick<Proving, "subject">,
  host: RedHost,
  given: Given,
): Promise<readonly Moved[]> {
  const files = changedSources(subject, ({ role }) => role === "test" || role === "test_config");
  const writes = innerWrites(
    files,
    host.changed.map(({ head }) => head),
  );
  const ids = await failingOver(host, given, writes, "without what helpers add inside", isFoundWrong);
  if (ids.length === 0) return [];
  return writes.flatMap(({ path, lines }) =>
    lines.slice(0, MOST_SHOWN).map(({ line, statement }) => ({ path, what: `${path}:${line} (${statement})`, ids })),
  );
}

/**
 * Lines of the tests that write numbers and dates otherwise for the code, new since this change, without which new tests fail. Costs a
 * run where there are any.
 */
export async function findSmoothed(
  { subject }: Pick<Proving, "subject">,
  host: RedHost,
  { subjects }: Given,
): Promise<readonly Smoothing[]> {
  const smoothed = smoothedIn(changedSources(subject, ({ role }) => role === "test" || role === "test_config"));
  if (smoothed.length === 0) return [];
  const results = byId(await host.runFiles(composeTexts(host.git, host.head, smoothed), subjects, "as tests write it"));
  const ids = subjects.filter((id) => results.get(id)?.status === "failed");
  if (ids.length === 0) return [];
  return smoothed.flatMap(({ path, calls }) =>
    calls.slice(0, MOST_SHOWN).map(({ line, call }) => ({ path, line, call, ids })),
  );
}

/** Loops of the tests that are new since this change, and run what fails once more, without which new tests fail. Costs a run where there are any. */
export async function findRetried(
  { subject }: Pick<Proving, "subject">,
  host: RedHost,
  given: Given,
): Promise<readonly Moved[]> {
  const retried = retriedIn(changedSources(subject, ({ role }) => role === "test" || role === "test_config"));
  const ids = await failingOver(host, given, retried, "each tried once");
  if (ids.length === 0) return [];
  return retried.map(({ path, lines: [line] }) => ({ path, what: `${path}:${line}`, ids }));
}

/** Data of the tests that the change makes easier, where new tests fail over base's. Costs a run where there is any. */
export async function findTamed(
  { subject }: Pick<Proving, "subject">,
  host: RedHost,
  given: Given,
): Promise<readonly Moved[]> {
  const tamed = tamedIn(changedSources(subject, ({ role, path }) => role === "test" && !holdsTests(path)));
  const ids = await failingOver(host, given, tamed, "base's data", isFoundWrong);
  return ids.length === 0 ? [] : tamed.map(({ path, gone }) => ({ path, what: gone, ids }));
}

/**
 * New doubles that put in order, or cut off, what the product's own answer as it comes, where new tests fail once they do so too. Costs
 * a run each where there are any.
 */
export async function findSortingDoubles(
  { subject }: Pick<Proving, "subject">,
  host: RedHost,
  given: Given,
): Promise<readonly Moved[]> {
  const { head, config } = subject;
  const tests = changedSources(subject, ({ path, role }) => role === "test" && holdsTests(path));
  const roleOf = createRoles(config);
  const doubles = sortingDoubles(tests, host.changed, () =>
    textsOf(
      head,
      [...head.paths].filter((path) => SOURCE.test(path) && roleOf(path) === "implementation"),
    ),
  );
  const found: Moved[] = [];
  for (const { name, does, ...file } of doubles.slice(0, MOST_SHOWN)) {
    const ids = await failingOver(host, given, [file], `as ${name} comes`);
    if (ids.length > 0) found.push({ path: file.path, what: `${name} (${does})`, ids });
  }
  return found;
}

/**
 * What tests put in the place of functions that the change adds or edits, and that works there, where new tests fail once the functions
 * answer by themselves. Costs a run each where there is any.
 */
export async function findPatched(
  { subject }: Pick<Proving, "subject">,
  host: RedHost,
  given: Given,
): Promise<readonly Moved[]> {
  const tests = changedSources(subject, ({ path, role }) => role === "test" && holdsTests(path));
  const found: Moved[] = [];
  for (const { name, line, ...file } of workingPatches(tests, host.changed).slice(0, MOST_SHOWN)) {
    const ids = await failingOver(host, given, [file], `${name} as it is`, isFoundWrong);
    if (ids.length > 0) found.push({ path: file.path, what: `${file.path}:${line} ${name}`, ids });
  }
  return found;
}

/** Bounds in data that the change moves, where new tests fail at base's. Costs a run where there are any. */
export async function findMovedBounds(
  { subject }: Pick<Proving, "subject">,
  host: RedHost,
  given: Given,
): Promise<readonly Moved[]> {
  if (!host.changed.some(({ path }) => holdsTests(path))) return [];
  const files = changedSources(
    subject,
    ({ role, base }) => base !== null && (role === "implementation" || role === "test"),
  );
  const moved = movedBounds(files);
  const ids = await failingOver(host, given, moved, "base's bounds");
  if (ids.length === 0) return [];
  return moved.map((file) => ({
    path: file.path,
    what: file.moved.map(({ from, to }) => `${from} → ${to}`).join("; "),
    ids,
  }));
}

/** New tests that fail, by assertion unless otherwise said, over head with these texts in it, each among the others of its file. */
async function failingOver(
  host: RedHost,
  { subjects }: Given,
  texts: readonly SourceFile[],
  label: string,
  isFailure: (result: TestResult | undefined) => boolean = isAssertionFailure,
): Promise<string[]> {
  if (texts.length === 0) return [];
  const results = byId(await host.runFiles(composeTexts(host.git, host.head, texts), subjects, label));
  return subjects.filter((id) => isFailure(results.get(id)));
}
