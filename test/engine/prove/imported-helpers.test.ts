import { expect, test } from "vitest";
import { importedHelpers } from "../../../src/engine/prove/imported-helpers.ts";

const PATHS = new Set([
  "test/a.test.ts",
  "test/help.ts",
  "tests/helpers.py",
  "tests/kit/money.py",
  "tests/unit/near.py",
  "cart/cart_test.go",
  "cart/helpers_test.go",
  "other/other_test.go",
  "tests/common/mod.rs",
  "src/test/java/shop/Prices.java",
  "src/main/java/shop/Cart.java",
]);

test.each([
  ["test/a.test.ts", 'import { same } from "./help.js";', ["test/help.ts"]],
  ["tests/test_a.py", "from tests.helpers import same", ["tests/helpers.py"]],
  ["tests/test_a.py", "from helpers import same\nimport json", ["tests/helpers.py"]],
  [
    "tests/unit/test_a.py",
    "from ..kit import (money as m)\nfrom . import near",
    ["tests/kit/money.py", "tests/unit/near.py"],
  ],
  ["cart/cart_test.go", "package cart", ["cart/helpers_test.go"]],
  ["tests/whole.rs", "mod common;", ["tests/common/mod.rs"]],
  ["src/test/java/shop/CartTest.java", "Prices.assertPrice(Cart.total());", ["src/test/java/shop/Prices.java"]],
  ["tests/test_a.py", "from cart import total", []],
])("helpers that %s loads by `%s`", (path, text, found) => {
  expect(importedHelpers([{ path, text }], PATHS)).toEqual(found);
});
