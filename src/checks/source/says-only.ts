import type { ChangedSource } from "./port.ts";
import type { Node, Parse } from "./tree-sitter.ts";

/** The path of a file whose change is of comments alone, in a language that marks them all with two characters. */
export function saysOnly(parse: Parse, { path, base, head }: ChangedSource): string[] {
  const texts = base === null ? [] : [parse(path, base), parse(path, head)];
  const [before, after] = texts.map((source) => (source === null ? null : wordsOf(source.root).join("\0")));
  return before !== null && before !== undefined && before === after ? [path] : [];
}

/** Rust runs the examples in documentation: where a file has any, what is said of it counts. */
function wordsOf(root: Node): string[] {
  const hasExamples = /^\s*\/\/[/!].*```/m.test(root.text);
  const words: string[] = [];
  const cursor = root.walk();
  const seesChildren = (): boolean => {
    if (cursor.nodeType.endsWith("comment")) {
      if (hasExamples) words.push(cursor.nodeText);
      return false;
    }
    if (cursor.gotoFirstChild()) return true;
    words.push(cursor.nodeText);
    return false;
  };
  for (;;) {
    if (seesChildren()) continue;
    while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return words;
  }
}
