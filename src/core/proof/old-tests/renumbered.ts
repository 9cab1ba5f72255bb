import type { TestResult } from "../../../schema/report.ts";
import { withoutParameters } from "../test-ids.ts";

/** `reads[3]`, and no row that its runner names by what it holds. */
const isRow = (id: string): boolean => /\[\d+\]$/.test(id);

interface RowFacts {
  /** What the change's tests do over base's code, with all rows of theirs. */
  readonly r1: readonly TestResult[];
  /** What passes on head. */
  readonly passing: ReadonlySet<string>;
  readonly flaky: ReadonlySet<string>;
}

/**
 * Many runners name the rows of a table by their number, so that one which is added between others has the name of an old one, and the
 * last ones are called new. Of the rows of a test that the change adds rows to, those speak for it that fail over base's code; as many
 * that only have a new number are left out.
 */
export function renumberedRows(ids: readonly string[], { r1, passing, flaky }: RowFacts): string[] {
  const failing = new Set(r1.filter(({ status }) => status === "failed").map(({ id }) => id));
  const own = new Set(ids);
  const speaks = (id: string): boolean => isRow(id) && !own.has(id) && passing.has(id) && !flaky.has(id);
  const speaking = Map.groupBy([...failing].filter(speaks), withoutParameters);
  const groups = Map.groupBy(ids, (id) => (isRow(id) ? withoutParameters(id) : id));
  return [...groups].flatMap(([test, rows]) => {
    const others = isRow(rows[0] ?? "") ? (speaking.get(test) ?? []) : [];
    const silent = rows.filter((id) => !failing.has(id));
    const left = new Set(others.length === 0 ? [] : silent.slice(-others.length));
    return [...others, ...rows.filter((id) => !left.has(id))];
  });
}

interface Compared {
  /** What head's tests did, and what base's did where the same was done to them: by id, with all rows of theirs. */
  readonly now: ReadonlyMap<string, TestResult>;
  readonly before: ReadonlyMap<string, TestResult>;
  /** Whether a test came to what speaks against it. */
  readonly isSo: (result: TestResult) => boolean;
}

/**
 * Of tests that are worse than base's of the same name those that are: where a test has other rows than base's, a number is another row's
 * there, and only more of them than base's and the new rows come to are worse.
 */
export function worseThanBase(ids: readonly string[], { now, before, isSo }: Compared): string[] {
  const rowsIn = (results: ReadonlyMap<string, TestResult>) =>
    Map.groupBy(results.values(), ({ id }) => withoutParameters(id));
  const [rows, known] = [rowsIn(now), rowsIn(before)];
  return ids.filter((id) => {
    const test = withoutParameters(id);
    const [own, old] = [rows.get(test) ?? [], known.get(test) ?? []];
    const more = own.length - old.length;
    return !isRow(id) || more === 0 || own.filter(isSo).length > old.filter(isSo).length + Math.max(0, more);
  });
}
