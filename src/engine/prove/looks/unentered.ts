import type { Moved } from "../../../core/proof/new-tests.ts";
import { patienceFor } from "../../../core/proof/patience.ts";
import { byId } from "../../../core/proof/red.ts";
import { guardedLoops } from "../../../core/proof/looks/unentered.ts";
import type { SuiteRun } from "../../../schema/report.ts";
import { composeTexts } from "../compose.ts";
import type { NewTests, Proving } from "../proving.ts";
import type { RedHost } from "../runs/red-host.ts";
import { wholeUnit } from "../units.ts";

/** Each costs a run, and one of the whole suite where the first shows nothing: for those there is this much time. */
const MOST_TRIED = 2;
const WHOLE_RUN_MS = 60_000;

/** New functions that answer the tests before they come to what is most of them: a loop that no test enters. */
export async function findUnentered(
  { plan, runner }: Proving,
  host: RedHost,
  { r2, subjects }: NewTests,
): Promise<readonly Moved[]> {
  if (r2.durationMs > WHOLE_RUN_MS) return [];
  const passing = r2.report.tests.filter(({ status }) => status === "passed").map(({ id }) => id);
  const found: Moved[] = [];
  for (const { path, symbol, line, text } of guardedLoops(host.changed).slice(0, MOST_TRIED)) {
    const tree = composeTexts(host.git, host.head, [{ path, text }]);
    const detail = `without the loop of ${symbol}`;
    if (!isAllPassed(await host.run(tree, subjects, detail), subjects)) continue;
    const choice = { layer: "head", reuse: true, detail, ...patienceFor(r2, passing) } as const;
    if (!isAllPassed((await runner.run("R6", tree, plan.head.map(wholeUnit), choice)).run, passing)) continue;
    found.push({ path, what: `${path}:${line} ${symbol}`, ids: subjects });
  }
  return found;
}

function isAllPassed(run: SuiteRun, ids: readonly string[]): boolean {
  const results = byId(run);
  return ids.every((id) => results.get(id)?.status === "passed");
}
