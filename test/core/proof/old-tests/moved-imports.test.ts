import { expect, it } from "vitest";
import { withMovedImports } from "../../../../src/core/proof/old-tests/moved-imports.ts";

const PLACES = {
  gone: ["src/util/amount.ts", "shop/amount.py"],
  code: ["src/money/format.ts", "src/money/index.ts", "shop/money/format.py"],
};

it.each([
  [
    "a.test.ts",
    'import { f, g } from "../src/util/amount.js";',
    'import { f } from "../src/money/format.ts";\nimport { g } from "../src/money";',
  ],
  ["a.test.js", 'const { f } = require("../src/util/amount");', 'const { f } = require("../src/money/format");'],
  ["a.test.ts", 'import { f, type T } from "@/util/amount";', 'import { f, T } from "@/money/format";'],
  ["test_a.py", "from shop.amount import f as g", "from shop.money.format import (\n    h, f as g\n)"],
])("%s takes from where head's does what was in a file that is gone: %s", (name, before, after) => {
  const text = withMovedImports({ path: `test/${name}`, text: `${before}\nrest\n` }, `${after}\n`, PLACES);
  const word = name.endsWith(".py") ? "from shop.money.format import f as g" : null;
  expect(text).toBe(`${word ?? after.replace(", T", "")}\nrest\n`);
});

it.each([
  [
    "from a helper of the tests",
    'import { f } from "../src/util/amount.ts";',
    'import { f } from "./money/format.ts";',
  ],
  ["from nowhere", 'import { f } from "../src/util/amount.ts";', ""],
  [
    "where its file is still there",
    'import { f } from "../src/util/other.ts";',
    'import { f } from "../src/money/format.ts";',
  ],
])("leaves what head takes %s", (_, text, head) => {
  expect(withMovedImports({ path: "test/a.test.ts", text }, head, PLACES)).toBe(text);
});
