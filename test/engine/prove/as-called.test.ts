import { describe, expect, it } from "vitest";
import type { ProofData } from "../../../src/schema/proof.ts";
import { proveFiles } from "../../support/prove.ts";
import type { Files } from "../../support/repository.ts";

const BASE: Files = {
  "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test" } }),
  "lib/due.js":
    "export function dueOn(order) {\n  const days = order.express ? 1 : 3;\n  return order.day + days;\n}\n",
  "test/due.test.js": `import assert from "node:assert/strict";
import { it } from "node:test";
import { dueOn } from "../lib/due.js";

it("takes three days", () => assert.equal(dueOn({ day: 1 }), 4));
it("takes one by express", () => assert.equal(dueOn({ day: 1, express: true }), 2));
`,
};
const change = (code: string, old: string, added: string): Files => ({
  "lib/due.js": code,
  "test/due.test.js": `import assert from "node:assert/strict";
import { it } from "node:test";
import { dayOf } from "../lib/due.js";

const CLOSED = new Set([4]);
const OPEN = new Set();

${old}${added}`,
});
const MOVED = `export function dayOf(closed, order) {
  const days = order.express ? 1 : 3;
  let day = order.day + days;
  while (closed.has(day)) day += 1;
  return day;
}
`;
const OLD = `it("takes three days", () => assert.equal(dayOf(OPEN, { day: 1 }), 4));
it("takes one by express", () => assert.equal(dayOf(OPEN, { day: 1, express: true }), 2));
`;
const NEW = 'it("waits until somebody is there", () => assert.equal(dayOf(CLOSED, { day: 1 }), 5));\n';

const changes = ({ verdict, findings }: ProofData): unknown => [
  verdict.status,
  findings.filter(({ code }) => code === "BEHAVIOUR_CHANGED").map(({ severity, message }) => [severity, message]),
];

describe("a function that goes by another name and has to be given more", () => {
  it("is asked so by base's tests, and what they expect holds", async () => {
    expect(changes(await proveFiles(BASE, change(MOVED, OLD, NEW)))).toEqual([
      "proven",
      [["warning", expect.stringContaining("dueOn → dayOf; dayOf(…) with OPEN")]],
    ]);
  });

  it("is a question where what they expect does not", async () => {
    const slower = MOVED.replace("1 : 3", "2 : 3");
    const bent = OLD.replace("true }), 2", "true }), 3");
    expect(changes(await proveFiles(BASE, change(slower, bent, NEW)))).toEqual([
      "person_needed",
      expect.arrayContaining([["person", expect.stringContaining("1 test that was green fails as base wrote it")]]),
    ]);
  });
});

describe("a function that goes by another name in another file", () => {
  const elsewhere = (place: string, more: Files = {}): Files => ({
    "lib/due.js": null,
    "lib/days/order.js":
      'export function order(fields) {\n  if (!Number.isInteger(fields.day)) throw new RangeError("no day");\n  return Object.freeze({ ...fields });\n}\n',
    "lib/days/due.js":
      "export function dayOf(order) {\n  const days = order.express ? 1 : 3;\n  return order.day + days;\n}\n",
    "test/due.test.js": `import assert from "node:assert/strict";
import { it } from "node:test";
import { dayOf } from "${place}";
import { order } from "../lib/days/order.js";

it("takes three days", () => assert.equal(dayOf(order({ day: 1 })), 4));
it("takes one by express", () => assert.equal(dayOf(order({ day: 1, express: true })), 2));
it("needs a day", () => assert.throws(() => order({}), /^RangeError: no day$/));
`,
    ...more,
  });

  it("is asked there by base's tests, and looked at as before", async () => {
    expect(changes(await proveFiles(BASE, elsewhere("../lib/days/due.js")))).toEqual([
      "proven",
      [["warning", expect.stringContaining("dueOn → dayOf")]],
    ]);
  });

  it("is a question where head's tests have one of their own", async () => {
    const own = { "test/own/due.js": "export { dayOf } from '../../lib/days/due.js';\n" };
    expect(changes(await proveFiles(BASE, elsewhere("./own/due.js", own)))).toEqual([
      "person_needed",
      expect.arrayContaining([["person", expect.stringContaining("cannot be loaded over head")]]),
    ]);
  });
});
