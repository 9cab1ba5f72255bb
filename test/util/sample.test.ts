import { expect, test } from "vitest";
import { namedByShort, wantedOf } from "../../scripts/sample.ts";

const names = [
  "H3A-01 begins",
  "H3A-01 begins again",
  "TAH-04 proves",
  ...Array.from({ length: 40 }, (_, at) => `case ${at}`),
];

test("of long tests those are wanted that are first to name what no short one names, and some of the others", () => {
  const wanted = wantedOf("/x/test/cli/a.test.ts", names, new Set(["TAH-04"]));
  expect(wanted.has("H3A-01 begins")).toBe(true);
  const others = names.filter((name) => wanted.has(name) && name.startsWith("case"));
  expect(others.length).toBeGreaterThan(3);
  expect(others.length).toBeLessThan(20);
  expect(wantedOf("/x/test/cli/a.test.ts", names, new Set(["TAH-04"]))).toEqual(wanted);
});

test("of short tests all are wanted", () => {
  expect(wantedOf("/x/test/core/a.test.ts", names, new Set())).toEqual(new Set(names));
  expect(namedByShort().size).toBeGreaterThan(50);
});
