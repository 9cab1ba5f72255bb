import assert from "node:assert";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, assert as chai, beforeAll, describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";
import { STUB_VALUES, type StubValue } from "../../../src/schema/source.ts";
import { runProcess } from "../../../src/util/process.ts";

const tool = createJavaScriptSource();
let directory = "";

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "baton-javascript-"));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

const CODE = `export function add(a, b) {
  return a + b;
}
export async function later(value) {
  return value;
}
export class Counter {
  #count = 0;
  up() {
    this.#count += 1;
    return this.#count;
  }
}
export const LIMIT = 3;
`;
const TESTS = `import { describe, it, test } from "node:test";
import assert from "node:assert";
import { deepStrictEqual as same, ok } from "node:assert/strict";
import { add, Counter, later, LIMIT } from "./code.mjs";
describe("honest", () => {
  it("adds", () => { assert.equal(add(1, 2), 3); });
  it("waits", async () => { same(await later([1]), [1]); });
  it("counts", () => { assert.strictEqual(new Counter().up(), 1); });
  it("limits", () => { ok(LIMIT === 3); });
  it("has a subtest", async (t) => { t.assert.strictEqual(add(2, 2), 4); });
});
test("hollow", async () => { add(1, 2); await later(1); new Counter().up(); assert.ok(true); });
test("hollow by itself", () => { const one = add(1, 2); assert.strictEqual(add(1, 2), add(1, 2)); assert.ok(one === one); });
`;

interface Outcome {
  readonly passed: readonly string[];
  /** Titles of tests that failed by an assertion. */
  readonly asserted: readonly string[];
}

/** Runs the tests under node and reads its TAP, where an error carries its name and code. */
async function run(name: string, code: string, tests: string): Promise<Outcome> {
  const folder = await mkdtemp(join(directory, `${name}-`));
  await writeFile(join(folder, "code.mjs"), code);
  await writeFile(join(folder, "a.test.mjs"), tests);
  const { stdout } = await runProcess({
    argv: [process.execPath, "--test", "--test-reporter=tap", "a.test.mjs"],
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "" },
    timeoutMs: 60_000,
  });
  const blocks = stdout.split(/^\s*# Subtest: /m).slice(1);
  const titled = blocks.map((block) => ({ title: block.split("\n")[0] ?? "", block }));
  return {
    passed: titled
      .filter(({ title, block }) => new RegExp(`^\\s*ok \\d+ - ${title}$`, "m").test(block))
      .map((one) => one.title),
    asserted: titled.filter(({ block }) => block.includes("ERR_ASSERTION")).map((one) => one.title),
  };
}

describe("what is written, run by node:test", () => {
  const honest = ["adds", "waits", "counts", "limits", "has a subtest"];
  const hollow = ["hollow", "hollow by itself"];

  it.each(STUB_VALUES)("a stub of %s makes honest tests fail by assertion and leaves hollow ones", async (value) => {
    const [stubbed] = await tool.stub([{ path: "code.mjs", base: null, head: CODE }], value);
    const { passed, asserted } = await run(value, stubbed?.text ?? "", TESTS);
    expect(asserted.toSorted()).toEqual(honest.toSorted());
    expect(passed).toEqual(expect.arrayContaining(hollow));
  });

  it("negated assertions fail every test that reaches one", async () => {
    const [flipped] = await tool.flip([{ path: "a.test.mjs", text: TESTS }]);
    const { passed, asserted } = await run("flip", CODE, flipped?.text ?? "");
    expect(flipped?.flipped).toBe(5);
    expect(asserted.toSorted()).toEqual(honest.toSorted());
    expect(passed).toEqual(expect.arrayContaining(hollow));
  });

  it("one canary holds and the other fails, and a forged assertion betrays itself", async () => {
    const [honestFile] = await tool.canary([{ path: "a.test.mjs", text: TESTS }], "c0ffee");
    const first = await run("canary", CODE, honestFile?.text ?? "");
    expect(first.passed).toContain("baton c0ffee holds");
    expect(first.asserted).toEqual(["baton c0ffee fails"]);
    const forged = `import { test } from "node:test"; const expect = () => ({ toBe() {} }); test("a", () => { expect(2).toBe(1); });`;
    const [forgedFile] = await tool.canary([{ path: "a.test.mjs", text: forged }], "c0ffee");
    const second = await run("forged", CODE, forgedFile?.text ?? "");
    expect(second.passed).toEqual(["a", "baton c0ffee holds", "baton c0ffee fails"]);
  });
});

describe("a stubbed value", () => {
  async function load(value: StubValue, file: string): Promise<{ make: () => unknown; wait: () => Promise<unknown> }> {
    const head = "export function make() { return 1; }\nexport async function wait() { return 1; }\n";
    const [stubbed] = await tool.stub([{ path: "code.mjs", base: null, head }], value);
    const path = join(directory, file);
    await writeFile(path, stubbed?.text ?? "");
    return (await import(pathToFileURL(path).href)) as { make: () => unknown; wait: () => Promise<unknown> };
  }

  it.each(STUB_VALUES)("of %s is the same one in every stubbed file", async (value) => {
    const [one, other] = [await load(value, `${value}-1.mjs`), await load(value, `${value}-2.mjs`)];
    expect(Object.is(one.make(), other.make())).toBe(true);
    expect(Object.is(await one.wait(), one.make())).toBe(true);
  });

  it("that is a proxy answers itself to all uses of a value", async () => {
    const { make } = await load("proxy", "uses.mjs");
    const value = make() as { a: { b(): unknown }; new (): unknown; (): unknown };
    expect(value.a.b() === value && new value() === value && value() === value).toBe(true);
    expect([...(value as unknown as Iterable<unknown>)]).toHaveLength(0);
    expect([
      String(value),
      Object.keys(value),
      JSON.stringify({ value }),
      (value as unknown as { length: number }).length,
    ]).toEqual(["", [], "{}", 0]);
    expect(Object.is(await (value as unknown), value)).toBe(true);
  });

  it("that is a full proxy is not empty, which a test of emptiness notices", async () => {
    const { make } = await load("full_proxy", "full.mjs");
    const value = make() as Iterable<unknown> & { a: { length: number; size: number }; (): unknown };
    expect([value.a.length, value.a.size, String(value), [...value][0] === value]).toEqual([1, 1, "1", true]);
    expect(value() === value).toBe(true);
    expect(() => expect(value.a).toHaveLength(0)).toThrow(expect.objectContaining({ name: "AssertionError" }));
  });

  it("that is a false proxy says no to what is asked of it, which a test of a plain yes notices", async () => {
    const { make } = await load("false_proxy", "false.mjs");
    const value = make() as { a: { b: () => unknown }; equals: (other: unknown) => unknown };
    expect([value.equals(1), value.a.b()]).toEqual([false, false]);
    expect(() => assert.ok(value.equals(1))).toThrow(assert.AssertionError);
    expect((value as unknown as () => unknown)() === value).toBe(true);
  });

  it("of a constant differs from what functions return under one value, so that `toBe(SMALL)` can fail", async () => {
    const head = "export const SMALL = 1; export const sizeOf = (n) => SMALL;\n";
    const [file] = await tool.stub([{ path: "code.mjs", base: null, head }], "object");
    const path = join(directory, "constant.mjs");
    await writeFile(path, file?.text ?? "");
    const { SMALL, sizeOf } = (await import(pathToFileURL(path).href)) as { SMALL: unknown; sizeOf: () => unknown };
    expect(() => assert.deepEqual(sizeOf(), SMALL)).toThrow(assert.AssertionError);
    expect(sizeOf()).toBe(sizeOf());
  });

  it.each<[string, (value: never) => void]>([
    ["toBe", (value) => expect(value).toBe(3)],
    ["toEqual", (value) => expect(value).toEqual({ a: 1 })],
    ["toStrictEqual inside", (value) => expect({ r: [value] }).toStrictEqual({ r: [1] })],
    ["a map", (value) => expect(new Map([[1, value]])).toEqual(new Map([[1, 2]]))],
    ["toMatchObject", (value) => expect(value).toMatchObject({ a: 1 })],
    ["toHaveLength", (value) => expect(value).toHaveLength(2)],
    ["toHaveProperty", (value) => expect(value).toHaveProperty("a", 1)],
    ["toContain", (value) => expect(value).toContain(2)],
    ["an asymmetric matcher", (value) => expect(value).toEqual(expect.objectContaining({ a: 1 }))],
    ["chai", (value) => chai.deepEqual(value, [1])],
    ["strictEqual", (value) => assert.strictEqual(value, "x")],
    ["deepStrictEqual", (value) => assert.deepStrictEqual(value, { a: 1 })],
    ["deepEqual inside", (value) => assert.deepEqual({ r: value }, { r: 1 })],
    ["equal", (value) => assert.equal(value, 3)],
  ])("that is a proxy fails %s by assertion", async (_matcher, compare) => {
    const { make } = await load("proxy", "compared.mjs");
    expect(() => compare(make() as never)).toThrow(expect.objectContaining({ name: "AssertionError" }));
  });

  it("that is a proxy ends a loop that never would", async () => {
    const { make } = await load("proxy", "loop.mjs");
    expect(() => {
      for (let node = make() as { next: { next: never } }; node.next; node = node.next);
    }).toThrow("used too often");
  });
});
