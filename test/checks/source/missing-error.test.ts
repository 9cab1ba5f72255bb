import { beforeAll, describe, expect, it } from "vitest";
import { findPython } from "../../../src/checks/runners/python.ts";
import { createJavaSource } from "../../../src/checks/source/java/index.ts";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import type { SourceTool } from "../../../src/schema/source.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
const [javascript, java] = [createJavaScriptSource(), createJavaSource()];
let python: SourceTool;
beforeAll(async () => {
  python = createPythonSource({ python: (await findPython(env, "", "")) ?? "", env, directory: PYTHON_CACHE });
});

const kindsOf = async (tool: SourceTool, path: string, head: string): Promise<string[]> =>
  (await tool.signals([{ path, base: null, head }], "test")).map(({ kind }) => kind);

describe("a loop of JavaScript over what has to fail", () => {
  const kinds = (body: string): Promise<string[]> =>
    kindsOf(
      javascript,
      "test/a.test.js",
      `import assert from "node:assert/strict";\nimport { expect, test } from "vitest";\ntest("x", (t) => { ${body} });\n`,
    );

  it.each([
    "for (const [text, want] of ROWS) { try { parse(text); } catch (error) { assert.equal(error.message, want); } }",
    "ROWS.forEach(({ text }) => { try { parse(text); } catch (error) { expect(error).toBeInstanceOf(RuleError); } });",
    "for (const text of BAD) { try { const rule = parse(text); } catch ({ message }) { expect(message).toContain(text); } }",
    "for (let i = 0; i < BAD.length; i++) { try { parse(BAD[i]); } catch (e) { if (!(e instanceof RuleError)) throw e; expect(e.line).toBe(i); } }",
  ])("is content with what is taken: %s", async (body) => {
    expect(await kinds(body)).toEqual(["missing_error"]);
  });

  it.each([
    "for (const text of BAD) { try { parse(text); assert.fail(text); } catch (error) { assert.match(error.message, /verb/); } }",
    "for (const text of BAD) { try { parse(text); throw new Error('taken'); } catch (error) { expect(error.message).toBe('verb'); } }",
    "for (const text of BAD) { let found; try { parse(text); } catch (error) { found = error; expect(error.line).toBe(1); } expect(found).toBeDefined(); }",
    "for (const text of BAD) { try { parse(text); } catch (error) { expect(error.line).toBe(1); continue; } expect.unreachable(); }",
    "let count = 0; for (const text of BAD) { try { parse(text); } catch (error) { count++; expect(error.line).toBe(1); } } expect(count).toBe(3);",
    "expect.assertions(3); for (const text of BAD) { try { parse(text); } catch (error) { expect(error.line).toBe(1); } }",
    "t.plan(3); for (const text of BAD) { try { parse(text); } catch (error) { expect(error.line).toBe(1); } }",
    "for (const [text, want] of ROWS) { try { expect(parse(text)).toBe(want); } catch (error) { expect(error.message).toBe(want); } }",
    "for (const [text, want] of ROWS) { let got; try { got = parse(text); } catch (error) { expect(error.message).toBe(want); } }",
    "for (const text of BAD) { expect(() => parse(text)).toThrow(RuleError); }",
    "try { parse('x'); } catch (error) { expect(error.line).toBe(1); }",
    "for (const text of BAD) { try { parse(text); } catch { } }",
  ])("hears of it, or is no such: %s", async (body) => {
    expect(await kinds(body)).toEqual([]);
  });
});

describe("a loop of Python over what has to fail", () => {
  const kinds = (body: string): Promise<string[]> =>
    kindsOf(python, "tests/test_a.py", `def test_x(self):\n${body.replaceAll(/^/gm, "    ")}\n`);

  it.each([
    "for text, want in ROWS:\n    try:\n        parse(text)\n    except RuleError as error:\n        assert str(error) == want",
    "for text in BAD:\n    with self.subTest(text):\n        try:\n            parse(text)\n        except RuleError as error:\n            self.assertEqual(error.line, 1)",
    "for text in BAD:\n    try:\n        rule = parse(text)\n    except RuleError as error:\n        assert text in str(error)\n    except KeyError:\n        raise",
  ])("is content with what is taken: %s", async (body) => {
    expect(await kinds(body)).toEqual(["missing_error"]);
  });

  it.each([
    "for text in BAD:\n    try:\n        parse(text)\n    except RuleError as error:\n        assert error.line == 1\n    else:\n        pytest.fail(text)",
    "for text in BAD:\n    try:\n        parse(text)\n        self.fail(text)\n    except RuleError as error:\n        assert error.line == 1",
    "for text in BAD:\n    try:\n        parse(text)\n        raise AssertionError(text)\n    except RuleError as error:\n        assert error.line == 1",
    "for text in BAD:\n    found = None\n    try:\n        parse(text)\n    except RuleError as error:\n        found = error\n        assert error.line == 1\n    assert found",
    "for text in BAD:\n    try:\n        parse(text)\n    except RuleError as error:\n        assert error.line == 1\n        continue\n    pytest.fail(text)",
    "seen = []\nfor text in BAD:\n    try:\n        parse(text)\n    except RuleError as error:\n        seen.append(text)\n        assert error.line == 1\nassert seen == BAD",
    "for text, want in ROWS:\n    try:\n        got = parse(text)\n    except RuleError as error:\n        assert str(error) == want\n    check(got)",
    "for text in BAD:\n    with pytest.raises(RuleError):\n        parse(text)",
    "try:\n    parse('x')\nexcept RuleError as error:\n    assert error.line == 1",
  ])("hears of it, or is no such: %s", async (body) => {
    expect(await kinds(body)).toEqual([]);
  });
});

describe("a loop of Java over what has to fail", () => {
  const kinds = (body: string): Promise<string[]> =>
    kindsOf(java, "src/test/java/RulesTest.java", `class RulesTest {\n  @Test void a() {\n    ${body}\n  }\n}\n`);

  it.each([
    `for (String text : WRONG) { try { Rules.parse(text); } catch (RuleException e) { assertEquals(text, e.text()); } }`,
    `ROWS.forEach(row -> { try { Rules.parse(row.text()); } catch (RuleException e) { assertEquals(row.want(), e.getMessage()); } });`,
    `for (int i = 0; i < WRONG.length; i++) try { Rules.parse(WRONG[i]); } catch (RuleException e) { assertThat(e.line()).isEqualTo(i); }`,
  ])("is content with what is taken: %s", async (body) => {
    expect(await kinds(body)).toEqual(["missing_error"]);
  });

  it.each([
    `for (String text : WRONG) { try { Rules.parse(text); fail(text); } catch (RuleException e) { assertEquals(text, e.text()); } }`,
    `for (String text : WRONG) { try { Rules.parse(text); throw new IllegalStateException(); } catch (RuleException e) { assertEquals(1, e.line()); } fail(); }`,
    `int count = 0; for (String text : WRONG) { try { Rules.parse(text); } catch (RuleException e) { count++; assertEquals(1, e.line()); } } assertEquals(3, count);`,
    `for (String text : WRONG) { try { Rules.parse(text); } catch (RuleException e) { assertEquals(1, e.line()); continue; } fail(text); }`,
    `for (String text : WRONG) { assertThrows(RuleException.class, () -> Rules.parse(text)); }`,
    `try { Rules.parse("x"); } catch (RuleException e) { assertEquals(1, e.line()); }`,
  ])("hears of it, or is no such: %s", async (body) => {
    expect(await kinds(body)).toEqual([]);
  });
});
