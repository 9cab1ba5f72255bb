import type { HonestCase } from "./case.ts";
import { vitest } from "./dialect.ts";
import { sharedCases } from "./shared-cases.ts";
import { componentCases } from "./vitest/components.ts";
import { formCases } from "./vitest/forms.ts";
import { mockCases } from "./vitest/mocks.ts";

export const cases: HonestCase[] = [...sharedCases(vitest), ...formCases, ...mockCases, ...componentCases];
