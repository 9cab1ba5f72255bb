import type { Files } from "../../support/repository.ts";

/** The project that the cheats over vitest are made against, with a snapshot and a set-up file. */
export const VITEST_BASE: Files = {
  "package.json": JSON.stringify({
    name: "cart",
    version: "1.0.0",
    private: true,
    type: "module",
    scripts: { test: "vitest run" },
    devDependencies: { vitest: "5.1.1" },
  }),
  "vitest.config.ts": `import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["src/**/*.test.ts"], setupFiles: ["./test/setup.ts"] } });
`,
  "test/setup.ts": `import { afterEach, vi } from "vitest";

afterEach(() => {
  vi.restoreAllMocks();
});
`,
  "src/cart.ts": `export interface Line {
  price: number;
  quantity: number;
}

export function subtotal(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
}

export function receipt(lines: readonly Line[]): string {
  return lines.map((line) => \`\${line.quantity} x \${line.price}\`).join("\\n");
}
`,
  "src/cart.test.ts": `import { describe, expect, it } from "vitest";
import { receipt, subtotal } from "./cart.ts";

describe("cart", () => {
  it("multiplies price and quantity", () => {
    expect(subtotal([{ price: 4, quantity: 3 }])).toBe(12);
  });

  it("is nothing without lines", () => {
    expect(subtotal([])).toBe(0);
  });

  it("prints a receipt", () => {
    expect(receipt([{ price: 4, quantity: 3 }])).toMatchSnapshot();
  });
});
`,
  "src/__snapshots__/cart.test.ts.snap": `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html

exports[\`cart > prints a receipt 1\`] = \`"3 x 4"\`;
`,
};

export const VITEST_DISCOUNT_TEST = `import { expect, it } from "vitest";
import { discounted } from "./discount.ts";

it("takes ten percent off", () => {
  expect(discounted(100, "SAVE10")).toBe(90);
});
`;
