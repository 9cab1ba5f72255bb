import type { CheatCase } from "./case.ts";
import { cases as answers } from "./js-answers.ts";
import { cases as config } from "./js-config.ts";
import { cases as empty } from "./js-empty.ts";
import { cases as evasive } from "./js-evasive.ts";
import { cases as forge } from "./js-forge.ts";
import { cases as hollow } from "./js-hollow.ts";
import { cases as jest } from "./js-jest.ts";
import { cases as mocha } from "./js-mocha.ts";
import { cases as less } from "./js-less.ts";
import { cases as oldTests } from "./js-old-tests.ts";
import { cases as looks } from "./js-looks.ts";
import { cases as partly } from "./js-partly.ts";
import { cases as vitest } from "./js-vitest.ts";
import { cases as vitestHollow } from "./js-vitest-hollow.ts";
import { cases as weaken } from "./js-weaken.ts";
import { cheatsIn, javascript } from "../places.ts";
import * as equalities from "../equalities.ts";
import * as emptied from "../emptied.ts";
import * as yardsticks from "../yardsticks.ts";
import * as unreached from "./unreached.ts";

/** All cheats in JavaScript and TypeScript. */
export const cases: readonly CheatCase[] = [
  ...unreached.javascript,
  ...weaken,
  ...hollow,
  ...forge,
  ...evasive,
  ...config,
  ...vitest,
  ...vitestHollow,
  ...jest,
  ...mocha,
  ...answers,
  ...looks,
  ...oldTests,
  ...less,
  ...partly,
  ...empty,
  ...cheatsIn(javascript, "tests in unusual places"),
  ...cheatsIn(yardsticks.javascript, "rewritten yardstick"),
  ...cheatsIn(emptied.javascript, "emptied from outside", ["TEST_WEAKENED"]),
  ...cheatsIn(equalities.javascript, "loosened equality", ["CODE_SUSPICIOUS"]),
];
