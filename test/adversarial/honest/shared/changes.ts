import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";
import type { Dialect } from "../dialect.ts";

/** Changes of code that is already there. */
export const changeCases = (t: Dialect): HonestCase[] => [
  {
    name: "bug-fix",
    base: {
      ...t.source("esm", "src/last", "export const last = (list) => list[list.length];"),
      ...t.test(
        "esm",
        "test/last",
        "{ last }",
        "../src/last",
        `it("has no last of nothing", () => {\n  ${t.is("last([])", "undefined")}\n});`,
      ),
    },
    head: {
      ...t.source("esm", "src/last", "export const last = (list) => list[list.length - 1];"),
      ...t.test(
        "esm",
        "test/last",
        "{ last }",
        "../src/last",
        code`
          it("has no last of nothing", () => {
            ${t.is("last([])", "undefined")}
          });

          it("answers the last item", () => {
            ${t.is("last([1, 2, 3])", "3")}
          });
        `,
      ),
    },
  },
  {
    name: "private-helper",
    base: {
      ...t.source(
        "ts",
        "src/report",
        code`
          const pad = (text: string): string => text.padEnd(6);
          export const row = (cells: string[]): string => cells.map(pad).join("|");
        `,
      ),
      ...t.test(
        "ts",
        "test/report",
        "{ row }",
        "../src/report",
        `it("joins cells", () => {\n  ${t.is('row(["abcdef"])', '"abcdef"')}\n});`,
      ),
    },
    head: {
      ...t.source(
        "ts",
        "src/report",
        code`
          const pad = (text: string): string => (text.length > 6 ? \`\${text.slice(0, 5)}…\` : text.padEnd(6));
          export const row = (cells: string[]): string => cells.map(pad).join("|");
        `,
      ),
      ...t.test(
        "ts",
        "test/report",
        "{ row }",
        "../src/report",
        code`
          it("joins cells", () => {
            ${t.is('row(["abcdef"])', '"abcdef"')}
          });

          it("cuts what is too long", () => {
            ${t.is('row(["abcdefgh"])', '"abcde…"')}
          });
        `,
      ),
    },
  },
  {
    name: "one-export-of-several",
    base: {
      ...t.source(
        "esm",
        "src/arrays",
        code`
          export const first = (list) => list[0];
          export const sum = (list) => list.reduce((a, b) => a + b, 0);
        `,
      ),
    },
    head: {
      ...t.source(
        "esm",
        "src/arrays",
        code`
          export const first = (list) => list[0];
          export const sum = (list) => list.reduce((a, b) => a + b, 0);
          export const groupBy = (list, key) => Map.groupBy(list, key);
        `,
      ),
      ...t.test(
        "esm",
        "src/arrays",
        "{ groupBy, sum }",
        "./arrays",
        code`
          describe("groupBy", () => {
            it("groups", () => {
              const groups = groupBy([1, 2, 3], (n) => (n % 2 === 0 ? "even" : "odd"));
              ${t.equal('groups.get("odd")', "[1, 3]")}
              ${t.is('sum(groups.get("odd"))', "4")}
            });
            it("has no groups of nothing", () => {
              ${t.is("groupBy([], String).size", "0")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "re-export-through-index",
    base: {
      ...t.source("esm", "src/area", "export const area = (w, h) => w * h;"),
      ...t.source("esm", "src/index", 'export { area } from "./area.js";'),
    },
    head: {
      ...t.source(
        "esm",
        "src/volume",
        'import { area } from "./area.js";\n\nexport default (w, h, d) => area(w, h) * d;',
      ),
      ...t.source(
        "esm",
        "src/index",
        'export { area } from "./area.js";\nexport { default as volume } from "./volume.js";',
      ),
      ...t.test(
        "esm",
        "test/index",
        "* as geometry",
        "../src/index",
        code`
          it("computes a volume", () => {
            ${t.is("geometry.volume(2, 3, 4)", "24")}
          });
          it("offers both", () => {
            ${t.equal("Object.keys(geometry).sort()", '["area", "volume"]')}
          });
        `,
      ),
    },
  },
  {
    name: "option-of-existing-function",
    base: {
      ...t.source("cjs", "src/greeting", 'module.exports = function greeting(name) {\n  return "Hello, " + name;\n};'),
      ...t.test(
        "cjs",
        "test/greeting",
        "greeting",
        "../src/greeting",
        `it("greets", () => {\n  ${t.is('greeting("Ada")', '"Hello, Ada"')}\n});`,
      ),
    },
    head: {
      ...t.source(
        "cjs",
        "src/greeting",
        'module.exports = function greeting(name, { polite = false } = {}) {\n  return (polite ? "Good day, " : "Hello, ") + name;\n};',
      ),
      ...t.test(
        "cjs",
        "test/greeting",
        "greeting",
        "../src/greeting",
        code`
          it("greets", () => {
            ${t.is('greeting("Ada")', '"Hello, Ada"')}
          });
          it("can be polite", () => {
            ${t.is('greeting("Ada", { polite: true })', '"Good day, Ada"')}
          });
        `,
      ),
    },
  },
  {
    name: "existing-test-extended",
    base: {
      ...t.source(
        "esm",
        "src/initials",
        'export const initials = (name) => name.split(" ").map((part) => part[0]).join("");',
      ),
      ...t.test(
        "esm",
        "test/initials",
        "{ initials }",
        "../src/initials",
        `it("takes the first letters", () => {\n  ${t.is('initials("Ada Lovelace")', '"AL"')}\n});`,
      ),
    },
    head: {
      ...t.source(
        "esm",
        "src/initials",
        'export const initials = (name) => name.split(/[ -]/).map((part) => part[0].toUpperCase()).join("");',
      ),
      ...t.test(
        "esm",
        "test/initials",
        "{ initials }",
        "../src/initials",
        code`
          it("takes the first letters", () => {
            ${t.is('initials("Ada Lovelace")', '"AL"')}
            ${t.is('initials("jean-luc")', '"JL"')}
          });
        `,
      ),
    },
  },
  {
    name: "guard-in-the-middle",
    base: {
      ...t.source(
        "esm",
        "src/transfer",
        code`
          export function transfer(from, to, amount) {
            from.balance -= amount;
            to.balance += amount;
          }
        `,
      ),
    },
    head: {
      ...t.source(
        "esm",
        "src/transfer",
        code`
          export function transfer(from, to, amount) {
            if (amount <= 0) throw new RangeError("nothing to transfer");
            from.balance -= amount;
            to.balance += amount;
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/transfer",
        "{ transfer }",
        "../src/transfer",
        code`
          describe("transfer", () => {
            it("refuses to transfer nothing", () => {
              const from = { balance: 5 };
              const to = { balance: 0 };
              ${t.throws("transfer(from, to, 0)", "/nothing to transfer/")}
              ${t.is("from.balance", "5")}
            });
            it("transfers", () => {
              const from = { balance: 5 };
              const to = { balance: 0 };
              transfer(from, to, 3);
              ${t.equal("[from.balance, to.balance]", "[2, 3]")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "data-only",
    base: {
      "data/countries.json": '{ "DE": "Germany" }\n',
      ...t.source(
        "cjs",
        "src/countries",
        'const countries = require("../data/countries.json");\n\nexports.countryName = (id) => countries[id] ?? null;',
      ),
    },
    head: {
      "data/countries.json": '{ "DE": "Germany", "FR": "France" }\n',
      ...t.test(
        "cjs",
        "test/countries",
        "{ countryName }",
        "../src/countries",
        code`
          it("knows France", () => {
            ${t.is('countryName("FR")', '"France"')}
          });
        `,
      ),
    },
  },
  {
    name: "side-effect-only",
    head: {
      ...t.source(
        "esm",
        "src/logger",
        code`
          export const createLogger = (write) => ({
            info: (text) => write(\`INFO \${text}\`),
            silent: () => {},
          });
        `,
      ),
      ...t.test(
        "esm",
        "test/logger",
        "{ createLogger }",
        "../src/logger",
        code`
          it("writes with its level", () => {
            const lines = [];
            createLogger((line) => lines.push(line)).info("ready");
            ${t.equal("lines", '["INFO ready"]')}
          });
          it("stays silent", () => {
            const lines = [];
            createLogger((line) => lines.push(line)).silent();
            ${t.equal("lines", "[]")}
          });
        `,
      ),
    },
  },
];
