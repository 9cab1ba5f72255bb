import { eventualHelpers } from "../../../core/proof/looks/eventual.ts";
import { byId } from "../../../core/proof/red.ts";
import { fileOf } from "../../../core/proof/test-ids.ts";
import { COMPUTED_NAME } from "../../../core/proof/old-tests/written-tests.ts";
import type { SuiteRun } from "../../../schema/report.ts";
import type { FlipKind, WrittenTest } from "../../../schema/source.ts";
import { askAll, filesOf } from "../ask-tools.ts";
import { composeTexts } from "../compose.ts";
import type { RedHost } from "./red-host.ts";
import { bodyOf, namesAround, sourcesOf, withHelpers } from "../test-texts.ts";
import { testSides } from "../text-watch.ts";

/** A call of what waits, or tries again: not a number of retries that code is given. */
const WAITS = String.raw`(?:poll\w*|wait(?:ed|_?for\w*|_?until\w*)?|eventually\w*|until\w*|retr(?:y|ies)\w*)\s*(?:<[^<>()]*>)?\s*\(|awaitility\b|(?<=@)retry`;

/** Any of these names; none has no match. */
const anyOf = (names: readonly string[]): RegExp =>
  names.length === 0 ? /(?!)/g : new RegExp(`\\b(?:${names.map((name) => RegExp.escape(name)).join("|")})\\b`, "g");

const namesOf = (written: readonly WrittenTest[]): string[] =>
  written.flatMap(({ name }) => (name === null ? [] : [name.split(" > ").at(-1) ?? name]));

/**
 * The tests in whose own text something that they expect can be turned round, each with the one of the text that it is, or is a part
 * of. Not those that a helper beside them asserts for,
 * too: what is turned round twice is as it was. Nor those that wait until something holds: at first its opposite does.
 */
export async function turnedTests(
  { head, tools }: Pick<RedHost, "head" | "tools">,
  ids: readonly string[],
  which?: FlipKind,
): Promise<ReadonlyMap<string, string>> {
  const sources = sourcesOf(head, ids);
  const { telling, silent } = eventualHelpers(withHelpers(head, sources));
  const spoken = anyOf(silent);
  const turned = new Set<string>();
  const written = new Set<string>();
  const idOf = ({ path, name }: WrittenTest): string => `${path}::${name ?? COMPUTED_NAME}`;
  for (const tool of sources.length === 0 ? [] : tools) {
    const files = filesOf(tool, sources);
    const before = await tool.tests(files);
    const digests = Map.groupBy(before, idOf);
    const after = await tool.tests(await tool.flip(files, which));
    const isOld = (test: WrittenTest): boolean =>
      digests.get(idOf(test))?.some(({ digest }) => digest === test.digest) ?? false;
    const differs = after.filter((test) => !isOld(test));
    const helpers = namesOf(differs.filter(({ helper }) => helper));
    const tests = new Set(namesOf(after.filter(({ helper }) => !helper)));
    const asking = telling.filter((name) => !tests.has(name));
    const unclear = [new RegExp(`\\b(?:${WAITS})`, "i"), anyOf([...helpers, ...asking])];
    const isClear = (test: WrittenTest): boolean => {
      const body = bodyOf(test, after, head).replaceAll(spoken, "");
      return !unclear.some((pattern) => body.search(pattern) >= 0);
    };
    for (const test of after) if (!test.helper) written.add(idOf(test));
    for (const test of differs) if (isClear(test)) turned.add(idOf(test));
    // Nobody can tell which one has which of several computed names.
    for (const test of after) if (test.name === null && isOld(test)) turned.delete(idOf(test));
  }
  return new Map(
    ids.flatMap((id) => {
      // What stands in a subtest with a text of its own says nothing of those beside it.
      const name = [...namesAround(id), `${fileOf(id)}::${COMPUTED_NAME}`].find((one) => written.has(one));
      return name === undefined || !turned.has(name) ? [] : [[id, name] as const];
    }),
  );
}

/**
 * Runs tests whose expectations are turned round, in their own files alone, there only what is `guarded` or `caught`, or in what these import of the
 * tests too; null when nothing can be.
 */
export async function runFlip(
  host: Pick<RedHost, "git" | "head" | "tools" | "run">,
  ids: readonly string[],
  where: "alone" | "and helpers" | FlipKind = "alone",
): Promise<SuiteRun | null> {
  const sources = where === "and helpers" || where === "caught" ? testSides(ids, host.head) : sourcesOf(host.head, ids);
  const which = where === "alone" || where === "and helpers" ? undefined : where;
  const flips = await askAll(host.tools, sources, (tool, own) => tool.flip(own, which));
  const texts = flips.filter(({ flipped }) => flipped > 0);
  if (texts.length === 0) return null;
  const tree = composeTexts(host.git, host.head, texts);
  return runAlive(host, tree, ids, which === undefined ? "flip" : FLIPPED[which]);
}

const FLIPPED: Readonly<Record<FlipKind, string>> = {
  guarded: "flip of what is guarded",
  caught: "flip of what is caught",
  early: "without what is to fail",
};
const [MOST_ALONE, MOST_DEAD] = [6, 2];

/** A program that dies of one test says nothing of the others: these run by themselves, as long as that is any better. */
async function runAlive(
  { run }: Pick<RedHost, "run">,
  tree: string,
  ids: readonly string[],
  label: string,
): Promise<SuiteRun> {
  const together = await run(tree, ids, label);
  const told = byId(together);
  const tests = [...together.report.tests];
  const untold = ids.length === 1 ? [] : ids.filter((id) => !told.has(id));
  let dead = 0;
  for (const id of untold.slice(0, MOST_ALONE)) {
    const result = dead < MOST_DEAD ? byId(await run(tree, [id], label)).get(id) : undefined;
    if (result === undefined) dead += 1;
    else tests.push(result);
  }
  return { ...together, report: { ...together.report, tests } };
}
