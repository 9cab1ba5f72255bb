import { expect, test } from "vitest";
import { assignedFiles, namedTests } from "../../../src/core/run/named-tests.ts";

test.each([
  ["node --test test/a.test.js ./test/b.test.js", ["test/a.test.js", "test/b.test.js"]],
  ["python -m pytest tests/test_a.py::TestA::test_b -k 'c or d'", ["tests/test_a.py"]],
  ["cd web && npx vitest run src/cart.test.ts", ["web/src/cart.test.ts"]],
  ["npm run build && npx jest cart.spec.ts", ["cart.spec.ts"]],
  ["go test ./cart/... -run TestAdd", []],
  ["node scripts/check.js", []],
  ["node --test 'test/*.test.js'", []],
  ["node --test ../other/test/a.test.js", []],
  ["node --test test/a.test.js | tee log", []],
])("of `%s` the files of tests are told", (command, files) => {
  expect(namedTests(command)).toEqual(files);
});

test("what a feature may change is what it says, and the tests that it names beside", () => {
  expect(assignedFiles(["src/a.js"], "node --test test/a.test.js")).toEqual(["src/a.js", "test/a.test.js"]);
  expect(assignedFiles(["src/a.js", "test/**"], "node --test test/a.test.js")).toEqual(["src/a.js", "test/**"]);
  expect(assignedFiles(undefined, "node --test test/a.test.js")).toEqual(["**"]);
  expect(assignedFiles(["src/a.js"], null)).toEqual(["src/a.js"]);
});
