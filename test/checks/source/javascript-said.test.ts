import { describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";
import { compareWrittenTests } from "../../../src/core/proof/old-tests/written-tests.ts";

const tool = createJavaScriptSource();

/** What an edit of a test, or of what stands above it, lets it say less of; null where it says as much. */
async function lessOf(before: string, after: string): Promise<string | null> {
  const [old = [], now = []] = await Promise.all(
    [before, after].map((text) => tool.tests([{ path: "a.test.ts", text: `${IMPORTS}\n${text}` }])),
  );
  const [edit] = compareWrittenTests(old, now);
  return edit?.kind === "weakened" ? edit.detail : (edit?.less ?? null);
}

const IMPORTS = `import { beforeEach, expect, it, vi } from "vitest";
import { cart, lines, save, total } from "./cart.js";`;
const test = (body: string): string => `it("x", async () => { ${body} });`;

const ONE = "expect(total([4, 3])).toBe(12);";
const LIST = 'expect(lines("a,b,c")).toEqual(["a", "b", "c"]);';
const RECORD = 'expect(cart(3)).toEqual({ id: 3, total: 12, items: ["tea"] });';
const ROWS = "const rows = [[1, 2], [3, 4]];\n";
const EACH = "for (const [a, b] of rows) expect(total(a)).toBe(b);";
const SPY = 'const send = vi.fn(); save(send, 3); expect(send).toHaveBeenCalledWith("EUR", 3);';

describe("an edited test says less", () => {
  it.each([
    ["a cap", ONE, "expect(Math.min(total([4, 3]), 12)).toBe(12);", "`min`"],
    ["a fallback", ONE, "expect(total([4, 3]) ?? 12).toBe(12);", "`??`"],
    ["another input", ONE, "expect(total([])).toBe(0);", "`4`, `3`, `12` stood"],
    ["what the code says itself", ONE, "const want = total([4, 3]); expect(total([4, 3])).toBe(want);", "`12` stood"],
    ["the answer, mended", ONE, "let sum = total([4, 3]); sum = 12; expect(sum).toBe(12);", "`=`"],
    ["another function of it", ONE, "const fix = () => 12; expect(fix(total([4, 3]))).toBe(12);", "`fix`"],
    ["a cap of it", ONE, "const most = (n) => Math.min(n, 12); expect(most(total([4, 3]))).toBe(12);", "`min`"],
    [
      "a choice of it",
      ONE,
      "const low = (n) => { if (n > 12) return 12; return n; }; expect(low(total([4, 3]))).toBe(12);",
      "`low`",
    ],
    [
      "a part of a list by it",
      LIST,
      'const most = (list) => list.slice(0, 9); expect(most(lines("a,b,c"))).toEqual(["a", "b", "c"]);',
      "`slice`",
    ],
    ["a double", ONE, "const total = vi.fn(() => 12); expect(total([4, 3])).toBe(12);", "ask `total`"],
    ["a function under its name", ONE, "const total = () => 12; expect(total([4, 3])).toBe(12);", "ask `total`"],
    ["what is found beside it", ONE, "expect(new Set([total([4, 3]), 12]).has(12)).toBe(true);", "`Set`"],
    ["the first of a list", LIST, 'const [first] = lines("a,b,c"); expect(first).toBe("a");', "`[0]`"],
    [
      "some of a list",
      LIST,
      'expect(lines("a,b,c").filter((one) => "abc".includes(one))).toEqual(["a", "b", "c"]);',
      "`filter`",
    ],
    [
      "a list in another order",
      LIST,
      'const got = lines("a,b,c"); got.sort(); expect(got).toEqual(["a", "b", "c"]);',
      "`sort`",
    ],
    [
      "a record without a member",
      RECORD,
      "const { items, ...rest } = cart(3); expect(rest).toEqual({ id: 3, total: 12 });",
      "`tea` stood",
    ],
    [
      "a record written over",
      RECORD,
      'expect({ ...cart(3), total: 12 }).toEqual({ id: 3, total: 12, items: ["tea"] });',
      "`{...}`",
    ],
    [
      "how often a spy was called",
      'const send = vi.fn(); save(send, 3); expect(send.mock.calls).toEqual([["EUR", 3]]);',
      'const send = vi.fn(); save(send, 3, "EUR"); expect(send).toHaveBeenCalledTimes(1);',
      "`length`",
    ],
    ["a spy that it calls itself", SPY, SPY.replace("save(send, 3);", '$& send("EUR", 3);'), "`()`"],
    [
      "its own failure",
      'expect(() => total(null)).toThrow("no items");',
      'expect(() => { total(null); throw new Error("no items"); }).toThrow("no items");',
      "`throw`",
    ],
    [
      "any words",
      'expect(() => total(null)).toThrow("no items");',
      "expect(() => total(null)).toThrow(/./);",
      "`no`, `items` stood",
    ],
  ])("of %s", async (_, before, after, said) => {
    expect(await lessOf(test(before), test(after))).toContain(said);
    expect(await lessOf(test(after), test(after))).toBeNull();
  });

  it.each([
    ["a row above it less", `${ROWS}${test(EACH)}`, `const rows = [[1, 2]];\n${test(EACH)}`, "`3`, `4` stood"],
    ["some rows alone", `${ROWS}${test(EACH)}`, `${ROWS}${test(EACH.replace("rows)", "rows.slice(1))"))}`, "`slice`"],
    [
      "a loop that ends itself",
      `${ROWS}${test(EACH)}`,
      `${ROWS}${test("for (const [a, b] of rows) { expect(total(a)).toBe(b); break; }")}`,
      "`break`",
    ],
    [
      "a helper that asserts less",
      `const check = (a, b) => { expect(total(a)).toBe(b); };\n${test("check([4], 4);")}`,
      `const check = (a, b) => { expect(total(a)).toBeTruthy(); };\n${test("check([4], 4);")}`,
      "looser",
    ],
    [
      "a hook that prepares the answer",
      `let sum; beforeEach(() => { sum = total([4, 3]); });\n${test("expect(sum).toBe(12);")}`,
      `let sum; beforeEach(() => { sum = total([4, 3]) && 12; });\n${test("expect(sum).toBe(12);")}`,
      "`&&`",
    ],
    ["another try", test(ONE), `it("x", { retry: 3 }, async () => { ${ONE} });`, "looser"],
    ["another try of all", test(ONE), `vi.setConfig({ retry: 3 });\n${test(ONE)}`, "looser"],
    [
      "equality that takes texts for numbers",
      `import assert from "node:assert/strict";\n${test("assert.equal(total([4, 3]), 12);")}`,
      `import assert from "node:assert";\n${test("assert.equal(total([4, 3]), 12);")}`,
      "`==`",
    ],
  ])("with %s", async (_, before, after, said) => {
    expect(await lessOf(before, after)).toContain(said);
  });
});

describe("an edited test says as much", () => {
  it.each([
    ["names for its parts", ONE, "const items = [4, 3]; const sum = total(items); expect(sum).toBe(12);"],
    ["an answer that is awaited", ONE, "await expect(total([4, 3])).resolves.toBe(12);"],
    ["more beside it", ONE, `${ONE} expect(total([]).toFixed(2)).toBe("0.00");`],
    [
      "an assertion for each member",
      RECORD,
      'const got = cart(3); expect(got.id).toBe(3); expect(got.total).toBe(12); expect(got.items).toEqual(["tea"]);',
    ],
    [
      "the same members by another way",
      "const got = cart(3); expect(got.id).toBe(3);",
      "const { id } = cart(3); expect(id).toBe(3);",
    ],
    [
      "a loop",
      `${ONE} expect(total([7])).toBe(7);`,
      "for (const [a, b] of [[[4, 3], 12], [[7], 7]]) expect(total(a)).toBe(b);",
    ],
    [
      "a table elsewhere",
      `${ONE} expect(total([7])).toBe(7);`,
      "[{ a: [4, 3], b: 12 }, { a: [7], b: 7 }].forEach(({ a, b }) => { expect(total(a)).toBe(b); });",
    ],
    [
      "a helper that does what the test did",
      'expect([...lines("a,b,c")].slice(0, 2).join()).toBe("a,b");',
      'const first = (n, all) => { const list = [...all]; return list.slice(0, n).join(); }; expect(first(2, lines("a,b,c"))).toBe("a,b");',
    ],
    [
      "a helper",
      `${ONE} expect(total([7])).toBe(7);`,
      "const check = (a, b) => { expect(total(a)).toBe(b); }; check([4, 3], 12); check([7], 7);",
    ],
    [
      "the number of calls by its matcher",
      "const send = vi.fn(); save(send, 3); expect(send.mock.calls.length).toBe(1);",
      "const send = vi.fn(); save(send, 3); expect(send).toHaveBeenCalledTimes(1);",
    ],
    ["an input that is put together", ONE, "expect(total(list().with(4).with(3).build())).toBe(12);"],
    ["another function of the same module", ONE, "expect(totalOf([4, 3])).toBe(12);"],
  ])("with %s", async (_, before, after) => {
    const renamed = 'import { totalOf } from "./cart.js";\n';
    expect(await lessOf(test(before), `${renamed}${test(after)}`)).toBeNull();
  });

  it("with what it prepares in a hook, and whatever another test says in the same words", async () => {
    const hook = "let items; beforeEach(() => { items = [4, 3]; });\n";
    expect(await lessOf(test(ONE), `${hook}${test("expect(total(items)).toBe(12);")}`)).toBeNull();
    const sorting = 'it("z", () => { const items = [6, 5]; items.sort(); expect(total(items)).toBe(11); });\n';
    const before = test("const items = [4, 3]; expect(total(items)).toBe(12);");
    expect(await lessOf(before, `${sorting}${before}`)).toBeNull();
    const other = 'it("y", () => { const items = [5, 6]; expect(total(items)).toBe(11); });\n';
    const own = test("const items = [4, 3]; expect(total(items)).toBe(12);");
    expect(await lessOf(`${own}\n${other}`, own)).toBeNull();
  });

  it("with a global that is imported by its name from now on", async () => {
    const whole = test(
      'const body = res.isRaw ? res.body : Buffer.from(res.text); expect(body.toString("hex")).toBe("ab");',
    );
    expect(await lessOf(whole, `import { Buffer } from "node:buffer";\n${whole}`)).toBeNull();
  });

  it("by a function of the file that does no more than to call what was called", async () => {
    const before = test('expect(run("node", total([4, 3]))).toBe(12);');
    const helper = 'const node = (what) => run("node", what);\n';
    expect(await lessOf(before, `${helper}${test("expect(node(total([4, 3]))).toBe(12);")}`)).toBeNull();
    const capped = 'const node = (what) => Math.min(run("node", what), 12);\n';
    expect(await lessOf(before, `${capped}${test("expect(node(total([4, 3]))).toBe(12);")}`)).toContain("`min`");
  });

  it("by functions that only call one another", async () => {
    const round = "const ping = (n) => pong(n);\nconst pong = (n) => ping(n);\n";
    const text = `${round}${test("expect(ping(total([4, 3]))).toBe(12);")}`;
    expect(await lessOf(text, text)).toBeNull();
  });

  it("with names that are given one another again and again", async () => {
    const grown = `let a = ""; let b = ""; ${"a = a + b; b = b + a; ".repeat(40)} a = "x"; expect([a, b]).toEqual(["a"]);`;
    expect(await lessOf(test(grown), test(grown))).toBeNull();
  });
});

describe("an edited matcher of the project's own", () => {
  const matcher = (body: string): string => `expect.extend({ toBeMoney(received, wanted = "EUR") { ${body} } });`;
  const PLAIN = String.raw`const pass = /^\d+\.\d{2} [A-Z]{3}$/.test(received); return { pass, message: () => "no money" };`;
  const BRANCHES = "if (received.value === wanted) return { pass: true }; return { pass: false };";

  it.each([
    ["a length in the place of a pattern", PLAIN, "return { pass: received.length > 0, message: () => 'no money' };"],
    ["an answer that is always the same", BRANCHES, "return { pass: true };"],
    ["another way to be right", BRANCHES, BRANCHES.replace("=== wanted", "=== wanted || received.value > 0")],
  ])("says less by %s", async (_what, before, after) => {
    expect(await lessOf(matcher(before), matcher(after))).not.toBeNull();
  });

  it.each([
    ["another message", PLAIN, PLAIN.replace("no money", "that is no money")],
    [
      "a name for what it asks",
      BRANCHES,
      `const isSame = received.value === wanted; ${BRANCHES.replace("received.value === wanted", "isSame")}`,
    ],
    ["the answer at once", BRANCHES, "return { pass: received.value === wanted };"],
    ["a stricter one", PLAIN, PLAIN.replace("const pass = ", 'const pass = typeof received === "string" && ')],
  ])("says as much with %s", async (_what, before, after) => {
    expect(await lessOf(matcher(before), matcher(after))).toBeNull();
  });
});
