import { expect, test } from "vitest";
import { unreadFiles, whyUnread } from "../../../src/core/proof/file-errors.ts";
import { suiteRun } from "../../support/suite-run.ts";

const why = (message: string): string | null => {
  const run = suiteRun({});
  const fileErrors = [{ file: "a", name: "NotCompiled", message }];
  return whyUnread({ ...run, report: { ...run.report, fileErrors } }, () => true);
};

test.each([
  ["error[E0425]: cannot find value `TWO`\n --> src/lib.rs:9:5\n  |\n  |", "a: error[E0425]: cannot find value `TWO`"],
  ["# example.com/a\n./a.go:3:2: undefined: Two\nnote: module requires Go 1.21", "a: ./a.go:3:2: undefined: Two"],
  ["# example.com/a\nimport cycle not allowed in test\n", "a: import cycle not allowed in test"],
  ["Cannot find module './b'\nRequire stack:\n- /tree/a.js", "a: Cannot find module './b'"],
  ["/tree/a.js:3\n  let b =;\n         ^\nSyntaxError: Unexpected token ';'", "a: SyntaxError: Unexpected token ';'"],
  ["", "a: "],
  ["Traceback:\n  line 1\nImportError: no module named a\n", "a: ImportError: no module named a"],
])("says why a file could not be loaded: %j", (message, expected) => expect(why(message)).toBe(expected));

test("names files that cannot be loaded for one reason together", () => {
  const error = (file: string, message: string) => ({ file, name: "PackageFailed", message });
  const package_ = "# example.com/a\n./a.go:3:2: undefined: Two";
  expect(unreadFiles([error("a_test.go", package_), error("x.js", "gone"), error("b_test.go", package_)])).toEqual([
    { first: "a_test.go", message: "a_test.go and 1 more cannot be loaded: ./a.go:3:2: undefined: Two" },
    { first: "x.js", message: "x.js cannot be loaded: gone" },
  ]);
});
