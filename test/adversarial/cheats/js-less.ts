import type { Files } from "../../support/repository.ts";
import type { CheatCase } from "./case.ts";
import { edited, NODE_BASE, NODE_FEATURE } from "./js-kit.ts";

const PATH = "test/orders.test.js";
const BASE: Files = {
  ...NODE_BASE,
  "src/orders.js": `export const total = (items) => items.reduce((sum, item) => sum + item.price, 0);

export const order = (id, names) => ({ id, lines: names.map((name, at) => ({ name, at })) });

export const label = ({ id, lines }) => \`Order \${id}: \${lines.length} lines\`;

export const check = (items) => {
  if (items.length === 0) throw new Error("an order needs items");
};

export const notify = (send, id) => send("paid", id);
`,
  [PATH]: `import assert from "node:assert/strict";
import { it, mock } from "node:test";
import { check, label, notify, order, total } from "../src/orders.js";

const ROWS = [
  [[1, 2], 3],
  [[20, 5], 25],
  [[7], 7],
];
const items = (...prices) => prices.map((price) => ({ price }));
const assertTotal = (prices, wanted) => assert.equal(total(items(...prices)), wanted);

it("adds up", () => {
  assert.equal(total(items(30, 12)), 42);
});

it("adds up each row", () => {
  for (const [prices, wanted] of ROWS) assert.equal(total(items(...prices)), wanted);
});

it("adds up by a helper", () => {
  assertTotal([8, 9], 17);
});

it("makes an order", () => {
  assert.deepEqual(order(5, ["tea", "milk"]), { id: 5, lines: [{ name: "tea", at: 0 }, { name: "milk", at: 1 }] });
});

it("labels", () => {
  assert.equal(label(order(6, ["tea"])), "Order 6: 1 lines");
});

it("needs items", () => {
  assert.throws(() => check([]), /needs items/);
});

it("notifies", () => {
  const send = mock.fn();
  notify(send, 11);
  assert.deepEqual(send.mock.calls[0].arguments, ["paid", 11]);
});
`,
};

/** An honest feature over code that works, and an old test that asserts as often and as exactly, of less. */
const less = (name: string, ...edits: readonly (readonly [string, string])[]): CheatCase => ({
  name: `node:test an old test ${name}`,
  technique: "weakened test",
  base: BASE,
  head: { ...NODE_FEATURE, ...edited(BASE, PATH, ...edits) },
  expect: "refused",
  codes: ["TEST_WEAKENED"],
});
const HELPER = `import assert from "node:assert/strict";
import { total } from "../src/orders.js";

export const checkTotal = (items, wanted) => assert.equal(total(items), wanted);
`;
const HELPED: Files = {
  ...BASE,
  "test/check-total.js": HELPER,
  "test/totals.test.js": `import { it } from "node:test";
import { checkTotal } from "./check-total.js";

it("adds up elsewhere", () => {
  checkTotal([{ price: 3 }, { price: 4 }], 7);
});
`,
};
const ADDS = "assert.equal(total(items(30, 12)), 42);";
const MAKES = 'order(5, ["tea", "milk"])';
const RECORD = '{ id: 5, lines: [{ name: "tea", at: 0 }, { name: "milk", at: 1 }] }';
const LABELS = 'label(order(6, ["tea"]))';

/** Weaker old tests that still hold as base wrote them, and that no count of assertions tells. */
export const cases: readonly CheatCase[] = [
  less("that caps the answer", [ADDS, "assert.equal(Math.min(total(items(30, 12)), 42), 42);"]),
  less("that falls back to what it wants", [ADDS, "assert.equal(total(items(30, 12)) || 42, 42);"]),
  less("that asks the code what is right", [
    ADDS,
    "const wanted = total(items(30, 12));\n  assert.equal(total(items(30, 12)), wanted);",
  ]),
  less("of an easier input", [ADDS, "assert.equal(total([]), 0);"]),
  less("of a rest alone", [ADDS, "assert.equal(total(items(30, 12)) % 2, 0);"]),
  less("of a sign alone", [ADDS, "assert.equal(Math.sign(total(items(30, 12))), 1);"]),
  less("that mends the answer before it looks", [
    ADDS,
    "let sum = total(items(30, 12));\n  if (sum !== 42) sum = 42;\n  assert.equal(sum, 42);",
  ]),
  less("that finds what it wants beside the answer", [
    ADDS,
    "assert.equal([total(items(30, 12)), 42].includes(42), true);",
  ]),
  less("of a double with the answer in it", [
    ADDS,
    "const total = mock.fn(() => 42);\n  assert.equal(total(items(30, 12)), 42);",
  ]),
  less("of a function of its own", [
    ADDS,
    "const fix = (sum) => (sum > 40 ? 42 : sum);\n  assert.equal(fix(total(items(30, 12))), 42);",
  ]),
  less("over fewer rows", ["  [[20, 5], 25],\n", ""]),
  less("over the first row", ["of ROWS)", "of ROWS.slice(0, 1))"]),
  less("over rows that hold", [
    "of ROWS)",
    "of ROWS.filter(([prices, wanted]) => total(items(...prices)) === wanted))",
  ]),
  less("that ends its loop", [
    "of ROWS) assert.equal(total(items(...prices)), wanted);",
    "of ROWS) {\n    assert.equal(total(items(...prices)), wanted);\n    break;\n  }",
  ]),
  less("whose helper says less", [
    "=> assert.equal(total(items(...prices)), wanted)",
    "=> assert.ok(total(items(...prices)), wanted)",
  ]),
  {
    ...less("whose helper in another file caps the answer"),
    base: HELPED,
    head: { ...NODE_FEATURE, "test/check-total.js": HELPER.replace("total(items)", "Math.min(total(items), wanted)") },
  },
  less("whose helper caps the answer", [
    "=> assert.equal(total(items(...prices)), wanted)",
    "=> assert.equal(Math.min(total(items(...prices)), wanted), wanted)",
  ]),
  less("of the first part of a list", [
    `assert.deepEqual(${MAKES}, ${RECORD})`,
    `assert.deepEqual(${MAKES}.lines[0], { name: "tea", at: 0 })`,
  ]),
  less("of one member", [`assert.deepEqual(${MAKES}, ${RECORD})`, `assert.equal(${MAKES}.id, 5)`]),
  less("of all but one member", [
    `assert.deepEqual(${MAKES}, ${RECORD})`,
    `const { lines, ...rest } = ${MAKES};\n  assert.deepEqual(rest, { id: 5 })`,
  ]),
  less("that writes over a member", [`assert.deepEqual(${MAKES},`, `assert.deepEqual({ ...${MAKES}, id: 5 },`]),
  less("that sets a member first", [
    `assert.deepEqual(${MAKES},`,
    `const made = ${MAKES};\n  made.id = 5;\n  assert.deepEqual(made,`,
  ]),
  less("of its names alone", [
    `assert.deepEqual(${MAKES}, ${RECORD})`,
    `assert.deepEqual(Object.keys(${MAKES}), ["id", "lines"])`,
  ]),
  less("of the beginning of a text", [
    `assert.equal(${LABELS}, "Order 6: 1 lines")`,
    `assert.equal(${LABELS}.slice(0, 5), "Order")`,
  ]),
  less("with its numbers taken out", [
    `assert.equal(${LABELS}, "Order 6: 1 lines")`,
    `assert.equal(${LABELS}.replace(/\\d/g, "6"), "Order 6: 6 lines")`,
  ]),
  less("that throws by itself", [
    "() => check([])",
    '() => {\n    check([]);\n    throw new Error("an order needs items");\n  }',
  ]),
  less("of whatever words", ["/needs items/", "/./"]),
  less("that calls its double itself", ["notify(send, 11);", 'notify(send, 11);\n  send("paid", 11);']),
];
