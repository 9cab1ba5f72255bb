import { byId, isAssertionFailure, type RedSearch } from "../../../core/proof/red.ts";
import type { SuiteRun } from "../../../schema/report.ts";
import type { RedHost } from "./red-host.ts";
import { runStub } from "./red-runs.ts";

/** As many show that a refactoring is held; each is planted a canary beside and run again. */
const ENOUGH = 10;

/**
 * A refactoring has no RED test of its own: its place take tests of base that pass on head as well, and fail by an assertion when the
 * changed code is taken away.
 */
export async function searchHeld(
  host: RedHost,
  green: readonly string[],
  search: RedSearch,
): Promise<{ readonly search: RedSearch; readonly run: SuiteRun | null }> {
  if (green.length === 0) return { search, run: null };
  const first = await runStub(host, "undefined", green);
  const from = first === null ? apart(host) : host;
  for (const value of ["undefined", "proxy", "null"] as const) {
    const run = value === "undefined" && first !== null ? first : await runStub(from, value, green);
    if (run === null) break;
    const results = byId(run);
    const held = green.filter((id) => isAssertionFailure(results.get(id))).slice(0, ENOUGH);
    if (held.length > 0) return { search: { ...search, red: new Map(held.map((id) => [id, `stub:${value}`])) }, run };
  }
  return { search, run: null };
}

/** Of a change that only moves code nothing is new, unless each file is read by itself. */
const apart = (host: RedHost): RedHost => ({
  ...host,
  tools: host.tools.map((tool) => ({
    ...tool,
    stub: async (files, value) => (await Promise.all(files.map((file) => tool.stub([file], value)))).flat(),
  })),
});
