import { isEquality, toldOf, type Unread } from "../../core/proof/unread.ts";
import { byId, isAssertionFailure } from "../../core/proof/red.ts";
import type { TestResult } from "../../schema/report.ts";
import type { StubbedSource, Variation } from "../../schema/source.ts";
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
  const textsOf = async (variation: Partial<Variation>) =>
    variedTexts(host.tools, host.changed, { tests, isLoud: false, ...variation });
  const runOver = async (texts: readonly StubbedSource[], asked: readonly string[], label: string) => {
    if (texts.length === 0 || asked.length === 0) return [];
    const results = byId(await host.run(composeTexts(host.git, host.head, texts), asked, label));
    return asked.flatMap((id) => results.get(id) ?? []);
  };
  const vary = async (asked: readonly string[], label: string, variation: Partial<Variation>) =>
    asked.length === 0 ? [] : runOver(await textsOf(variation), asked, label);
  const texts = ids.length === 0 ? [] : await textsOf({});
  let content = contentIn(await runOver(texts, ids, "answered otherwise"));
  let only: { readonly only?: readonly string[] } = {};
  if (content.length === 0) {
    // A test that compares by an equality of the change's own looks at what that answers, and may look at no value.
    const symbols = texts.flatMap((file) => file.symbols);
    const values = symbols.filter((symbol) => !isEquality(symbol));
    if (values.length === 0 || values.length === symbols.length) return [];
    only = { only: values };
    content = contentIn(await vary(ids, "answered otherwise, but for equalities", only));
  }
  const told = toldOf(await vary(content, "told that answers are others", { ...only, isLoud: true }));
  const unread: Unread[] = [];
  for (const one of told.slice(0, MOST_TRIED)) {
    // Not with others: two answers that are compared with one another may both have been others.
    const alone = { only: [one.symbol] };
    if (!(await vary(ids, `${one.symbol} answers otherwise`, alone)).every(isPassed)) continue;
    // Another test may look at what the code makes of it.
    const all = await vary(ids, `${one.symbol} answers the code otherwise, too`, {
      ...alone,
      tests: [...tests, ...code],
    });
    if (!all.some(isAssertionFailure) && !(await isPinned(proof, host, one, old))) unread.push(one);
  }
  return unread;
}

const contentIn = (results: readonly TestResult[]): string[] => results.filter(isPassed).map(({ id }) => id);

const isPassed = ({ status }: TestResult): boolean => status === "passed";
