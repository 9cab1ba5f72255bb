import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";

/** Forms of tests that node:test has: subtests, contexts, plans, mocks, snapshots, options. */
export const formCases: HonestCase[] = [
  {
    name: "subtests",
    head: {
      "src/temperature.js": code`
        export const toFahrenheit = (celsius) => celsius * 1.8 + 32;
        export const toCelsius = (fahrenheit) => (fahrenheit - 32) / 1.8;
      `,
      "test/temperature.test.js": code`
        import { strictEqual } from "node:assert";
        import test from "node:test";
        import { toCelsius, toFahrenheit } from "../src/temperature.js";

        test("temperature", async (t) => {
          await t.test("boils", () => {
            strictEqual(toFahrenheit(100), 212);
          });
          await t.test("goes both ways", async (t) => {
            for (const celsius of [-40, 0, 37]) {
              await t.test(\`\${celsius} °C\`, () => {
                strictEqual(Math.round(toCelsius(toFahrenheit(celsius))), celsius);
              });
            }
          });
        });
      `,
    },
  },
  {
    name: "context-hooks-and-plan",
    head: {
      "src/cache.js": code`
        export class Cache {
          #entries = new Map();
          constructor({ ttl, now = Date.now }) {
            this.ttl = ttl;
            this.now = now;
          }
          set(key, value) {
            this.#entries.set(key, { value, until: this.now() + this.ttl });
          }
          get(key) {
            const entry = this.#entries.get(key);
            return entry !== undefined && entry.until > this.now() ? entry.value : undefined;
          }
          each(call) {
            for (const [key, { value }] of this.#entries) call(key, value);
          }
        }
      `,
      "test/cache.test.js": code`
        import { test } from "node:test";
        import { Cache } from "../src/cache.js";

        test("cache", async (t) => {
          let time = 0;
          let cache;
          t.beforeEach(() => {
            time = 0;
            cache = new Cache({ ttl: 10, now: () => time });
          });

          await t.test("forgets with time", (t) => {
            cache.set("a", 1);
            t.assert.strictEqual(cache.get("a"), 1);
            time = 10;
            t.assert.strictEqual(cache.get("a"), undefined);
          });
          await t.test("visits each entry", (t) => {
            t.plan(2);
            cache.set("a", 1);
            cache.set("b", 2);
            cache.each((key) => t.assert.ok(["a", "b"].includes(key)));
          });
          await t.test("knows nothing at first", (t) => {
            t.assert.equal(cache.get("a"), undefined);
          });
        });
      `,
    },
  },
  {
    name: "context-mocks",
    head: {
      "src/uploader.js": code`
        export class Uploader {
          constructor(client, { retries = 2, wait = 50 } = {}) {
            Object.assign(this, { client, retries, wait });
          }
          async upload(file) {
            for (let attempt = 0; ; attempt += 1) {
              try {
                return await this.client.put(file);
              } catch (error) {
                if (attempt === this.retries) throw error;
                await new Promise((resolve) => setTimeout(resolve, this.wait));
              }
            }
          }
        }
      `,
      "test/uploader.test.js": code`
        import assert from "node:assert/strict";
        import { describe, it } from "node:test";
        import { Uploader } from "../src/uploader.js";

        describe("Uploader", () => {
          it("tries again", async (t) => {
            t.mock.timers.enable({ apis: ["setTimeout"] });
            const client = { put: async () => "ok" };
            const put = t.mock.method(client, "put");
            put.mock.mockImplementationOnce(async () => {
              throw new Error("busy");
            });
            const result = new Uploader(client).upload("a.txt");
            await new Promise((resolve) => setImmediate(resolve));
            t.mock.timers.tick(50);
            assert.equal(await result, "ok");
            assert.equal(put.mock.callCount(), 2);
            assert.deepEqual(put.mock.calls[1].arguments, ["a.txt"]);
          });
          it("gives up", async (t) => {
            const put = t.mock.fn(() => Promise.reject(new Error("gone")));
            await assert.rejects(new Uploader({ put }, { retries: 0 }).upload("a"), { message: "gone" });
            assert.equal(put.mock.callCount(), 1);
          });
        });
      `,
    },
  },
  {
    name: "callback-test",
    head: {
      "src/divide.cjs": code`
        module.exports = (a, b, callback) => {
          process.nextTick(() => (b === 0 ? callback(new RangeError("by zero")) : callback(null, a / b)));
        };
      `,
      "test/divide.test.cjs": code`
        const assert = require("node:assert");
        const { it } = require("node:test");
        const divide = require("../src/divide.cjs");

        it("divides", (t, done) => {
          divide(6, 3, (error, result) => {
            assert.ifError(error);
            assert.strictEqual(result, 2);
            done();
          });
        });

        it("refuses to divide by zero", (t, done) => {
          divide(1, 0, (error) => {
            assert.ok(error instanceof RangeError);
            assert.strictEqual(error.message, "by zero");
            done();
          });
        });
      `,
    },
  },
  {
    name: "validated-errors",
    asked: "TEST_HOLLOW",
    head: {
      "src/schema.js": code`
        export class ValidationError extends Error {
          constructor(problems) {
            super(problems.join("; "));
            this.name = "ValidationError";
            this.code = "EVALIDATION";
            this.problems = problems;
          }
        }
        export function validate(user) {
          const problems = [];
          if (!user.name) problems.push("name is missing");
          if (!(user.age >= 0)) problems.push("age is no age");
          if (problems.length > 0) throw new ValidationError(problems);
          return user;
        }
        export const validateLater = async (user) => validate(user);
      `,
      "test/schema.test.js": code`
        import { deepEqual, doesNotReject, doesNotThrow, equal, rejects, throws } from "node:assert/strict";
        import { suite, test } from "node:test";
        import { validate, validateLater, ValidationError } from "../src/schema.js";

        suite("validate", () => {
          test("by properties", () => {
            throws(() => validate({ age: 1 }), { name: "ValidationError", code: "EVALIDATION", message: /name/ });
          });
          test("by function", () => {
            throws(
              () => validate({}),
              (error) => {
                equal(error.problems.length, 2);
                return error instanceof ValidationError;
              },
            );
          });
          test("later", async () => {
            await rejects(validateLater({ name: "a", age: -1 }), /age is no age/);
            await rejects(() => validateLater({}), ValidationError);
          });
          test("accepts", async () => {
            doesNotThrow(() => validate({ name: "a", age: 1 }));
            await doesNotReject(validateLater({ name: "a", age: 1 }));
          });
          test("answers what it was given", () => {
            deepEqual(validate({ name: "a", age: 1 }), { name: "a", age: 1 });
          });
        });
      `,
    },
  },
  {
    name: "context-snapshot",
    head: {
      "src/card.js":
        "export const card = (title, body) => `<article>\\n  <h2>${title}</h2>\\n  <p>${body}</p>\\n</article>`;\n",
      "src/card.test.js": code`
        import { test } from "node:test";
        import { card } from "./card.js";

        test("renders a card", (t) => {
          t.assert.snapshot(card("Tea", "Green"));
        });
      `,
      "src/card.test.js.snapshot": [
        "exports[`renders a card 1`] = `",
        '"<article>\\\\n  <h2>Tea</h2>\\\\n  <p>Green</p>\\\\n</article>"',
        "`;",
        "",
      ].join("\n"),
    },
  },
  {
    name: "options-and-concurrency",
    head: {
      "src/semaphore.js": code`
        export function createSemaphore(limit) {
          let free = limit;
          const waiting = [];
          return {
            async acquire() {
              if (free > 0) free -= 1;
              else await new Promise((resolve) => waiting.push(resolve));
            },
            release() {
              const next = waiting.shift();
              if (next) next();
              else free += 1;
            },
            get free() {
              return free;
            },
          };
        }
      `,
      "test/semaphore.test.js": code`
        import assert from "node:assert/strict";
        import { describe, it } from "node:test";
        import { setTimeout as sleep } from "node:timers/promises";
        import { createSemaphore } from "../src/semaphore.js";

        describe("semaphore", { concurrency: true, timeout: 5000 }, () => {
          it("hands out what is free", async () => {
            const semaphore = createSemaphore(2);
            await semaphore.acquire();
            assert.equal(semaphore.free, 1);
          });
          it("lets others wait", { timeout: 2000 }, async () => {
            const semaphore = createSemaphore(1);
            const order = [];
            await semaphore.acquire();
            const second = semaphore.acquire().then(() => order.push("second"));
            await sleep(5);
            order.push("first");
            semaphore.release();
            await second;
            assert.deepEqual(order, ["first", "second"]);
          });
          it("is free again", async () => {
            const semaphore = createSemaphore(1);
            await semaphore.acquire();
            semaphore.release();
            assert.equal(semaphore.free, 1);
          });
        });
      `,
    },
  },
  {
    name: "table-of-tests",
    head: {
      "src/semver.ts": code`
        export type Version = [number, number, number];
        export function parse(text: string): Version | null {
          const match = /^v?(\d+)\.(\d+)\.(\d+)$/.exec(text);
          return match === null ? null : [Number(match[1]), Number(match[2]), Number(match[3])];
        }
        export const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
      `,
      "src/semver.test.ts": code`
        import assert from "node:assert/strict";
        import { describe, it } from "node:test";
        import { compare, parse, type Version } from "./semver.ts";

        const valid: [string, Version][] = [["1.2.3", [1, 2, 3]], ["v0.0.1", [0, 0, 1]]];
        const invalid = ["", "1.2", "a.b.c"];

        describe("parse", () => {
          for (const [text, version] of valid) it(\`reads \${text}\`, () => assert.deepEqual(parse(text), version));
          for (const text of invalid) it(\`refuses "\${text}"\`, () => assert.equal(parse(text), null));
        });
        describe("compare", () => {
          it("sorts", () => {
            const versions: Version[] = [[1, 10, 0], [1, 2, 0], [0, 9, 9]];
            assert.deepEqual(versions.sort(compare), [[0, 9, 9], [1, 2, 0], [1, 10, 0]]);
          });
          it("finds equals", () => assert.equal(compare([1, 0, 0], [1, 0, 0]), 0));
        });
      `,
    },
  },
  {
    name: "loose-and-partial-assertions",
    head: {
      "src/summary.js": code`
        export const summary = (words) => ({
          count: words.length,
          longest: words.reduce((a, b) => (b.length > a.length ? b : a), ""),
          byLetter: Object.groupBy(words, (word) => word[0]),
          at: new Date(),
        });
      `,
      "test/summary.test.mjs": code`
        import assert from "node:assert";
        import { test } from "node:test";
        import { summary } from "../src/summary.js";

        test("counts", () => {
          assert(summary(["a", "b"]).count === 2);
        });
        test("finds the longest", () => {
          assert.equal(summary(["a", "bcd"]).longest, "bcd", "the longest word");
        });
        test("is dated", () => {
          assert.ok(summary([]).at instanceof Date);
        });
        test("has parts", () => {
          assert.partialDeepStrictEqual(summary(["ant", "ape"]), { count: 2, byLetter: { a: ["ant", "ape"] } });
        });
        test("is never the same", () => {
          assert.notStrictEqual(summary([]), summary([]));
          assert.notDeepStrictEqual(summary(["a"]).byLetter, {});
        });
      `,
    },
  },
  {
    name: "test-folder-without-suffix",
    head: {
      "lib/levenshtein.js": code`
        export default function levenshtein(a, b) {
          let row = Array.from({ length: b.length + 1 }, (_, i) => i);
          for (let i = 1; i <= a.length; i += 1) {
            const next = [i];
            for (let j = 1; j <= b.length; j += 1) {
              next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
            }
            row = next;
          }
          return row.at(-1);
        }
      `,
      "test/levenshtein.js": code`
        import * as assert from "node:assert/strict";
        import { test } from "node:test";
        import levenshtein from "../lib/levenshtein.js";

        test("equal words have no distance", () => {
          assert.equal(levenshtein("same", "same"), 0);
        });
        test("kitten and sitting", () => {
          assert.equal(levenshtein("kitten", "sitting"), 3);
        });
      `,
    },
  },
];
