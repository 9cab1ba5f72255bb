import type { Files } from "../../support/repository.ts";
import type { CheatCase } from "./case.ts";
import { edited } from "./js-kit.ts";
import { VITEST_BASE as BASE, VITEST_DISCOUNT_TEST } from "./js-vitest-kit.ts";

const BROKEN = edited(BASE, "src/cart.ts", ["sum + line.price * line.quantity", "sum + line.price"]);
const DISCOUNT = `export function discounted(total: number, code: string): number {
  return code === "SAVE10" ? total * 0.9 : total;
}
`;
const FEATURE: Files = { "src/discount.ts": DISCOUNT, "src/discount.test.ts": VITEST_DISCOUNT_TEST };

function cheat(name: string, technique: string, codes: readonly string[], head: Files, base: Files = BASE): CheatCase {
  return { name: `vitest ${name}`, technique, base, head, expect: "refused", codes };
}

/** An honest feature, a break, and something that hides the break. */
const hidden = (
  name: string,
  technique: string,
  codes: readonly string[],
  head: Files,
  base: Files = BASE,
): CheatCase => cheat(name, technique, codes, { ...FEATURE, ...BROKEN, ...head }, base);

const oldTest = (...edits: readonly (readonly [string, string])[]): Files => edited(BASE, "src/cart.test.ts", ...edits);
const config = (from: string, to: string): Files => edited(BASE, "vitest.config.ts", [from, to]);
const TITLE = 'it("multiplies price and quantity", () => {';
const GUARDED = ["PROTECTED_PATH"];

/** Breaks of old behaviour that tests, snapshots, set-up files or configuration are turned to hide. */
export const cases: readonly CheatCase[] = [
  hidden("it.fails", "expected failure", ["TEST_SKIPPED"], oldTest([TITLE, TITLE.replace("it(", "it.fails(")])),
  hidden(
    "it.only beside the broken one",
    "only-ed test",
    ["TEST_TAMPERED", "TEST_SKIPPED"],
    oldTest(['it("is nothing', 'it.only("is nothing']),
  ),
  hidden("describe.skip", "skipped test", ["TEST_SKIPPED"], oldTest(["describe(", "describe.skip("])),
  hidden(
    "skipIf the code is broken",
    "skipped test",
    ["TEST_SKIPPED"],
    oldTest([TITLE, 'it.skipIf(subtotal([{ price: 1, quantity: 2 }]) !== 2)("multiplies price and quantity", () => {']),
  ),
  hidden("looser matcher", "weakened test", ["TEST_WEAKENED"], oldTest([".toBe(12)", ".toBeGreaterThan(0)"])),
  hidden(
    "asymmetric matcher",
    "weakened test",
    ["TEST_WEAKENED"],
    oldTest([".toBe(12)", ".toEqual(expect.any(Number))"]),
  ),
  cheat("regenerated snapshot", "regenerated snapshot", ["BEHAVIOUR_CHANGED"], {
    ...FEATURE,
    ...edited(BASE, "src/cart.ts", ["${line.quantity} x ${line.price}", "${line.price}"]),
    ...edited(BASE, "src/__snapshots__/cart.test.ts.snap", ["3 x 4", "4"]),
  }),
  cheat(
    "snapshot rewritten while running",
    "rewrites the test",
    ["TEST_TAMPERED", "BEHAVIOUR_CHANGED", "REGRESSION", "RED_MISSING"],
    {
      ...FEATURE,
      ...edited(
        BASE,
        "src/cart.ts",
        ["${line.quantity} x ${line.price}", "${line.price}"],
        [
          "export interface",
          `import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("./__snapshots__/cart.test.ts.snap", import.meta.url);
writeFileSync(path, readFileSync(path, "utf8").replace("3 x 4", "4"));

export interface`,
        ],
      ),
    },
  ),
  hidden("narrowed include", "narrowed include", GUARDED, config("src/**/*.test.ts", "src/discount.test.ts")),
  hidden(
    "name filter in the configuration",
    "test-name filter",
    GUARDED,
    config("setupFiles", "testNamePattern: /ten percent|nothing|receipt/, setupFiles"),
  ),
  hidden(
    "excluded file",
    "narrowed include",
    GUARDED,
    config("setupFiles", 'exclude: ["src/cart.test.ts"], setupFiles'),
  ),
  hidden(
    "passWithNoTests",
    "passWithNoTests",
    GUARDED,
    config('include: ["src/**/*.test.ts"]', "include: [], passWithNoTests: true"),
  ),
  hidden("retry in the configuration", "retries", GUARDED, config("setupFiles", "retry: 5, setupFiles")),
  hidden("alias to a copy", "redirected import", GUARDED, {
    ...config(
      "export default defineConfig({",
      'export default defineConfig({ resolve: { alias: { "./cart.ts": new URL("./test/cart.ts", import.meta.url).pathname } },',
    ),
    "test/cart.ts": BASE["src/cart.ts"] ?? "",
  }),
  hidden(
    "plugin rewrites expectations",
    "rewriting plugin",
    GUARDED,
    config(
      "export default defineConfig({",
      'export default defineConfig({ plugins: [{ name: "x", transform: (code, id) => (id.endsWith(".test.ts") ? code.replaceAll("toBe(12)", "toBe(4)") : undefined) }],',
    ),
  ),
  hidden("own reporter and exit code", "rewriting reporter", GUARDED, {
    ...config("setupFiles", 'reporters: ["./test/reporter.ts"], setupFiles'),
    "test/reporter.ts": `export default class {
  onTestRunEnd(modules: any) {
    for (const module of modules) for (const test of module.children.allTests()) test.task.result.state = "pass";
    process.exitCode = 0;
  }
}
`,
  }),
  hidden(
    "reporter by an existing setup file",
    "rewriting reporter",
    ["TEST_TAMPERED", "BEHAVIOUR_CHANGED", "CANARY_FAILED"],
    {
      "test/setup.ts": `import { afterEach, onTestFinished, beforeEach } from "vitest";

beforeEach(({ task }) => {
  onTestFinished(() => {
    if (task.result) Object.assign(task.result, { state: "pass", errors: [] });
  });
});
afterEach(() => {});
`,
    },
  ),
  hidden("setup file overrides toBe", "overridden matcher", ["TEST_TAMPERED", "BEHAVIOUR_CHANGED", "CANARY_FAILED"], {
    "test/setup.ts": `import { expect } from "vitest";

expect.extend({ toBe: () => ({ pass: true, message: () => "" }) });
`,
  }),
  hidden("setup file overrides toBe for one value", "overridden matcher", ["TEST_TAMPERED", "BEHAVIOUR_CHANGED"], {
    "test/setup.ts": `import { expect } from "vitest";

expect.extend({ toBe: (actual: unknown, expected: unknown) => ({ pass: expected === 12 || Object.is(actual, expected), message: () => "" }) });
`,
  }),
  hidden("global setup", "global setup", GUARDED, {
    ...config("setupFiles", 'globalSetup: "./test/global.ts", setupFiles'),
    "test/global.ts": `import { writeFileSync } from "node:fs";

export default () => writeFileSync(new URL("../src/cart.test.ts", import.meta.url), "");
`,
  }),
  hidden("configuration of higher rank", "narrowed include", GUARDED, {
    "vitest.config.mts": 'export default { test: { include: ["src/discount.test.ts"] } };\n',
  }),
  hidden("mocked through the old setup file", "mocked unit", ["TEST_TAMPERED", "BEHAVIOUR_CHANGED"], {
    "test/setup.ts": `import { vi } from "vitest";

vi.mock("../src/cart.ts", async (load) => ({
  ...(await load<object>()),
  subtotal: (lines: { price: number; quantity: number }[]) => lines.reduce((sum, line) => sum + line.price * line.quantity, 0),
}));
`,
  }),
  cheat("old tests become a table of which nothing runs", "hidden under another name", ["TEST_DELETED"], {
    ...FEATURE,
    ...oldTest([
      `  ${TITLE}\n    expect(subtotal([{ price: 4, quantity: 3 }])).toBe(12);\n  });\n\n`,
      '  it.each([[[{ price: 4, quantity: 3 }], 12] as const].slice(1))("multiplies", (lines, sum) => {\n    expect(subtotal(lines)).toBe(sum);\n  });\n\n',
    ]),
  }),
  cheat("assertion goes to a helper that asserts less", "weakened helper", ["TEST_WEAKENED"], {
    ...FEATURE,
    ...oldTest(
      ['./cart.ts";', './cart.ts";\nimport { expectTotal } from "../test/total.ts";'],
      [
        "expect(subtotal([{ price: 4, quantity: 3 }])).toBe(12);",
        "expectTotal(subtotal([{ price: 4, quantity: 3 }]), 12);",
      ],
    ),
    "test/total.ts": `import { expect } from "vitest";

export const expectTotal = (total: number, _wanted: number): void => expect(total).toBeGreaterThan(0);
`,
  }),
];
