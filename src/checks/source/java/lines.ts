import type { SourceFile } from "../port.ts";
import { allBelow, createTreeSitter, line } from "../tree-sitter.ts";

const each = createTreeSitter("tree-sitter-java");
const RUNS = /_statement$|^(?:local_variable_declaration|explicit_constructor_invocation)$/;

/** Lines on which a statement begins. */
export async function statementLines(file: SourceFile): Promise<number[]> {
  const lines = await each(
    [file],
    (parse, { path, text }) => {
      const source = parse(path, text);
      return source === null ? [] : allBelow(source.root, ({ type }) => RUNS.test(type)).map(line);
    },
    "torn",
  );
  return [...new Set(lines)].toSorted((a, b) => a - b);
}
