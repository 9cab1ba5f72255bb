import type { NeverEnded } from "../../../core/proof/new-tests.ts";
import type { Attempt, Place } from "../../../core/proof/looks/attempt.ts";
import { attemptsIn, isMarked, withMarks } from "../../../core/proof/looks/never-ended.ts";
import { byId } from "../../../core/proof/red.ts";
import { composeTexts } from "../compose.ts";
import type { NewTests } from "../proving.ts";
import type { RedHost } from "../runs/red-host.ts";

/** Each round costs a run of the change's tests: one tells of the first attempt that comes to its end in it. */
const ROUNDS = 3;
const MOST_TRIED = 8;

/**
 * Attempts of the change that its tests begin, and that come to their end in no test, old ones too: what is done when they fail answers
 * each time, and nothing shows that they ever succeed. The older tests are run only where none of the new ones shows it.
 */
export async function findNeverEnded(
  host: RedHost,
  { r2, subjects }: Pick<NewTests, "r2" | "subjects">,
): Promise<readonly NeverEnded[]> {
  const attempts = attemptsIn(host.changed).slice(0, MOST_TRIED);
  if (attempts.length === 0 || r2.units.some(({ level }) => level !== "P3")) return [];
  const marked = async (open: readonly Attempt[], place: Place, ids: readonly string[]) => {
    const tree = composeTexts(host.git, host.head, withMarks(host.changed, open, place));
    const results = byId(await host.run(tree, ids, `what is tried ${place}`));
    return ids.map((id) => results.get(id));
  };
  /** Those that come to their end in none of these tests; null: they fail by something else, which tells of none. */
  const unended = async (all: readonly Attempt[], ids: readonly string[]): Promise<readonly Attempt[] | null> => {
    let open = all;
    for (let round = 0; open.length > 0; round += 1) {
      const results = await marked(open, "ends", ids);
      if (results.every((result) => result?.status === "passed")) break;
      const rest = open.filter((one) => !results.some((result) => isMarked(result, one, "ends")));
      if (rest.length === open.length || round === ROUNDS) return null;
      open = rest;
    }
    return open;
  };
  const open = (await unended(attempts, subjects)) ?? [];
  if (open.length === 0) return [];
  const results = await marked(open, "begins", subjects);
  const begunBy = (one: Attempt): readonly string[] =>
    results.flatMap((result) => (isMarked(result, one, "begins") ? [result?.id ?? ""] : []));
  const begun = open.filter((one) => begunBy(one).length > 0);
  const passed = r2.report.tests.filter(({ id, status }) => status === "passed" && !subjects.includes(id));
  const left =
    passed.length === 0
      ? begun
      : await unended(
          begun,
          passed.map(({ id }) => id),
        );
  return (left ?? []).map((one) => ({ ...one, ids: begunBy(one) }));
}
