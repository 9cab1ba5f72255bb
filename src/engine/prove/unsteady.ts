import { byId } from "../../core/proof/red.ts";
import { fileOf } from "../../core/proof/test-ids.ts";
import type { Unsteady } from "../../core/proof/new-tests.ts";
import type { SuiteRun } from "../../schema/report.ts";
import type { RedHost } from "./red-host.ts";
import { createTextWatch } from "./text-watch.ts";

/** What draws lots, also for the tests: whether such a test passes may be chance. */
const DRAWS_LOTS = /\brandom|random\(|\brand(?:om)?\.|\brand::|thread_rng|\bRandom\b|getRandomValues|\buuid/i;
const TIMES = 3;

/**
 * New tests that do not pass each time over the same code: those that passed when their runner tried them again, and those that
 * lean on lots. Costs three runs of the files of the latter where there are any.
 */
export async function findUnsteady(
  host: RedHost,
  subjects: readonly string[],
  r2: SuiteRun,
): Promise<readonly Unsteady[]> {
  const draws = createTextWatch(host.head, host.changedTests, DRAWS_LOTS);
  const codeDraws = host.changed.some(({ head }) => DRAWS_LOTS.test(head));
  const results = byId(r2);
  const again = subjects.flatMap((id): Unsteady[] => {
    const { tries } = results.get(id) ?? {};
    return tries === undefined ? [] : [{ id, failed: tries - 1, of: tries }];
  });
  const suspects = codeDraws ? subjects : subjects.filter((id) => draws(fileOf(id)));
  const failed = new Map<string, number>();
  for (let time = 1; time <= TIMES && suspects.length > 0; time += 1) {
    const once = byId(await host.runFiles(host.head.tree, suspects, `head once more (${time} of ${TIMES})`));
    for (const id of suspects) if (once.get(id)?.status === "failed") failed.set(id, (failed.get(id) ?? 0) + 1);
  }
  const drawn = [...failed].map(([id, times]): Unsteady => ({ id, failed: times, of: TIMES + 1 }));
  return [...again, ...drawn.filter(({ id }) => again.every((one) => one.id !== id))];
}
