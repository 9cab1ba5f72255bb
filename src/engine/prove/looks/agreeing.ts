import type { Agreeing } from "../../../core/proof/new-tests.ts";
import { byId } from "../../../core/proof/red.ts";
import { wantedData } from "../../../core/proof/looks/wanted-data.ts";
import { isWanted, sharedOf } from "../../../core/proof/old-tests/wanted.ts";
import type { SourceFile } from "../../../schema/source.ts";
import { composeTexts } from "../compose.ts";
import type { RedHost } from "../runs/red-host.ts";
import { testSides } from "../text-watch.ts";
import { variedTexts } from "./varied.ts";

/** Each costs two runs. */
const MOST_TRIED = 4;

/**
 * Changed functions by which the change's tests work out what they expect of code that asks them too: with other answers for the tests alone
 * these fail, with the same other answers for everybody they pass. Not those that more tests look at by themselves.
 */
export async function findAgreeing(host: RedHost, ids: readonly string[]): Promise<readonly Agreeing[]> {
  const tests = testSides(ids, host.head, host.changedTests);
  const code = host.changed.map(({ path, head }) => ({ path, text: head }));
  const everybody = [...tests, ...code.filter(({ path }) => tests.every((test) => test.path !== path))];
  const statusOf = async (
    only: readonly string[],
    who: readonly SourceFile[],
    asked: readonly string[],
    label: string,
  ) => {
    const texts = await variedTexts(host.tools, host.changed, { tests: who, isLoud: false, only });
    if (texts.length === 0 || asked.length === 0) return () => undefined;
    const results = byId(await host.runOtherwise(composeTexts(host.git, host.head, texts), asked, label));
    return (id: string) => results.get(id)?.status;
  };
  const agreeingOn = async (only: readonly string[], what: string) => {
    const together = await statusOf(only, everybody, ids, `${what} for everybody`);
    const content = ids.filter((id) => together(id) === "passed");
    const alone = await statusOf(only, tests, content, `${what} for tests`);
    return { agree: content.filter((id) => alone(id) === "failed"), look: ids.length - content.length };
  };
  const found = await agreeingOnData(host, tests, ids);
  const shared = (await sharedSymbols(host, tests)).slice(0, MOST_TRIED);
  if (shared.length === 0) return found;
  const all = await agreeingOn(shared, "other answers");
  // Where all of them answer otherwise, one that is looked at hides another.
  const suspects =
    all.agree.length > 0 ? shared : shared.length > 1 ? shared.filter((one) => isWanted(one, tests)) : [];
  for (const symbol of suspects) {
    const { agree, look } = shared.length === 1 ? all : await agreeingOn([symbol], `other answers of ${symbol}`);
    if (agree.length > 0 && agree.length >= look) found.push({ symbol, ids: agree });
  }
  return found;
}

/** Tables and the like that code and tests ask alike: every new test holds whatever they say. */
async function agreeingOnData(
  host: RedHost,
  tests: readonly SourceFile[],
  ids: readonly string[],
): Promise<Agreeing[]> {
  const found: Agreeing[] = [];
  for (const { symbol, ...file } of wantedData(host.changed, tests).slice(0, MOST_TRIED)) {
    const tree = composeTexts(host.git, host.head, [file]);
    const results = byId(await host.run(tree, ids, `other texts of ${symbol}`));
    if (ids.length > 0 && ids.every((id) => results.get(id)?.status === "passed"))
      found.push({ symbol, ids: [...ids] });
  }
  return found;
}

/** Changed functions that tests call, and the changed code as well; it may also hand on one that says what tests expect. */
async function sharedSymbols({ tools, changed }: RedHost, tests: readonly SourceFile[]): Promise<string[]> {
  const varied = await variedTexts(tools, changed, { tests: [], isLoud: false });
  const symbols = varied.flatMap((file) => file.symbols);
  return sharedOf(
    symbols,
    changed.map(({ head }) => head),
    tests,
  );
}
