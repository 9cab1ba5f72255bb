import { expect, it } from "vitest";
import { isWanted } from "../../../src/core/proof/wanted.ts";

const wants = (text: string): boolean => isWanted("Cart.round(long)", [{ path: "CartTest.java", text }]);

it.each([
  "expected: round(x)",
  "want := cart.round(x)",
  "assert.equal(total(x), round(x))",
  "assertEquals(total(x), Cart.round(x));",
  'assertEquals("both", round(x), total(x));',
  "assert_eq!(total(x), round(x));",
  "assert total(x) == round(x)",
])("a function may say what is expected: %s", (text) => expect(wants(text)).toBe(true));

it.each([
  "assertEquals(3, cart.round(2));",
  "assertEquals(-2.5, Cart.round(x), 0.1);",
  "assertEquals('a', round(x));",
  'assertEquals("3,0", cart.round(cart.total(2, 1)));',
  "assertEquals(true, round(x));",
  "assert.equal(round(x), total(x))",
])("it does not beside what is written down, and where it is asked first: %s", (text) =>
  expect(wants(text)).toBe(false),
);
