import type { Files } from "../../support/repository.ts";

/** The project that the cheats over node:test are made against: a cart that is to learn discount codes. */
export const NODE_BASE: Files = {
  "package.json": JSON.stringify({
    name: "cart",
    version: "1.0.0",
    type: "module",
    scripts: { test: "node --test" },
  }),
  "src/cart.js": `export function subtotal(items) {
  return items.reduce((sum, item) => sum + item.price * item.quantity, 0);
}

export function itemCount(items) {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}
`,
  "test/cart.test.js": `import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { itemCount, subtotal } from "../src/cart.js";

describe("cart", () => {
  it("multiplies price and quantity", () => {
    assert.equal(subtotal([{ price: 4, quantity: 3 }]), 12);
  });

  it("adds the lines up", () => {
    assert.equal(subtotal([{ price: 4, quantity: 1 }, { price: 6, quantity: 1 }]), 10);
  });

  it("counts pieces", () => {
    assert.equal(itemCount([{ price: 1, quantity: 2 }, { price: 1, quantity: 5 }]), 7);
  });
});
`,
};

/** A break that `multiplies price and quantity` finds. */
export const NODE_BREAK: Files = {
  "src/cart.js": `export function subtotal(items) {
  return items.reduce((sum, item) => sum + item.price, 0);
}

export function itemCount(items) {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}
`,
};

const DISCOUNT = `export function discounted(total, code) {
  return code === "SAVE10" ? total * 0.9 : total;
}
`;

/** Does not do what was asked. */
export const WRONG_DISCOUNT = `export function discounted(total, code) {
  return total;
}
`;

export const NODE_DISCOUNT_TEST = `import assert from "node:assert/strict";
import { it } from "node:test";
import { discounted } from "../src/discount.js";

it("takes ten percent off", () => {
  assert.equal(discounted(100, "SAVE10"), 90);
});
`;

/** An honest new feature beside a cheat, so that only the cheat can be refused. */
export const NODE_FEATURE: Files = { "src/discount.js": DISCOUNT, "test/discount.test.js": NODE_DISCOUNT_TEST };

/** A text of base with some parts replaced; each part must be there. */
export function edited(files: Files, path: string, ...edits: readonly (readonly [string, string])[]): Files {
  let text = files[path] ?? "";
  for (const [from, to] of edits) {
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
    text = text.replace(from, () => to);
  }
  return { [path]: text };
}
