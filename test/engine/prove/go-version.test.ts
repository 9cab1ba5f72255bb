import { expect, it } from "vitest";
import { ownsRows } from "../../../src/engine/prove/go-version.ts";

const treeOf = (files: Record<string, string>) => ({
  tree: "t",
  entries: new Map(),
  paths: new Set(Object.keys(files)),
  read: (path: string) => files[path] ?? null,
  preload: () => {},
  encode: (_: string, text: string) => Buffer.from(text),
});

it.each([
  [{ "go.mod": "module a\n\ngo 1.22\n" }, true],
  [{ "go.mod": "module a\n\ngo 1.23.4\n" }, true],
  [{ "go.mod": "module a\n\ngo 1.21\n" }, false],
  [{ "go.mod": "module a\n" }, false],
  [{ "go.mod": "module a\n\ngo 1.22\n", "cart/go.mod": "module b\n\ngo 1.18\n" }, false],
  [{}, false],
])("a loop of a module with %j has its own rows: %s", (files, expected) => {
  expect(ownsRows(treeOf(files), "cart/total/a_test.go")).toBe(expected);
});
