import { expect, test } from "vitest";
import { movedWithCode } from "../../../src/core/proof/moved-code.ts";

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
