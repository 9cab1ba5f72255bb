import { describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";

const tool = createJavaScriptSource();
const kinds = async (head: string): Promise<string[]> =>
  (await tool.signals([{ path: "test/a.test.ts", base: null, head }], "test")).map(({ kind }) => kind);

const PRICE = `import { price, BULK } from "../src/price.js";\n`;

describe("a test that asserts what it put in the code's place", () => {
  it.each([
    [
      "by a factory",
      `vi.mock("../src/price.js", () => ({ price: () => 90 }));\nit("a", () => expect(price(1)).toBe(90));`,
    ],
    [
      "by a factory that leans on the code",
      `vi.mock("../src/price", async (load) => { const real = await load(); return { ...real, price: (n) => n * real.BULK }; });
       it("a", () => expect(price(1)).toBe(90));`,
    ],
    [
      "by a factory, through a variable",
      `jest.mock("../src/price", () => ({ price: () => 90 }));\nit("a", async () => { const got = await price(1); expect(got).toBe(90); });`,
    ],
    [
      "by node's options",
      `mock.module("../src/price.js", { namedExports: { price: () => 90 } });\nit("a", () => assert.equal(price(1), 90));`,
    ],
    [
      "by an answer",
      `vi.mock("../src/price.js");\nit("a", () => { vi.mocked(price).mockReturnValue(BULK); expect(price(1)).toBe(90); });`,
    ],
    [
      "by a spy that answers",
      `import * as prices from "../src/price.js";\nit("a", () => { vi.spyOn(prices, "price").mockReturnValue(90); expect(prices.price(1)).toBe(90); });`,
    ],
    [
      "by a method of a class",
      `import { Cart } from "../src/cart.js";\nCart.prototype.total = function () { return 90; };\nit("a", () => { const cart = new Cart(); assert.equal(cart.total(), 90); });`,
    ],
    [
      "by a class of its own",
      `import { Cart } from "../src/cart.js";\nclass Mine extends Cart { total() { return super.total() * 0.9; } }\nit("a", () => assert.equal(new Mine().total(), 90));`,
    ],
    [
      "by a method of a class that is filled before it is asked",
      `import { Cart } from "../src/cart.js";\nit("a", () => { vi.spyOn(Cart.prototype, "total").mockReturnValue(90); expect(new Cart().add(4).total()).toBe(90); });`,
    ],
    [
      "by a method of one instance",
      `import { Cart } from "../src/cart.js";\nit("a", () => { const cart = new Cart().add(4); cart.total = () => 90; expect(cart.total()).toBe(90); });`,
    ],
    [
      "a method of an object that a hook makes",
      `import { Router } from "../src/router.js";\nbeforeEach(function () { this.router = new Router(); const real = this.router.handle; this.router.handle = (path) => path === "/a" ? "a" : real(path); });\nit("a", function () { expect(this.router.handle("/a")).toBe("a"); });`,
    ],
    [
      "a method of a variable that a hook sets",
      `import { Cart } from "../src/cart.js";\nlet cart;\nbeforeEach(() => { cart = new Cart(); cart.total = () => 90; });\nit("a", () => expect(cart.total()).toBe(90));`,
    ],
  ])("%s is seen", async (_what, text) => {
    expect(await kinds(PRICE + text)).toContain("mocked_unit");
  });

  it.each([
    [
      "what the code stands on",
      `import { now } from "../src/clock.js";\nvi.mock("../src/clock.js", () => ({ now: vi.fn(() => 5) }));\nit("a", () => { vi.mocked(now).mockReturnValue(6); expect(price(now())).toBe(6); expect(now).toHaveBeenCalled(); });`,
    ],
    [
      "a part of the module, watched",
      `jest.mock("../src/price", () => { const real = jest.requireActual("../src/price"); return { ...real, price: jest.fn(real.price) }; });\nit("a", () => expect(price(1)).toBe(90));`,
    ],
    [
      "a spy",
      `import * as prices from "../src/price.js";\nit("a", () => { vi.spyOn(prices, "price"); expect(prices.price(1)).toBe(90); });`,
    ],
    [
      "a method of the same name on another object",
      `import { repository } from "../src/repository.js";\nit("a", async () => { vi.spyOn(repository, "find").mockResolvedValue(1); expect(await service.find(1)).toBe(1); });`,
    ],
    [
      "a library",
      `vi.mock("node:fs", () => ({ readFileSync: () => "a" }));\nimport { readFileSync } from "node:fs";\nit("a", () => expect(readFileSync("x")).toBe("a"));`,
    ],
    [
      "what an object that a hook makes stands on",
      `import { Cart } from "../src/cart.js";\nlet cart;\nbeforeEach(() => { cart = new Cart(); cart.clock = () => 5; });\nit("a", () => expect(cart.total()).toBe(90));`,
    ],
    [
      "an abstract method",
      `import { Shape } from "../src/shape.js";\nclass Unit extends Shape { area() { return 1; } }\nit("a", () => expect(new Unit().describe()).toBe("1"));`,
    ],
    [
      "a method that keeps a record",
      `import { Queue } from "../src/queue.js";\nclass Logged extends Queue { add(x) { log.push(x); return super.add(x); } }\nit("a", () => expect(new Logged().add(1)).toBe(1));`,
    ],
  ])("%s is not", async (_what, text) => {
    expect(await kinds(PRICE + text)).toEqual([]);
  });
});

describe("a test that swallows its own assertion", () => {
  it.each([
    `it("a", () => { try { expect(price(1)).toBe(90); } catch {} });`,
    `it("a", () => { try { assert.equal(price(1), 90); } catch (error) { console.log(error.message); } });`,
    `it("a", () => { const check = () => { try { expect(price(1)).toBe(90); } finally { return; } }; check(); });`,
    `it("a", async () => { await expect(price(1)).resolves.toBe(90).catch(() => {}); });`,
    `it("a", async () => { await Promise.race([expect.poll(() => price(1)).toBe(90).catch(() => {}), later()]); });`,
    `it("a", async () => { await Promise.allSettled([expect(price(1)).resolves.toBe(90), assert.rejects(price(0))]); });`,
    `it("a", async () => { await Promise.allSettled([1, 2].map(async (n) => { expect(await price(n)).toBe(90); })); });`,
  ])("%s is seen", async (text) => {
    expect(await kinds(PRICE + text)).toContain("swallowed_assertion");
  });

  it.each([
    `it("a", () => { try { price(); assert.fail("no error"); } catch (error) { assert.match(error.message, /x/); } });`,
    `it("a", (done) => { run((value) => { try { expect(value).toBe(1); done(); } catch (error) { done(error); } }); });`,
    `it("a", async () => { for (;;) { try { expect(price(1)).toBe(1); return; } catch (error) { if (late()) throw error; } } });`,
    `it("a", () => { let failed; try { expect(price(1)).toBe(1); } catch (error) { failed = error; } expect(failed).toBeDefined(); });`,
    `it("a", () => { try { expect(price(1)).toBe(1); } finally { close(); } });`,
    `it("a", async () => { await Promise.allSettled([price(1), price(2)]); expect(seen).toEqual([1, 2]); });`,
    `it("a", async () => { const all = await Promise.allSettled([1].map(async (n) => { expect(await price(n)).toBe(1); })); expect(all).toEqual([]); });`,
    `it("a", async () => { const error = await expect(price(1)).rejects.toThrow("x").catch((caught) => caught); expect(error).toBe(1); });`,
    `it("a", (done) => { expect(price(1)).resolves.toBe(1).then(() => done(), done); });`,
    `it("a", () => expect(price(1)).resolves.toBe(1).finally(() => close()));`,
  ])("%s is not", async (text) => {
    expect(await kinds(PRICE + text)).toEqual([]);
  });
});

describe("a test that changes the library", () => {
  it("is seen where it gives chai's own methods another meaning", async () => {
    expect(await kinds(`use(({ Assertion }) => { Assertion.overwriteMethod("equal", () => () => {}); });`)).toContain(
      "runner_hook",
    );
  });

  it("is seen where it gives expect's own matchers another meaning", async () => {
    expect(await kinds(`expect.extend({ toBe: () => ({ pass: true, message: () => "" }) });`)).toContain(
      "assertion_patch",
    );
  });

  it("is not where it adds a matcher", async () => {
    expect(
      await kinds(`expect.extend({ toBeWithin: (a, b, c) => ({ pass: a > b && a < c, message: () => "" }) });`),
    ).toEqual([]);
  });
});

describe("a comparison of kinds", () => {
  it.each([
    [`expect(price(1)).toBe(90);`, 3],
    [`expect(typeof price(1)).toBe("number");`, 2],
    [`expect(Boolean(price(1))).toEqual(yes);`, 2],
    [`assert.equal(typeof price(1), "number");`, 2],
  ])("%s pins down %i", async (assertion, strength) => {
    const head = `import { expect, it } from "vitest"; import assert from "node:assert";\n${PRICE}it("a", () => { ${assertion} });`;
    const [test] = await tool.tests([{ path: "a.test.js", text: head }]);
    expect(test?.assertions).toEqual([strength]);
  });
});

describe("the same code", () => {
  it.each([
    ["a comment", "const a = 1;", "// more\nconst a = 1; /* b */", true],
    ["layout", "f(1, 2);", "f(\n  1,\n  2\n);", true],
    ["a value", "const a = 1;", "const a = 2;", false],
    ["a comment's words in a text", "const a = 1;", 'const a = "/* 1 */";', false],
  ])("%s: told apart", async (_what, base, head, same) => {
    expect(await tool.sameCode?.("src/a.js", base, head)).toBe(same);
  });
});
