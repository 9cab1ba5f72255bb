import { expect, test } from "vitest";
import { whyUnread } from "../../../src/core/proof/file-errors.ts";
import { suiteRun } from "../../support/suite-run.ts";

const why = (message: string): string | null => {
  const run = suiteRun({});
  const fileErrors = [{ file: "a", name: "NotCompiled", message }];
  return whyUnread({ ...run, report: { ...run.report, fileErrors } }, () => true);
};

test.each([
  ["error[E0425]: cannot find value `TWO`\n --> src/lib.rs:9:5\n  |\n  |", "a: error[E0425]: cannot find value `TWO`"],
  ["# example.com/a\n./a.go:3:2: undefined: Two\nnote: module requires Go 1.21", "a: ./a.go:3:2: undefined: Two"],
  ["Traceback:\n  line 1\nImportError: no module named a\n", "a: ImportError: no module named a"],
])("says why a file could not be loaded: %j", (message, expected) => expect(why(message)).toBe(expected));
