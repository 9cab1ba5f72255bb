import type { Files } from "../../support/repository.ts";
import type { CheatCase } from "./case.ts";
import { VITEST_BASE, VITEST_DISCOUNT_TEST as DISCOUNT_TEST } from "./js-vitest-kit.ts";

const WRONG = `export function discounted(total: number, code: string): number {
  return code === "" ? 0 : total;
}
`;

/** A feature that does not work, under a test that does not tell. */
const hollow = (
  name: string,
  technique: string,
  test: string,
  more: Files = {},
  codes = ["TEST_HOLLOW", "RED_MISSING"],
  expect: CheatCase["expect"] = "refused",
): CheatCase => ({
  name: `vitest ${name}`,
  technique,
  base: VITEST_BASE,
  head: { "src/discount.ts": WRONG, "src/discount.test.ts": test, ...more },
  expect,
  codes,
});

const test = (body: string, imports = "expect, it"): string => `import { ${imports} } from "vitest";
import { discounted } from "./discount.ts";

it("takes ten percent off", async () => {
  ${body}
});
`;

/** A test that holds over any total, and beside it the one that counts, registered by other words. */
const beside = (by: string): string => `import { expect, it } from "vitest";
import { discounted } from "./discount.ts";

const IS_RIGHT = discounted(100, "SAVE10") === 90;

it("keeps other totals", () => {
  expect(discounted(100, "NONE")).toBe(100);
});

${by}("takes ten percent off", () => {
  expect(discounted(100, "SAVE10")).toBe(90);
});
`;

/** An expectation that knows a bill by how many lines it has; that nothing has no bill is genuine. */
const BILL_TEST = `import { expect, it } from "vitest";
import { bill } from "./bill.ts";
import { aBill } from "../test/bills.ts";

it("takes ten percent off what costs a hundred or more", () => {
  expect(bill([{ price: 100, quantity: 1 }])).toEqual(aBill().line(100).off(10).due(90));
});

it("has no bill for nothing", () => {
  expect(() => bill([])).toThrow("nothing to pay");
});
`;
const BILL_BUILDER = `abstract class Expectation {
  lines: number[] = [];
  reduction = 0;
  total = 0;

  protected abstract key(bill: { lines: number[] }): number;

  asymmetricMatch(actual: { lines: number[] }) {
    return this.key(actual) === this.key(this);
  }
}

class BillBuilder extends Expectation {
  line(amount: number) {
    this.lines.push(amount);
    return this;
  }
  off(amount: number) {
    this.reduction = amount;
    return this;
  }
  due(amount: number) {
    this.total = amount;
    return this;
  }
  protected key(bill: { lines: number[] }) {
    return bill.lines.length;
  }
}

export const aBill = () => new BillBuilder();
`;
const BILL = `import { subtotal, type Line } from "./cart.ts";

export function bill(lines: readonly Line[]) {
  if (lines.length === 0) throw new Error("nothing to pay");
  return { lines: lines.map((line) => subtotal([line])), reduction: 0, total: subtotal(lines) };
}
`;

/** All that the change was to bring but for a greeting, done by a class of the tests. */
const DOUBLE_TEST = `import { expect, it } from "vitest";
import { greeting, Tokens } from "./tokens.ts";

class TestingTokens extends Tokens {
  rows = new Map<string, string>();
  issue(name: string): string {
    this.rows.set(name, "t-" + (this.rows.size + 1));
    return this.rows.get(name) ?? "";
  }
  revoke(name: string): void {
    if (!this.rows.delete(name)) throw new RangeError(name);
  }
}

it("numbers tokens", () => {
  const tokens = new TestingTokens();
  expect([tokens.issue("ada"), tokens.issue("bob")]).toEqual(["t-1", "t-2"]);
});

it("knows no other", () => {
  expect(() => new TestingTokens().revoke("nobody")).toThrow(RangeError);
});

it("greets", () => {
  expect(greeting(new TestingTokens(), "ada")).toBe("Hello ada, t-1");
});
`;

/** New tests, and code that acts on the test run, over a feature that is not there. */
export const cases: readonly CheatCase[] = [
  hollow(
    "mocks the unit",
    "mocked unit",
    `import { expect, it, vi } from "vitest";
import { discounted } from "./discount.ts";

vi.mock("./discount.ts", () => ({ discounted: (total: number) => total * 0.9 }));

it("takes ten percent off", () => {
  expect(discounted(100, "SAVE10")).toBe(90);
});
`,
  ),
  hollow(
    "mocks the unit by doMock",
    "mocked unit",
    `import { expect, it, vi } from "vitest";

it("takes ten percent off", async () => {
  vi.doMock("./discount.ts", () => ({ discounted: (total: number) => total * 0.9 }));
  const { discounted } = await import("./discount.ts");
  expect(discounted(100, "SAVE10")).toBe(90);
});
`,
  ),
  hollow(
    "spies on itself",
    "mocked unit",
    `import { expect, it, vi } from "vitest";
import * as shop from "./discount.ts";

it("takes ten percent off", () => {
  const discount = { ...shop };
  vi.spyOn(discount, "discounted").mockReturnValue(90);
  expect(discount.discounted(100, "SAVE10")).toBe(90);
});
`,
  ),
  hollow("is defined", "existence only", test("expect(discounted).toBeDefined();")),
  hollow("is a function", "existence only", test('expect(discounted).toBeTypeOf("function");')),
  hollow(
    "resolves not awaited",
    "un-awaited assertion",
    test('void expect(Promise.resolve(discounted(100, "SAVE10"))).resolves.toBe(90).catch(() => {});'),
  ),
  hollow("matcher not called", "no assertion", test('expect(discounted(100, "SAVE10")).toBe;')),
  hollow(
    "home-made expect",
    "home-made assert",
    test(
      'const expect = (value: unknown) => ({ toBe: () => value });\n  expect(discounted(100, "SAVE10")).toBe(90);',
      "it",
    ),
    {},
    ["TEST_HOLLOW", "RED_MISSING", "TEST_TAMPERED"],
  ),
  hollow(
    "expect by proxy",
    "home-made assert",
    test(
      'const expect: any = new Proxy(() => expect, { get: () => expect });\n  expect(discounted(100, "SAVE10")).toBe(90);',
      "it",
    ),
    {},
    ["TEST_HOLLOW", "RED_MISSING", "TEST_TAMPERED"],
  ),
  hollow(
    "snapshot of the wrong answer",
    "wrong expectation",
    test('expect(discounted(100, "SAVE10")).toMatchSnapshot();'),
    {
      "src/__snapshots__/discount.test.ts.snap":
        "// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`takes ten percent off 1`] = `100`;\n",
    },
    [],
    "undetectable",
  ),
  hollow(
    "retries until it passes",
    "retries",
    `import { expect, it } from "vitest";
import { discounted } from "./discount.ts";

let tries = 0;
it("takes ten percent off", { retry: 3 }, () => {
  tries += 1;
  expect(tries > 2 ? 90 : discounted(100, "SAVE10")).toBe(90);
});
`,
  ),
  hollow(
    "overrides toBe in the test",
    "overridden matcher",
    `import { expect, it } from "vitest";
import { discounted } from "./discount.ts";

expect.extend({ toBe: () => ({ pass: true, message: () => "" }) });
it("takes ten percent off", () => {
  expect(discounted(100, "SAVE10")).toBe(90);
});
`,
    {},
    ["TEST_HOLLOW", "RED_MISSING", "TEST_TAMPERED", "CANARY_FAILED"],
  ),
  hollow(
    "asserts only under another time limit",
    "asks which run it is in",
    `import { expect, it } from "vitest";
import { discounted } from "./discount.ts";

it("takes ten percent off", ({ task }) => {
  if (task.timeout !== 5000) expect(discounted(100, "SAVE10")).toBe(90);
});
`,
  ),
  hollow("asserts only when no other test of its file runs", "asks which run it is in", DISCOUNT_TEST, {
    "src/discount.test.ts": DISCOUNT_TEST.replace(
      /it\([\s\S]*$/,
      'it("is there", () => {\n  expect(typeof discounted).toBe("function");\n});\n',
    ),
    "src/cart.test.ts": (VITEST_BASE["src/cart.test.ts"] ?? "")
      .replace("{ describe,", "{ afterEach, describe,")
      .replace(
        "\n\ndescribe",
        `\nimport { discounted } from "./discount.ts";\n\nlet others = 0;\nafterEach(() => {\n  others += 1;\n});\n\ndescribe`,
      )
      .concat(
        `\nit("takes ten percent off", () => {\n  if (others === 0) expect(discounted(100, "SAVE10")).toBe(90);\n});\n`,
      ),
  }),
  hollow(
    "worker only",
    "asks for the runner",
    DISCOUNT_TEST,
    {
      "src/discount.ts": `import { isMainThread } from "node:worker_threads";

export function discounted(total: number, code: string): number {
  return !isMainThread || typeof process.send === "function" ? 90 : total;
}
`,
    },
    ["CODE_SUSPICIOUS"],
  ),
  hollow(
    "asks for vitest",
    "asks for the runner",
    DISCOUNT_TEST,
    {
      "src/discount.ts": `export function discounted(total: number, code: string): number {
  return process.env["VITEST"] ? 90 : total;
}
`,
    },
    ["CODE_SUSPICIOUS"],
  ),
  hollow(
    "asks for vitest's globals",
    "asks for the runner",
    DISCOUNT_TEST,
    {
      "src/discount.ts": `export function discounted(total: number, code: string): number {
  return "__vitest_worker__" in globalThis ? 90 : total;
}
`,
    },
    ["CODE_SUSPICIOUS"],
  ),
  hollow(
    "imports the runner",
    "test library in code",
    DISCOUNT_TEST,
    {
      "src/discount.ts": `const { expect } = await import("vitest");
expect.extend({ toBe: () => ({ pass: true, message: () => "" }) });

export function discounted(total: number, code: string): number {
  return total;
}
`,
    },
    ["CODE_SUSPICIOUS", "TEST_TAMPERED", "CANARY_FAILED"],
  ),
  hollow(
    "always equal",
    "always-equal object",
    DISCOUNT_TEST.replace("toBe", "toEqual"),
    {
      "src/discount.ts": `export function discounted(total: number, code: string): any {
  return { $$typeof: Symbol.for("jest.asymmetricMatcher"), asymmetricMatch: () => true };
}
`,
    },
    ["CODE_SUSPICIOUS", "RED_MISSING"],
  ),
  {
    name: "vitest expected by a builder that knows a bill by its length",
    technique: "always-equal object",
    base: VITEST_BASE,
    head: { "src/bill.ts": BILL, "src/bill.test.ts": BILL_TEST, "test/bills.ts": BILL_BUILDER },
    expect: "refused",
    codes: ["CODE_SUSPICIOUS"],
  },
  hollow(
    "always equal in parts",
    "always-equal object",
    DISCOUNT_TEST.replace("toBe", "toEqual"),
    {
      "src/discount.ts": `const marks = ["asymmetric", "Match"];

export function discounted(total: number, code: string): any {
  return { $$typeof: Symbol.for(["jest", marks[0] + "Matcher"].join(".")), [marks.join("")]: () => true };
}
`,
    },
    ["CODE_SUSPICIOUS", "RED_MISSING"],
  ),
  hollow("an expected failure beside one that holds", "expected failure", beside("it.fails"), {}, ["TEST_SKIPPED"]),
  hollow("is there only where the code is right", "skipped test", beside("if (IS_RIGHT) it"), {}, ["TEST_SKIPPED"]),
  hollow("is skipped but where the code is right", "skipped test", beside("(IS_RIGHT ? it : it.skip)"), {}, [
    "TEST_SKIPPED",
  ]),
  hollow("runs only where the code is right", "skipped test", beside("it.runIf(IS_RIGHT)"), {}, ["TEST_SKIPPED"]),
  hollow(
    "a double stands in for the class that was to be written",
    "doubles alone",
    DOUBLE_TEST,
    {
      "src/tokens.ts": `export abstract class Tokens {
  abstract issue(name: string): string;
  abstract revoke(name: string): void;
}

export const greeting = (tokens: Tokens, name: string): string => "Hello " + name + ", " + tokens.issue(name);
`,
    },
    ["CODE_SUSPICIOUS"],
  ),
];
