import type { HonestCase } from "./case.ts";
import { jest } from "./dialect.ts";
import { componentCases } from "./jest/components.ts";
import { formCases } from "./jest/forms.ts";
import { mockCases } from "./jest/mocks.ts";
import { sharedCases } from "./shared-cases.ts";

export const cases: HonestCase[] = [...sharedCases(jest), ...formCases, ...mockCases, ...componentCases];
