import { expect, test } from "vitest";
import { unloadedIn } from "../../../../src/core/proof/looks/unloaded.ts";

const unloaded = (path: string, user: string, text: string, others: string[] = []): boolean =>
  unloadedIn(
    [path],
    [
      { path, text: "" },
      { path: user, text },
    ],
    others.map((one) => ({ path: "package.json", text: one })),
  ).length > 0;

test.each([
  ["src/money.js", "src/index.js", 'export { Money } from "./money.js";\n'],
  ["src/money.ts", "src/bill.ts", 'import { other } from "./moneys.js";\n'],
  ["shop/money.py", "shop/__init__.py", "from .money import Money\n"],
  ["shop/money.py", "shop/bill.py", "import decimal\n# money\n"],
])("%s is loaded by nothing: %s", (path, user, text) => {
  expect(unloaded(path, user, text)).toBe(true);
});

test.each([
  ["src/money.js", "src/bill.js", 'import { Money } from "./money.js";\n'],
  ["src/money.ts", "src/bill.ts", 'import {\n  Money,\n} from "@/money";\n'],
  ["lib/money.js", "lib/bill.js", 'const { Money } = require("./money");\n'],
  ["src/money.js", "src/bill.js", 'const { Money } = await import("./money.js");\n'],
  ["shop/money.py", "shop/bill.py", "from shop.money import Money\n"],
  ["shop/money.py", "shop/bill.py", "from . import (\n    money,\n)\n"],
  ["shop/money.py", "shop/bill.py", 'INSTALLED = ["shop.money.Config"]\n'],
])("%s is loaded by %s", (path, user, text) => {
  expect(unloaded(path, user, text)).toBe(false);
});

test("what is a program, found by its place or named by the package is not asked about", () => {
  for (const path of [
    "src/index.js",
    "bin/tool.js",
    "app/pages/home.tsx",
    "shop/__main__.py",
    "vitest.config.ts",
    "a.go",
  ])
    expect([path, unloaded(path, "src/other.js", "")]).toEqual([path, false]);
  expect(unloaded("src/worker.js", "src/other.js", "", ['{"exports":{"./worker":"./src/worker.js"}}'])).toBe(false);
});
