import { expect, test } from "vitest";
import { proveFiles } from "../../support/prove.ts";

/** The table is made of another, so that none of its entries can be stubbed. */
const zones = (table: string): string => `const zones = Object.fromEntries(Object.entries(${table}));
export function offsetOf(id) {
  if (!Object.hasOwn(zones, id)) throw new RangeError("no zone " + id);
  return zones[id];
}
`;
const BASE = {
  "package.json": '{"name":"zones","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}',
  "src/zones.js": zones("{ CH: 60 }"),
  "test/must-be.js":
    'export function mustBe(wanted, given) {\n  if (given !== wanted) throw new Error("got " + given);\n}\n',
};
const testOf = (id: string, wanted: number): string => `import { test } from "node:test";
import { offsetOf } from "../src/zones.js";
import { mustBe } from "./must-be.js";
test("knows ${id}", () => mustBe(${wanted}, offsetOf("${id}")));
`;
const base = { ...BASE, "test/zones.test.js": testOf("CH", 60) };

test("a new row of a table is RED by what a helper of another file throws, turned round", async () => {
  const proof = await proveFiles(base, {
    "src/zones.js": zones("{ CH: 60, IN: 330 }"),
    "test/india.test.js": testOf("IN", 330),
  });
  expect(proof.verdict.status).toBe("proven");
  expect(proof.red).toEqual([{ id: "test/india.test.js::knows IN", class: "flip" }]);
});

test("an answer that a helper finds wrong is RED on base's code", async () => {
  const proof = await proveFiles(base, {
    "src/zones.js": zones("{ CH: 120 }"),
    "test/zones.test.js": testOf("CH", 120),
  });
  expect(proof.red).toEqual([{ id: "test/zones.test.js::knows CH", class: "assertion" }]);
});
