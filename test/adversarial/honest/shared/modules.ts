import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";
import type { Dialect } from "../dialect.ts";

/** How modules are laid out: what they export, what they do while they load, what their tests import. */
export const moduleCases = (t: Dialect): HonestCase[] => [
  {
    name: "compared-with-exported-constant",
    head: {
      ...t.source(
        "esm",
        "src/display-name",
        code`
          export const NOBODY = "(nobody)";
          export const UNKNOWN = Symbol("unknown");
          export const displayName = (user) => user?.name ?? NOBODY;
          export const kindOf = (user) => user.kind ?? UNKNOWN;
        `,
      ),
      ...t.test(
        "esm",
        "test/display-name",
        "{ displayName, kindOf, NOBODY, UNKNOWN }",
        "../src/display-name",
        code`
          it("names nobody", () => {
            ${t.is("displayName(undefined)", "NOBODY")}
          });
          it("does not know the kind", () => {
            ${t.is("kindOf({})", "UNKNOWN")}
          });
        `,
      ),
    },
  },
  {
    name: "empty-deep-inside",
    head: {
      ...t.source(
        "esm",
        "src/workspace",
        code`
          export const createWorkspace = (name) => ({ name, project: { files: [], errors: new Set() } });
        `,
      ),
      ...t.test(
        "esm",
        "test/workspace",
        "{ createWorkspace }",
        "../src/workspace",
        code`
          it("begins without files and errors", () => {
            const { project } = createWorkspace("w");
            ${t.is("project.files.length", "0")}
            ${t.is("project.errors.size", "0")}
          });
        `,
      ),
    },
  },
  {
    name: "class-drained-in-a-loop",
    head: {
      ...t.source(
        "ts",
        "src/priority-queue",
        code`
          export class PriorityQueue<T> {
            private readonly items: { value: T; priority: number }[] = [];
            enqueue(value: T, priority: number): this {
              this.items.push({ value, priority });
              this.items.sort((a, b) => b.priority - a.priority);
              return this;
            }
            dequeue(): T | undefined {
              return this.items.shift()?.value;
            }
            isEmpty(): boolean {
              return this.items.length === 0;
            }
          }
        `,
      ),
      ...t.test(
        "ts",
        "test/priority-queue",
        "{ PriorityQueue }",
        "../src/priority-queue",
        code`
          it("answers the most urgent first", () => {
            const queue = new PriorityQueue<string>();
            queue.enqueue("low", 1);
            queue.enqueue("high", 9);
            const order: (string | undefined)[] = [];
            while (!queue.isEmpty()) order.push(queue.dequeue());
            ${t.equal("order", '["high", "low"]')}
          });
        `,
      ),
    },
  },
  {
    name: "singleton",
    head: {
      ...t.source(
        "esm",
        "src/flags",
        code`
          class Flags {
            #on = new Set();
            enable(name) {
              this.#on.add(name);
            }
            isEnabled(name) {
              return this.#on.has(name);
            }
            reset() {
              this.#on.clear();
            }
          }
          export default new Flags();
        `,
      ),
      ...t.test(
        "esm",
        "test/flags",
        "flags",
        "../src/flags",
        code`
          describe("flags", () => {
            afterEach(() => flags.reset());

            it("are off", () => {
              ${t.notOk('flags.isEnabled("beta")')}
            });
            it("can be switched on", () => {
              flags.enable("beta");
              ${t.ok('flags.isEnabled("beta")')}
            });
          });
        `,
      ),
    },
  },
  {
    name: "route-registered-while-loading",
    base: {
      ...t.source(
        "cjs",
        "src/mini",
        code`
          module.exports = function mini() {
            const routes = {};
            return {
              get: (path, handler) => void (routes[path] = handler),
              handle: (path) => (routes[path] ? routes[path]() : { status: 404 }),
            };
          };
        `,
      ),
    },
    head: {
      ...t.source(
        "cjs",
        "src/server",
        code`
          const mini = require("./mini${t.family === "jest" ? "" : ".cjs"}");

          const app = mini();
          app.get("/", () => ({ status: 200, body: "home" }));
          app.get("/about", () => ({ status: 200, body: "about" }));

          module.exports = app;
        `,
      ),
      ...t.test(
        "cjs",
        "test/server",
        "app",
        "../src/server",
        code`
          it("shows the front page", () => {
            ${t.equal('app.handle("/")', '{ status: 200, body: "home" }')}
          });
          it("knows no other page", () => {
            ${t.is('app.handle("/other").status', "404")}
          });
        `,
      ),
    },
  },
  {
    name: "prototype-and-function-properties",
    head: {
      ...t.source(
        "cjs",
        "src/point",
        code`
          function Point(x, y) {
            if (!(this instanceof Point)) return new Point(x, y);
            this.x = x;
            this.y = y;
          }
          Point.prototype.plus = function plus(other) {
            return new Point(this.x + other.x, this.y + other.y);
          };
          Point.origin = new Point(0, 0);
          Point.distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

          module.exports = Point;
        `,
      ),
      ...t.test(
        "cjs",
        "test/point",
        "Point",
        "../src/point",
        code`
          describe("Point", () => {
            it("can be made without new", () => {
              ${t.ok("Point(1, 2) instanceof Point")}
            });
            it("adds", () => {
              const sum = new Point(1, 2).plus(new Point(3, 4));
              ${t.is("sum.x", "4")}
              ${t.is("sum.y", "6")}
            });
            it("measures", () => {
              ${t.is("Point.distance(Point.origin, Point(3, 4))", "5")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "functions-made-by-calls",
    head: {
      ...t.source(
        "esm",
        "src/points-free",
        code`
          const curry = (call) => (a) => (b) => call(a, b);
          const memoize = (call, known = new Map()) => (key) => {
            if (!known.has(key)) known.set(key, call(key));
            return known.get(key);
          };
          const plus = curry((a, b) => a + b);
          const square = memoize((n) => n * n);
          const api = { twice: curry((call, n) => call(call(n))) };

          export { api, plus as add, square };
        `,
      ),
      ...t.test(
        "esm",
        "test/points-free",
        "{ add, api, square }",
        "../src/points-free",
        code`
          it("adds", () => {
            ${t.is("add(1)(2)", "3")}
          });
          it("squares", () => {
            ${t.is("square(4)", "16")}
          });
          it("does it twice", () => {
            ${t.is("api.twice(add(5))(1)", "11")}
          });
        `,
      ),
    },
  },
];
