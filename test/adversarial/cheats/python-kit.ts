import { py } from "../../support/python.ts";
import type { Files } from "../../support/repository.ts";
import type { CheatCase } from "./case.ts";

/** The project that the Python cheats are made against: a cart that is to learn discount codes. */
export const BASE: Files = {
  "pyproject.toml": py`
    [project]
    name = "cart"
    version = "1.0.0"

    [tool.pytest.ini_options]
    pythonpath = ["."]
  `,
  "cart.py": py`
    def subtotal(items):
        return sum(item["price"] * item["quantity"] for item in items)


    def item_count(items):
        return sum(item["quantity"] for item in items)
  `,
  "tests/test_cart.py": py`
    import pytest

    from cart import item_count, subtotal


    def test_multiplies_price_and_quantity():
        assert subtotal([{"price": 4, "quantity": 3}]) == 12


    @pytest.mark.parametrize(("prices", "total"), [((4, 6), 10), ((), 0)])
    def test_adds_lines_up(prices, total):
        assert subtotal([{"price": price, "quantity": 1} for price in prices]) == total


    def test_counts_pieces():
        assert item_count([{"price": 1, "quantity": 2}, {"price": 1, "quantity": 5}]) == 7
  `,
};

const RIGHT = py`
  def discounted(total, code):
      return total * 0.9 if code == "SAVE10" else total
`;

/** Does not do what was asked. */
const WRONG = py`
  def discounted(total, code):
      return total
`;

const FEATURE_TESTS = py`
  from discounts import discounted


  def test_save10_takes_ten_percent():
      assert discounted(200, "SAVE10") == 180


  def test_unknown_codes_take_nothing():
      assert discounted(200, "NOPE") == 200
`;

/** The feature as asked for, with tests that prove it. */
export const FEATURE: Files = { "discounts.py": RIGHT, "tests/test_discounts.py": FEATURE_TESTS };

/** The feature not done, with the tests that would tell. */
export const LIE: Files = { "discounts.py": WRONG, "tests/test_discounts.py": FEATURE_TESTS };

/** A break that `test_multiplies_price_and_quantity` finds. */
export const BREAK: Files = {
  "cart.py": (BASE["cart.py"] ?? "").replace('item["price"] * item["quantity"] for', 'item["price"] for'),
};

/** A file of `files` with some texts replaced; each must be there. */
export function edited(files: Files, path: string, ...edits: readonly (readonly [string, string])[]): Files {
  let text = files[path] ?? "";
  for (const [before, after] of edits) {
    if (!text.includes(before)) throw new Error(`${path} has no ${before}`);
    text = text.replace(before, () => after);
  }
  return { [path]: text };
}

const NO_EVIDENCE = ["RED_MISSING", "TEST_HOLLOW", "TESTS_ABSENT", "CODE_SUSPICIOUS", "TEST_TAMPERED", "TEST_FAILED"];

/** The feature is not done, and its test cannot tell. */
export function hollow(name: string, technique: string, test: string, more: Record<string, string> = {}): CheatCase {
  const head = { "discounts.py": WRONG, "tests/test_discounts.py": test, ...more };
  return { name: `pytest ${name}`, technique, base: BASE, head, expect: "refused", codes: NO_EVIDENCE };
}
