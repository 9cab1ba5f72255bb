import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";
import type { Dialect } from "../dialect.ts";

/** Small programs: parsers, reducers, machines, text and tables. */
export const algorithmCases = (t: Dialect): HonestCase[] => [
  {
    name: "reducer",
    head: {
      ...t.source(
        "esm",
        "src/todos",
        code`
          export const initial = { items: [], nextId: 1 };
          export function reducer(state = initial, action) {
            switch (action.type) {
              case "added":
                return { items: [...state.items, { id: state.nextId, text: action.text }], nextId: state.nextId + 1 };
              case "removed":
                return { ...state, items: state.items.filter((item) => item.id !== action.id) };
              default:
                return state;
            }
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/todos",
        "{ initial, reducer }",
        "../src/todos",
        code`
          describe("reducer", () => {
            it("keeps the state for an unknown action", () => {
              ${t.is('reducer(initial, { type: "?" })', "initial")}
            });
            it("adds and removes", () => {
              const added = reducer(initial, { type: "added", text: "tea" });
              ${t.equal("added.items", '[{ id: 1, text: "tea" }]')}
              ${t.equal('reducer(added, { type: "removed", id: 1 }).items', "[]")}
            });
            it("leaves the old state alone", () => {
              reducer(initial, { type: "added", text: "tea" });
              ${t.equal("initial.items", "[]")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "state-machine",
    head: {
      ...t.source(
        "ts",
        "src/door",
        code`
          export type State = "open" | "closed" | "locked";
          const NEXT: Record<State, Partial<Record<string, State>>> = {
            open: { close: "closed" },
            closed: { open: "open", lock: "locked" },
            locked: { unlock: "closed" },
          };
          export function transition(state: State, event: string): State {
            const next = NEXT[state][event];
            if (next === undefined) throw new Error(\`cannot \${event} when \${state}\`);
            return next;
          }
        `,
      ),
      ...t.test(
        "ts",
        "test/door",
        "{ transition }",
        "../src/door",
        code`
          describe("door", () => {
            const table = [["open", "close", "closed"], ["closed", "lock", "locked"], ["locked", "unlock", "closed"]] as const;
            for (const [from, event, to] of table) {
              it(\`goes from \${from} to \${to}\`, () => {
                ${t.is("transition(from, event)", "to")}
              });
            }
            it("refuses to lock what is open", () => {
              ${t.throws('transition("open", "lock")', "/cannot lock when open/")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "expression-parser",
    head: {
      ...t.source(
        "esm",
        "src/calculate",
        code`
          const tokens = (text) => text.match(/\d+(\.\d+)?|[-+*/()]/g) ?? [];
          export function calculate(text) {
            const list = tokens(text);
            const primary = () => {
              const token = list.shift();
              if (token !== "(") return Number(token);
              const value = sum();
              list.shift();
              return value;
            };
            const product = () => {
              let value = primary();
              while (list[0] === "*" || list[0] === "/") value = list.shift() === "*" ? value * primary() : value / primary();
              return value;
            };
            const sum = () => {
              let value = product();
              while (list[0] === "+" || list[0] === "-") value = list.shift() === "+" ? value + product() : value - product();
              return value;
            };
            return sum();
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/calculate",
        "{ calculate }",
        "../src/calculate",
        code`
          describe("calculate", () => {
            it("multiplies before it adds", () => {
              ${t.is('calculate("1 + 2 * 3")', "7")}
            });
            it("honours brackets", () => {
              ${t.is('calculate("(1 + 2) * 3")', "9")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "csv",
    head: {
      ...t.source(
        "cjs",
        "src/csv",
        code`
          exports.parse = (text) => {
            const [head, ...rows] = text.trim().split("\n").map((line) => line.split(","));
            return rows.map((row) => Object.fromEntries(row.map((cell, index) => [head[index], cell])));
          };
          exports.stringify = (rows) => {
            if (rows.length === 0) return "";
            const keys = Object.keys(rows[0]);
            return [keys, ...rows.map((row) => keys.map((key) => row[key]))].map((row) => row.join(",")).join("\n");
          };
        `,
      ),
      ...t.test(
        "cjs",
        "test/csv",
        "{ parse, stringify }",
        "../src/csv",
        code`
          describe("csv", () => {
            it("reads rows by their head", () => {
              ${t.equal('parse("a,b\\n1,2\\n")', '[{ a: "1", b: "2" }]')}
            });
            it("writes what it reads", () => {
              ${t.is('stringify(parse("a,b\\n1,2"))', '"a,b\\n1,2"')}
            });
            it("writes nothing for no rows", () => {
              ${t.is("stringify([])", '""')}
            });
          });
        `,
      ),
    },
  },
  {
    name: "slugify",
    head: {
      ...t.source(
        "esm",
        "src/slugify",
        code`
          export default function slugify(title) {
            return title.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/slugify",
        "slugify",
        "../src/slugify",
        code`
          it("makes a slug", () => {
            ${t.is('slugify("Crème Brûlée!")', '"creme-brulee"')}
          });
          it("makes nothing of nothing", () => {
            ${t.is('slugify("")', '""')}
          });
        `,
      ),
    },
  },
  {
    name: "deep-merge",
    head: {
      ...t.source(
        "ts",
        "src/merge",
        code`
          type Json = { [key: string]: unknown };
          const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
          export function merge(a: Json, b: Json): Json {
            const result: Json = { ...a };
            for (const [key, value] of Object.entries(b)) {
              const old = result[key];
              result[key] = isObject(old) && isObject(value) ? merge(old, value) : value;
            }
            return result;
          }
        `,
      ),
      ...t.test(
        "ts",
        "test/merge",
        "{ merge }",
        "../src/merge",
        code`
          describe("merge", () => {
            it("goes down into objects", () => {
              ${t.equal("merge({ a: { b: 1, c: 2 } }, { a: { c: 3 } })", "{ a: { b: 1, c: 3 } }")}
            });
            it("replaces lists", () => {
              ${t.equal("merge({ a: [1, 2] }, { a: [3] })", "{ a: [3] }")}
            });
            it("does not change its arguments", () => {
              const a = { x: { y: 1 } };
              merge(a, { x: { y: 2 } });
              ${t.equal("a", "{ x: { y: 1 } }")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "text-wrap",
    head: {
      ...t.source(
        "esm",
        "src/wrap",
        code`
          export function wrap(text, width) {
            const lines = [];
            let line = "";
            for (const word of text.split(/\s+/)) {
              if (line !== "" && line.length + word.length + 1 > width) {
                lines.push(line);
                line = "";
              }
              line = line === "" ? word : \`\${line} \${word}\`;
            }
            return [...lines, line].join("\n");
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/wrap",
        "{ wrap }",
        "../src/wrap",
        code`
          it("breaks between words", () => {
            ${t.is('wrap("one two three", 8)', '"one two\\nthree"')}
          });
          it("keeps lines short", () => {
            for (const line of wrap("a bb ccc dddd", 6).split("\n")) {
              ${t.ok("line.length <= 6")}
            }
          });
        `,
      ),
    },
  },
  {
    name: "matrix-and-ranges",
    head: {
      ...t.source(
        "esm",
        "src/matrix",
        code`
          export const transpose = (rows) => rows[0].map((_, column) => rows.map((row) => row[column]));
          export function* days(from, to) {
            for (let day = new Date(from); day <= to; day = new Date(day.getTime() + 86_400_000)) yield day;
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/matrix",
        "{ days, transpose }",
        "../src/matrix",
        code`
          it("transposes", () => {
            ${t.equal("transpose([[1, 2], [3, 4]])", "[[1, 3], [2, 4]]")}
          });
          it("lists the days of a range", () => {
            const list = [...days(new Date("2024-02-28"), new Date("2024-03-01"))];
            ${t.equal("list.map((day) => day.getUTCDate())", "[28, 29, 1]")}
          });
        `,
      ),
    },
  },
  {
    name: "loop-until-empty",
    head: {
      ...t.source(
        "esm",
        "src/queue",
        code`
          export function createQueue(items = []) {
            const list = [...items];
            return {
              isEmpty: () => list.length === 0,
              push: (item) => list.push(item),
              shift: () => list.shift(),
            };
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/queue",
        "{ createQueue }",
        "../src/queue",
        code`
          it("answers items in order", () => {
            const queue = createQueue(["a"]);
            queue.push("b");
            const seen = [];
            while (!queue.isEmpty()) seen.push(queue.shift());
            ${t.equal("seen", '["a", "b"]')}
          });
        `,
      ),
    },
  },
  {
    name: "pagination",
    head: {
      ...t.source(
        "esm",
        "src/paginate",
        code`
          export const paginate = (list, { page = 1, size = 10 } = {}) => {
            const pages = Math.max(1, Math.ceil(list.length / size));
            return { items: list.slice((page - 1) * size, page * size), page, pages, hasNext: page < pages };
          };
        `,
      ),
      ...t.test(
        "esm",
        "test/paginate",
        "{ paginate }",
        "../src/paginate",
        code`
          describe("paginate", () => {
            const list = Array.from({ length: 25 }, (_, index) => index);
            it("cuts a page", () => {
              const { items, hasNext } = paginate(list, { page: 3 });
              ${t.equal("items", "[20, 21, 22, 23, 24]")}
              ${t.notOk("hasNext")}
            });
            it("has one empty page of nothing", () => {
              ${t.equal("paginate([])", "{ items: [], page: 1, pages: 1, hasNext: false }")}
            });
          });
        `,
      ),
    },
  },
];
