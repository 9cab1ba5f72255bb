import { beforeAll, describe, expect, it } from "vitest";
import { findPython } from "../../../src/checks/runners/python.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import type { SourceTool, WrittenTest } from "../../../src/schema/source.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
let tool: SourceTool;
beforeAll(async () => {
  tool = createPythonSource({ python: (await findPython(env, "", "")) ?? "", env, directory: PYTHON_CACHE });
});

const file = (text: string): { path: string; text: string } => ({ path: "tests/test_a.py", text });
const testsOf = (text: string): Promise<WrittenTest[]> => tool.tests([file(text)]);

const STRENGTHS: readonly (readonly [number, string])[] = [
  [3, "assert f() == 1"],
  [3, "assert f() is None"],
  [3, "assert f() is True"],
  [3, "assert f() is other"],
  [3, "assert f() == pytest.approx(1)"],
  [3, "assert len(f()) == 0"],
  [3, "assert len(m.call_args_list) == 2"],
  [3, "assert 'words' in str(caught.value)"],
  [3, "assert f() == Mode.ANY"],
  [3, "self.assertAlmostEqual(f(), 1.25, places=2)"],
  [3, "self.assertEqual(f(), 1)"],
  [3, "self.assertIsNone(f())"],
  [3, "self.assertTrue(f() == 1)"],
  [3, "with pytest.raises(ValueError, match='x'): f()"],
  [3, "self.assertRaisesRegex(ValueError, 'x', f)"],
  [3, "m.assert_called_once_with(1)"],
  [3, "with self.assertNumQueries(2): f()"],
  [3, "self.assertNumQueries(2, f)"],
  [3, "self.assertHTMLEqual(f(), '<b>x</b>')"],
  [2, "with self.assertTemplateUsed('a.html'): f()"],
  [3, "np.testing.assert_allclose(f(), [1])"],
  [2, "assert 1 in f()"],
  [2, "assert f() > 1"],
  [2, "assert f() != 1"],
  [2, "assert isinstance(f(), int)"],
  [2, "assert f().startswith('a')"],
  [2, "assert all(x > 1 for x in f())"],
  [2, "assert not f() == 1"],
  [2, "with pytest.raises(ValueError): f()"],
  [2, "with pytest.raises(ValueError, match='.*'): f()"],
  [2, "with pytest.raises(ValueError, match=''): f()"],
  [2, "with pytest.raises(Exception, match='x'): f()"],
  [2, "with pytest.raises((ValueError, KeyError), match='x'): f()"],
  [2, "with self.assertRaises(KeyError): f()"],
  [2, "self.assertRaisesRegex(Exception, 'x', f)"],
  [2, "assert len(f()) == 3 and f()"],
  [2, "assert type(f()) is dict"],
  [2, "assert f().keys() == {'a', 'b'}"],
  [2, "assert f() == {'id': ANY, 'name': 'a'}"],
  [2, "m.assert_called_once_with(1, mock.ANY)"],
  [2, "self.assertAlmostEqual(f(), 1.2, places=0)"],
  [2, "self.assertAlmostEqual(f(), 1.2, delta=0.5)"],
  [2, "if g(): return\n    assert f() == 1"],
  [2, "if g():\n        assert f() == 1"],
  [2, "for x in f():\n        assert x == 1"],
  [2, "self.assertIn(1, f())"],
  [2, "self.assertRegex(f(), 'x')"],
  [2, "m.assert_called()"],
  [2, "if f() != 1: pytest.fail('x')"],
  [1, "with pytest.raises(Exception): f()"],
  [1, "with pytest.raises((ValueError, TypeError)): f()"],
  [1, "assert f() == ANY"],
  [1, "m.assert_called_with(ANY)"],
  [1, "wanted = f()\n    assert f() == wanted"],
  [1, "assert f()"],
  [1, "assert f() is not None"],
  [1, "assert f() != None"],
  [1, "assert f() == f()"],
  [1, "assert f() == 1 or f()"],
  [1, "self.assertTrue(f())"],
  [1, "self.assertIsNotNone(f())"],
  [0, "return\n    assert f() == 1"],
  [0, "for x in []:\n        assert f() == 1"],
  [0, "if False:\n        assert f() == 1"],
  [0, "def check():\n        assert f() == 1"],
  [0, "assert True"],
  [0, "assert 1 == 1"],
  [0, "assert x == x"],
  [0, "assert f() or True"],
  [0, "assert (f() == 1, 'always true')"],
  [0, "assert not False"],
  [0, "self.assertEqual(1, 1)"],
  [0, "self.assertEqual(x, x)"],
  [0, "self.assertTrue(True)"],
  [0, "try:\n        assert f() == 1\n    except Exception:\n        pass"],
  [0, "with contextlib.suppress(AssertionError):\n        assert f() == 1"],
];

describe("an assertion of rows that are written out", () => {
  it.each([
    ["a loop", "def test_a():\n    for x in [1, 2, 3]:\n        assert f(x) == x"],
    [
      "a loop over a name",
      "ROWS = {'a': 1, 'b': 2, 'c': 3}\ndef test_a():\n    for k, v in ROWS.items():\n        assert f(k) == v",
    ],
    ["a table", "@pytest.mark.parametrize('x', [1, 2, 3])\ndef test_a(x): assert f(x) == x"],
    ["three by hand", "def test_a():\n    assert f(1) == 1\n    assert f(2) == 2\n    assert f(3) == 3"],
  ])("is made for each of them: %s", async (_, text) => {
    expect((await testsOf(text)).map(({ assertions }) => assertions)).toEqual([[3, 3, 3]]);
  });
});

describe("values that one assertion pins down beside the first", () => {
  it.each([
    [1, "assert a() == [1, 2]"],
    [2, "assert a() == {'x': 1, 'y': 2, 'z': 3}"],
    [1, "want = (0, '')\n    assert a() == want"],
    [1, "assert a() == Result(0, out='x')"],
    [1, "self.assertEqual(a(), [1, 2])"],
    [2, "for n in (1, 2):\n        assert a(n) == (n, 0)"],
    [1, "assert (a(), b()) == (1, 2)"],
    [0, "assert (a(), 7) == (12, 7)"],
    [0, "assert (a(), b()) == (1, b())"],
    [0, "assert a() == b(1, 2)"],
    [0, "assert a() in (1, 2)"],
    [0, "assert a() == want"],
  ])("are %i in `%s`", async (spare, statement) => {
    expect((await testsOf(`def test_a(self):\n    ${statement}\n`)).map((one) => one.spare)).toEqual([spare]);
  });
});

it("counts what is asserted within a context that counts as well", async () => {
  const [test] = await testsOf(
    "def test_a(self):\n    with self.assertNumQueries(2):\n        self.assertEqual(f(), 1)\n",
  );
  expect(test?.assertions).toEqual([3, 3]);
});

describe("the strength of an assertion", () => {
  let found: WrittenTest[] = [];
  beforeAll(async () => {
    const text = STRENGTHS.map(([, statement], row) => `def test_${row}(self):\n    ${statement}\n`).join("\n");
    found = await testsOf(text);
  });

  it.each(STRENGTHS.map(([strength, statement], row) => ({ strength, statement, row })))(
    "is $strength for `$statement`",
    ({ strength, row }) => {
      expect(found[row]?.assertions).toEqual([strength]);
    },
  );

  it("counts what the helpers of the file assert", async () => {
    const text = `def check(x):\n    assert x == 1\n    deeper(x)\ndef deeper(x):\n    assert x > 0\ndef test_a():\n    check(f())\ndef test_b():\n    f()\n`;
    expect((await testsOf(text)).map(({ assertions }) => assertions)).toEqual([[3, 2], []]);
  });
});
