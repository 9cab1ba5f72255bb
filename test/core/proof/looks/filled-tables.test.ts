import { expect, test } from "vitest";
import { filledTables } from "../../../../src/core/proof/looks/filled-tables.ts";
import { areAsked, emptied } from "../../../../src/core/proof/looks/tables.ts";

const JAVA = `final class Easter {
    private static final Map<Integer, LocalDate> KNOWN = new HashMap<>();
    static {
        know(1818, 3, 22);
        know(1943, 4, 25);
        know(1961, 4, 2);
        know(2000, 4, 23);
    }
    private static void know(int year, int month, int day) {
        KNOWN.put(year, LocalDate.of(year, month, day));
    }
    static LocalDate sunday(int year) {
        LocalDate known = KNOWN.get(year);
        if (known != null) {
            return known;
        }
        return LocalDate.of(year, 3, 21).plusDays(year % 19);
    }
}
`;
const SCRIPT = (rows: string): string =>
  `const known = new Map();\n${rows}\nexport function weight(n) {\n  const found = known.get(n);\n  if (found !== undefined) return found;\n  return n * 2;\n}\n`;
const ROWS = "known.set(1, 3);\nknown.set(2, 4);\nknown.set(3, 9);\nknown.set(4, 1);";

test("a table that is filled line by line, by itself or by a function of the file", () => {
  const [table, ...more] = filledTables("", JAVA);
  expect([table, more]).toMatchObject([
    { name: "KNOWN", keys: ["1818", "1943", "1961", "2000"], line: 4, goesOn: true },
    [],
  ]);
  expect(table === undefined ? "" : emptied(JAVA, [table])).toBe(JAVA.replace(/^ *know\(\d.*$/gm, ""));
  expect(table !== undefined && areAsked(table, "1818-03-22 1943-04-25 1961-04-02 2000-04-23")).toBe(true);
  expect(filledTables("", SCRIPT(ROWS))).toMatchObject([{ name: "known", line: 2, goesOn: true }]);
});

test.each([
  ["base has it", ROWS, SCRIPT(ROWS)],
  ["there are few rows", "known.set(1, 3);\nknown.set(2, 4);", ""],
  ["its rows work", ROWS.replaceAll(/, \d\)/g, ", double)"), ""],
  ["nothing is filled", ROWS.replaceAll("known.set", "app.use"), ""],
])("none where %s", (_, rows, base) => expect(filledTables(base, SCRIPT(rows))).toEqual([]));
