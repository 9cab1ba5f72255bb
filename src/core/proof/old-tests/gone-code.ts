import type { WrittenTest } from "../../../schema/source.ts";
import { fileOf, withoutParameters } from "../test-ids.ts";
import { COMPUTED_NAME, type TestEdit } from "./written-tests.ts";

/**
 * Marks the deleted tests that asserted about a function, asked for none but such, gave an option or asked for a member which the change
 * takes away: it was base's to keep, but nobody hides a failure. So are weakened ones that put a double in the place of such a name. Where a function is gone, base's file cannot be loaded over head, so tests beside it that
 * stay as they are follow the code, too: only where no other file of the tests is changed (`withData`: one that no text is
 * compared of), which they may rest on.
 */
export function withGoneCode(
  edits: readonly TestEdit[],
  tests: readonly WrittenTest[],
  isGone: (asked: string) => boolean,
  {
    now,
    withData,
    textOf,
  }: {
    readonly now: readonly WrittenTest[];
    readonly withData: boolean;
    readonly textOf: (path: string) => string;
  },
): TestEdit[] {
  const written = Map.groupBy(tests, ({ path, name }) => `${path}::${name ?? COMPUTED_NAME}`);
  const saying = (
    isSaid: (test: WrittenTest) => boolean | undefined,
    wanted: TestEdit["kind"] = "deleted",
  ): TestEdit[] =>
    edits.filter(({ kind, path, name }) => kind === wanted && (written.get(`${path}::${name}`) ?? []).some(isSaid));
  const asksOnly = (uses: readonly string[] = []): boolean => uses.length > 0 && uses.every(isGone);
  const unloaded = saying(({ said }) => said?.asked.some(isGone) === true || asksOnly(said?.uses));
  const optional = saying((test) =>
    namesIn(linesOf(test, tests, textOf(test.path))).some((name) => isGone(` ${name}`)),
  );
  const doubled = saying(
    (test) => doubledIn(linesOf(test, tests, textOf(test.path))).some((name) => isGone(` ${name}`)),
    "weakened",
  );
  const left = new Set([...unloaded, ...optional, ...doubled]);
  const files = new Set(unloaded.map(({ path }) => path));
  const stays = ({ kind, path, less }: TestEdit): boolean =>
    kind === "unchanged" && less === undefined && files.has(path) && !withData;
  return [
    ...edits.map((edit) => (left.has(edit) || stays(edit) ? { ...edit, withCode: true } : edit)),
    ...goneTables(tests, now, isGone),
  ];
}

/** Files whose tests of computed names are there as they were, but for such as asserted about what is gone. */
function goneTables(
  tests: readonly WrittenTest[],
  now: readonly WrittenTest[],
  isGone: (asked: string) => boolean,
): TestEdit[] {
  const kept = new Set(now.map(({ digest }) => digest));
  const lost = tests.filter(({ name, helper, digest }) => name === null && !helper && !kept.has(digest));
  return [...Map.groupBy(lost, ({ path }) => path)]
    .filter(([, tables]) => tables.every(({ said }) => said?.asked.some(isGone)))
    .map(([path]) => ({ path, name: COMPUTED_NAME, kind: "deleted", detail: "", withCode: true }));
}

/** Whether a result is that of a test of this kind which follows its code, or of a row or a subtest of one. */
export function followingCode(edits: readonly TestEdit[], kind: TestEdit["kind"]): (id: string) => boolean {
  const of = (some: readonly TestEdit[]): string[] => some.map(({ path, name }) => `${path}::${name}`);
  const isOf = (plain: string, ids: readonly string[]): boolean =>
    ids.some((one) => plain === one || plain.startsWith(`${one} > `));
  const following = edits.filter((edit) => edit.kind === kind && edit.withCode === true);
  const ids = of(following);
  const tables = new Set(following.filter(({ name }) => name === COMPUTED_NAME).map(({ path }) => path));
  const named = tables.size === 0 ? [] : of(edits);
  return (id) => {
    const plain = withoutParameters(id);
    return isOf(plain, ids) || (tables.has(fileOf(id)) && !isOf(plain, named));
  };
}

/** What stands before `:` in a record, before `=` among arguments, or behind a dot. */
const OPTION =
  /[{,\n]\s*["']?([\p{L}_$][\p{L}\p{N}_$]*)["']?\s*:(?!:)|[(,]\s*([\p{L}_][\p{L}\p{N}_]*)\s*=(?![=>])|\.([\p{L}_][\p{L}\p{N}_]*)/gu;

/** The names of the options that a text gives, and of the members that it asks for. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(OPTION)].map(([, key, argument, member]) => key ?? argument ?? member ?? "");

/** `patch("shop.cart.rate")`, `setattr(cart, "rate")`, `spyOn(cart, "rate")`. */
const DOUBLES = /\b(?:patch(?:\.object)?|setattr|spyOn|stub|replace|method)\(\s*(?:[\w.]+\s*,\s*)?["']([\w.$]+)["']/g;

/** The names in whose place a text puts doubles. */
const doubledIn = (text: string): string[] =>
  [...text.matchAll(DOUBLES)].map(([, place = ""]) => place.slice(place.lastIndexOf(".") + 1));

/** A test's own lines: up to where the next one of its file begins. */
function linesOf({ path, line, start = line }: WrittenTest, tests: readonly WrittenTest[], text: string): string {
  const others = tests.filter((other) => other.path === path).map((other) => other.start ?? other.line);
  return text
    .split("\n")
    .slice(start - 1, Math.min(...others.filter((other) => other > line)) - 1)
    .join("\n");
}
