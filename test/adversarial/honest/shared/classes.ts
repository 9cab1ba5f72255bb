import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";
import type { Dialect } from "../dialect.ts";

/** Classes: new ones, new methods, errors, collections. */
export const classCases = (t: Dialect): HonestCase[] => [
  {
    name: "new-class",
    head: {
      ...t.source(
        "esm",
        "src/stack",
        code`
          export class Stack {
            #items = [];
            push(item) {
              this.#items.push(item);
              return this;
            }
            pop() {
              if (this.#items.length === 0) throw new Error("the stack is empty");
              return this.#items.pop();
            }
            get size() {
              return this.#items.length;
            }
            static of(...items) {
              const stack = new Stack();
              for (const item of items) stack.push(item);
              return stack;
            }
            *[Symbol.iterator]() {
              yield* this.#items.toReversed();
            }
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/stack",
        "{ Stack }",
        "../src/stack",
        code`
          describe("Stack", () => {
            let stack;
            beforeEach(() => {
              stack = new Stack();
            });
            it("is empty at first", () => {
              ${t.is("stack.size", "0")}
            });
            it("answers the last item first", () => {
              stack.push(1).push(2);
              ${t.is("stack.pop()", "2")}
              ${t.is("stack.size", "1")}
            });
            it("refuses to pop from nothing", () => {
              ${t.throws("stack.pop()", "/the stack is empty/")}
            });
            it("is iterable", () => {
              ${t.equal("[...Stack.of(1, 2, 3)]", "[3, 2, 1]")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "new-method",
    base: {
      ...t.source(
        "ts",
        "src/account",
        code`
          export class Account {
            private cents = 0;
            deposit(cents: number): void {
              this.cents += cents;
            }
            get balance(): number {
              return this.cents;
            }
          }
        `,
      ),
      ...t.test(
        "ts",
        "test/account",
        "{ Account }",
        "../src/account",
        code`
          describe("Account", () => {
            it("keeps what is deposited", () => {
              const account = new Account();
              account.deposit(5);
              ${t.is("account.balance", "5")}
            });
          });
        `,
      ),
    },
    head: {
      ...t.source(
        "ts",
        "src/account",
        code`
          export class Account {
            private cents = 0;
            deposit(cents: number): void {
              this.cents += cents;
            }
            withdraw(cents: number): void {
              if (cents > this.cents) throw new Error("not enough money");
              this.cents -= cents;
            }
            get balance(): number {
              return this.cents;
            }
          }
        `,
      ),
      ...t.test(
        "ts",
        "test/account",
        "{ Account }",
        "../src/account",
        code`
          describe("Account", () => {
            it("keeps what is deposited", () => {
              const account = new Account();
              account.deposit(5);
              ${t.is("account.balance", "5")}
            });
            it("gives back what is withdrawn", () => {
              const account = new Account();
              account.deposit(5);
              account.withdraw(3);
              ${t.is("account.balance", "2")}
            });
            it("does not lend", () => {
              ${t.throws("new Account().withdraw(1)", "/not enough money/")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "accessors-and-inheritance",
    head: {
      ...t.source(
        "esm",
        "src/shapes",
        code`
          export class Shape {
            constructor(name) {
              this.name = name;
            }
            describe() {
              return \`\${this.name} of area \${this.area}\`;
            }
          }
          export class Square extends Shape {
            #side;
            constructor(side) {
              super("square");
              this.side = side;
            }
            get side() {
              return this.#side;
            }
            set side(value) {
              if (value < 0) throw new RangeError("a side cannot be negative");
              this.#side = value;
            }
            get area() {
              return this.#side ** 2;
            }
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/shapes",
        "{ Shape, Square }",
        "../src/shapes",
        code`
          describe("Square", () => {
            it("is a shape", () => {
              ${t.ok("new Square(2) instanceof Shape")}
            });
            it("describes itself", () => {
              const square = new Square(3);
              ${t.is("square.describe()", '"square of area 9"')}
            });
            it("follows its side", () => {
              const square = new Square(3);
              square.side = 4;
              ${t.is("square.area", "16")}
            });
            it("has no negative side", () => {
              ${t.throwsType("new Square(-1)", "RangeError")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "error-classes",
    head: {
      ...t.source(
        "esm",
        "src/errors",
        code`
          export class AppError extends Error {
            constructor(message, { code, cause } = {}) {
              super(message, { cause });
              this.name = this.constructor.name;
              this.code = code;
              Error.captureStackTrace?.(this, this.constructor);
            }
            toJSON() {
              return { name: this.name, code: this.code, message: this.message };
            }
          }
          export class NotFoundError extends AppError {
            constructor(what) {
              super(\`\${what} was not found\`, { code: "NOT_FOUND" });
            }
          }
          export function load(store, key) {
            if (!(key in store)) throw new NotFoundError(key);
            return store[key];
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/errors",
        "{ AppError, load, NotFoundError }",
        "../src/errors",
        code`
          describe("errors", () => {
            it("names what was not found", () => {
              ${t.throws('load({}, "a")', "/a was not found/")}
              ${t.throwsType('load({}, "a")', "NotFoundError")}
            });
            it("is an error of the application", () => {
              const error = new NotFoundError("a");
              ${t.ok("error instanceof AppError")}
              ${t.ok("error instanceof Error")}
              ${t.is("error.code", '"NOT_FOUND"')}
            });
            it("can be sent", () => {
              ${t.equal('JSON.parse(JSON.stringify(new NotFoundError("a")))', '{ name: "NotFoundError", code: "NOT_FOUND", message: "a was not found" }')}
            });
          });
        `,
      ),
    },
  },
  {
    name: "lru-cache",
    head: {
      ...t.source(
        "ts",
        "src/lru",
        code`
          export class LruCache<K, V> {
            readonly #limit: number;
            readonly #entries = new Map<K, V>();
            constructor(limit: number) {
              this.#limit = limit;
            }
            get(key: K): V | undefined {
              const value = this.#entries.get(key);
              if (value === undefined) return undefined;
              this.#entries.delete(key);
              this.#entries.set(key, value);
              return value;
            }
            set(key: K, value: V): void {
              this.#entries.delete(key);
              this.#entries.set(key, value);
              if (this.#entries.size > this.#limit) this.#entries.delete(this.#entries.keys().next().value as K);
            }
            has(key: K): boolean {
              return this.#entries.has(key);
            }
          }
        `,
      ),
      ...t.test(
        "ts",
        "test/lru",
        "{ LruCache }",
        "../src/lru",
        code`
          describe("LruCache", () => {
            it("forgets what was used longest ago", () => {
              const cache = new LruCache<string, number>(2);
              cache.set("a", 1);
              cache.set("b", 2);
              cache.get("a");
              cache.set("c", 3);
              ${t.notOk('cache.has("b")')}
              ${t.is('cache.get("a")', "1")}
            });
            it("answers undefined for what it does not hold", () => {
              ${t.is('new LruCache<string, number>(1).get("x")', "undefined")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "value-object",
    head: {
      ...t.source(
        "esm",
        "src/money",
        code`
          const rates = new WeakMap();
          export class Money {
            constructor(cents, currency = "EUR") {
              this.cents = cents;
              this.currency = currency;
              Object.freeze(this);
            }
            static [Symbol.hasInstance](value) {
              return typeof value === "object" && value !== null && "cents" in value && "currency" in value;
            }
            equals(other) {
              return other instanceof Money && other.cents === this.cents && other.currency === this.currency;
            }
            withRate(rate) {
              const copy = new Money(this.cents, this.currency);
              rates.set(copy, rate);
              return copy;
            }
            get rate() {
              return rates.get(this) ?? 1;
            }
            valueOf() {
              return this.cents * this.rate;
            }
            toString() {
              return \`\${(this.cents / 100).toFixed(2)} \${this.currency}\`;
            }
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/money",
        "{ Money }",
        "../src/money",
        code`
          describe("Money", () => {
            it("compares by value", () => {
              ${t.ok("new Money(5).equals(new Money(5))")}
              ${t.notOk('new Money(5).equals(new Money(5, "USD"))')}
            });
            it("counts in comparisons", () => {
              ${t.ok("new Money(5).withRate(3) > new Money(14)")}
            });
            it("is written with its currency", () => {
              ${t.is("String(new Money(1250))", '"12.50 EUR"')}
            });
          });
        `,
      ),
    },
  },
  {
    name: "container-and-builder",
    head: {
      ...t.source(
        "esm",
        "src/container",
        code`
          export class Container {
            #factories = new Map();
            #made = new Map();
            register(name, factory) {
              this.#factories.set(name, factory);
              return this;
            }
            resolve(name) {
              if (!this.#factories.has(name)) throw new Error(\`nothing is registered as \${name}\`);
              if (!this.#made.has(name)) this.#made.set(name, this.#factories.get(name)(this));
              return this.#made.get(name);
            }
          }
          export const query = () => {
            const parts = { where: [] };
            const builder = {
              from: (table) => ((parts.table = table), builder),
              where: (text) => (parts.where.push(text), builder),
              build: () => \`SELECT * FROM \${parts.table}\${parts.where.length ? \` WHERE \${parts.where.join(" AND ")}\` : ""}\`,
            };
            return builder;
          };
        `,
      ),
      ...t.test(
        "esm",
        "test/container",
        "{ Container, query }",
        "../src/container",
        code`
          describe("Container", () => {
            it("makes each service once", () => {
              const container = new Container()
                .register("clock", () => ({ now: () => 7 }))
                .register("log", (c) => ({ clock: c.resolve("clock") }));
              ${t.is('container.resolve("log").clock', 'container.resolve("clock")')}
              ${t.is('container.resolve("log").clock.now()', "7")}
            });
            it("knows what it does not know", () => {
              ${t.throws('new Container().resolve("x")', "/nothing is registered as x/")}
            });
          });
          describe("query", () => {
            it("builds", () => {
              ${t.is('query().from("users").where("a = 1").where("b = 2").build()', '"SELECT * FROM users WHERE a = 1 AND b = 2"')}
            });
          });
        `,
      ),
    },
  },
  {
    name: "proxy-and-symbols",
    head: {
      ...t.source(
        "esm",
        "src/observe",
        code`
          export const changes = Symbol("changes");
          export function observe(target) {
            const log = [];
            return new Proxy(target, {
              get: (object, key) => (key === changes ? log : Reflect.get(object, key)),
              set(object, key, value) {
                log.push([key, object[key], value]);
                return Reflect.set(object, key, value);
              },
            });
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/observe",
        "{ changes, observe }",
        "../src/observe",
        code`
          it("remembers what was changed", () => {
            const user = observe({ name: "Ada" });
            user.name = "Bob";
            ${t.equal("user[changes]", '[["name", "Ada", "Bob"]]')}
            ${t.is("user.name", '"Bob"')}
          });
          it("begins without changes", () => {
            ${t.is("observe({})[changes].length", "0")}
          });
        `,
      ),
    },
  },
];
