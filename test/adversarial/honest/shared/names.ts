import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";
import type { Dialect } from "../dialect.ts";

/** Names: titles, files and functions that a careless reader takes for something else. */
export const nameCases = (t: Dialect): HonestCase[] => [
  {
    name: "imported-inside-the-test",
    head: {
      ...t.source(
        "esm",
        "src/counter",
        "let count = 0;\n\nexport const next = () => ++count;\nexport const reset = () => void (count = 0);",
      ),
      ...t.test(
        "esm",
        "test/counter",
        "",
        "",
        code`
          describe("counter", () => {
            it("counts up", async () => {
              const { next, reset } = await import("../src/counter.js");
              reset();
              next();
              ${t.is("next()", "2")}
            });
            it("begins anew", async () => {
              const counter = await import("../src/counter.js");
              counter.reset();
              ${t.is("counter.next()", "1")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "odd-titles",
    head: {
      ...t.source("esm", "src/trim", "export const trimEach = (list) => list.map((text) => text.trim());"),
      ...t.test(
        "esm",
        "test/trim",
        "{ trimEach }",
        "../src/trim",
        code`
          describe("trimEach(list) > basics :: \\"quoted\\" 'too'", () => {
            it("trims \`a  \` → \`a\` (100 %) [1-2] #1", () => {
              ${t.equal('trimEach(["a  "])', '["a"]')}
            });
            it("same title", () => {
              ${t.equal('trimEach([" b"])', '["b"]')}
            });
            it("same title", () => {
              ${t.equal("trimEach([])", "[]")}
            });
          });
        `.replaceAll("\\\\", "\\"),
      ),
    },
  },
  {
    name: "named-like-the-runner",
    head: {
      ...t.source(
        "esm",
        "src/model",
        code`
          export function fit(xs, ys) {
            const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
            const [x, y] = [mean(xs), mean(ys)];
            const slope = xs.reduce((sum, value, i) => sum + (value - x) * (ys[i] - y), 0) / xs.reduce((sum, value) => sum + (value - x) ** 2, 0);
            return { slope, at: (value) => y + slope * (value - x) };
          }
          export const queue = {
            after: (count, call) => Array.from({ length: count }, (_, i) => i).forEach((n) => n === count - 1 && call(n)),
            test: (text, pattern) => pattern.test(text),
          };
        `,
      ),
      ...t.test(
        "esm",
        "test/model",
        "{ fit, queue }",
        "../src/model",
        code`
          const setup = (count = 3) => {
            const xs = Array.from({ length: count }, (_, i) => i);
            return { xs, ys: xs.map((x) => 2 * x + 1) };
          };

          it("fits a line", () => {
            const { xs, ys } = setup(4);
            const line = fit(xs, ys);
            ${t.is("line.slope", "2")}
            ${t.is("fit(xs, ys).at(10)", "21")}
          });
          it("calls after some", () => {
            const seen = [];
            queue.after(3, (n) => {
              seen.push(n);
              ${t.is("n", "2")}
            });
            ${t.equal("seen", "[2]")}
          });
          it("tests texts", () => {
            const pattern = /a/;
            ${t.is('queue.test("b", pattern)', "false")}
          });
        `,
      ),
    },
  },
  {
    name: "moved-test-file",
    base: {
      ...t.source("esm", "src/twice", "export const twice = (n) => n * 2;"),
      ...t.test(
        "esm",
        "test/twice",
        "{ twice }",
        "../src/twice",
        `it("doubles", () => {\n  ${t.is("twice(2)", "4")}\n});`,
      ),
    },
    head: {
      ...t.source("esm", "src/twice", "export const twice = (n) => n * 2;\nexport const thrice = (n) => n * 3;"),
      ...Object.fromEntries(
        Object.keys(t.test("esm", "test/twice", "{ twice }", "../src/twice", "")).map((path) => [path, null]),
      ),
      ...t.test(
        "esm",
        "test/unit/multiples",
        "{ thrice, twice }",
        "../../src/twice",
        code`
          it("doubles", () => {
            ${t.is("twice(2)", "4")}
          });
          it("triples", () => {
            ${t.is("thrice(2)", "6")}
          });
        `,
      ),
    },
  },
];
