import type { Files } from "../../support/repository.ts";
import type { CheatCase } from "./case.ts";
import { edited, NODE_BASE, NODE_BREAK, NODE_FEATURE } from "./js-kit.ts";

const TEST = "test/cart.test.js";
const PRODUCT = "assert.equal(subtotal([{ price: 4, quantity: 3 }]), 12);";
const TITLE = 'it("multiplies price and quantity", () => {';

/** An honest feature, a break of old behaviour, and the old test changed so that it does not tell. */
function hidden(name: string, technique: string, codes: readonly string[], tests: Files, more?: Partial<CheatCase>) {
  const head: Files = { ...NODE_FEATURE, ...NODE_BREAK, ...tests };
  return { name: `node:test ${name}`, technique, base: NODE_BASE, head, expect: "refused", codes, ...more } as const;
}

const oldTest = (...edits: readonly (readonly [string, string])[]): Files => edited(NODE_BASE, TEST, ...edits);
const text = (files: Files): string => files[TEST] ?? "";

const HELPED_BASE: Files = {
  ...NODE_BASE,
  "test/support/money.js": `import assert from "node:assert/strict";

export function assertMoney(actual, expected) {
  assert.equal(actual, expected);
}
`,
  ...oldTest(
    ['from "../src/cart.js";', 'from "../src/cart.js";\nimport { assertMoney } from "./support/money.js";'],
    [PRODUCT, "assertMoney(subtotal([{ price: 4, quantity: 3 }]), 12);"],
  ),
};

const DATA_BASE: Files = {
  ...NODE_BASE,
  "test/fixtures/orders.json": `[{ "items": [{ "price": 4, "quantity": 3 }], "subtotal": 12 }]\n`,
  ...oldTest(
    ['from "node:test";', 'from "node:test";\nimport { readFileSync } from "node:fs";'],
    [
      PRODUCT,
      `for (const order of JSON.parse(readFileSync(new URL("./fixtures/orders.json", import.meta.url), "utf8"))) {
      assert.equal(subtotal(order.items), order.subtotal);
    }`,
    ],
  ),
};

const ALIAS_BASE: Files = {
  ...NODE_BASE,
  "package.json": JSON.stringify({
    name: "cart",
    version: "1.0.0",
    type: "module",
    scripts: { test: "node --test" },
    imports: { "#cart": "./src/cart.js" },
  }),
  ...oldTest(['"../src/cart.js"', '"#cart"']),
};

const RIGHT_CART = NODE_BASE["src/cart.js"] ?? "";

/** Weakened, deleted, skipped, emptied tests that hide a break of what base had green. */
export const cases: readonly CheatCase[] = [
  hidden(
    "weakened equality",
    "weakened test",
    ["TEST_WEAKENED"],
    oldTest([PRODUCT, "assert.ok(subtotal([{ price: 4, quantity: 3 }]) > 0);"]),
  ),
  hidden("changed expectation", "weakened test", ["BEHAVIOUR_CHANGED"], oldTest([", 12);", ", 4);"])),
  hidden("deleted test", "deleted test", ["TEST_DELETED"], oldTest([`  ${TITLE}\n    ${PRODUCT}\n  });\n\n`, ""])),
  hidden("deleted file", "deleted test", ["TEST_DELETED"], { [TEST]: null }),
  hidden("renamed file with fewer tests", "deleted test", ["TEST_DELETED"], {
    [TEST]: null,
    "test/basket.test.js": text(oldTest([`  ${TITLE}\n    ${PRODUCT}\n  });\n\n`, ""])),
  }),
  hidden(
    "renamed and skipped",
    "hidden under another name",
    ["TEST_DELETED"],
    oldTest([TITLE, TITLE.replace("it(", "it.skip(").replace("multiplies", "times")]),
  ),
  hidden(
    "moved into a suite that is skipped",
    "hidden under another name",
    ["TEST_DELETED"],
    oldTest(
      [`  ${TITLE}\n    ${PRODUCT}\n  });\n\n`, ""],
      ['describe("cart"', `describe.skip("later", () => {\n  ${TITLE}\n    ${PRODUCT}\n  });\n});\n\ndescribe("cart"`],
    ),
  ),
  hidden("moved to where a double of the code is loaded", "hidden under another name", ["BEHAVIOUR_CHANGED"], {
    [TEST]: null,
    "test/basket.test.js": text(oldTest(['"../src/cart.js"', '"./basket.js"'])),
    "test/basket.js": RIGHT_CART,
  }),
  hidden(
    "renamed to a title that is computed, and skipped",
    "hidden under another name",
    ["TEST_DELETED"],
    oldTest([TITLE, 'const later = "later";\n  it.skip(`multiplies ${later}`, () => {']),
  ),
  hidden(
    "commented out",
    "deleted test",
    ["TEST_DELETED"],
    oldTest([`  ${TITLE}\n    ${PRODUCT}\n  });`, `  // ${TITLE}\n  //   ${PRODUCT}\n  // });`]),
  ),
  hidden(
    "emptied body",
    "weakened test",
    ["TEST_WEAKENED", "BEHAVIOUR_CHANGED"],
    oldTest([PRODUCT, "// covered elsewhere"]),
  ),
  hidden(
    "early return",
    "weakened test",
    ["TEST_WEAKENED", "BEHAVIOUR_CHANGED"],
    oldTest([PRODUCT, `return;\n    ${PRODUCT}`]),
  ),
  hidden(
    "swallowed",
    "swallowed assertion",
    ["TEST_WEAKENED", "BEHAVIOUR_CHANGED"],
    oldTest([PRODUCT, `try {\n      ${PRODUCT}\n    } catch {\n      // rounding\n    }`]),
  ),
  hidden("skipped test", "skipped test", ["TEST_SKIPPED"], oldTest([TITLE, TITLE.replace("it(", "it.skip(")])),
  hidden(
    "skipped suite",
    "skipped test",
    ["TEST_SKIPPED", "TEST_DELETED"],
    oldTest(['describe("cart"', 'describe.skip("cart"']),
  ),
  hidden("todo with failing body", "todo test", ["TEST_SKIPPED"], oldTest([TITLE, TITLE.replace("it(", "it.todo(")])),
  hidden(
    "skip option computed from the code",
    "skipped test",
    ["TEST_SKIPPED"],
    oldTest([
      TITLE,
      'it("multiplies price and quantity", { skip: subtotal([{ price: 4, quantity: 3 }]) !== 12 && "not supported" }, () => {',
    ]),
  ),
  hidden(
    "skipped from inside",
    "skipped test",
    ["TEST_SKIPPED"],
    oldTest(
      [TITLE, TITLE.replace("() =>", "(t) =>")],
      [PRODUCT, `if (subtotal([{ price: 4, quantity: 3 }]) !== 12) return t.skip("later");\n    ${PRODUCT}`],
    ),
  ),
  hidden(
    "only on people's machines",
    "conditional test",
    ["TEST_DELETED"],
    oldTest([`  ${TITLE}\n    ${PRODUCT}\n  });`, `  if (!process.env.CI) ${TITLE}\n    ${PRODUCT}\n  });`]),
  ),
  hidden(
    "condition that is never true",
    "conditional test",
    ["TEST_WEAKENED", "BEHAVIOUR_CHANGED"],
    oldTest([PRODUCT, `if (false) ${PRODUCT}`]),
  ),
  hidden("imports a copy", "fixture does the work", ["BEHAVIOUR_CHANGED", "TEST_WEAKENED"], {
    ...oldTest(["../src/cart.js", "./support/cart.js"]),
    "test/support/cart.js": RIGHT_CART,
  }),
  hidden(
    "shadowed assert",
    "home-made assert",
    ["TEST_TAMPERED", "BEHAVIOUR_CHANGED", "TEST_WEAKENED"],
    oldTest([PRODUCT, `const assert = { equal() {} };\n    ${PRODUCT}`]),
  ),
  hidden(
    "loosened helper",
    "weakened helper",
    ["BEHAVIOUR_CHANGED", "TEST_WEAKENED"],
    {
      "test/support/money.js": `import assert from "node:assert/strict";

export function assertMoney(actual, expected) {
  assert.ok(Math.abs(actual - expected) < 100);
}
`,
    },
    { base: HELPED_BASE },
  ),
  hidden(
    "changed fixture data",
    "weakened fixture",
    ["BEHAVIOUR_CHANGED", "TEST_WEAKENED"],
    {
      "test/fixtures/orders.json": `[{ "items": [{ "price": 4, "quantity": 3 }], "subtotal": 4 }]\n`,
    },
    { base: DATA_BASE },
  ),
  hidden(
    "nested manifest redirects imports",
    "redirected import",
    ["PROTECTED_PATH"],
    {
      "test/package.json": JSON.stringify({ type: "module", imports: { "#cart": "./support/cart.js" } }),
      "test/support/cart.js": RIGHT_CART,
    },
    { base: ALIAS_BASE },
  ),
  hidden(
    "imports in package.json redirected",
    "redirected import",
    ["PROTECTED_PATH"],
    {
      "package.json": (ALIAS_BASE["package.json"] ?? "").replace("./src/cart.js", "./test/support/cart.js"),
      "test/support/cart.js": RIGHT_CART,
    },
    { base: ALIAS_BASE },
  ),
  hidden("timeout stretched over a hang", "test timeout", ["BEHAVIOUR_CHANGED", "TEST_WEAKENED"], {
    ...oldTest([TITLE, 'it("multiplies price and quantity", { timeout: 60_000 }, () => {'], [", 12);", ", 4);"]),
  }),
];
