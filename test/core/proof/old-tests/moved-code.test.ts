import { expect, test } from "vitest";
import { movedBeside, movedWithCode } from "../../../../src/core/proof/old-tests/moved-code.ts";

const CODE = { gone: ["/src/text.js", "/cart.py"], come: ["/src/text/slug.js", "/lib/cart.py"] };
const FROM = 'import { a } from "../src/text.js";';

test.each<[string, string, string, boolean]>([
  ["to where its code went", FROM, 'import { a } from "../../src/text/slug.js";', true],
  ["and a module fewer", `import "./help.js";${FROM}`, 'const a = require("../text/slug");', true],
  ["Python", "from cart import total\nimport pytest", "import pytest\nfrom lib.cart import total", true],
  ["to a double", FROM, 'import { a } from "./fake-text.js";', false],
  ["to its code and a double", FROM, 'import { a } from "../src/text/slug.js";\nimport "./fake.js";', false],
  [
    "from code that is still there",
    'import { a } from "../src/other.js";',
    'import { a } from "../src/other.js";',
    false,
  ],
  ["Python, to a double", "from cart import total", "from fake import total", false],
])("a test that moved: %s", (_, before, after, moved) => {
  expect(movedWithCode(before, after, CODE)).toBe(moved);
});

const PACKAGES = {
  gone: ["/price/price.go", "/src/main/java/shop/Cart.java"],
  come: ["/money/price.go", "/src/main/java/sale/Cart.java"],
};

test.each([
  ["Go", "/price/price_test.go", "/money/price_test.go", true],
  ["Java", "/src/test/java/shop/CartTest.java", "/src/test/java/sale/CartTest.java", true],
  ["Go, without its code", "/price/price_test.go", "/other/price_test.go", false],
  ["Go, from where nothing went", "/other/price_test.go", "/money/price_test.go", false],
  ["a language that loads by name", "/price/test_price.py", "/money/test_price.py", false],
])("a test of a package that moved: %s", (_, before, after, moved) => {
  expect(movedBeside(before, after, PACKAGES)).toBe(moved);
});
