import { describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";
import type { WrittenTest } from "../../../src/schema/source.ts";

const tool = createJavaScriptSource();

async function testsOf(text: string, path = "a.test.ts"): Promise<WrittenTest[]> {
  return tool.tests([{ path, text }]);
}

async function strengths(body: string, head = ""): Promise<readonly number[]> {
  const [first] = await testsOf(`${head}\ntest("x", async (t) => { ${body} });`);
  return first?.assertions ?? [];
}

describe("tests that a file registers", () => {
  it.each([
    ["it", `it("adds", () => {})`, "adds"],
    ["specify", `specify("adds", () => {})`, "adds"],
    ["a suite", `describe("sum", () => { it("adds", () => {}) })`, "sum > adds"],
    ["nested suites", `describe("a", () => { context("b", () => { test("c", () => {}) }) })`, "a > b > c"],
    [
      "node:test's suite",
      `import { suite, test } from "node:test"; suite("a", () => { test("b", () => {}) })`,
      "a > b",
    ],
    ["node:test's default", `import check from "node:test"; check("b", () => {})`, "b"],
    [
      "a member of node:test's default",
      `import t from "node:test"; t.describe("a", () => { t.it("b", () => {}) })`,
      "a > b",
    ],
    ["a renamed import", `import { test as check } from "vitest"; check("b", () => {})`, "b"],
    ["a namespace import", `import * as v from "vitest"; v.describe("a", () => { v.it("b", () => {}) })`, "a > b"],
    ["require", `const { it: spec } = require("mocha"); spec("b", function () {})`, "b"],
    ["an extended test", `const mine = test.extend({ a: 1 }); mine("b", ({ a }) => {})`, "b"],
    ["playwright's describe", `test.describe("a", () => { test("b", async ({ page }) => {}) })`, "a > b"],
    ["modifiers", `describe.concurrent("a", () => { test.sequential.fails("b", () => {}) })`, "a > b"],
    ["only", `it.only("b", () => {})`, "b"],
    ["fit", `fit("b", () => {})`, "b"],
    ["a template without parts", "it(`b`, () => {})", "b"],
    ["a title in two parts", `it("a " + "b", () => {})`, "a b"],
    ["a computed title", "it(`b ${x}`, () => {})", null],
    ["a title by name", `it(title, () => {})`, null],
    ["a computed suite", `describe(name, () => { it("b", () => {}) })`, null],
    ["each", `it.each([1, 2])("b %s", (n) => {})`, null],
    ["each with a table", "it.each`a | b\n${1} | ${2}`('b $a', () => {})", null],
    ["a suite of each", `describe.each([1])("a %s", () => { it("b", () => {}) })`, null],
    ["for", `test.for([1])("b %s", (n) => {})`, null],
    ["a condition", `test.skipIf(process.platform === "win32")("b", () => {})`, "b"],
    ["a choice that has a name", `const gitIt = has("git") ? it : it.skip; gitIt("b", () => {})`, "b"],
    [
      "a suite's choice that has a name",
      `const onGit = has("git") ? describe : describe.skip; onGit("a", () => { it("b", () => {}) })`,
      "a > b",
    ],
    ["options before the body", `test("b", { timeout: 5 }, () => {})`, "b"],
    ["a named function of node:test", `import test from "node:test"; test(function works() {})`, "works"],
    ["a wrapped body", `it("b", co(function* () {}))`, "b"],
    ["a test in the source", `if (import.meta.vitest) { const { it } = import.meta.vitest; it("b", () => {}) }`, "b"],
    ["type arguments", `it<Context>("b", () => {})`, "b"],
  ])("%s", async (_shape, text, name) => {
    const tests = await testsOf(text);
    expect(tests.map((one) => one.name)).toEqual([name]);
  });

  it.each([
    ["the test method of an expression", `/x/.test("b"); re.test("b")`],
    ["a table alone", `test.each([1])`],
    ["a hook", `beforeEach(() => {}); test.beforeEach(() => {})`],
    ["steps and settings", `test.use({ a: 1 }); test.step("b", () => {})`],
    ["a suite alone", `describe("a", () => {})`],
  ])("does not take %s for a test", async (_shape, text) => {
    expect(await testsOf(text)).toEqual([]);
  });

  it("names a subtest below its test, which counts its assertions too", async () => {
    const tests = await testsOf(`test("a", async (t) => { await t.test("b", (u) => { u.assert.equal(f(), 1); }); });`);
    expect(tests.map((one) => [one.name, one.assertions])).toEqual([
      ["a", [3]],
      ["a > b", [3]],
    ]);
  });

  it("tells the line, also in a file with a mark and carriage returns", async () => {
    const tests = await testsOf(`\uFEFF// one\r\n\r\nit("a", () => {});\r\nit("b", () => {});\r\n`);
    expect(tests.map((one) => one.line)).toEqual([3, 4]);
  });

  it.each([
    ["skip", `it.skip("a", () => {})`],
    ["todo", `it.todo("a")`],
    ["xit", `xit("a", () => {})`],
    ["xtest", `xtest("a", () => {})`],
    ["no body", `it("a")`],
    ["an option", `test("a", { skip: true }, () => {})`],
    ["an option with a reason", `test("a", { todo: "later" }, () => {})`],
    ["a skipped suite", `describe.skip("s", () => { it("a", () => {}) })`],
    ["xdescribe", `xdescribe("s", () => { it("a", () => {}) })`],
    ["a suite with the option", `describe("s", { skip: true }, () => { it("a", () => {}) })`],
    ["the context", `test("a", (t) => { t.skip("why"); })`],
    ["this", `it("a", function () { this.skip(); })`],
    ["skip from the context", `test("a", ({ skip }) => { skip(); })`],
    ["a condition that is true", `test.skipIf(true)("a", () => {})`],
    ["a condition that is false", `test.runIf(false)("a", () => {})`],
    [
      "what it asserts about",
      `import { add } from "./add.js"; const works = add(1, 2) === 3; test.runIf(works)("a", () => { expect(add(2, 2)).toBe(4); })`,
    ],
    [
      "what it asserts about, in a branch around it",
      `import { add } from "./add.js"; if (add(1, 2) === 3) test("a", () => { expect(add(2, 2)).toBe(4); })`,
    ],
    [
      "what it asserts about, in the choice of its function",
      `import { add } from "./add.js"; (add(1, 2) !== 3 ? it.skip : it)("a", () => { expect(add(2, 2)).toBe(4); })`,
    ],
    [
      "what it asserts about, in the choice of its function, which has a name",
      `import { add } from "./add.js"; const works = add(1, 2) !== 3 ? it.skip : it; works("a", () => { expect(add(2, 2)).toBe(4); })`,
    ],
    [
      "what it asserts about, in its suite's condition",
      `import { add } from "./add.js"; describe.skipIf(add(1, 2) !== 3)("s", () => { it("a", () => { expect(add(2, 2)).toBe(4); }) })`,
    ],
  ])("is skipped by %s", async (_how, text) => {
    expect((await testsOf(text)).map((one) => one.skipped)).toEqual([true]);
  });

  it.each([
    [true, "another condition", `test("a", (t) => { if (!has("git")) t.skip("no git"); expect(add(2, 2)).toBe(4); })`],
    [true, "another condition, given", `test("a", ({ skip }) => { skip(!has("git")); expect(add(2, 2)).toBe(4); })`],
    [undefined, "its own", `test("a", (t) => { if (add(1, 2) !== 3) return t.skip(); expect(add(2, 2)).toBe(4); })`],
    [undefined, "its own, given", `test("a", ({ skip }) => { skip(add(1, 2) !== 3); expect(add(2, 2)).toBe(4); })`],
    [undefined, "none", `test("a", (t) => { t.skip("later"); expect(add(2, 2)).toBe(4); })`],
  ])("is skipped elsewhere (%s) by %s", async (elsewhere, _how, text) => {
    const [test] = await testsOf(`import { add } from "./add.js"; import { has } from "./has.js"; ${text}`);
    expect([test?.skipped, test?.skipsElsewhere]).toEqual([true, elsewhere]);
  });

  it.each([
    ["an option that is off", `test("a", { skip: false }, () => {})`],
    ["a computed option", `test("a", { skip: isWindows }, () => {})`],
    ["a method of something else", `test("a", (t) => { list.skip(1); })`],
    [
      "a branch about something else",
      `import { add } from "./add.js"; if (process.platform === "linux") { test("a", () => { expect(add(2, 2)).toBe(4); }) }`,
    ],
    [
      "a condition about something else",
      `import { add } from "./add.js"; import { has } from "./has.js"; test.runIf(has("git"))("a", () => { expect(add(2, 2)).toBe(4); })`,
    ],
    ["an expected failure", `test.fails("a", () => {})`],
  ])("is not skipped by %s", async (_how, text) => {
    expect((await testsOf(text)).map((one) => one.skipped)).toEqual([false]);
  });

  it("keeps the digest through a rename, a modifier, comments and layout, but not through another body", async () => {
    const digest = async (text: string): Promise<string | undefined> => (await testsOf(text))[0]?.digest;
    const first = await digest(`it("a", () => { expect(f(1)).toBe("x y"); });`);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(
      await digest(`describe("s", () => {\n  it.only("b", () => {\n // why\n expect(f( 1 )).toBe("x y");\n});});`),
    ).toBe(first);
    expect(await digest(`it("a", () => { expect(f(1)).toBe("x  y"); });`)).not.toBe(first);
    expect(await digest(`it.todo("a")`)).not.toBe(await digest(`it.todo("b")`));
  });

  it("leaves out what it cannot parse and reads the rest", async () => {
    const deep = "(".repeat(50_000);
    const files = [
      { path: "broken.ts", text: "it('a', () => {" },
      { path: "guess.js", text: "foo bar baz" },
      { path: "deep.js", text: deep },
      { path: "empty.ts", text: "" },
      { path: "other.py", text: "def test_a(): pass" },
      { path: "good.jsx", text: "it('a', () => { render(<App />); })" },
      { path: "flow.js", text: "// @flow\nconst f = (x: number): string => ''; it('b', () => {})" },
      { path: "decorated.ts", text: "class A { constructor(@Inject() a: B) {} } it('c', () => {})" },
      { path: "twice.ts", text: "let a; let a; it('d', () => {})" },
    ];
    expect((await tool.tests(files)).map((one) => one.path)).toEqual([
      "good.jsx",
      "flow.js",
      "decorated.ts",
      "twice.ts",
    ]);
  });
});

describe("assertions of a test", () => {
  it.each<[string, number]>([
    ["expect(f()).toBe(1)", 3],
    ["expect(f()).toEqual({ a: 1 })", 3],
    ["expect(f()).toMatchInlineSnapshot(`1`)", 3],
    ["expect(() => f()).toThrow('no')", 3],
    ["expect(f()).toBe(true)", 3],
    ["expect(f()).toBeNull()", 3],
    ["expect(spy).not.toHaveBeenCalled()", 3],
    ["expect(f()).to.equal(1)", 3],
    ["expect(f()).to.be.true", 3],
    ["expect(f()).to.have.property('a', 1)", 3],
    ["f().should.equal(1)", 3],
    ["assert.strictEqual(f(), 1)", 3],
    ["assert.throws(() => f(), /no/)", 3],
    ["assert.ok(f() === 1)", 3],
    ["assert(f() === 1 && g)", 3],
    ["t.is(f(), 1)", 3],
    ["t.assert.deepEqual(f(), 1)", 3],
    ["t.expect(f()).toBe(1)", 3],
    ["t.true(f())", 3],
    ["assert.isTrue(f() === 1)", 3],
    ["await request(app).get('/').expect(200)", 3],
    ["sinon.assert.calledOnceWithExactly(spy, 1)", 3],
    ["expect(f()).toHaveLength(0)", 3],
    ["expect(spy.mock.calls.length).toBe(2)", 3],
    ["expect(f()).toHaveLength(2)", 2],
    ["expect(f()).to.have.length(2)", 2],
    ["expect(f().length).toBe(2)", 2],
    ["assert.equal(f().size, 2)", 2],
    ["await expect(f()).rejects.toThrow(Error)", 2],
    ["assert.throws(() => f(), () => true)", 2],
    ["expect(f()).toBeCloseTo(0.3, 0)", 2],
    ["expect(f()).to.be.closeTo(12, 1000)", 2],
    ["expect(f() === 1 || f() === 2).toBe(true)", 2],
    ["expect(Number.isFinite(f())).toBe(true)", 2],
    ["expect(f() ? 1 : 2).toBe(1)", 2],
    ["expect(f() && 1).toBe(1)", 2],
    ["expect(f()).toContain(1)", 2],
    ["expect(f()).toMatchObject({ a: 1 })", 2],
    ['await expect(f()).rejects.toMatchObject({ name: "CartError", message: "empty" })', 3],
    ["await expect(f()).rejects.toMatchObject({ message: expect.any(String) })", 2],
    ["await expect(f()).rejects.toMatchObject({ a: 1 })", 2],
    ["expect(f()).toBeGreaterThan(1)", 2],
    ["expect(f() > 1).toBe(true)", 2],
    ["t.true(f() > 1)", 2],
    ["t.strictSame(f(), [1])", 3],
    ["t.matchOnly(f(), { a: 1 })", 2],
    ["t.strictNotSame(f(), 1)", 1],
    ["expect(() => f()).toThrow()", 2],
    ["expect(f()).toEqual({ a: expect.any(Number) })", 2],
    ["expect(f()).to.include(1)", 2],
    ["expect(f()).to.include.members([1])", 2],
    ["assert.match(f(), /a/)", 2],
    ["assert.ok(f().includes('a'))", 2],
    ["assert.throws(() => f(), 'a message')", 2],
    ["await request(app).get('/').expect('Content-Type', /json/)", 2],
    ["expect(f()).toMatch(/.*/)", 1],
    ["expect(f()).toEqual({ asymmetricMatch: () => true })", 1],
    ["expect(f()).toBeDefined()", 1],
    ["expect(f()).toEqual(expect.anything())", 1],
    ["expect(f()).not.toBeNull()", 1],
    ["expect(f()).not.toBe(1)", 1],
    ["expect(f()).to.exist", 1],
    ["expect(f()).to.be.ok", 1],
    ["should.exist(f())", 1],
    ["assert.ok(f())", 1],
    ["assert(f())", 1],
    ["assert.notEqual(f(), 1)", 1],
    ["assert.doesNotThrow(() => f())", 1],
    ["assert.fail('never')", 1],
    ["expect(f() === 1 || true).toBe(true)", 0],
    ["expect(f()).to.equal", 0],
    ["const sum = 12; expect(sum).toBe(12)", 0],
    ["expect(true).toBe(true)", 0],
    ["expect([1, 2].length).toBe(1 + 1)", 0],
    ["expect(f()).toEqual( f( ) )", 0],
    ["expect(true).to.be.true", 0],
    ["expect(f())", 0],
    ["expect(f()).toBe", 0],
    ["expect(() => {}).not.toThrow()", 0],
    ["assert.ok(true)", 0],
    ["assert.equal(x, x)", 0],
    ["assert(x === x)", 0],
    ["t.pass()", 0],
  ])("%s is worth %i", async (body, strength) => {
    expect(await strengths(body)).toEqual([strength]);
  });

  it.each([
    ["a renamed import", `import { strictEqual as same } from "node:assert";`, "same(f(), 1)", [3]],
    ["require", `const { ok } = require("node:assert/strict");`, "ok(f())", [1]],
    ["a member given a name", `import nodeAssert from "assert"; const eq = nodeAssert.deepEqual;`, "eq(f(), 1)", [3]],
    ["chai's expect", `import * as chai from "chai"; const { expect: hope } = chai;`, "hope(f()).to.equal(1)", [3]],
    ["a soft expectation", "", "expect.soft(f()).toBe(1)", [3]],
    ["a function of the file", "function same(a, b) { expect(a).toBe(b); }", "same(f(), 1)", [3]],
    ["a function that calls itself", "const go = (n) => { expect(n).toBe(1); go(n); };", "go(1)", [3]],
    ["what only counts assertions", "", "expect.assertions(1); expect.hasAssertions()", []],
    [
      "what looks like assertions",
      `import fc from "fast-check";`,
      "fc.assert(p); console.assert(a); t.plan(1); list.match(a)",
      [],
    ],
    ["a status and a body of supertest", "", "request(app).get('/').expect(200, 'x', done)", [3, 3]],
    ["a status and a body by name", "", "await request(app).get('/').expect(200, wanted)", [3, 3]],
    ["a status of supertest with a callback", "", "request(app).get('/').expect(200, done)", [3]],
    ["a header of supertest with a callback", "", "request(app).get('/').expect('Etag', /x/, done)", [2]],
    ["a body of supertest with a callback", "", "request(app).get('/').expect('x', done)", [3]],
    ["no assertion", "", "f()", []],
  ])("finds them behind %s", async (_how, head, body, expected) => {
    expect(await strengths(body, head)).toEqual(expected);
  });
});

describe("what leads past an assertion", () => {
  it.each([
    ["if (f() === 1) expect(f()).toBe(1)", 2],
    ["f() === 1 && expect(f()).toBe(1)", 2],
    ["if (f() !== 1) return; expect(f()).toBe(1)", 2],
    ["if (f() !== 1) t.skip('later'); expect(f()).toBe(1)", 2],
    ["switch (f()) { case 1: expect(f()).toBe(1); }", 2],
    ["while (f() === 1) expect(f()).toBe(1)", 2],
    ["try { f(); } catch (error) { expect(error.code).toBe(1); }", 2],
    ["setTimeout(() => expect(f()).toBe(1), 5)", 1],
    ["f().then((value) => expect(value).toBe(1))", 1],
    ["[1].forEach(async (n) => expect(await f()).toBe(n))", 1],
    ["[1].map(async (n) => expect(await f()).toBe(n))", 1],
    ["void expect(f()).resolves.toBe(1)", 1],
    ["assert.rejects(f(), /no/)", 1],
    ["await Promise.race([expect(f()).resolves.toBe(1), null])", 1],
    ["await Promise.allSettled([expect(f()).resolves.toBe(1)])", 0],
    ["await f().then((value) => expect(value).toBe(1)).catch(() => {})", 0],
    ["await expect(f()).resolves.toBe(1).then(() => {}, () => {})", 0],
    ["try { expect(f()).toBe(1); } finally { return; }", 0],
    ["try { expect(f()).toBe(1); } catch {}", 0],
  ])("is seen: %s", async (body, strength) => {
    expect(await strengths(body)).toEqual([strength]);
  });

  it.each([
    "const result = f(); if (!result.ok) throw new Error('no'); expect(result.value).toBe(1)",
    "for (const n of [1, 2]) expect(f(n)).toBe(n)",
    "[1, 2].forEach((n) => expect(f(n)).toBe(n))",
    "await Promise.all([1, 2].map(async (n) => expect(await f(n)).toBe(n)))",
    "return f().then((value) => expect(value).toBe(1))",
    "await f().then((value) => expect(value).toBe(1)).catch((error) => { throw error; })",
    "await new Promise((resolve) => setTimeout(() => { expect(f()).toBe(1); resolve(); }, 5))",
    "expect.assertions(1); try { f(); } catch (error) { expect(error.code).toBe(1); }",
    "try { f(); throw new Error('no'); } catch (error) { expect(error.code).toBe(1); }",
    "await withServer(async (url) => { expect(await get(url)).toBe(1); })",
    "await t.test('inner', async () => { expect(f()).toBe(1); })",
    "try { expect(f()).toBe(1); } finally { stop(); }",
  ])("is nothing here: %s", async (body) => {
    expect(await strengths(body)).toEqual([3]);
  });

  it("is nothing where a runner is told when the test is done", async () => {
    const [only] = await testsOf('it("x", (done) => { setTimeout(() => { expect(f()).toBe(1); done(); }, 5); });');
    expect(only?.assertions).toEqual([3]);
  });
});

describe("one assertion that pins down more than one value", () => {
  const spare = async (body: string) => (await testsOf(`it("x", async () => { ${body} });`))[0]?.spare;

  it.each([
    ["expect(f()).toBe(1)", 0],
    ["expect(f()).toEqual([1, 2, 3])", 2],
    ["assert.deepEqual(f(), { a: 1, b: 2 })", 1],
    ["for (const n of [1, 2, 3]) expect(f(n)).toBe(n)", 2],
    ["await expect(f()).rejects.toThrow(new TypeError('no'))", 1],
    ["expect(f()).toMatchObject({ a: 1, b: 2 })", 0],
    ["if (f()) expect(f()).toEqual([1, 2])", 0],
    ["expect([1, 2]).toEqual([1, 2])", 0],
  ])("%s: %i more", async (body, more) => {
    expect(await spare(body)).toBe(more);
  });
});

describe("functions that assert for tests of other files", () => {
  const helpers = async (text: string) =>
    (await testsOf(text, "test/support.js")).filter(({ helper }) => helper).map((one) => [one.name, one.assertions]);

  it("are told beside the tests, unless a test of the file reaches them", async () => {
    const text = `
      const assert = require("node:assert");
      exports.same = same;
      function same(a, b) { return (done) => { assert.equal(a, b); inner(a); }; }
      function inner(a) { assert.ok(a); }
      const plain = () => 1;
      const own = (a) => assert.equal(a, 1);
      describe("s", () => { function within() { assert.ok(f()); } it("a", () => own(f())); });
    `;
    expect(await helpers(text)).toEqual([
      ["same", [3, 1]],
      ["inner", [1]],
    ]);
  });
});
