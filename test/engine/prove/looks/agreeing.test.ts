import { expect, it } from "vitest";
import { proveFiles } from "../../../support/prove.ts";
import type { Files } from "../../../support/repository.ts";

const NODE: Files = {
  "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test" } }),
  "lib/plans.js": "export const CENTS = { starter: 900, team: 4900 };\n",
  "test/plans.test.js":
    'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { CENTS } from "../lib/plans.js";\ntest("plans", () => assert.equal(CENTS.team, 4900));\n',
};
const change = (wanted: string, more = ""): Files => ({
  "lib/proration.js": `import { CENTS } from "./plans.js";

export function prorate(cents, days) {
  return Math.round((cents * days) / 30);
}

export function upgrade(from, to, days) {
  return { credit: prorate(CENTS[from], days), charge: prorate(CENTS[to], days) };
}
`,
  "test/proration.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { CENTS } from "../lib/plans.js";
import { prorate, upgrade } from "../lib/proration.js";

for (const days of [10, 20])
  test(\`charges what is left of \${days} days\`, () => assert.equal(upgrade("starter", "team", days).charge, ${wanted}));
test("charges nothing where nothing is left", () => assert.equal(prorate(4900, 0), 0));
${more}`,
});

const asked = (files: Files) =>
  proveFiles(NODE, files).then(({ verdict, findings }) => [
    verdict.status,
    findings.filter(({ message }) => message.includes("work out what to expect")).map(({ ids }) => ids?.length),
  ]);

it("tests that work out what they expect by the function that the code asks as well are asked about", async () => {
  expect(await asked(change("prorate(CENTS.team, days)"))).toEqual(["person_needed", [2]]);
});

it("they are not where what it answers is written down, or looked at by more others", async () => {
  expect(await asked(change("days === 10 ? 1633 : 3267"))).toEqual(["proven", []]);
  const more = [10, 20, 30].map(
    (days) => `test("${days} days", () => assert.equal(prorate(300, ${days}), ${days * 10}));\n`,
  );
  expect(await asked(change("prorate(CENTS.team, days)", more.join("")))).toEqual(["proven", []]);
});

it("they are, too, where another function that they ask is looked at", async () => {
  const files = (wanted: string): Files => ({
    "lib/vat.js":
      'const even = (value) => Math.round(value * 100) / 100;\nexport { even };\nexport const modes = (name) => (name === "even" ? even : Math.trunc);\nexport function vat(net) {\n  return modes("even")(net * 0.2);\n}\nexport function gross(net) {\n  return net + vat(net);\n}\n',
    "test/vat.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { even, gross, vat } from "../lib/vat.js";

for (const { net, expected } of [{ net: 1.125, expected: ${wanted} }, { net: 1.126, expected: ${wanted} }])
  test(\`rounds \${net}\`, () => assert.equal(vat(net), expected));
test("adds", () => assert.equal(gross(10), 12));
`,
  });
  expect(await asked(files("even(1.125 * 0.2)"))).toEqual(["person_needed", [2]]);
  expect(await asked(files("0.23"))).toEqual(["proven", []]);
});

it("Python's, too", async () => {
  const base: Files = {
    "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
    "shop.py": "RATE = 2\n",
    "tests/test_rate.py": "from shop import RATE\n\n\ndef test_rate():\n    assert RATE == 2\n",
  };
  const head = (wanted: string): Files => ({
    "price.py":
      "def net(cents):\n    return cents * 3 // 4\n\n\ndef bill(lines):\n    return sum([net(line) for line in lines])\n",
    "tests/test_price.py": `import pytest\n\nfrom price import bill, net\n\n\n@pytest.mark.parametrize("lines", [[8], [8, 12]])\ndef test_bill(lines):\n    assert bill(lines) == ${wanted}\n\n\ndef test_net():\n    assert net(4) == 3\n`,
  });
  const proven = (wanted: string) => proveFiles(base, head(wanted));
  expect((await proven("sum([net(line) for line in lines])")).verdict.status).toBe("person_needed");
  expect((await proven("{1: 6, 2: 15}[len(lines)]")).verdict.status).toBe("proven");
});
