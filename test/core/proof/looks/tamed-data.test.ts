import { expect, test } from "vitest";
import { tamedIn } from "../../../../src/core/proof/looks/tamed-data.ts";

const gone = (path: string, base: string | null, head: string) =>
  tamedIn([{ path, base, head }]).map((one) => one.gone);

const BANK = 'date;purpose\n02.05.;"Rent; May\nflat 3"\n09.05.;Coffee\n';

test("data that the tests' author makes easier", () => {
  const easier = 'date;purpose\n02.05.;"Rent May flat 3"\n09.05.;Coffee\n';
  expect(tamedIn([{ path: "test/fixtures/bank.csv", base: BANK, head: easier }])).toEqual([
    { path: "test/fixtures/bank.csv", text: BANK, gone: '02.05.;"Rent; May' },
  ]);
  expect(gone("test/fixtures/bank.csv", BANK, "date;purpose\n09.05.;Coffee\n")).toEqual(['02.05.;"Rent; May']);
  expect(gone("test/users.json", '[{"age":-1},{"age":2}]', '[{"age":1},{"age":2}]')).toEqual([
    '[{"age":-1},{"age":2}]',
  ]);
});

test.each([
  ["more lines", "a.csv", BANK, `${BANK}10.05.;Tea\n`],
  ["more cells, and another margin", "a.csv", BANK, BANK.replaceAll(/^(?=.)/gm, "  ").replace("Coffee", "Coffee;-4")],
  [
    "members of JSON in another order and layout",
    "a.json",
    '{"a":[{"b":1}],"c":2}',
    '{\n"c":2,"a":[{"x":0},{"d":3,"b":1}]}',
  ],
  ["a new file", "a.csv", null, BANK],
  ["what tests expect", "expected/a.csv", BANK, "other\n"],
  ["code", "helper.py", BANK, "other\n"],
])("%s: nothing is gone", (_, path, base, head) => {
  expect(gone(`test/${path}`, base, head)).toEqual([]);
});
