import { describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";

const tool = createJavaScriptSource();

async function flip(text: string, path = "a.test.ts"): Promise<{ text: string; flipped: number }> {
  const [file] = await tool.flip([{ path, text }]);
  return file ?? { text: "", flipped: -1 };
}

describe("negated assertions", () => {
  it.each([
    ["expect(f()).toBe(1)", "expect(f()).not.toBe(1)"],
    ["expect(f()).not.toBe(1)", "expect(f()).toBe(1)"],
    ["await expect(f()).resolves.toBe(1)", "await expect(f()).resolves.not.toBe(1)"],
    ["await expect(f()).rejects.not.toThrow()", "await expect(f()).rejects.toThrow()"],
    ["expect(f())\n  .toBe(1)", "expect(f()).not\n  .toBe(1)"],
    ["expect(f())\n  .not\n  .toBe(1)", "expect(f())\n\n  .toBe(1)"],
    ["expect(f())['toBe'](1)", "expect(f()).not['toBe'](1)"],
    ["expect(f()).toMatchSnapshot()", 'expect(f()).toBe(Symbol.for("baton.flip"))'],
    ["expect(f()).toMatchInlineSnapshot(`\n1`)", 'expect(f()).toBe(Symbol.for("baton.flip")\n)'],
    ["expect(f).toThrowErrorMatchingSnapshot()", "expect(f).not.toThrow()"],
    ["expect(f()).to.equal(1)", "expect(f()).not.to.equal(1)"],
    ["expect(f()).to.not.equal(1)", "expect(f()).to.equal(1)"],
    ["expect(f()).to.be.true", "expect(f()).not.to.be.true"],
    ["chai.expect(f()).to.be.an('array').that.includes(1)", "chai.expect(f()).not.to.be.an('array').that.includes(1)"],
    ["f().should.equal(1)", "f().should.not.equal(1)"],
    ["should.exist(f())", "should.not.exist(f())"],
    ["assert.equal(f(), 1)", "assert.notEqual(f(), 1)"],
    ["assert.notStrictEqual(f(), 1)", "assert.strictEqual(f(), 1)"],
    ["assert.deepEqual(f(), [1], 'why')", "assert.notDeepEqual(f(), [1], 'why')"],
    ["assert.doesNotMatch(f(), /a/)", "assert.match(f(), /a/)"],
    ["assert.throws(() => f(), { code: 1 })", "assert.doesNotThrow(() => f())"],
    ["await assert.doesNotReject(f())", "await assert.rejects(f())"],
    ["assert.ok(f(), 'why')", "assert.ok(!(f()), 'why')"],
    ["assert(f() === 1)", "assert(!(f() === 1))"],
    ["assert['equal'](f(), 1)", 'assert["notEqual"](f(), 1)'],
    ["assert.partialDeepStrictEqual(f(), {})", 'assert.fail((void [f(), {}], "baton flip"))'],
    ["assert.equal(...args)", 'assert.fail((void [...args], "baton flip"))'],
    ["t.is(f(), 1)", "t.not(f(), 1)"],
    ["t.truthy(f())", "t.falsy(f())"],
    ["t.throws(() => f(), /a/)", 't.fail((void [() => f(), /a/], "baton flip"))'],
    ["await t.throwsAsync(f(), { code: 1 })", "await t.notThrowsAsync(f())"],
    ["t.assert.strictEqual(f(), 1)", "t.assert.notStrictEqual(f(), 1)"],
    ["await request(app).get('/').expect(200)", "await request(app).get('/').expect(599)"],
    [
      "const sent = request(app).post('/').set('a', 'b'); sent.write('c'); sent.expect(200, done)",
      "const sent = request(app).post('/').set('a', 'b'); sent.write('c'); sent.expect(599, done)",
    ],
    ["await request(app).get('/').expect(200, { a: 1 })", "await request(app).get('/').expect(599, { a: 1 })"],
    ["await request(app).get('/').expect('A', /b/)", "await request(app).get('/').expect('A', \"baton flip\")"],
  ])("%s", async (before, after) => {
    expect(await flip(`test("x", async (t) => { ${before}; });`)).toEqual({
      path: "a.test.ts",
      text: `test("x", async (t) => { ${after}; });`,
      flipped: 1,
    });
  });

  it.each([
    ["a matcher of the project's own over a constant", `test("x", () => { expect("anna").toBePalindrome(); });`],
    [
      "what is handed to a function that shares its name with a hook",
      `import clock from "../src/clock.js"; test("x", () => { clock.after(5, () => { expect(f()).toBe(1); }); });`,
    ],
  ])("reach %s", async (_what, text) => {
    expect((await flip(text)).flipped).toBe(1);
  });

  it.each([
    ["two constants", `test("x", () => { expect(true).toBe(true); assert.ok(1); assert.equal(1, 1); });`],
    ["one expression with itself", `test("x", () => { expect(f()).toBe(f()); });`],
    ["what only fails when reached", `test("x", () => { assert.fail("no"); expect.assertions(1); });`],
    ["a hook", `beforeEach(() => { expect(f()).toBe(1); }); test("x", () => {});`],
    ["a suite's own body", `describe("x", () => { expect(f()).toBe(1); });`],
    ["a chain without a matcher", `test("x", () => { expect(f()); });`],
  ])("leave %s alone", async (_what, text) => {
    expect(await flip(text)).toEqual({ path: "a.test.ts", text, flipped: 0 });
  });

  it("count the outer one of two nested ones, whose inner one is removed with its text", async () => {
    const text = `test("x", () => { assert.throws(f, (e) => { assert.equal(e.code, 1); return true; }); });`;
    expect(await flip(text)).toMatchObject({ text: `test("x", () => { assert.doesNotThrow(f); });`, flipped: 1 });
  });

  it("reach functions of the file that tests call", async () => {
    const { text, flipped } = await flip(`function same(a) { expect(a).toBe(1); }\ntest("x", () => same(f()));`);
    expect(flipped).toBe(1);
    expect(text).toContain("expect(a).not.toBe(1)");
  });

  it("import the opposite of a named import at the end of a module", async () => {
    const text = `import { equal, strictEqual as eq } from "node:assert";\r\ntest("x", () => { equal(f(), 1); eq(g(), 2); });`;
    expect((await flip(text)).text).toBe(
      `import { equal, strictEqual as eq } from "node:assert";\r\n` +
        `test("x", () => { __batonFlip0.notEqual(f(), 1); __batonFlip0.notStrictEqual(g(), 2); });\r\n` +
        `;import * as __batonFlip0 from "node:assert";\r\n`,
    );
  });

  it("require the opposite of a name that was taken from require", async () => {
    const text = `const { equal: eq } = require("node:assert").strict;\ntest("x", () => { eq(f(), 1); });\n`;
    expect((await flip(text, "a.cjs")).text).toContain(`require("node:assert").strict.notEqual(f(), 1)`);
  });

  it("use chai's own names for chai's assert", async () => {
    const text = `import { assert } from "chai"; test("x", () => { assert.match(f(), /a/); assert.isTrue(g()); });`;
    expect((await flip(text)).text).toContain("assert.notMatch(f(), /a/); assert.isNotTrue(g());");
  });
});

describe("what a test throws itself", () => {
  const hand = "if (f() !== 1) throw new Error(`got it`);";
  const turned = "if (!(f() !== 1)) throw new Error(`got it`);";

  it.each([
    ["a test", `it("x", () => { ${hand} });`, `it("x", () => { ${turned} });`],
    ["a helper", `export function must(f) { ${hand} }`, `export function must(f) { ${turned} }`],
    [
      "a test that throws what it was given",
      `it("x", () => f((e) => { if (e) throw e; }));`,
      `it("x", () => f((e) => { if (!(e)) throw e; }));`,
    ],
    [
      "a block of a helper beside an assertion",
      `export function must(f) { assert.ok(f); if (f() !== 1) { log(); throw new Error("x"); } }`,
      `export function must(f) { assert.ok(!(f)); if (!(f() !== 1)) { log(); throw new Error("x"); } }`,
    ],
  ])("is turned round in %s", async (_where, before, after) => {
    expect((await flip(before)).text).toBe(after);
  });

  it.each([
    ["beside an assertion of the test", `it("x", () => { ${hand} expect(g()).toBe(2); });`],
    ["in a hook", `beforeEach(() => { ${hand} });`],
    ["with a branch of its own", `it("x", () => { if (f()) { throw new Error("x"); } else { g(); } });`],
    ["where it is not thrown at once", `it("x", () => { if (f()) { g(); } });`],
    [
      "where a double throws what it was given",
      `function answers(next) { f = async () => { if (next instanceof Error) throw next; }; }`,
    ],
    [
      "where a double that a helper makes fails for some calls",
      `function failing(times) { let calls = 0; return () => { calls++; if (calls <= times) throw new Error("no"); return calls; }; }`,
    ],
  ])("stays %s", async (_where, text) => {
    expect((await flip(text)).text).not.toContain("if (!(");
  });
});
