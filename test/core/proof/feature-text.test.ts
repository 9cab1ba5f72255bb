import { expect, test } from "vitest";
import { readFeatureText } from "../../../src/core/proof/feature-text.ts";

const IDS = [
  "test/cart.test.js::adds",
  "test/cart.test.js::waits 1, 2, 4",
  "test/cli.test.js::fails because it is late",
];

test.each([
  ["adds", [IDS[0]], []],
  ["adds because 1, 2 and 4 are numbers", [IDS[0]], []],
  ["test/cli.test.js, adds because both say more now", [IDS[0], IDS[2]], []],
  ["fails because it is late", [IDS[2]], []],
  ["fails because it is late because the clock changed", [IDS[2]], []],
  ["test/{cart,other}.test.js, fails because it is late", [IDS[0], IDS[1], IDS[2]], []],
  ["cart.test.js because it moved", [IDS[0], IDS[1]], []],
  ["gone because it is old", [], ["gone"]],
])("Changes: %s", (list, allowed, nothing) => {
  const text = readFeatureText(`Adds\n\nChanges: ${list}\n`);
  expect(IDS.filter((id) => text.allowsChange(id))).toEqual(allowed);
  expect(text.namesNothing(IDS)).toEqual(nothing);
});
