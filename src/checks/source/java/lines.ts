import type { SourceFile } from "../port.ts";
import { createTreeSitter, line, walk } from "../tree-sitter.ts";

const each = createTreeSitter("tree-sitter-java");
const RUNS = /_statement$|^(?:local_variable_declaration|explicit_constructor_invocation)$/;

/** Lines on which a statement begins. */
export async function statementLines(file: SourceFile): Promise<number[]> {
  const lines = await each(
    [file],
    (parse, { path, text }) => {
      const found: number[] = [];
      const source = parse(path, text);
      if (source !== null)
        walk(source.root, (node) => {
          if (RUNS.test(node.type)) found.push(line(node));
        });
      return found;
    },
    "torn",
  );
  return [...new Set(lines)].toSorted((a, b) => a - b);
}
