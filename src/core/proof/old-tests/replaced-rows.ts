import type { TestResult } from "../../../schema/report.ts";
import type { ProofFacts } from "../judge.ts";
import { byId } from "../red.ts";
import { fileOf, withoutParameters } from "../test-ids.ts";
import { COMPUTED_NAME } from "./written-tests.ts";

type Facts = Pick<ProofFacts, "r1" | "r2" | "baseline" | "edits" | "changed">;

/** Tests that go by another name now, of those that were green and of those that run without the change alone. */
export interface ReplacedRows {
  readonly green: ReadonlySet<string>;
  readonly withoutChange: ReadonlySet<string>;
}

/**
 * Tests that only a run can name (rows of a table, subtests, whatever an untouched file holds) and that go by another name now, or were no
 * table. As many of what they belong to as before must run: fewer means deleted ones.
 */
export function replacedRows({ r1, r2, baseline, edits, changed }: Facts): ReplacedRows {
  const ownerOf = createOwners(edits, changed);
  const present = byId(r2);
  const now = Map.groupBy(ranIn(r2.report.tests), ownerOf);
  const replacedOf = (ids: Iterable<string>): ReadonlySet<string> => {
    const before = Map.groupBy(ids, ownerOf);
    const areThere = ([owner, rows]: [string, readonly string[]]): boolean =>
      (now.get(owner)?.length ?? 0) >= rows.length;
    return new Set([...before].filter(areThere).flatMap(([, rows]) => rows.filter((id) => !present.has(id))));
  };
  return {
    green: replacedOf(baseline.green),
    withoutChange: replacedOf((r1?.report.tests ?? []).map(({ id }) => id)),
  };
}

const ranIn = (tests: readonly TestResult[]): string[] =>
  tests.filter(({ status }) => status === "passed" || status === "failed").map(({ id }) => id);

/** What tests belong to whose names a run makes; any other test belongs to itself. */
function createOwners(edits: ProofFacts["edits"], changed: ProofFacts["changed"]): (id: string) => string {
  const written = Map.groupBy(edits, ({ path }) => path);
  const names = new Map([...written].map(([path, tests]) => [path, new Set(tests.map(({ name }) => name))]));
  return (id) => {
    const [stem, file] = [withoutParameters(id), fileOf(id)];
    if (stem !== id) return stem;
    // Its text is the same: what the code answers, or other data, stands in the names.
    if (changed?.has(file) === false) return file;
    const known = names.get(file) ?? new Set();
    const name = id.slice(file.length + "::".length);
    if (known.has(name)) return id;
    const parts = name.split(" > ");
    const around = parts.map((_, at) => parts.slice(0, at).join(" > ")).findLast((prefix) => known.has(prefix));
    if (around !== undefined) return `${file}::${around} > `;
    return known.has(COMPUTED_NAME) ? `${file}::${COMPUTED_NAME}` : id;
  };
}
