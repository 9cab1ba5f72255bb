import { byId } from "../../../core/proof/red.ts";
import type { SuiteRun } from "../../../schema/report.ts";
import type { RedHost } from "../runs/red-host.ts";
import { runStub } from "../runs/red-runs.ts";

/**
 * Tests of the change that are skipped on head, and are not where the changed code is taken away: then it is that code which says whether
 * it is tested. A platform, or a right that is missing, skips them there as well.
 */
export async function findSkippedByCode(
  host: RedHost,
  r2: SuiteRun,
  selected: readonly string[],
): Promise<readonly string[]> {
  const now = byId(r2);
  const skipped = selected.filter((id) => now.get(id)?.status === "skipped");
  const ended = new Set<string>();
  // Where one answer keeps the file from being loaded another may not.
  for (const value of ["undefined", "proxy"] as const) {
    const without = byId(skipped.length === ended.size ? null : await runStub(host, value, skipped));
    for (const id of skipped) if (/^(?:failed|passed)$/.test(without.get(id)?.status ?? "")) ended.add(id);
  }
  return [...ended];
}
