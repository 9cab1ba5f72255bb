import type { HonestCase } from "./case.ts";
import { vitest } from "./dialect.ts";
import { sharedCases } from "./shared-cases.ts";
import { componentCases } from "./shared/components.ts";
import { formCases } from "./vitest/forms.ts";
import { mockCases } from "./vitest/mocks.ts";
import { moveCases } from "./vitest/moves.ts";

const document = {
  environment: "// @vitest-environment jsdom",
  imports: (names: string) => `import { ${names}, vi } from "vitest";`,
  mock: "vi.fn()",
};

export const cases: HonestCase[] = [
  ...sharedCases(vitest),
  ...formCases,
  ...mockCases,
  ...moveCases,
  ...componentCases(document),
];
