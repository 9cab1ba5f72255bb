import { expect, test } from "vitest";
import { dataTable, isAllAsked } from "../../../../src/core/proof/looks/data-tables.ts";

const ROWS = { "A>C": { via: ["A", "B"], took: 4 }, "A>D": 9, "B>D": 8, "C>D": 5 };

test("a table is what has several entries, below others' only one; what it says are its leaves", () => {
  const table = dataTable("warm.json", null, JSON.stringify({ data: { routes: ROWS } }));
  expect(table).toEqual({
    keys: Object.keys(ROWS),
    words: ["a", "c", "a", "b", "4", "a", "d", "9", "b", "d", "8", "c", "d", "5"],
    emptied: '{"data":{"routes":{}}}\n',
  });
  expect(
    dataTable("warm.json", null, JSON.stringify([["A>C", 4], ["A>D", 9], ["B>D", 8], { from: "C>D", took: 5 }])),
  ).toMatchObject({ keys: Object.keys(ROWS), emptied: "[]\n" });
});

test("of a file that base has, what head adds counts, and base's text stands for it", () => {
  const base = '{"x>y": 1}';
  expect(dataTable("a.json", base, JSON.stringify({ "x>y": 1, ...ROWS }))).toMatchObject({
    keys: Object.keys(ROWS),
    emptied: base,
  });
  expect(dataTable("a.csv", "from,to\nx,1\n", "from,to\nx,1\na,2\nb,3\nc,4\n")).toBeNull();
  expect(dataTable("a.csv", null, "pair,took\nA>C,4\nA>D,9\nB>D,8\nC>D,5\n")).toMatchObject({
    keys: Object.keys(ROWS),
    emptied: "pair,took\n",
  });
});

test.each([
  ["no table of a language", "a.ts", "{}"],
  ["broken JSON", "a.json", "{"],
  ["one value", "a.json", '"x"'],
  ["few entries", "a.json", '{"a>b": 1}'],
])("%s is none", (_, path, text) => expect(dataTable(path, null, text)).toBeNull());

test.each([
  ["every pair is asked for", ROWS, true],
  ["one is not", { ...ROWS, "E>F": 12 }, false],
  ["names are no data", { child: "A", man: "B", foot: "C", mouse: "D" }, false],
])("%s", (_, rows, isAsked) => {
  const table = dataTable("warm.json", null, JSON.stringify(rows));
  const tests = "A B C D 4 9 8 5 child man foot mouse";
  expect(table !== null && isAllAsked(table, tests)).toBe(isAsked);
});
