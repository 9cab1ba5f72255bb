import type { Files } from "../../support/repository.ts";
import type { CheatCase } from "./case.ts";
import { edited } from "./js-kit.ts";

const BASE: Files = {
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

const BROKEN = edited(BASE, "src/cart.ts", ["sum + line.price * line.quantity", "sum + line.price"]);
const DISCOUNT = `export function discounted(total: number, code: string): number {
  return code === "SAVE10" ? total * 0.9 : total;
}
`;
const WRONG = `export function discounted(total: number, code: string): number {
  return code === "" ? 0 : total;
}
`;
const DISCOUNT_TEST = `import { expect, it } from "vitest";
import { discounted } from "./discount.ts";

it("takes ten percent off", () => {
  expect(discounted(100, "SAVE10")).toBe(90);
});
`;
const FEATURE: Files = { "src/discount.ts": DISCOUNT, "src/discount.test.ts": DISCOUNT_TEST };

function cheat(name: string, technique: string, codes: readonly string[], head: Files, base: Files = BASE): CheatCase {
  return { name: `vitest ${name}`, technique, base, head, expect: "refused", codes };
}

/** An honest feature, a break, and something that hides the break. */
const hidden = (name: string, technique: string, codes: readonly string[], head: Files, base: Files = BASE): CheatCase =>
  cheat(name, technique, codes, { ...FEATURE, ...BROKEN, ...head }, base);

/** A feature that does not work, under a test that does not tell. */
const hollow = (name: string, technique: string, test: string, more: Files = {}, codes = ["TEST_HOLLOW", "RED_MISSING"]): CheatCase =>
  cheat(name, technique, codes, { "src/discount.ts": WRONG, "src/discount.test.ts": test, ...more });

const test = (body: string, imports = "expect, it"): string => `import { ${imports} } from "vitest";
import { discounted } from "./discount.ts";

it("takes ten percent off", async () => {
  ${body}
});
`;
const oldTest = (...edits: readonly (readonly [string, string])[]): Files => edited(BASE, "src/cart.test.ts", ...edits);
const config = (from: string, to: string): Files => edited(BASE, "vitest.config.ts", [from, to]);
const TITLE = 'it("multiplies price and quantity", () => {';
const GUARDED = ["PROTECTED_PATH"];

export const cases: readonly CheatCase[] = [
  hidden("it.fails", "expected failure", ["TEST_SKIPPED"], oldTest([TITLE, TITLE.replace("it(", "it.fails(")])),
  hidden("it.only beside the broken one", "only-ed test", ["TEST_TAMPERED", "TEST_SKIPPED"], oldTest(['it("is nothing', 'it.only("is nothing'])),
  hidden("describe.skip", "skipped test", ["TEST_SKIPPED"], oldTest(["describe(", "describe.skip("])),
  hidden("skipIf the code is broken", "skipped test", ["TEST_SKIPPED"], oldTest([TITLE, 'it.skipIf(subtotal([{ price: 1, quantity: 2 }]) !== 2)("multiplies price and quantity", () => {'])),
  hidden("looser matcher", "weakened test", ["TEST_WEAKENED"], oldTest([".toBe(12)", ".toBeGreaterThan(0)"])),
  hidden("asymmetric matcher", "weakened test", ["TEST_WEAKENED"], oldTest([".toBe(12)", ".toEqual(expect.any(Number))"])),
  cheat("regenerated snapshot", "regenerated snapshot", ["BEHAVIOUR_CHANGED"], {
    ...FEATURE,
    ...edited(BASE, "src/cart.ts", ["${line.quantity} x ${line.price}", "${line.price}"]),
    ...edited(BASE, "src/__snapshots__/cart.test.ts.snap", ["3 x 4", "4"]),
  }),
  cheat("snapshot rewritten while running", "rewrites the test", ["TEST_TAMPERED", "BEHAVIOUR_CHANGED", "REGRESSION", "RED_MISSING"], {
    ...FEATURE,
    ...edited(BASE, "src/cart.ts", ["${line.quantity} x ${line.price}", "${line.price}"], ["export interface", `import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("./__snapshots__/cart.test.ts.snap", import.meta.url);
writeFileSync(path, readFileSync(path, "utf8").replace("3 x 4", "4"));

export interface`]),
  }),
  hidden("narrowed include", "narrowed include", GUARDED, config("src/**/*.test.ts", "src/discount.test.ts")),
  hidden("name filter in the configuration", "test-name filter", GUARDED, config("setupFiles", "testNamePattern: /ten percent|nothing|receipt/, setupFiles")),
  hidden("excluded file", "narrowed include", GUARDED, config("setupFiles", 'exclude: ["src/cart.test.ts"], setupFiles')),
  hidden("passWithNoTests", "passWithNoTests", GUARDED, config('include: ["src/**/*.test.ts"]', "include: [], passWithNoTests: true")),
  hidden("retry in the configuration", "retries", GUARDED, config("setupFiles", "retry: 5, setupFiles")),
  hidden("alias to a copy", "redirected import", GUARDED, {
    ...config("export default defineConfig({", 'export default defineConfig({ resolve: { alias: { "./cart.ts": new URL("./test/cart.ts", import.meta.url).pathname } },'),
    "test/cart.ts": BASE["src/cart.ts"] ?? "",
  }),
  hidden("plugin rewrites expectations", "rewriting plugin", GUARDED, config("export default defineConfig({", 'export default defineConfig({ plugins: [{ name: "x", transform: (code, id) => (id.endsWith(".test.ts") ? code.replaceAll("toBe(12)", "toBe(4)") : undefined) }],')),
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
  hidden("reporter by an existing setup file", "rewriting reporter", ["TEST_TAMPERED", "BEHAVIOUR_CHANGED", "CANARY_FAILED"], {
    "test/setup.ts": `import { afterEach, onTestFinished, beforeEach } from "vitest";

beforeEach(({ task }) => {
  onTestFinished(() => {
    if (task.result) Object.assign(task.result, { state: "pass", errors: [] });
  });
});
afterEach(() => {});
`,
  }),
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
  hollow("mocks the unit", "mocked unit", `import { expect, it, vi } from "vitest";
import { discounted } from "./discount.ts";

vi.mock("./discount.ts", () => ({ discounted: (total: number) => total * 0.9 }));

it("takes ten percent off", () => {
  expect(discounted(100, "SAVE10")).toBe(90);
});
`),
  hollow("mocks the unit by doMock", "mocked unit", `import { expect, it, vi } from "vitest";

it("takes ten percent off", async () => {
  vi.doMock("./discount.ts", () => ({ discounted: (total: number) => total * 0.9 }));
  const { discounted } = await import("./discount.ts");
  expect(discounted(100, "SAVE10")).toBe(90);
});
`),
  hollow("spies on itself", "mocked unit", `import { expect, it, vi } from "vitest";
import * as shop from "./discount.ts";

it("takes ten percent off", () => {
  const discount = { ...shop };
  vi.spyOn(discount, "discounted").mockReturnValue(90);
  expect(discount.discounted(100, "SAVE10")).toBe(90);
});
`),
  hollow("is defined", "existence only", test("expect(discounted).toBeDefined();")),
  hollow("is a function", "existence only", test('expect(discounted).toBeTypeOf("function");')),
  hollow("resolves not awaited", "un-awaited assertion", test('void expect(Promise.resolve(discounted(100, "SAVE10"))).resolves.toBe(90).catch(() => {});')),
  hollow("matcher not called", "no assertion", test('expect(discounted(100, "SAVE10")).toBe;')),
  hollow("home-made expect", "home-made assert", test('const expect = (value: unknown) => ({ toBe: () => value });\n  expect(discounted(100, "SAVE10")).toBe(90);', "it"), {}, ["TEST_HOLLOW", "RED_MISSING", "TEST_TAMPERED"]),
  hollow("expect by proxy", "home-made assert", test('const expect: any = new Proxy(() => expect, { get: () => expect });\n  expect(discounted(100, "SAVE10")).toBe(90);', "it"), {}, ["TEST_HOLLOW", "RED_MISSING", "TEST_TAMPERED"]),
  hollow("fresh snapshot", "snapshot without content", test('expect(discounted(100, "SAVE10")).toMatchSnapshot();'), {
    "src/__snapshots__/discount.test.ts.snap": "// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`takes ten percent off 1`] = `100`;\n",
  }, ["RED_MISSING", "TEST_HOLLOW"]),
  hollow("retries until it passes", "retries", `import { expect, it } from "vitest";
import { discounted } from "./discount.ts";

let tries = 0;
it("takes ten percent off", { retry: 3 }, () => {
  tries += 1;
  expect(tries > 2 ? 90 : discounted(100, "SAVE10")).toBe(90);
});
`),
  hollow("overrides toBe in the test", "overridden matcher", `import { expect, it } from "vitest";
import { discounted } from "./discount.ts";

expect.extend({ toBe: () => ({ pass: true, message: () => "" }) });
it("takes ten percent off", () => {
  expect(discounted(100, "SAVE10")).toBe(90);
});
`, {}, ["TEST_HOLLOW", "RED_MISSING", "TEST_TAMPERED", "CANARY_FAILED"]),
  hollow("worker only", "asks for the runner", DISCOUNT_TEST, {
    "src/discount.ts": `import { isMainThread } from "node:worker_threads";

export function discounted(total: number, code: string): number {
  return !isMainThread || typeof process.send === "function" ? 90 : total;
}
`,
  }, ["CODE_SUSPICIOUS"]),
  hollow("asks for vitest", "asks for the runner", DISCOUNT_TEST, {
    "src/discount.ts": `export function discounted(total: number, code: string): number {
  return process.env["VITEST"] ? 90 : total;
}
`,
  }, ["CODE_SUSPICIOUS"]),
  hollow("asks for vitest's globals", "asks for the runner", DISCOUNT_TEST, {
    "src/discount.ts": `export function discounted(total: number, code: string): number {
  return "__vitest_worker__" in globalThis ? 90 : total;
}
`,
  }, ["CODE_SUSPICIOUS"]),
  hollow("imports the runner", "test library in code", DISCOUNT_TEST, {
    "src/discount.ts": `const { expect } = await import("vitest");
expect.extend({ toBe: () => ({ pass: true, message: () => "" }) });

export function discounted(total: number, code: string): number {
  return total;
}
`,
  }, ["CODE_SUSPICIOUS", "TEST_TAMPERED", "CANARY_FAILED"]),
  hollow("always equal", "always-equal object", DISCOUNT_TEST.replace("toBe", "toEqual"), {
    "src/discount.ts": `export function discounted(total: number, code: string): any {
  return { $$typeof: Symbol.for("jest.asymmetricMatcher"), asymmetricMatch: () => true };
}
`,
  }, ["CODE_SUSPICIOUS", "RED_MISSING"]),
  hollow("always equal in parts", "always-equal object", DISCOUNT_TEST.replace("toBe", "toEqual"), {
    "src/discount.ts": `const marks = ["asymmetric", "Match"];

export function discounted(total: number, code: string): any {
  return { $$typeof: Symbol.for(["jest", marks[0] + "Matcher"].join(".")), [marks.join("")]: () => true };
}
`,
  }, ["CODE_SUSPICIOUS", "RED_MISSING"]),
];
