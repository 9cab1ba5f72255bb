import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";
import type { Dialect } from "../dialect.ts";

/** Less usual ways to write code and tests. */
export const syntaxCases = (t: Dialect): HonestCase[] => [
  {
    name: "getters-statics-and-brands",
    head: {
      ...t.source(
        "esm",
        "src/temperature",
        code`
          export const settings = {
            unit: "C",
            get label() {
              return \`°\${this.unit}\`;
            },
            set scale(unit) {
              this.unit = unit;
            },
          };
          export class Temperature {
            static #made = 0;
            static zero;
            static {
              Temperature.zero = new Temperature(0);
            }
            #kelvin;
            constructor(celsius) {
              this.#kelvin = celsius + 273.15;
              Temperature.#made += 1;
            }
            static isTemperature(value) {
              return #kelvin in value;
            }
            static get made() {
              return Temperature.#made;
            }
            get celsius() {
              return Math.round((this.#kelvin - 273.15) * 100) / 100;
            }
            [Symbol.toPrimitive](hint) {
              return hint === "string" ? \`\${this.celsius} \${settings.label}\` : this.celsius;
            }
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/temperature",
        "{ settings, Temperature }",
        "../src/temperature",
        code`
          it("labels its unit", () => {
            ${t.is("settings.label", '"°C"')}
          });
          it("is written with it", () => {
            ${t.is("`${new Temperature(20)}`", '"20 °C"')}
            ${t.is("new Temperature(20) + 1", "21")}
          });
          it("knows its own", () => {
            ${t.is("Temperature.isTemperature(Temperature.zero)", "true")}
            ${t.is("Temperature.isTemperature({})", "false")}
          });
          it("counts what is made", () => {
            const before = Temperature.made;
            new Temperature(1);
            ${t.is("Temperature.made", "before + 1")}
          });
        `,
      ),
    },
  },
  {
    name: "namespace-exports",
    head: {
      ...t.source(
        "esm",
        "src/text",
        'export const upper = (text) => text.toUpperCase();\nexport const lines = (text) => text.split("\\n");',
      ),
      ...t.source(
        "esm",
        "src/all",
        code`
          import { lines, upper } from "./text.js";

          export * as text from "./text.js";
          export const [first, second = "none"] = lines("a\nb").map(upper);
          export const { length, ...rest } = { length: 2, width: 3 };
        `,
      ),
      ...t.test(
        "esm",
        "test/all",
        "{ first, length, rest, second, text }",
        "../src/all",
        code`
          it("offers a namespace", () => {
            ${t.is('text.upper("a")', '"A"')}
          });
          it("takes values apart", () => {
            ${t.equal("[first, second]", '["A", "B"]')}
            ${t.is("length", "2")}
            ${t.equal("rest", "{ width: 3 }")}
          });
        `,
      ),
    },
  },
  {
    name: "overloads-and-assertions-of-types",
    head: {
      ...t.source(
        "ts",
        "src/pick",
        code`
          export type Shape = { kind: "circle"; r: number } | { kind: "square"; a: number };
          export function pick<T extends object, K extends keyof T>(value: T, key: K): T[K];
          export function pick<T extends object, K extends keyof T>(value: T, key: K[]): Pick<T, K>;
          export function pick(value: Record<string, unknown>, key: string | string[]): unknown {
            if (typeof key === "string") return value[key];
            return Object.fromEntries(key.map((one) => [one, value[one]]));
          }
          export function isCircle(shape: Shape): shape is Extract<Shape, { kind: "circle" }> {
            return shape.kind === "circle";
          }
          export const area = (shape: Shape): number => {
            switch (shape.kind) {
              case "circle":
                return Math.PI * shape.r ** 2;
              case "square":
                return shape.a ** 2;
              default:
                return shape satisfies never;
            }
          };
          export const sizes = ["s", "m"] as const satisfies readonly string[];
        `,
      ),
      ...t.test(
        "ts",
        "test/pick",
        "{ area, isCircle, pick, type Shape, sizes }",
        "../src/pick",
        code`
          const square: Shape = { kind: "square", a: 3 };

          it("picks one", () => {
            ${t.is('pick(square, "a")', "3")}
          });
          it("picks several", () => {
            ${t.equal('pick({ a: 1, b: 2, c: 3 }, ["a", "c"])', "{ a: 1, c: 3 }")}
          });
          it("tells shapes apart", () => {
            ${t.is("isCircle(square)", "false")}
            ${t.is("area(square)", "9")}
          });
          it("has sizes", () => {
            ${t.is("sizes.length", "2")}
          });
        `,
      ),
    },
  },
  {
    name: "old-style-functions",
    head: {
      ...t.source(
        "cjs",
        "src/format-old",
        code`
          "use strict";

          function format() {
            "use strict";
            var args = Array.prototype.slice.call(arguments, 1);
            return arguments[0].replace(/%s/g, function () {
              return String(args.shift());
            });
          }
          function Counter(start) {
            if (!new.target) return new Counter(start);
            var count = start;
            this.next = function () {
              return count++;
            };
          }
          Counter.prototype = { constructor: Counter, peek: function () { return this.next(); } };

          module.exports = Object.assign(format, { format: format, Counter: Counter });
        `,
      ),
      ...t.test(
        "cjs",
        "test/format-old",
        "{ Counter, format }",
        "../src/format-old",
        code`
          it("fills in", function () {
            ${t.is('format("%s and %s", 1, "two")', '"1 and two"')}
          });
          it("counts", function () {
            var counter = Counter(5);
            counter.next();
            ${t.is("counter.peek()", "6")}
          });
        `,
      ),
    },
  },
  {
    name: "schema-builder",
    head: {
      ...t.source(
        "esm",
        "src/schema",
        code`
          const schema = (checks) => ({
            min: (n) => schema([...checks, (value) => (value.length < n ? \`shorter than \${n}\` : null)]),
            matches: (pattern) => schema([...checks, (value) => (pattern.test(value) ? null : \`does not match \${pattern}\`)]),
            safeParse(value) {
              const error = checks.map((check) => check(value)).find((problem) => problem !== null);
              return error === undefined ? { success: true, data: value } : { success: false, error };
            },
            parse(value) {
              const result = this.safeParse(value);
              if (!result.success) throw new TypeError(result.error);
              return result.data;
            },
          });
          export const string = () => schema([(value) => (typeof value === "string" ? null : "is no string")]);
        `,
      ),
      ...t.test(
        "esm",
        "test/schema",
        "{ string }",
        "../src/schema",
        code`
          describe("string()", () => {
            it("answers a valid value", () => {
              ${t.is('string().min(2).parse("abc")', '"abc"')}
            });
            it("refuses what is too short", () => {
              ${t.throws('string().min(5).parse("abc")', "/shorter than 5/")}
            });
            it("says why", () => {
              const result = string().matches(/^a/).safeParse("b");
              ${t.is("result.success", "false")}
              ${t.matches("result.error", "/does not match/")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "tried-and-caught",
    head: {
      ...t.source(
        "esm",
        "src/json",
        code`
          export function parseJson(text, file) {
            try {
              return JSON.parse(text);
            } catch (cause) {
              throw Object.assign(new SyntaxError(\`\${file} is no JSON\`, { cause }), { file });
            }
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/json",
        "{ parseJson }",
        "../src/json",
        code`
          it("names the file", () => {
            let caught = null;
            try {
              parseJson("{", "a.json");
            } catch (error) {
              caught = error;
            }
            ${t.is("caught.file", '"a.json"')}
            ${t.ok("caught.cause instanceof SyntaxError")}
          });
          it("parses null", () => {
            ${t.is('parseJson("null", "a.json")', "null")}
          });
        `,
      ),
    },
  },
];
