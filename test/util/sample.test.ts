import { resolve } from "node:path";
import { expect, test } from "vitest";
import { carriers, wantedOf } from "../../scripts/sample.ts";

const names = [
  "H3A-01 begins",
  "H3A-01 begins again",
  "TAH-04 proves",
  ...Array.from({ length: 600 }, (_, at) => `case ${at}`),
];
const CARRIED = new Map([
  ["H3A-01", "test/cli/a.test.ts"],
  ["TAH-04", "test/core/b.test.ts"],
]);

test("of long tests those are wanted that carry a requirement, and some of the others, always the same", () => {
  const wanted = wantedOf(resolve("test/cli/a.test.ts"), names, CARRIED, false);
  expect(names.slice(0, 2).map((name) => wanted.has(name))).toEqual([true, false]);
  const others = names.filter((name) => wanted.has(name) && name.startsWith("case"));
  expect(others.length).toBeGreaterThan(1);
  expect(others.length).toBeLessThan(50);
  expect(wantedOf(resolve("test/cli/a.test.ts"), names, CARRIED, false)).toEqual(wanted);
});

test("of tests that go on with what others began all are wanted or none", () => {
  const wanted = (path: string): number => wantedOf(resolve(path), names, CARRIED, true).size;
  expect(wanted("test/cli/a.test.ts")).toBe(names.length);
  const others = Array.from({ length: 600 }, (_, at) => wanted(`test/cli/${at}.test.ts`));
  expect(new Set(others)).toEqual(new Set([0, names.length]));
});

test("of short tests all are wanted, and they carry what they name", () => {
  expect(wantedOf(resolve("test/core/a.test.ts"), names, CARRIED, false)).toEqual(new Set(names));
  expect(carriers().size).toBeGreaterThan(100);
});
