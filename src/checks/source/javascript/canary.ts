import type { CanarySource, SourceFile } from "../port.ts";
import { type CanaryStyle, canaryStyle } from "./canary-style.ts";
import { appended } from "../edits.ts";
import { parseSources, type Source } from "./parse.ts";
import { createScope } from "./registrations.ts";

export async function withCanaries(files: readonly SourceFile[], token: string): Promise<CanarySource[]> {
  return (await parseSources(files)).map((source) => ({
    path: source.path,
    text: source.text + appended(source.text, source.eol, canaryLines(source, token)),
  }));
}

function canaryLines(source: Source, token: string): string[] {
  if (!isInSource(source)) return canaries(canaryStyle(createScope(source)), token);
  const style: CanaryStyle = {
    test: "test",
    parameters: "",
    isAsync: false,
    assert: (actual, expected) => `expect(${actual}).toBe(${expected});`,
  };
  const inner = ["const { test, expect } = import.meta.vitest;", ...canaries(style, token)];
  return ["if (import.meta.vitest) {", ...inner.map((line) => `  ${line}`), "}"];
}

function canaries(style: CanaryStyle, token: string): string[] {
  const head = `${style.isAsync ? "async " : ""}(${style.parameters}) => {`;
  const test = (title: string, statement: string): string[] => [
    `${style.test}("${title}", ${head}`,
    `  ${statement}`,
    "});",
  ];
  return [...test(`baton ${token} holds`, style.assert(1, 1)), ...test(`baton ${token} fails`, style.assert(1, 2))];
}

/** Implementation and tests in one file, as vitest allows: the tests stand in `if (import.meta.vitest)`. */
function isInSource(source: Source): boolean {
  return source.program.body.some(
    (statement) => statement.type === "IfStatement" && /\bimport\.meta\.vitest\b/.test(source.textOf(statement.test)),
  );
}
