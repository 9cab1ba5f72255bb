import type { HonestCase } from "./case.ts";
import { nodeTest } from "./dialect.ts";
import { formCases } from "./node-test/forms.ts";
import { programCases } from "./node-test/programs.ts";
import { tsxCases } from "./node-test/tsx.ts";
import { sharedCases } from "./shared-cases.ts";

export const cases: HonestCase[] = [...sharedCases(nodeTest), ...formCases, ...programCases];
/** Over a base of their own, with tsx. */
export const compiledCases: HonestCase[] = tsxCases;
