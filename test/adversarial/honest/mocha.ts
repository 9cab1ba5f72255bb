import type { HonestCase } from "./case.ts";
import { mochaAssert, mochaExpect } from "./dialect.ts";
import { formCases } from "./mocha/forms.ts";
import { sharedCases } from "./shared-cases.ts";

export const cases: HonestCase[] = [...sharedCases(mochaExpect, mochaAssert), ...formCases];
