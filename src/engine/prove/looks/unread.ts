import { answersAnew, isEquality, NEARLY, toldOf, type Unread } from "../../../core/proof/looks/unread.ts";
import { byId, isAssertionFailure } from "../../../core/proof/red.ts";
import type { TestResult } from "../../../schema/report.ts";
import type { StubbedSource, Variation } from "../../../schema/source.ts";
import { allOf } from "../../../util/all-of.ts";
import { composeTexts } from "../compose.ts";
import type { RedHost } from "../runs/red-host.ts";
import { testSides } from "../text-watch.ts";
import { isPinned, type OldTests } from "../pinned.ts";
import type { Proving } from "../proving.ts";
import { variedTexts } from "./varied.ts";

/** Each costs a run. */
const MOST_TRIED = 8;

/**
 * Changed functions whose answers the change's own tests, all green, get and do not look at: each may be another one, and none fails.
 * One test that looks at what a function answers, or at what the code makes of that, is enough for it.
 */
export async function findUnread(
  proof: Proving,
  host: RedHost,
  ids: readonly string[],
  old: OldTests,
): Promise<readonly Unread[]> {
  const tests = testSides(ids, host.head, host.changedTests);
  const code = host.changed.map(({ path, head }) => ({ path, text: head }));
  const textsOf = async (variation: Partial<Variation>) =>
    variedTexts(host.tools, host.changed, { tests, isLoud: false, ...variation });
  const runOver = async (texts: readonly StubbedSource[], asked: readonly string[], label: string) => {
    if (texts.length === 0 || asked.length === 0) return [];
    const results = byId(await host.runOtherwise(composeTexts(host.git, host.head, texts), asked, label));
    return asked.flatMap((id) => results.get(id) ?? []);
  };
  const vary = async (asked: readonly string[], label: string, variation: Partial<Variation>) =>
    asked.length === 0 ? [] : runOver(await textsOf(variation), asked, label);
  const texts = ids.length === 0 ? [] : await textsOf({});
  let content = contentIn(await runOver(texts, ids, "answered otherwise"));
  let only: { readonly only?: readonly string[] } = {};
  // A test that compares by an equality of the change's own looks at what that answers, and may look at no value.
  const symbols = texts.flatMap((file) => file.symbols);
  const values = symbols.filter((symbol) => !isEquality(symbol));
  if (content.length === 0 && values.length > 0 && values.length < symbols.length) {
    only = { only: values };
    content = contentIn(await vary(ids, "answered otherwise, but for equalities", only));
  }
  /** Of one function alone it is known by now that a test looks at it, and not by which name. */
  const isLookedAt = (passed: readonly string[], of: readonly string[]): boolean =>
    symbols.length === 1 && passed.length < of.length;
  const askTold = async (passed: readonly string[], of: readonly string[], label: string, how: Partial<Variation>) =>
    isLookedAt(passed, of)
      ? []
      : toldOf(await vary(passed, `told that answers are ${label}`, { ...how, isLoud: true }));
  const told = await askTold(content, ids, "others", only);
  /** Of the functions whose answers some tests get and do not look at, those that no test does. */
  const unreadOf = async (some: readonly Unread[], how: Partial<Variation>, otherwise: string): Promise<Unread[]> => {
    const unread: Unread[] = [];
    const lookedAt = some.filter(({ path, line }) => !answersAnew(host.head.read(path) ?? "", line));
    for (const one of lookedAt.slice(0, MOST_TRIED)) {
      // Not with others: two answers that are compared with one another may both have been others.
      const alone = { ...how, only: [one.symbol] };
      // A test of which nothing is told did not come to its end with the other answer.
      if (contentIn(await vary(ids, `${one.symbol} answers ${otherwise}`, alone)).length < ids.length) continue;
      // Another test may look at what the code makes of it.
      const all = await vary(ids, `${one.symbol} answers the code ${otherwise}, too`, {
        ...alone,
        tests: [...tests, ...code],
      });
      if (!all.some(isAssertionFailure) && !(await isPinned(proof, host, one, old))) unread.push(one);
    }
    return unread;
  };
  const unread = await unreadOf(told, {}, "otherwise");
  if (unread.length > 0) return unread;
  // Any other answer is seen by its form alone, or beside another answer of the code's own; one that it gave is not.
  const findFrozen = async (): Promise<readonly Unread[]> => {
    const frozen = { isFrozen: true };
    const getting = new Set(told.flatMap((one) => one.ids));
    const asking = isLookedAt(content, ids) ? ids : ids.filter((id) => !content.includes(id) || getting.has(id));
    const pleased = contentIn(await vary(asking, "answered once more what was first", frozen));
    const given = await askTold(pleased, asking, "the first", frozen);
    return (await unreadOf(given, frozen, "as at first")).map((one) => ({ ...one, ...frozen }));
  };
  const findNear = async (): Promise<readonly Unread[]> => {
    if (!tests.some(({ text }) => NEARLY.test(text))) return [];
    const near = { isNear: true };
    const lax = contentIn(await vary(ids, "answered a tenth more", near));
    const measured = lax.length < ids.length ? [] : await askTold(lax, ids, "a tenth more", near);
    return (await unreadOf(measured, near, "a tenth more")).map((one) => ({ ...one, ...near }));
  };
  const [same, nearly] = await allOf([findFrozen(), findNear()]);
  return same.length > 0 ? same : nearly;
}

const contentIn = (results: readonly TestResult[]): string[] => results.filter(isPassed).map(({ id }) => id);

const isPassed = ({ status }: TestResult): boolean => status === "passed";
