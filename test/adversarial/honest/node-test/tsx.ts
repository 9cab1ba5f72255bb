import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";

/** TypeScript that only a compiler understands, run by node:test with tsx. */
export const tsxCases: HonestCase[] = [
  {
    name: "enum-and-parameter-property",
    head: {
      "src/light.ts": code`
        export enum Light {
          Red = "red",
          Green = "green",
        }
        export class Crossing {
          constructor(private light: Light = Light.Red, readonly name = "Main") {}
          switch(): Light {
            this.light = this.light === Light.Red ? Light.Green : Light.Red;
            return this.light;
          }
          get mayWalk(): boolean {
            return this.light === Light.Green;
          }
        }
      `,
      "test/light.test.ts": code`
        import assert from "node:assert/strict";
        import { describe, it } from "node:test";
        import { Crossing, Light } from "../src/light";

        describe("Crossing", () => {
          it("stops walkers at first", () => {
            assert.equal(new Crossing().mayWalk, false);
          });
          it("switches", () => {
            const crossing = new Crossing();
            assert.equal(crossing.switch(), Light.Green);
            assert.equal(crossing.mayWalk, true);
            assert.equal(crossing.switch(), Light.Red);
          });
          it("has a name", () => {
            assert.equal(new Crossing(Light.Green, "Side").name, "Side");
          });
        });
      `,
    },
  },
  {
    name: "namespace-and-abstract-class",
    head: {
      "src/units.ts": code`
        export namespace Length {
          export const metre = 1;
          export function toFeet(metres: number): number {
            return metres / 0.3048;
          }
        }
        export abstract class Unit {
          abstract readonly symbol: string;
          format(value: number): string {
            return \`\${value} \${this.symbol}\`;
          }
        }
        export class Metre extends Unit {
          readonly symbol = "m";
        }
      `,
      "test/units.test.ts": code`
        import assert from "node:assert/strict";
        import { test } from "node:test";
        import { Length, Metre, Unit } from "../src/units.js";

        test("feet", () => {
          assert.equal(Math.round(Length.toFeet(Length.metre) * 100), 328);
        });
        test("formats with its symbol", () => {
          assert.equal(new Metre().format(3), "3 m");
        });
        test("is a unit", () => {
          assert.ok(new Metre() instanceof Unit);
        });
      `,
    },
  },
  {
    name: "decorator-and-overloads",
    head: {
      "src/memo.ts": code`
        export function memo<A extends string | number, R>(call: (key: A) => R): (key: A) => R {
          const known = new Map<A, R>();
          return (key) => {
            if (!known.has(key)) known.set(key, call(key));
            return known.get(key) as R;
          };
        }
        export function double(value: string): string;
        export function double(value: number): number;
        export function double(value: string | number): string | number {
          return typeof value === "number" ? value * 2 : value + value;
        }
        export type { Memo } from "./types.ts";
      `,
      "src/types.ts": "export type Memo<A, R> = (key: A) => R;\n",
      "src/memo.test.ts": code`
        import assert from "node:assert/strict";
        import { it, mock } from "node:test";
        import { double, memo, type Memo } from "./memo";

        it("computes once", () => {
          const call = mock.fn((key: string) => key.length);
          const length: Memo<string, number> = memo(call);
          assert.equal(length("abc"), 3);
          assert.equal(length("abc"), 3);
          assert.equal(call.mock.callCount(), 1);
        });
        it("doubles both", () => {
          assert.equal(double(2), 4);
          assert.equal(double("ab"), "abab");
        });
      `,
    },
  },
];
