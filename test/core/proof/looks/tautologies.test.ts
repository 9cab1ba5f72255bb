import { expect, test } from "vitest";
import { judgeTautologies } from "../../../../src/core/proof/looks/tautologies.ts";

const asked = (path: string, head: string, base: string | null = null): string[] =>
  judgeTautologies({ tests: [{ path, base, head }], code: [] }, (words) => words).map(({ message }) => message);

const PYTHON = "t.py";
const SCRIPT = "t.test.ts";
const GO = "t_test.go";
const RUST = "t.rs";
const JAVA = "TTest.java";

test.each([
  [RUST, "assert!(result.is_err() || result.is_ok());"],
  [RUST, 'assert!(found.is_none() || found.is_some(), "{found:?}");'],
  [RUST, "assert!(!track.title.is_empty() || track.title.is_empty());"],
  [RUST, "assert!(matches!(result, Ok(_) | Err(_)));"],
  [RUST, "assert!(matches!(parse(x, y), Some(_) | None));"],
  [RUST, "assert!(list.len() >= 0);"],
  [RUST, "assert!(list.len() as i64 >= 0);"],
  [RUST, "assert!(0 <= list.len());"],
  [RUST, "assert_eq!(track.length(), track.clone().length());"],
  [RUST, "assert_eq!(track, track);"],
  [PYTHON, "assert ok or not ok"],
  [PYTHON, "assert (found is None) or (found is not None), 'found'"],
  [PYTHON, "assert total == 3 or total != 3"],
  [PYTHON, "assert total == 3 or True"],
  [PYTHON, "assert total(cart) >= 5 or total(cart) < 5"],
  [PYTHON, "assert x in names or x not in names"],
  [PYTHON, "assert len(rows(1, 2)) >= 0"],
  [PYTHON, "assert len(rows) > -1"],
  [PYTHON, "assert isinstance(result, object)"],
  [PYTHON, "assert result == result"],
  [PYTHON, "assert total([1]) == total([1])"],
  [PYTHON, "self.assertTrue(a or not a)"],
  [PYTHON, "self.assertFalse(a and not a)"],
  [PYTHON, "self.assertGreaterEqual(len(rows), 0)"],
  [PYTHON, "self.assertIsInstance(result, object)"],
  [PYTHON, "self.assertEqual(total(a), total(a))"],
  [PYTHON, "self.assertEqual(\n    total(a),\n    total(a),\n)"],
  [SCRIPT, "assert(x === 1 || x !== 1);"],
  [SCRIPT, "assert.ok(!(a && !a));"],
  [SCRIPT, "assert.equal(a || !a, true);"],
  [SCRIPT, "expect(a || !a).toBe(true);"],
  [SCRIPT, "expect(a && !a).toBe(false);"],
  [SCRIPT, "expect(total > 3 || total <= 3).toBeTruthy();"],
  [SCRIPT, "expect(total >= 3 || total <= 3).toBeTruthy();"],
  [SCRIPT, "expect(rows(1).length).toBeGreaterThanOrEqual(0);"],
  [SCRIPT, "expect(rows.length >= 0).to.be.true;"],
  [SCRIPT, "expect(seen.size).to.be.at.least(0);"],
  [SCRIPT, "expect(rows.length).not.toBeLessThan(0);"],
  [SCRIPT, "expect(result).toEqual(result);"],
  [SCRIPT, "expect(result).toEqual({ ...result });"],
  [SCRIPT, "expect(result).toEqual(structuredClone(result));"],
  [SCRIPT, "assert.equal(f(1), f(1));"],
  [SCRIPT, "assert.deepStrictEqual(f(1), f(1));"],
  [GO, "if err == nil && err != nil {\n\t\tt.Fatal(err)\n\t}"],
  [GO, 'if got := rows(); len(got) < 0 {\n\t\tt.Errorf("%d", len(got))\n\t}'],
  [GO, 'if Total(c) != Total(c) {\n\t\tt.Error("other")\n\t}'],
  [GO, "assert.True(t, err == nil || err != nil)"],
  [GO, "require.GreaterOrEqual(t, len(got), 0)"],
  [GO, "assert.Equal(t, got, got)"],
  [JAVA, "assertTrue(found.isPresent() || found.isEmpty());"],
  [JAVA, 'assertTrue("size", rows.size() >= 0);'],
  [JAVA, "assertEquals(cart.total(), cart.total());"],
  [JAVA, "assertThat(rows.size()).isGreaterThanOrEqualTo(0);"],
  [JAVA, "assertThat(result).isEqualTo(result);"],
  [JAVA, "assert total == 3 || total != 3 : total;"],
])("%s: what holds whatever the code does asks: %s", (path, line) => {
  expect(asked(path, line)).toHaveLength(1);
  expect(asked(path, line, line)).toEqual([]);
});

test.each([
  [RUST, "assert!(result.is_err() || other.is_ok());"],
  [RUST, "assert!(matches!(result, Ok(_)));"],
  [RUST, "assert!(matches!(result, Ok(_) | Err(Error::Empty)));"],
  [RUST, "let either = a.is_ok() || a.is_err();"],
  [RUST, "assert_eq!(lines.next(), lines.next());"],
  [PYTHON, "assert total == 3 or total == 4"],
  [PYTHON, "assert total >= 0"],
  [PYTHON, "assert len(rows) >= 1"],
  [PYTHON, "assert not rows or len(rows) == 2"],
  [PYTHON, "assert a < b or b < a"],
  [PYTHON, "assert total > 3 or total < 3"],
  [PYTHON, "assert total >= 3 and total <= 3"],
  [PYTHON, "assert Cart(1) == Cart(1)"],
  [PYTHON, "assert list(keys) == list(keys)"],
  [PYTHON, "assert get() is get()"],
  [PYTHON, "ok = a or not a"],
  [PYTHON, "# assert a or not a"],
  [SCRIPT, "expect(total).toBeGreaterThanOrEqual(0);"],
  [SCRIPT, "expect(1).toBe(1);"],
  [SCRIPT, "expect(result).not.toEqual(result);"],
  [SCRIPT, "expect(a).toEqual([...b]);"],
  [GO, "if err != nil {\n\t\tt.Fatal(err)\n\t}"],
  [GO, "if len(got) < 1 {\n\t\tt.Fatal(got)\n\t}"],
  [GO, "if err == nil || len(got) == 0 {\n\t\tt.Fatal(err)\n\t}"],
  [JAVA, "assertSame(Cart.of(1), Cart.of(1));"],
  [JAVA, 'assertEquals("total", 3, cart.total());'],
])("%s: what may fail does not: %s", (path, line) => {
  expect(asked(path, line)).toEqual([]);
});

test.each([
  ["promises the same by its name", "def test_is_pure():\n    assert total(a) == total(a)\n"],
  ["is about equality", "def test_points():\n    assert at(1) == at(1)\n    assert at(1) != at(2)\n"],
])("a test that %s compares twice the same", (_, text) => {
  expect(asked(PYTHON, text)).toEqual([]);
});

test("so does one of Go that also wants two to differ", () => {
  const text =
    'func TestPoints(t *testing.T) {\n\tif At(1) != At(1) {\n\t\tt.Error("differ")\n\t}\n\tif At(1) == At(2) {\n\t\tt.Error("equal")\n\t}\n}\n';
  expect(asked(GO, text)).toEqual([]);
});

test("a clone is asked in a test of clones", () => {
  expect(asked(RUST, "fn clones_keep_lengths() {\n    assert_eq!(a.len(), a.clone().len());\n}\n")).toEqual([]);
});

test("a file is asked about once, with what it says", () => {
  const [message = "", ...more] = asked(PYTHON, "def test_a():\n    assert a or not a\n    assert len(a) >= 0\n");
  expect(more).toEqual([]);
  expect(message).toContain("2: assert a or not a; 3: assert len(a) >= 0");
});

test("in the code only its tests are read", () => {
  const code = "fn f(a: bool) {\n    assert!(a || !a);\n}\n";
  const judge = (head: string) => judgeTautologies({ tests: [], code: [{ path: RUST, base: null, head }] }, String);
  expect(judge(code)).toEqual([]);
  expect(judge(`#[cfg(test)]\nmod tests {\n    ${code}}\n`)).toHaveLength(1);
});

test("a line that no one writes by hand costs no time", () => {
  expect(asked(PYTHON, `assert ${"(a or ".repeat(20_000)}`)).toEqual([]);
  expect(asked(PYTHON, "assert len(\n".repeat(20_000))).toEqual([]);
});
