import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";

const LEAF = ["exports[`makes a leaf 1`] = `", "{", '  "children": [],', '  "name": "a",', "}", "`;", ""];
const BRANCH = [
  "exports[`makes a branch 1`] = `",
  "{",
  '  "children": [',
  '    "c",',
  "  ],",
  '  "name": "b",',
  "}",
  "`;",
  "",
];
const snapshots = (...entries: string[][]): string =>
  ["// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html", "", ...entries.flat()].join("\n");

/** Forms of tests that vitest has: tables, snapshots, matchers, fixtures, tests in the source. */
export const formCases: HonestCase[] = [
  {
    name: "each-table",
    head: {
      "src/roman.js": code`
        const SIGNS = [[1000, "M"], [900, "CM"], [500, "D"], [400, "CD"], [100, "C"], [90, "XC"], [50, "L"], [40, "XL"], [10, "X"], [9, "IX"], [5, "V"], [4, "IV"], [1, "I"]];
        export function roman(number) {
          let rest = number;
          return SIGNS.map(([value, sign]) => {
            const times = Math.floor(rest / value);
            rest -= times * value;
            return sign.repeat(times);
          }).join("");
        }
      `,
      "test/roman.test.js": code`
        import { describe, expect, it, test } from "vitest";
        import { roman } from "../src/roman.js";

        it.each([
          [1, "I"],
          [4, "IV"],
          [1994, "MCMXCIV"],
        ])("writes %i as %s", (number, expected) => {
          expect(roman(number)).toBe(expected);
        });

        test.each\`
          number | length
          \${3}   | \${3}
          \${5}   | \${1}
        \`("$number takes $length signs", ({ number, length }) => {
          expect(roman(number)).toHaveLength(length);
        });

        describe.each([{ number: 0 }])("roman($number)", ({ number }) => {
          it("is empty", () => {
            expect(roman(number)).toBe("");
          });
        });

        test.for([[9, "IX"]])("for %i", ([number, expected], context) => {
          context.expect(roman(number)).toBe(expected);
        });
      `,
    },
  },
  {
    name: "file-snapshot",
    head: {
      "src/menu.js": code`
        export const menu = (entries) => ({ type: "menu", items: entries.map((label, index) => ({ label, index })) });
      `,
      "src/menu.test.js": code`
        import { expect, test } from "vitest";
        import { menu } from "./menu.js";

        test("builds a menu", () => {
          expect(menu(["File", "Edit"])).toMatchSnapshot();
        });
      `,
      "src/__snapshots__/menu.test.js.snap": [
        "// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html",
        "",
        "exports[`builds a menu 1`] = `",
        "{",
        '  "items": [',
        "    {",
        '      "index": 0,',
        '      "label": "File",',
        "    },",
        "    {",
        '      "index": 1,',
        '      "label": "Edit",',
        "    },",
        "  ],",
        '  "type": "menu",',
        "}",
        "`;",
        "",
      ].join("\n"),
    },
  },
  {
    name: "snapshot-added-to-others",
    base: {
      "src/tree.js": "export const leaf = (name) => ({ name, children: [] });\n",
      "src/tree.test.js": code`
        import { expect, it } from "vitest";
        import { leaf } from "./tree.js";

        it("makes a leaf", () => {
          expect(leaf("a")).toMatchSnapshot();
        });
      `,
      "src/__snapshots__/tree.test.js.snap": snapshots(LEAF),
    },
    head: {
      "src/tree.js": code`
        export const leaf = (name) => ({ name, children: [] });
        export const branch = (name, ...children) => ({ name, children });
      `,
      "src/tree.test.js": code`
        import { expect, it } from "vitest";
        import { branch, leaf } from "./tree.js";

        it("makes a leaf", () => {
          expect(leaf("a")).toMatchSnapshot();
        });
        it("makes a branch", () => {
          expect(branch("b", "c")).toMatchSnapshot();
        });
      `,
      "src/__snapshots__/tree.test.js.snap": snapshots(BRANCH, LEAF),
    },
  },
  {
    name: "inline-snapshot",
    head: {
      "src/query.ts": code`
        export const toQuery = (values: Record<string, string | number>): string =>
          Object.entries(values).map(([key, value]) => \`\${key}=\${encodeURIComponent(value)}\`).join("&");
        export function parsePair(text: string): [string, string] {
          const at = text.indexOf("=");
          if (at === -1) throw new SyntaxError(\`\${text} has no value\`);
          return [text.slice(0, at), text.slice(at + 1)];
        }
      `,
      "src/query.test.ts": code`
        import { describe, expect, it } from "vitest";
        import { parsePair, toQuery } from "./query.ts";

        describe("query", () => {
          it("writes", () => {
            expect(toQuery({ a: 1, b: "x y" })).toMatchInlineSnapshot(\`"a=1&b=x%20y"\`);
          });
          it("explains what is wrong", () => {
            expect(() => parsePair("a")).toThrowErrorMatchingInlineSnapshot(\`[SyntaxError: a has no value]\`);
          });
        });
      `,
    },
  },
  {
    name: "in-source",
    head: {
      "src/clamp.ts": code`
        const order = (a: number, b: number): [number, number] => (a < b ? [a, b] : [b, a]);

        export function clamp(value: number, a: number, b: number): number {
          const [low, high] = order(a, b);
          return Math.min(high, Math.max(low, value));
        }

        if (import.meta.vitest) {
          const { describe, expect, it } = import.meta.vitest;
          describe("clamp", () => {
            it("keeps values between its bounds", () => {
              expect(clamp(5, 0, 3)).toBe(3);
              expect(clamp(-5, 0, 3)).toBe(0);
            });
            it("puts its bounds in order", () => {
              expect(order(3, 0)).toEqual([0, 3]);
            });
          });
        }
      `,
    },
  },
  {
    name: "concurrent",
    head: {
      "src/sleep-sort.js": code`
        export async function sleepSort(numbers) {
          const sorted = [];
          await Promise.all(numbers.map(async (n) => {
            await new Promise((resolve) => setTimeout(resolve, n * 5));
            sorted.push(n);
          }));
          return sorted;
        }
      `,
      "test/sleep-sort.test.js": code`
        import { describe, it, test } from "vitest";
        import { sleepSort } from "../src/sleep-sort.js";

        describe.concurrent("sleepSort", () => {
          it("sorts", async ({ expect }) => {
            expect(await sleepSort([3, 1, 2])).toEqual([1, 2, 3]);
          });
          it("leaves one alone", async ({ expect }) => {
            expect(await sleepSort([1])).toStrictEqual([1]);
          });
        });

        test.concurrent("sorts nothing", async ({ expect }) => {
          expect(await sleepSort([])).toHaveLength(0);
        });
      `,
    },
  },
  {
    name: "matchers",
    head: {
      "src/order.ts": code`
        export interface Order { id: string; lines: { sku: string; count: number }[]; total: number; placed: Date; note?: string }
        export function placeOrder(lines: { sku: string; count: number; price: number }[]): Order {
          return {
            id: crypto.randomUUID(),
            lines: lines.map(({ sku, count }) => ({ sku, count })),
            total: lines.reduce((sum, { count, price }) => sum + count * price, 0),
            placed: new Date(),
          };
        }
      `,
      "test/order.test.ts": code`
        import { expect, it } from "vitest";
        import { placeOrder } from "../src/order";

        const order = () => placeOrder([{ sku: "a", count: 3, price: 0.1 }, { sku: "b", count: 1, price: 2 }]);

        it("matches in part", () => {
          expect(order()).toMatchObject({ lines: [{ sku: "a" }, { sku: "b" }] });
        });
        it("has an id and a date", () => {
          expect(order()).toEqual(expect.objectContaining({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), placed: expect.any(Date) }));
        });
        it("comes close to its total", () => {
          expect(order().total).toBeCloseTo(2.3);
          expect(order().total).toBeGreaterThan(2);
        });
        it("contains its lines", () => {
          expect(order().lines).toContainEqual({ sku: "b", count: 1 });
          expect(order().lines).not.toContainEqual(expect.objectContaining({ sku: "c" }));
        });
        it("has no note", () => {
          expect(order()).not.toHaveProperty("note");
          expect(order().note).toBeUndefined();
        });
        it("never has the same id", () => {
          expect(order().id).not.toBe(order().id);
        });
      `,
    },
  },
  {
    name: "custom-matcher-and-fixture",
    head: {
      "src/dice.js": "export const roll = (sides, random = Math.random) => 1 + Math.floor(random() * sides);\n",
      "test/dice.test.js": code`
        import { test as base, expect } from "vitest";
        import { roll } from "../src/dice.js";

        expect.extend({
          toBeWithin(received, low, high) {
            const pass = received >= low && received <= high;
            return { pass, message: () => \`expected \${received} to be within \${low} and \${high}\` };
          },
        });

        const test = base.extend({
          sides: 6,
          random: async ({}, use) => {
            await use(() => 0.999);
          },
        });

        test("rolls at most the number of sides", ({ sides, random }) => {
          expect(roll(sides, random)).toBe(6);
        });

        test("rolls within the sides", ({ sides }) => {
          expect(roll(sides)).toBeWithin(1, 6);
        });
      `,
    },
  },
  {
    name: "soft-poll-and-counted",
    head: {
      "src/warm.js": code`
        export function createOven() {
          let celsius = 20;
          const timer = setInterval(() => {
            celsius = Math.min(200, celsius + 60);
          }, 5);
          return { read: () => celsius, off: () => clearInterval(timer) };
        }
        export const each = (list, call) => list.forEach((item) => call(item));
      `,
      "test/warm.test.js": code`
        import { expect, it, onTestFinished } from "vitest";
        import { createOven, each } from "../src/warm.js";

        it("becomes hot", async () => {
          const oven = createOven();
          onTestFinished(() => oven.off());
          await expect.poll(() => oven.read(), { timeout: 2000 }).toBe(200);
        });
        it("begins cold", () => {
          const oven = createOven();
          oven.off();
          expect.soft(oven.read()).toBeLessThan(100);
          expect.soft(oven.read()).toBe(20);
        });
        it("calls for each", () => {
          expect.assertions(2);
          each([1, 2], (n) => expect(n).toBeGreaterThan(0));
        });
      `,
    },
  },
  {
    name: "workspace-package",
    head: {
      "packages/money/src/index.js": code`
        export const cents = (amount) => Math.round(amount * 100);
        export const split = (total, ways) => Array.from({ length: ways }, (_, i) => Math.floor(total / ways) + (i < total % ways ? 1 : 0));
      `,
      "packages/money/test/split.test.js": code`
        import { expect, test } from "vitest";
        import { split } from "@shop/money";

        test("loses no cent", () => {
          expect(split(100, 3)).toEqual([34, 33, 33]);
        });
      `,
    },
  },
];
