import { byId } from "../../../core/proof/red.ts";
import { composedIn, type RoundTrip } from "../../../core/proof/looks/round-trips.ts";
import { isEquality, toldOf } from "../../../core/proof/looks/unread.ts";
import type { StubbedSource } from "../../../schema/source.ts";
import { askAll } from "../ask-tools.ts";
import { composeTexts } from "../compose.ts";
import { isPinned, type OldTests } from "../pinned.ts";
import type { Proving } from "../proving.ts";
import type { RedHost } from "../runs/red-host.ts";
import { testSides } from "../text-watch.ts";
import { variedTexts } from "./varied.ts";

/**
 * Changed functions that the change's tests look at through one another alone: every test that gets an answer of theirs passes as well
 * where each gives back what it was given. A test of what one of them answers, or a green one of base, is enough for all.
 */
export async function findRoundTrips(
  proof: Proving,
  host: RedHost,
  ids: readonly string[],
  old: OldTests,
): Promise<readonly RoundTrip[]> {
  const { tools, changed, git, head } = host;
  const tests = testSides(ids, head, host.changedTests);
  const echo = async (only?: readonly string[]): Promise<StubbedSource[]> =>
    askAll(tools, changed, (tool, own) => tool.echo?.(own, only));
  const all = (await echo()).flatMap(({ symbols }) => symbols).filter((symbol) => !isEquality(symbol));
  const only = composedIn(all, tests);
  if (only.length < 2) return [];
  const run = async (texts: readonly StubbedSource[], asked: readonly string[], label: string) => {
    const results = byId(await host.runOtherwise(composeTexts(git, head, texts), asked, label));
    return asked.flatMap((id) => results.get(id) ?? []);
  };
  const loud = await variedTexts(tools, changed, { tests, isLoud: true, only });
  const told = loud.length === 0 ? [] : toldOf(await run(loud, ids, "told that answers are others"));
  const getting = [...new Set(told.flatMap((one) => one.ids))];
  const [first] = told;
  if (first === undefined) return [];
  const results = await run(await echo(only), getting, "given back what is given");
  if (results.length < getting.length || results.some(({ status }) => status !== "passed")) return [];
  for (const one of told) if (await isPinned(proof, host, one, old)) return [];
  return [{ path: first.path, line: first.line, symbols: only, ids: getting }];
}
