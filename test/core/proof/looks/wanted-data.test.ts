import { expect, test } from "vitest";
import { wantedData } from "../../../../src/core/proof/looks/wanted-data.ts";

const found = (path: string, head: string, text: string, base: string | null = null): string[] =>
  wantedData([{ path, base, head }], [{ path: "a_test", text }]).map(
    ({ symbol, text: other }) => `${symbol}: ${other}`,
  );

test("data that code looks something up in, and tests say what they expect by, has other texts", () => {
  const go = 'var folds = strings.NewReplacer("a", "b")\n\nfunc Fold(s string) string { return folds.Replace(s) }\n';
  expect(found("fold.go", go, "want := folds.Replace(title)\n")).toEqual([
    `folds: ${go.replace('"a", "b"', '"ax", "bx"')}`,
  ]);
  const python = 'FOLDS = {"a": "b"}\n\n\ndef fold(one):\n    return FOLDS[one]\n';
  expect(found("fold.py", python, 'assert fold("a") == shop.FOLDS["a"]\n')).toEqual([
    `FOLDS: ${python.replace('"a": "b"', '"ax": "bx"')}`,
  ]);
  const script = 'export const FOLDS: Folds = { a: "b" };\nexport const fold = (a) => FOLDS[a];\n';
  expect(found("fold.ts", script, 'expect(fold("a")).toBe(FOLDS["a"]);\n')).toEqual([
    `FOLDS: ${script.replace('"b"', '"bx"')}`,
  ]);
  const java =
    'class F {\n    private static final Map<String, String> ALL = Map.of("a", "b");\n    String f(String a) { return ALL.get(a); }\n}\n';
  expect(found("F.java", java, 'var expected = F.ALL.get("a");\n')).toEqual([
    `ALL: ${java.replace('"a", "b"', '"ax", "bx"')}`,
  ]);
});

test("what base has, what tests only go through, and what code looks up in no such way stays", () => {
  const python = 'FOLDS = {"a": "b"}\n\n\ndef fold(one):\n    return FOLDS[one]\n';
  expect(found("fold.py", python, 'assert fold("a") == FOLDS["a"]\n', python)).toEqual([]);
  expect(found("fold.py", python, 'for one in FOLDS:\n    assert fold(one) == "b"\n')).toEqual([]);
  expect(found("fold.py", python.replace("FOLDS[one]", "dict(FOLDS)"), 'assert fold("a") == FOLDS["a"]\n')).toEqual([]);
});
