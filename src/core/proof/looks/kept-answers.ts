import type { PathRole } from "../paths.ts";

/** Tests that write down themselves what they compare with, where they are told to: `go test -update`, `UPDATE_GOLDEN=1`. */
const UPDATES =
  /\bflag\.\w+\([^\n]*"[\w-]*(?:update|regen|golden|bless)|--(?:update|regen|bless)|\b(?:UPDATE|REGEN|BLESS)(?:_[A-Z_]+|[A-Z]*)\b/;
const WRITES =
  /\bWriteFile\b|\bwriteFile(?:Sync)?\(|\bwrite_(?:text|bytes)\(|\bopen\([^()\n]*["']w|\bfs::write\(|\bFiles\.write/;
const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt)$/;
const GOLDEN = /golden|expected|approved|snap/i;
/** Of no role of its own: tests may lie anywhere. */
const OF_TESTS = /(?:^|\/)(?:testdata|__fixtures__|fixtures|goldens?|expected|approved)\//;

/**
 * Files of a change that hold what the code answered when somebody asked for it: snapshots, and what the change's tests can write
 * by themselves. `tests`: their texts.
 */
export function keptAnswers(
  changes: readonly { readonly path: string; readonly role: PathRole; readonly head: unknown }[],
  tests: readonly string[],
): string[] {
  const there = changes.filter(({ head }) => head !== null);
  const text = tests.some((one) => UPDATES.test(one) && WRITES.test(one)) ? tests.join("\n") : "";
  const isGolden = (path: string, role: PathRole): boolean =>
    (role === "test" || OF_TESTS.test(path)) &&
    !CODE.test(path) &&
    (GOLDEN.test(path) || text.includes(path.slice(path.lastIndexOf("/") + 1)));
  return there.flatMap(({ path, role }) =>
    role === "snapshot" || (text !== "" && isGolden(path, role)) ? [path] : [],
  );
}
