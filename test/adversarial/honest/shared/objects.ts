import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";
import type { Dialect } from "../dialect.ts";

/** Objects that are more than their data: values, containers, proxies, caches. */
export const objectCases = (t: Dialect): HonestCase[] => [
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
