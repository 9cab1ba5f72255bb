import type { WrittenTest } from "../../schema/source.ts";
import { withoutParameters } from "./test-ids.ts";
import { COMPUTED_NAME, type TestEdit } from "./written-tests.ts";

/**
 * Marks the deleted tests that asserted about a function which the change takes away: it was base's to keep, but nobody hides a failure.
 * Base's file of such a test cannot be loaded over head, so tests beside it that stay as they are follow the code, too: only where no
 * other file of the tests is changed (`withData`: one that no text is compared of), which they may rest on.
 */
export function withGoneCode(
  edits: readonly TestEdit[],
  tests: readonly WrittenTest[],
  isGone: (asked: string) => boolean,
  withData: boolean,
): TestEdit[] {
  const written = Map.groupBy(tests, ({ path, name }) => `${path}::${name ?? COMPUTED_NAME}`);
  const asksGone = ({ path, name }: TestEdit): boolean =>
    (written.get(`${path}::${name}`) ?? []).some(({ said }) => said?.asked.some(isGone));
  const left = new Set(edits.filter((edit) => edit.kind === "deleted" && asksGone(edit)));
  const files = new Set([...left].map(({ path }) => path));
  const stays = ({ kind, path, less }: TestEdit): boolean =>
    kind === "unchanged" && less === undefined && files.has(path) && !withData;
  return edits.map((edit) => (left.has(edit) || stays(edit) ? { ...edit, withCode: true } : edit));
}

/** Whether a result is that of a test of this kind which follows its code, or of a row or a subtest of one. */
export function followingCode(edits: readonly TestEdit[], kind: TestEdit["kind"]): (id: string) => boolean {
  const following = edits.filter((edit) => edit.kind === kind && edit.withCode === true);
  const ids = following.map(({ path, name }) => `${path}::${name}`);
  return (id) => {
    const plain = withoutParameters(id);
    return ids.some((one) => plain === one || plain.startsWith(`${one} > `));
  };
}
