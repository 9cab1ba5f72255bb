import { expect, test } from "vitest";
import { namedFiles } from "../../../../src/core/proof/looks/named-files.ts";

test.each([
  ["by its name", "src/store.ts", "src/a.ts", 'import { x } from "./store";', true],
  ["as another word", "src/store.ts", "src/a.ts", 'import { x } from "./stores";', false],
  ["by the folder's name", "src/store/index.ts", "src/a.ts", 'import { x } from "./store";', true],
  ["as a package of Go", "internal/store/open.go", "a.go", 'import "example.com/a/internal/store"', true],
  ["by a class of its package", "src/shop/Files.java", "src/shop/A.java", "class A {}", true],
  ["not at all", "src/other.ts", "src/a.ts", "export const a = 1;", false],
])("a file that is named %s", (_, path, user, text, is) => {
  expect(namedFiles([path, user], [{ path: user, text }])).toEqual(is ? [path] : []);
});
