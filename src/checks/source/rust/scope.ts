import { field, type Node, type Parse, type Source } from "../tree-sitter.ts";
import { macroName } from "./assertions.ts";
import { rustItems } from "./items.ts";
import { type Asked, originsIn, pathOf } from "./origins.ts";
import { rulesOf, type Unmacroed, withoutMacros } from "./unmacroed.ts";
import { isFunction } from "./shapes.ts";
import { createValues, type Given, type Range, type Values } from "./values.ts";

/** How the names of a test, or of a helper, are understood. */
export interface Scope {
  readonly given: (name: string, at: number) => Given[];
  readonly changes: (name: string, at: number) => string[];
  /** The functions of tests that a call is of: closures, too. */
  readonly called: (call: Node) => Node[];
  /** A function of the project, behind its crate. */
  readonly asked: (path: readonly string[], at: number) => string[];
  /** The name of the macro that a call is of. */
  readonly macro: (call: Node) => string | null;
}

/** A file as its tests are read: macros as calls, names with what they are given. */
export interface ScopedFile {
  readonly root: Node;
  /** Of a function of the file. */
  readonly of: (unit: Node) => Scope;
  /** What the rules of a macro make, each in a scope of its own. */
  readonly rules: (definition: Node) => { readonly source: Source; readonly body: Node; readonly scope: Scope }[];
}

export function scopesIn(parse: Parse, source: Source): ScopedFile {
  const file = withoutMacros(parse, source);
  const code = new Set(
    rustItems({ ...source, root: file.root }).items.flatMap(({ node, inTests }) => (inTests ? [] : [node.startIndex])),
  );
  const values = createValues(file.root, ({ startIndex }) => code.has(startIndex));
  const asked = originsIn(source.path, file.root);
  return {
    root: file.root,
    of: (unit) => scopeOf(file, { start: unit.startIndex, end: unit.endIndex }, values, asked),
    rules: (definition) =>
      rulesOf(parse, definition).flatMap(({ source: made }) => {
        const rule = withoutMacros(parse, made);
        const body = rule.root.namedChildren[0];
        if (body === undefined) return [];
        const place = definition.startIndex;
        const own = createValues(rule.root);
        const both: Values = {
          ...own,
          given: (name, at, unit) => [...own.given(name, at, unit), ...values.given(name, place, unit)],
        };
        const range = { start: body.startIndex, end: body.endIndex };
        return [{ source: made, body, scope: scopeOf(rule, range, both, (path) => asked(path, place)) }];
      }),
  };
}

function scopeOf({ isMacro }: Unmacroed, unit: Range, values: Values, asked: Asked): Scope {
  const given = (name: string, at: number): Given[] => values.given(name, at, unit);
  return {
    given,
    changes: values.changes,
    called: (call) => {
      const name = field(call, "function");
      if (name?.type !== "identifier") return [];
      return given(name.text, name.startIndex).flatMap(({ value }) => (isFunction(value) ? [value] : []));
    },
    asked: (path, at) => (path.length === 1 && given(path[0] ?? "", at).length > 0 ? [] : asked(path, at)),
    macro: (call) => {
      if (call.type === "macro_invocation") return macroName(call);
      return call.type === "call_expression" && isMacro(call) ? (pathOf(field(call, "function")).at(-1) ?? "") : null;
    },
  };
}
