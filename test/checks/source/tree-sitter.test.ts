import { expect, test } from "vitest";
import { createTreeSitter } from "../../../src/checks/source/tree-sitter.ts";

test("two languages that are first asked at the same time are both read, then and later", async () => {
  const [rust, java] = ["rust", "java"].map((name) => createTreeSitter(`tree-sitter-${name}`));
  const files = { rust: "fn a() -> i64 { 1 }", java: "class X { int a() { return 1; } }" };
  const read = (each = rust, text = files.rust) => each?.([text], (parse, one) => [parse("a", one)?.root.childCount]);
  expect(await Promise.all([read(rust, files.rust), read(java, files.java)])).toEqual([[1], [1]]);
  expect([await read(rust, files.rust), await read(java, files.java)]).toEqual([[1], [1]]);
});
