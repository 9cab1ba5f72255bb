import { applyEdits, insert } from "../edits.ts";
import type { CanarySource, SourceFile } from "../port.ts";
import { isTestFile, rustItems } from "./items.ts";
import type { Parse } from "../tree-sitter.ts";

/** Two tests with a random name where the file's own tests stand: what they see of macros and names, these see too. */
export function withCanaries(parse: Parse, { path, text }: SourceFile, token: string): CanarySource[] {
  const source = parse(path, text);
  if (source === null) return [];
  const { items, testModules } = rustItems(source);
  const test = items.find(({ isTest }) => isTest);
  const around = testModules.find(({ modules }) => startsWith(test?.modules ?? [], modules));
  const canaries = `
#[test]
fn baton_${token}_holds() {
    assert_eq!("${token}".len(), ${token.length});
}

#[test]
fn baton_${token}_fails() {
    assert_eq!("${token}".len(), ${token.length + 1});
}
`;
  if (around !== undefined) {
    const at = around.body.endIndex - 1;
    return [{ path, text: applyEdits(text, [insert(at, canaries)]) }];
  }
  const stands = isTestFile(path) || test?.modules.length === 0;
  return [{ path, text: `${text}\n${stands ? canaries : `#[cfg(test)]\nmod baton_${token} {${canaries}}\n`}` }];
}

const startsWith = (list: readonly string[], start: readonly string[]): boolean =>
  start.length > 0 && start.every((name, at) => list[at] === name);
