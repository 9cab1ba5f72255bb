import type { HonestCase } from "./case.ts";
import { nodeTest } from "./dialect.ts";
import { sharedCases } from "./shared-cases.ts";

export const cases: HonestCase[] = [...sharedCases(nodeTest)];
