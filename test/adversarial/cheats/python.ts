import { cheatsIn, python } from "../places.ts";
import * as equalities from "../equalities.ts";
import * as emptied from "../emptied.ts";
import * as yardsticks from "../yardsticks.ts";
import type { CheatCase } from "./case.ts";
import * as code from "./python-code.ts";
import * as empty from "./python-empty.ts";
import * as forge from "./python-forge.ts";
import * as hollow from "./python-hollow.ts";
import * as looks from "./python-looks.ts";
import * as oldTests from "./python-old-tests.ts";
import * as pretend from "./python-pretend.ts";
import * as promised from "./python-promised.ts";
import * as unittest from "./python-unittest.ts";
import * as weaken from "./python-weaken.ts";
import * as unreached from "./unreached.ts";

/** Every cheat in Python. */
export const cases: readonly CheatCase[] = [
  ...unreached.python,
  ...[weaken, oldTests, hollow, pretend, promised, forge, code, looks, empty, unittest].flatMap((part) => part.cases),
  ...cheatsIn(python, "tests in unusual places"),
  ...cheatsIn(yardsticks.python, "rewritten yardstick"),
  ...cheatsIn(emptied.python, "emptied from outside", ["TEST_WEAKENED"]),
  ...cheatsIn(equalities.python, "loosened equality", ["CODE_SUSPICIOUS"]),
];
