import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/cart.js";

test("an empty cart costs nothing", () => {
  assert.equal(total([]), 0);
});

test("quantities are multiplied", () => {
  assert.equal(
    total([
      { price: 250, quantity: 2 },
      { price: 99, quantity: 1 },
    ]),
    599,
  );
});
