import { byId } from "../../../core/proof/red.ts";
import { fileOf } from "../../../core/proof/test-ids.ts";
import { runFlip } from "../runs/flip-runs.ts";
import type { FlipKind } from "../../../schema/source.ts";
import type { RedHost } from "../runs/red-host.ts";
import { testSideOf } from "../text-watch.ts";

const CATCHES = /\bcatch\b|\bexcept\b/;
const IS_TO_FAIL = /#\[should_panic\]|@Test\([^)]*\bexpected/;

/**
 * Tests of the change, all green, that take the failure which they call for themselves for one of the code's: `try { f(); fail(); } catch (error) { return error; }`
 * is content where `f` does not throw at all.
 */
export const findCaught = (host: RedHost, subjects: readonly string[]): Promise<readonly string[]> =>
  failingAs(host, subjects, "caught", CATCHES);

/** Tests that are to fail as a whole, and do before what they are about: the same failure in another place makes them pass. */
export const findEarly = (host: RedHost, subjects: readonly string[]): Promise<readonly string[]> =>
  failingAs(host, subjects, "early", IS_TO_FAIL);

async function failingAs(
  host: RedHost,
  subjects: readonly string[],
  which: FlipKind,
  mayBe: RegExp,
): Promise<readonly string[]> {
  const asked = subjects.filter((id) =>
    [...testSideOf(fileOf(id), host.head)].some((path) => mayBe.test(host.head.read(path) ?? "")),
  );
  const run = asked.length === 0 ? null : await runFlip(host, asked, which);
  if (run === null) return [];
  const results = byId(run);
  return asked.filter((id) => results.get(id)?.status === "failed");
}
