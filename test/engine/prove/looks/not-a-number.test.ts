import { expect, it } from "vitest";
import { proveFiles } from "../../../support/prove.ts";
import type { Files } from "../../../support/repository.ts";

const BASE: Files = {
  "package.json": JSON.stringify({ name: "stats", version: "1.0.0", type: "module", scripts: { test: "node --test" } }),
  "src/mean.js": "export const mean = (all) => all.reduce((sum, one) => sum + one, 0) / all.length;\n",
  "test/near.js":
    "export function near(got, want) {\n  if (Math.abs(got - want) > 1e-9) throw new Error(`got ${got}, want ${want}`);\n}\n",
  "test/mean.test.js":
    'import { test } from "node:test";\nimport { mean } from "../src/mean.js";\nimport { near } from "./near.js";\n\ntest("mean", () => near(mean([1, 2]), 1.5));\n',
};
const spread = (weight: string): Files => ({
  "src/spread.js": `import { mean } from "./mean.js";\n\nexport function spread(all) {\n  const weight = ${weight};\n  return (mean(all.map((one) => (one - mean(all)) ** 2)) * weight) / weight;\n}\n`,
  "test/spread.test.js":
    'import { test } from "node:test";\nimport { spread } from "../src/spread.js";\nimport { near } from "./near.js";\n\ntest("spread", () => near(spread([1, 3]), 1));\n',
});

it.each([
  ["0", "person_needed", ["test/spread.test.js::spread"]],
  ["2", "proven", undefined],
])("an answer that is divided by %s, and compared by a distance", async (weight, status, ids) => {
  const { verdict, findings } = await proveFiles(BASE, spread(weight));
  expect([verdict.status, findings.find(({ severity }) => severity === "person")?.ids]).toEqual([status, ids]);
});
