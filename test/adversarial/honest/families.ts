import { jestBase, mochaBase, nodeBase, tsxBase, vitestBase } from "./bases.ts";
import type { HonestFamily } from "./family.ts";
import { cases as jest } from "./jest.ts";
import { cases as mocha } from "./mocha.ts";
import { cases as nodeTest, compiledCases } from "./node-test.ts";
import { cases as vitest } from "./vitest.ts";

export const FAMILIES: readonly HonestFamily[] = [
  { name: "vitest", base: vitestBase, cases: vitest },
  { name: "jest", base: jestBase, cases: jest },
  { name: "node-test", base: nodeBase, cases: nodeTest },
  { name: "node-test-tsx", base: tsxBase, cases: compiledCases },
  { name: "mocha", base: mochaBase, cases: mocha },
];
