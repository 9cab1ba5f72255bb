import { expect, it } from "vitest";
import { isWanted, sharedOf } from "../../../../src/core/proof/old-tests/wanted.ts";

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
])("beside what is written down, and where it is asked first, it does not: %s", (text) =>
  expect(wants(text)).toBe(false),
);

const CODE = `class Cart {
  long count(String name) { return count(name, Locale.ROOT); }
  long count(String name, Locale locale) { return 1; }
}
`;
const OVERLOADS = ["Cart.count(String)", "Cart.count(String,Locale)"];
const sharedIn = (code: string, test: string): string[] =>
  sharedOf(OVERLOADS, [code], [{ path: "CartTest.java", text: test }]);

it("functions of one name that hand on to one another are asked by no code", () => {
  const asked = 'assertEquals(3, cart.total("a") + cart.count("a"));';
  expect(sharedIn(CODE, asked)).toEqual([]);
  expect(sharedIn(CODE.replace(/}\n$/, '  long all() { return count("a") + 1; }\n}\n'), asked)).toEqual(OVERLOADS);
});

it("one that says what is expected is, wherever the code asks for it", () => {
  const wanting = 'assertEquals(cart.total("a"), cart.count("a"));';
  const code = CODE.replace("count(name, Locale.ROOT)", "1").replace(
    "return 1; }\n}",
    'return 1; }\n  long all() { return count("a"); }\n}',
  );
  expect(sharedIn(code, wanting)).toEqual(OVERLOADS);
});
