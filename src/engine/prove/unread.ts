import { isEquality, toldOf, type Unread } from "../../core/proof/unread.ts";
import { byId, isAssertionFailure } from "../../core/proof/red.ts";
import type { TestResult } from "../../schema/report.ts";
import type { Variation } from "../../schema/source.ts";
import { composeTexts } from "./compose.ts";
import type { RedHost } from "./red-host.ts";
import { testSides } from "./text-watch.ts";
import { isPinned, type OldTests } from "./pinned.ts";
import type { Proving } from "./proving.ts";
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
  const vary = async (asked: readonly string[], label: string, variation: Partial<Variation> = {}) => {
    const texts =
      asked.length === 0 ? [] : await variedTexts(host.tools, host.changed, { tests, isLoud: false, ...variation });
    if (texts.length === 0) return [];
    const results = byId(await host.run(composeTexts(host.git, host.head, texts), asked, label));
    return asked.flatMap((id) => results.get(id) ?? []);
  };
  const contentWith = async (label: string, variation: Partial<Variation>): Promise<string[]> =>
    (await vary(ids, label, variation)).filter(isPassed).map(({ id }) => id);
  let asked: Partial<Variation> = {};
  let content = await contentWith("answered otherwise", asked);
  if (content.length === 0) {
    // A test that compares by an equality of the change's own looks at what that answers, and may look at no value.
    const symbols = (await variedTexts(host.tools, host.changed, { tests, isLoud: false })).flatMap(
      (one) => one.symbols,
    );
    const values = symbols.filter((symbol) => !isEquality(symbol));
    if (values.length === 0 || values.length === symbols.length) return [];
    asked = { only: values };
    content = await contentWith("answered otherwise, but for equalities", asked);
  }
  const told = toldOf(await vary(content, "told that answers are others", { ...asked, isLoud: true }));
  const unread: Unread[] = [];
  for (const one of told.slice(0, MOST_TRIED)) {
    // Not with others: two answers that are compared with one another may both have been others.
    const only = [one.symbol];
    if (!(await vary(ids, `${one.symbol} answers otherwise`, { only })).every(isPassed)) continue;
    // Another test may look at what the code makes of it.
    const all = await vary(ids, `${one.symbol} answers the code otherwise, too`, { only, tests: [...tests, ...code] });
    if (!all.some(isAssertionFailure) && !(await isPinned(proof, host, one, old))) unread.push(one);
  }
  return unread;
}

const isPassed = ({ status }: TestResult): boolean => status === "passed";
