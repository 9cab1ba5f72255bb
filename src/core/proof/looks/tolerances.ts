import type { Finding } from "../../../errors.ts";
import type { ChangedSource } from "../../../schema/source.ts";

/** How far off an answer may be, by the names that people give it; the smaller number says more. */
const TOLERANCE =
  /(?:^|_)(?:[ar]?tol|tolerance|eps|epsilon|delta|deviation|max_?diff|margin|slack|precision|fuzz)(?:_|$)/;
/** `MAX_DEVIATION = Decimal("0.01")`, `const EPS: f64 = 1e-9`, `tolerance: 0.5`. */
const GIVEN =
  /([A-Za-z_]\w*)(?:\s*:\s*[\w.]+)?\s*(?::=|=|:)\s*(?:(?:new\s+)?[\w.]+\(\s*)?["']?(\d[\d_]*(?:\.[\d_]+)?(?:[eE][-+]?\d+)?)["']?[a-zA-Z]?\d*\s*[;,)\n\r]/g;
const LEAST_GROWTH = 2;

/** A named tolerance beside or in the tests that grows: what leaned on it says less from now on, in every test at once. */
export function judgeTolerances(tests: readonly ChangedSource[], approvalOf: (words: string) => string): Finding[] {
  return tests.flatMap(({ path, base, head }) =>
    grown(base ?? "", head).map(([name, from, to]): Finding => ({
      code: "TEST_WEAKENED",
      severity: "person",
      path,
      message: `${path}: ${name} lets answers be further off than before: ${from} became ${to}`,
      approval: approvalOf(`${path} ${name} ${to}`),
    })),
  );
}

function grown(base: string, head: string): [name: string, from: number, to: number][] {
  const [before, after] = [tolerancesIn(base), tolerancesIn(head)];
  return [...after].flatMap(([name, to]): [string, number, number][] => {
    const from = before.get(name);
    return from !== undefined && to >= from * LEAST_GROWTH && to > from ? [[name, from, to]] : [];
  });
}

/** Names that are given one number in the whole text. */
function tolerancesIn(text: string): Map<string, number> {
  const found = [...`${text}\n`.matchAll(GIVEN)]
    .filter(([, name = ""]) => TOLERANCE.test(snake(name)))
    .map(([, name = "", number = ""]) => [name, Number(number.replaceAll("_", ""))] as const);
  const times = Map.groupBy(found, ([name]) => name);
  return new Map(found.filter(([name]) => times.get(name)?.length === 1));
}

/** `maxDeviation`, `MAX_DEVIATION`: words in small letters. */
const snake = (name: string): string => name.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
