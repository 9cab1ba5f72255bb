import type { NeverEnded } from "../../core/proof/new-tests.ts";
import { attemptsIn, isMarked, withMarks, type Attempt, type Place } from "../../core/proof/never-ended.ts";
import type { SuiteRun, TestResult } from "../../schema/report.ts";
import { composeTexts } from "./compose.ts";
import type { RedHost } from "./red-host.ts";

/** Each round costs a run: a test tells of the first attempt that comes to its end in it. */
const ROUNDS = 3;
const MOST_TRIED = 8;

/**
 * Attempts of the change that tests begin, new ones and old ones, and that come to their end in none: what is done when they fail answers
 * each time, and nothing shows that they ever succeed.
 */
export async function findNeverEnded(host: RedHost, r2: SuiteRun): Promise<readonly NeverEnded[]> {
  let open: readonly Attempt[] = attemptsIn(host.changed).slice(0, MOST_TRIED);
  const ids = r2.report.tests.filter(({ status }) => status === "passed").map(({ id }) => id);
  if (r2.units.some(({ level }) => level !== "P3")) return [];
  const marked = async (attempts: readonly Attempt[], place: Place): Promise<readonly TestResult[]> => {
    const texts = withMarks(host.changed, attempts, place);
    const wanted = new Set(ids);
    const { report } = await host.run(composeTexts(host.git, host.head, texts), ids, `what is tried ${place}`);
    return report.tests.filter(({ id }) => wanted.has(id));
  };
  for (let round = 0; open.length > 0; round += 1) {
    const results = await marked(open, "ends");
    if (results.length === ids.length && results.every(({ status }) => status === "passed")) break;
    const rest = open.filter((one) => !results.some((result) => isMarked(result, one, "ends")));
    // What fails by something else tells of none.
    if (rest.length === open.length || round === ROUNDS) return [];
    open = rest;
  }
  const begun = open.length === 0 ? [] : await marked(open, "begins");
  return open.flatMap((one) => {
    const found = begun.filter((result) => isMarked(result, one, "begins")).map(({ id }) => id);
    return found.length === 0 ? [] : [{ ...one, ids: found }];
  });
}
