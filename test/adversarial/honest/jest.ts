import type { HonestCase } from "./case.ts";
import { jest } from "./dialect.ts";
import { componentCases } from "./shared/components.ts";
import { formCases } from "./jest/forms.ts";
import { mockCases } from "./jest/mocks.ts";
import { sharedCases } from "./shared-cases.ts";

const document = {
  environment: "/** @jest-environment jsdom */",
  imports: () => "",
  mock: "jest.fn()",
};

export const cases: HonestCase[] = [...sharedCases(jest), ...formCases, ...mockCases, ...componentCases(document)];
