import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";

/** What users of mocha write: chai's styles, callbacks, contexts, behaviours, sinon. */
export const formCases: HonestCase[] = [
  {
    name: "chai-should",
    head: {
      "src/basket.js": code`
        export function createBasket() {
          const items = [];
          return {
            items,
            add(name, price) {
              items.push({ name, price });
              return this;
            },
            total: () => items.reduce((sum, { price }) => sum + price, 0),
          };
        }
      `,
      "test/basket.test.js": code`
        import { should } from "chai";
        import { createBasket } from "../src/basket.js";

        should();

        describe("basket", function () {
          beforeEach(function () {
            this.basket = createBasket();
          });

          it("is empty at first", function () {
            this.basket.items.should.be.empty;
            this.basket.total().should.equal(0);
          });
          it("adds up", function () {
            this.basket.add("tea", 3).add("milk", 1);
            this.basket.total().should.equal(4);
            this.basket.items.should.have.lengthOf(2);
            this.basket.items[0].should.deep.equal({ name: "tea", price: 3 });
          });
        });
      `,
    },
  },
  {
    name: "chai-assert",
    head: {
      "src/flatten.cjs": code`
        function flatten(list) {
          return list.reduce((all, item) => all.concat(Array.isArray(item) ? flatten(item) : [item]), []);
        }
        module.exports = flatten;
      `,
      "test/flatten.test.cjs": code`
        const { assert } = require("chai");
        const flatten = require("../src/flatten.cjs");

        describe("flatten()", () => {
          it("should flatten deeply", () => {
            assert.deepEqual(flatten([1, [2, [3]]]), [1, 2, 3]);
          });
          it("should answer a list", () => {
            assert.isArray(flatten([]));
            assert.isEmpty(flatten([]));
          });
          it("should contain every item", () => {
            assert.sameMembers(flatten([[2], [1]]), [1, 2]);
            assert.include(flatten([[5]]), 5);
            assert.lengthOf(flatten([1, [2]]), 2);
          });
        });
      `,
    },
  },
  {
    name: "chai-chains",
    head: {
      "src/profile.ts": code`
        export interface Profile { name: string; tags: string[]; address?: { city: string } }
        export const createProfile = (name: string, tags: string[] = []): Profile => ({ name, tags: [...new Set(tags)] });
      `,
      "test/profile.test.ts": code`
        import { expect } from "chai";
        import { createProfile } from "../src/profile.ts";

        describe("createProfile", () => {
          const profile = () => createProfile("Ada", ["x", "x", "y"]);

          it("has a name", () => {
            expect(profile()).to.be.an("object").that.has.property("name", "Ada");
          });
          it("has each tag once", () => {
            expect(profile().tags).to.have.lengthOf(2).and.to.include("y");
            expect(profile().tags).to.have.members(["y", "x"]);
          });
          it("has no address", () => {
            expect(profile()).to.not.have.property("address");
            expect(profile().address).to.be.undefined;
          });
          it("includes its name", () => {
            expect(profile()).to.include({ name: "Ada" });
            expect(profile()).to.have.all.keys("name", "tags");
          });
          it("has no tags by default", () => {
            expect(createProfile("Bob").tags).to.be.an("array").that.is.empty;
          });
        });
      `,
    },
  },
  {
    name: "callback-done",
    head: {
      "src/stopwatch.cjs": code`
        exports.after = function (ms, callback) {
          var timer = setTimeout(function () {
            callback(null, ms);
          }, ms);
          return { cancel: function () { clearTimeout(timer); callback(new Error("cancelled")); } };
        };
      `,
      "test/stopwatch.test.cjs": code`
        var assert = require("assert");
        var stopwatch = require("../src/stopwatch.cjs");

        describe("stopwatch", function () {
          this.timeout(5000);

          it("calls back", function (done) {
            stopwatch.after(5, function (error, ms) {
              if (error) return done(error);
              assert.equal(ms, 5);
              done();
            });
          });
          it("can be cancelled", function (done) {
            var watch = stopwatch.after(1000, function (error) {
              assert.equal(error.message, "cancelled");
              done();
            });
            watch.cancel();
          });
        });
      `,
    },
  },
  {
    name: "contexts-and-hooks",
    head: {
      "src/turnstile.js": code`
        export class Turnstile {
          state = "locked";
          coin() {
            this.state = "open";
          }
          push() {
            if (this.state === "locked") return false;
            this.state = "locked";
            return true;
          }
        }
      `,
      "test/turnstile.spec.js": code`
        import { expect } from "chai";
        import { Turnstile } from "../src/turnstile.js";

        describe("Turnstile", () => {
          let turnstile;
          beforeEach("make one", () => {
            turnstile = new Turnstile();
          });

          context("when locked", () => {
            specify("nobody passes", () => {
              expect(turnstile.push()).to.be.false;
            });
          });
          context("when paid", () => {
            beforeEach(() => turnstile.coin());

            it("lets one pass", () => {
              expect(turnstile.push()).to.equal(true);
              expect(turnstile.push()).to.equal(false);
            });
            it("is open", () => {
              expect(turnstile).to.have.property("state", "open");
            });
          });
        });
      `,
    },
  },
  {
    name: "shared-behaviour",
    head: {
      "src/stores.js": code`
        export class MemoryStore {
          #map = new Map();
          async get(key) {
            return this.#map.get(key) ?? null;
          }
          async set(key, value) {
            this.#map.set(key, value);
          }
        }
        export class PrefixStore {
          constructor(inner, prefix) {
            this.inner = inner;
            this.prefix = prefix;
          }
          get(key) {
            return this.inner.get(this.prefix + key);
          }
          set(key, value) {
            return this.inner.set(this.prefix + key, value);
          }
        }
      `,
      "test/helpers/behaves-like-store.js": code`
        import assert from "node:assert/strict";

        export function behavesLikeStore(create) {
          it("answers null for what is not there", async () => {
            assert.equal(await create().get("x"), null);
          });
          it("keeps values", async () => {
            const store = create();
            await store.set("a", 1);
            assert.equal(await store.get("a"), 1);
          });
        }
      `,
      "test/stores.test.js": code`
        import { MemoryStore, PrefixStore } from "../src/stores.js";
        import { behavesLikeStore } from "./helpers/behaves-like-store.js";

        describe("MemoryStore", () => behavesLikeStore(() => new MemoryStore()));
        describe("PrefixStore", () => behavesLikeStore(() => new PrefixStore(new MemoryStore(), "p:")));
      `,
    },
  },
  {
    name: "sinon-stubs-and-spies",
    head: {
      "src/newsletter.js": code`
        export class Newsletter {
          constructor({ subscribers, mailer, log = console }) {
            Object.assign(this, { subscribers, mailer, log });
          }
          async send(text) {
            let sent = 0;
            for (const address of await this.subscribers.all()) {
              try {
                await this.mailer.send(address, text);
                sent += 1;
              } catch (error) {
                this.log.error(\`\${address}: \${error.message}\`);
              }
            }
            return sent;
          }
        }
      `,
      "test/newsletter.test.js": code`
        import { expect } from "chai";
        import sinon from "sinon";
        import { Newsletter } from "../src/newsletter.js";

        describe("Newsletter", () => {
          const sandbox = sinon.createSandbox();
          let mailer;
          let newsletter;

          beforeEach(() => {
            mailer = { send: sandbox.stub().resolves() };
            const subscribers = { all: sandbox.stub().resolves(["a@x", "b@x"]) };
            sandbox.stub(console, "error");
            newsletter = new Newsletter({ subscribers, mailer });
          });
          afterEach(() => sandbox.restore());

          it("sends to every subscriber", async () => {
            expect(await newsletter.send("hi")).to.equal(2);
            sinon.assert.calledTwice(mailer.send);
            sinon.assert.calledWith(mailer.send, "b@x", "hi");
          });
          it("goes on after a failure", async () => {
            mailer.send.onFirstCall().rejects(new Error("bounced"));
            expect(await newsletter.send("hi")).to.equal(1);
            expect(console.error.calledOnceWithExactly("a@x: bounced")).to.be.true;
          });
          it("says nothing when all is well", async () => {
            await newsletter.send("hi");
            sinon.assert.notCalled(console.error);
          });
        });
      `,
    },
  },
  {
    name: "sinon-clock",
    head: {
      "src/throttle.js": code`
        export function throttle(call, ms) {
          let last = -Infinity;
          return (...args) => {
            if (Date.now() - last < ms) return undefined;
            last = Date.now();
            return call(...args);
          };
        }
      `,
      "test/throttle.test.js": code`
        import assert from "node:assert/strict";
        import { useFakeTimers } from "sinon";
        import { throttle } from "../src/throttle.js";

        describe("throttle", () => {
          let clock;
          before(() => (clock = useFakeTimers()));
          after(() => clock.restore());

          it("answers at once", () => {
            assert.equal(throttle(() => "now", 10)(), "now");
          });
          it("answers nothing too soon, and again later", () => {
            const double = throttle((n) => n * 2, 10);
            assert.equal(double(1), 2);
            assert.equal(double(2), undefined);
            clock.tick(10);
            assert.equal(double(3), 6);
          });
        });
      `,
    },
  },
  {
    name: "promises-returned",
    head: {
      "src/chain.js": code`
        export const load = (id) => (id > 0 ? Promise.resolve({ id, children: [id * 2] }) : Promise.reject(new RangeError("no id")));
        export const loadTree = (id) => load(id).then(({ id, children }) => Promise.all(children.map(load)).then((below) => ({ id, below })));
      `,
      "test/chain.test.js": code`
        import chai, { expect } from "chai";
        import * as chain from "../src/chain.js";

        describe("chain", () => {
          it("loads a tree", () =>
            chain.loadTree(1).then((tree) => {
              expect(tree.below[0].id).to.equal(2);
            }));
          it("fails without an id", () =>
            chain.load(0).then(
              () => expect.fail("it should have failed"),
              (error) => expect(error).to.be.instanceOf(RangeError),
            ));
          it("fails down the tree", async () => {
            let caught;
            try {
              await chain.loadTree(-1);
            } catch (error) {
              caught = error;
            }
            expect(caught).to.be.an.instanceof(Error);
            expect(caught.message).to.match(/no id/);
          });
        });
      `.replace("import chai, { expect }", "import { expect }"),
    },
  },
  {
    name: "generated-tests",
    head: {
      "src/base.js":
        "export const toBase = (n, base) => n.toString(base);\nexport const fromBase = (text, base) => Number.parseInt(text, base);\n",
      "test/base.test.js": code`
        import { strictEqual } from "node:assert";
        import { fromBase, toBase } from "../src/base.js";

        const cases = [
          { base: 2, number: 5, text: "101" },
          { base: 16, number: 255, text: "ff" },
          { base: 36, number: 35, text: "z" },
        ];

        cases.forEach(({ base, number, text }) => {
          describe(\`base \${base}\`, () => {
            it(\`writes \${number} as \${text}\`, () => strictEqual(toBase(number, base), text));
            it(\`reads \${text} as \${number}\`, () => strictEqual(fromBase(text, base), number));
          });
        });
      `,
    },
  },
];
