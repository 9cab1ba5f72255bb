import { expect, test } from "vitest";
import { isUser, leanedOn, wordsOf } from "../../../../src/core/proof/looks/leaned-on.ts";

const file = (path: string, text = "") => ({ path, text });
const used = (path: string, text: string) => ({ path, text, isTest: /test/i.test(path) });

test.each([
  ["a golden file by its name", file("docs/receipt.txt"), used("test/a.test.js", 'read("docs/receipt.txt")')],
  ["an expected page", file("examples/page.md"), used("test/a.test.js", "examples/page.md")],
  ["one whose name is put together", file("golden/a.txt"), used("test/a.test.js", 'join("golden", name + ".txt")')],
  ["a helper of Go's", file("internal/check/equal.go"), used("a/a_test.go", '\t"example.com/internal/check"')],
  [
    "a helper that asserts",
    file("pkg/lines.py", "import pytest\n"),
    used("tests/test_a.py", "from pkg.lines import same"),
  ],
  ["a helper beside", file("a/tables.go", '\t"testing"\n'), used("a/a_test.go", "package a")],
  ["a module of a crate", file("src/testing.rs"), used("tests/a.rs", "use shop::testing::same;")],
  [
    "a class by its name",
    file("src/main/java/MoneyAsserts.java"),
    used("src/test/java/ATest.java", "MoneyAsserts.same(a, b)"),
  ],
])("tests lean on %s", (_, changed, user) => {
  expect(leanedOn([changed], [user])).toEqual([{ path: changed.path, tests: [user.path] }]);
  expect(wordsOf([changed]).some((word) => user.text.includes(word) || changed.path.startsWith("a/"))).toBe(true);
});

test.each([
  ["what no test names", file("docs/receipt.txt"), []],
  ["prose that tests keep true", file("docs/cli.md"), [used("test/docs.test.js", "docs/cli.md")]],
  [
    "what the product names, too",
    file("data/rates.json"),
    [used("test/a.test.js", "rates.json"), used("src/a.js", "rates.json")],
  ],
  [
    "code that is no helper",
    file("src/cart.js", "export const a = 1;"),
    [used("test/a.test.js", 'from "../src/cart.js"')],
  ],
  ["a component", file("src/TodoList.vue", "<script setup>\n"), [used("test/a.test.js", 'from "../src/TodoList.vue"')]],
  [
    "a helper that the product loads",
    file("src/check.js"),
    [used("test/a.test.js", 'from "../src/check.js"'), used("src/a.js", 'from "./check.js"')],
  ],
])("nobody leans on %s", (_, changed, users) => {
  expect(leanedOn([changed], users)).toEqual([]);
});

test("a crate that has a module does not use it, and words about a file are no use", () => {
  const users = [used("src/lib.rs", "pub mod testing;"), used("tests/a.rs", "use shop::testing::same;")];
  expect(leanedOn([file("src/testing.rs")], users)).toHaveLength(1);
  expect([isUser("README.md"), isUser("src/a.ts"), isUser("page.vue")]).toEqual([false, true, true]);
});
