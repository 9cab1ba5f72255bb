import { byId } from "../../../core/proof/red.ts";
import { fileOf } from "../../../core/proof/test-ids.ts";
import { withoutComments } from "../../../core/text/java-comments.ts";
import type { Unsteady } from "../../../core/proof/new-tests.ts";
import type { SuiteRun } from "../../../schema/report.ts";
import type { RedHost } from "../runs/red-host.ts";
import { createTextWatch } from "../text-watch.ts";

/** What draws lots, also for the tests: whether such a test passes may be chance. */
const DRAWS_LOTS = /\brandom|random\(|\brand(?:om)?\.|\brand::|thread_rng|\bRandom\b|getRandomValues|\buuid/i;
const TIMES = 3;

/**
 * New tests that do not pass each time over the same code: those that passed when their runner tried them again, and those that
 * lean on lots. Costs three runs of the latter alone; one that fails alone each time may need the others of its file, and three
 * runs of that file tell.
 */
export async function findUnsteady(
  host: RedHost,
  subjects: readonly string[],
  r2: SuiteRun,
): Promise<readonly Unsteady[]> {
  const draws = createTextWatch(host.head, host.changedTests, DRAWS_LOTS);
  const codeDraws = host.changed.some(({ path, head }) => DRAWS_LOTS.test(withoutComments(path, head)));
  const results = byId(r2);
  const again = subjects.flatMap((id): Unsteady[] => {
    const { tries } = results.get(id) ?? {};
    return tries === undefined ? [] : [{ id, failed: tries - 1, of: tries }];
  });
  const known = new Set(again.map(({ id }) => id));
  const suspects = subjects.filter((id) => !known.has(id) && (codeDraws || draws(fileOf(id))));
  const alone = await timesFailed(host, host.run, suspects);
  const needy = [...alone].flatMap(([id, times]) => (times === TIMES ? [id] : []));
  const beside = await timesFailed(host, host.runFiles, needy);
  const drawn = [...alone].filter(([, times]) => times < TIMES);
  return [...again, ...[...drawn, ...beside].map(([id, times]): Unsteady => ({ id, failed: times, of: TIMES + 1 }))];
}

/** How often each failed over head, of those that did. */
async function timesFailed(
  { head }: RedHost,
  run: RedHost["run"],
  ids: readonly string[],
): Promise<Map<string, number>> {
  const failed = new Map<string, number>();
  for (let time = 1; time <= TIMES && ids.length > 0; time += 1) {
    const once = byId(await run(head.tree, ids, `head once more (${time} of ${TIMES})`));
    for (const id of ids) if (once.get(id)?.status === "failed") failed.set(id, (failed.get(id) ?? 0) + 1);
  }
  return failed;
}
