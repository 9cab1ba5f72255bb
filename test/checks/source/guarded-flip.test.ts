import { describe, expect, it } from "vitest";
import { createGoSource } from "../../../src/checks/source/go.ts";
import { createJavaSource } from "../../../src/checks/source/java/index.ts";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import { createRustSource } from "../../../src/checks/source/rust/index.ts";
import type { SourceTool } from "../../../src/schema/source.ts";
import { GO_CACHE } from "../../support/go-cache.ts";
import { hasTool } from "../../support/go.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
const go = createGoSource({ go: "go", env, directory: GO_CACHE });
const python = createPythonSource({ python: "python3", env, directory: PYTHON_CACHE });

/** How many assertions of a test are turned round: all, and those that something may lead past. */
async function turned(tool: SourceTool, path: string, text: string): Promise<readonly (number | undefined)[]> {
  const [all] = await tool.flip([{ path, text }]);
  const [guarded] = await tool.flip([{ path, text }], "guarded");
  return [all?.flipped, guarded?.flipped];
}

it.each([
  ["expect(f()).toBe(1);", [1, 0]],
  ["for (const x of f()) expect(x).toBe(1);", [1, 1]],
  ["if (f()) expect(f()).toBe(1);\nexpect(g()).toBe(1);", [2, 0]],
  ["try { expect(f()).toBe(1); } finally { g(); }", [1, 0]],
  ["try { f(); } catch (error) { expect(error.code).toBe(1); }", [1, 1]],
  ["f().catch((error) => { expect(error.code).toBe(1); });", [1, 1]],
  ["f().forEach(function (x) { expect(x).toBe(1); });", [1, 1]],
  ["expect(() => f()).toThrow(/a/);", [1, 0]],
  ["await t.test('inner', () => { assert.equal(f(), 1); });", [1, 0]],
])("JavaScript: %s", async (body, wanted) => {
  const text = `import assert from "node:assert";\ntest("x", async (t) => {\n${body}\n});\n`;
  expect(await turned(createJavaScriptSource(), "a.test.ts", text)).toEqual(wanted);
});

it("what a helper asserts behind a guard stays", async () => {
  const text = 'const all = (xs) => { for (const x of xs) expect(x).toBe(1); };\ntest("x", () => all(f()));\n';
  expect(await turned(createJavaScriptSource(), "a.test.ts", text)).toEqual([1, 0]);
});

it.each([
  ["assert f() == 1", [1, 0]],
  ["for x in f():\n        assert x == 1", [1, 1]],
  ["if f():\n        assert g() == 1", [1, 0]],
  ["try:\n        f()\n    except E as error:\n        assert error.code == 1", [1, 1]],
  ["with pytest.raises(E) as caught:\n        f()\n        assert caught.value.line == 1", [1, 1]],
  ["with pytest.raises(E):\n        f()\n    assert g() == 1", [2, 0]],
  ["with suppress(E):\n        f()\n        assert g() == 1\n    assert f() == 2", [2, 1]],
  ["def check(x):\n        assert x == 1\n    walk(check)", [1, 1]],
])("Python: %s", async (body, wanted) => {
  expect(await turned(python, "tests/test_a.py", `def test_a():\n    ${body}\n`)).toEqual(wanted);
});

it.skipIf(!hasTool("go", "version")).each([
  ["if f() != 1 { t.Error() }", [1, 0]],
  ["for _, x := range f() { if x != 1 { t.Error() } }", [1, 1]],
  ["go func() { if f() != 1 { t.Error() } }()", [1, 1]],
  ["if f() == 0 { if g() != 1 { t.Error() } }", [1, 0]],
  ['t.Run("a", func(t *testing.T) { if f() != 1 { t.Error() } })', [1, 0]],
  ["walk(func(x int) { if x != 1 { t.Error() } })", [1, 1]],
  ["select { case x := <-c: if x != 1 { t.Error() }\ndefault: }", [1, 0]],
])("Go: %s", { timeout: 120_000 }, async (body, wanted) => {
  const text = `package a\n\nimport "testing"\n\nfunc TestA(t *testing.T) {\n${body}\n}\n`;
  expect(await turned(go, "a_test.go", text)).toEqual(wanted);
});

it.each([
  ["assert_eq!(f(), 1);", [1, 0]],
  ["for x in f() { assert_eq!(x, 1); }", [1, 1]],
  ["if let Some(x) = f() { assert_eq!(x, 1); }", [1, 0]],
  ["f().iter().for_each(|x| assert_eq!(x, 1));", [1, 1]],
  ["match f() { Err(e) => assert_eq!(e.code, 1), _ => {} }", [1, 0]],
])("Rust: %s", async (body, wanted) => {
  expect(await turned(createRustSource(), "tests/a.rs", `#[test]\nfn a() { ${body} }\n`)).toEqual(wanted);
});

it.each([
  ["assertEquals(1, f());", [1, 0]],
  ["for (var x : f()) assertEquals(1, x);", [1, 1]],
  ["f().forEach(x -> assertEquals(1, x));", [1, 1]],
  ["try { f(); } catch (E e) { assertEquals(1, e.code()); }", [1, 1]],
  ["if (f() == 1) { assertEquals(1, g()); }\nassertEquals(2, f());", [2, 0]],
])("Java: %s", async (body, wanted) => {
  const text = `class CartTest {\n  @Test void a() { ${body} }\n}\n`;
  expect(await turned(createJavaSource(), "src/test/java/CartTest.java", text)).toEqual(wanted);
});

describe("a test that is to fail as a whole, without that and without its last statement", () => {
  const early = async (tool: SourceTool, path: string, text: string): Promise<string[]> =>
    (await tool.flip([{ path, text }], "early")).flatMap((file) =>
      file.flipped === 0 ? [] : file.text.split(/\s+/).join(" ").trim(),
    );

  it.each([
    ["#[should_panic] fn a() { let x = f(); x.g(); }", ["#[test] fn a() { let x = f(); }"]],
    ["#[should_panic]\n// why\nfn a() { f(); g() }", ["#[test] // why fn a() { f(); }"]],
    ["#[should_panic] fn a() { f(); }", []],
    ['#[should_panic(expected = "late")] fn a() { f(); g(); }', []],
    ["fn a() { f(); g(); }", []],
  ])("Rust: %s", async (text, wanted) => {
    expect(await early(createRustSource(), "tests/a.rs", `#[test]\n${text}\n`)).toEqual(wanted);
  });

  it.each([
    ["@Test(expected = E.class) public void a() { f(); g(); }", ["class T { @Test public void a() { f(); } }"]],
    [
      "@Test(expected = E.class, timeout = 50) public void a() { f(); g(); }",
      ["class T { @Test( timeout = 50) public void a() { f(); } }"],
    ],
    [
      "@Test(expectedExceptions = {E.class}) public void a() { f(); g(); }",
      ["class T { @Test public void a() { f(); } }"],
    ],
    ["@Test(expected = E.class) public void a() { f(); }", []],
    ["@Test(timeout = 50) public void a() { f(); g(); }", []],
  ])("Java: %s", async (text, wanted) => {
    expect(await early(createJavaSource(), "src/test/java/T.java", `class T { ${text} }`)).toEqual(wanted);
  });

  it("no other language has it", async () => {
    expect(await early(createJavaScriptSource(), "a.test.js", 'test("a", () => { expect(f()).toBe(1); });')).toEqual(
      [],
    );
    expect(await early(python, "test_a.py", "def test_a():\n    assert f() == 1\n")).toEqual([]);
    expect(await early(go, "a_test.go", "package a\nfunc TestA(t *testing.T) { if f() != 1 { t.Error() } }\n")).toEqual(
      [],
    );
  });
});
