import { byId } from "../../core/proof/red.ts";
import { fileOf } from "../../core/proof/test-ids.ts";
import { runFlip } from "./flip-runs.ts";
import type { RedHost } from "./red-host.ts";
import { testSideOf } from "./text-watch.ts";

const CATCHES = /\bcatch\b|\bexcept\b/;

/**
 * Tests of the change, all green, that take the failure which they call for themselves for one of the code's: `try { f(); fail(); } catch (error) { return error; }`
 * is content where `f` does not throw at all.
 */
export async function findCaught(host: RedHost, subjects: readonly string[]): Promise<readonly string[]> {
  const catches = (id: string): boolean =>
    [...testSideOf(fileOf(id), host.head)].some((path) => CATCHES.test(host.head.read(path) ?? ""));
  const asked = subjects.filter(catches);
  const run = asked.length === 0 ? null : await runFlip(host, asked, "caught");
  if (run === null) return [];
  const results = byId(run);
  return asked.filter((id) => results.get(id)?.status === "failed");
}
