import { fileOf, withoutParameters } from "../../core/proof/test-ids.ts";
import type { SourceFile, WrittenTest } from "../../schema/source.ts";
import { importedHelpers } from "./imported-helpers.ts";
import { textsOf, type TreeReader } from "./tree-reader.ts";

/** The files of these tests. */
export const sourcesOf = (head: TreeReader, ids: readonly string[]): SourceFile[] =>
  textsOf(head, [...new Set(ids.map(fileOf))]);

/** Files of tests with the helpers that they load, or see beside them. */
export const withHelpers = (head: TreeReader, files: readonly SourceFile[]): SourceFile[] => [
  ...files,
  ...textsOf(head, importedHelpers(files, head.paths)),
];

/** The lines of a test, up to the next one. */
export function bodyOf({ path, line }: WrittenTest, all: readonly WrittenTest[], head: TreeReader): string {
  const next = Math.min(...all.filter((test) => test.path === path && test.line > line).map((test) => test.line));
  return (head.read(path) ?? "")
    .split("\n")
    .slice(line - 1, next === Infinity ? undefined : next - 1)
    .join("\n");
}

/** A test, and the tests and suites around it: what a row or a subtest expects may stand in the test around it. */
export function namesAround(id: string): string[] {
  const [first = "", ...inner] = withoutParameters(id).split(" > ");
  return inner.reduce((names, part) => [`${names[0]} > ${part}`, ...names], [first]);
}
