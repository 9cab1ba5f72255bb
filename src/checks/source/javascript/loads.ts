import type { MockedChange } from "../port.ts";
import { constantString } from "./constants.ts";
import type { Modules } from "./module-places.ts";
import { parseSource, type Source } from "./parse.ts";
import { createScope, type Scope } from "./registrations.ts";
import { isCall, isMember, type Node, patternNames, unwrap, walk } from "./tree.ts";
import { words } from "./words.ts";

/** What a specifier leads to: files of the project, nothing of it, or what nobody can tell from here. */
export type Loaded = readonly string[] | "library" | "unknown";

/** What leads to no code of the project: others may start it, ask it over a network, or be a part of it. */
const LIBRARIES = words(`
  vitest @jest/globals mocha bun:test chai sinon expect should fast-check @faker-js/faker lodash lodash-es
  assert assert/strict test events util timers timers/promises crypto buffer path url os stream stream/promises
  string_decoder querystring perf_hooks async_hooks
`);
const isHarmless = (specifier: string): boolean => LIBRARIES.has(specifier.replace(/^node:/, ""));

/** Names of every program, and of test libraries, that lead to no code. */
const GLOBALS = words(`
  Array ArrayBuffer BigInt Boolean DataView Date Error EvalError Float32Array Float64Array Infinity Int8Array Int16Array
  Int32Array Intl JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol
  SyntaxError TypeError URIError URL URLSearchParams Uint8Array Uint16Array Uint32Array WeakMap WeakSet AggregateError
  AbortController AbortSignal Blob Buffer Event EventTarget FormData Headers Request Response TextDecoder TextEncoder
  clearImmediate clearInterval clearTimeout console isFinite isNaN parseFloat parseInt queueMicrotask setImmediate setInterval
  setTimeout structuredClone undefined arguments performance crypto decodeURIComponent encodeURIComponent
  require module exports
  after afterAll afterEach assert before beforeAll beforeEach chai context describe expect it jest sinon specify suite test vi
`);
const FILES_LIMIT = 400;
const ONLY_TYPES = /^TS(?!As|NonNull|Satisfies|Instantiation|TypeAssertion|Enum|Parameter|Export|Import|Module)/;

/** Everything below but for types, which nothing is loaded for. */
export function valuesBelow(root: Node): Node[] {
  const found: Node[] = [];
  walk(root, (node) => {
    if (ONLY_TYPES.test(node.type)) return "skip";
    found.push(node);
    return undefined;
  });
  return found;
}

/** Whether an identifier is a name by itself, and not that of a member or a key. */
export function isName(node: Node, { parents }: Source): boolean {
  if (node.type === "JSXIdentifier") return parents.get(node)?.type === "JSXOpeningElement";
  const parent = parents.get(node);
  if (node.type !== "Identifier" || parent === undefined) return false;
  if (isMember(parent)) return parent.object === node || parent.computed;
  if (/^(?:Import|Export)\w*Specifier$/.test(parent.type)) return false;
  const isKey = "key" in parent && parent.key === node && !("computed" in parent && parent.computed === true);
  return !isKey || ("shorthand" in parent && parent.shorthand === true);
}

/** A path to something, and a name of the world around a program. */
export function isElsewhere(node: Node, { source, origins }: Scope): boolean {
  if (node.type === "StringLiteral") {
    const parent = source.parents.get(node);
    const isLoaded = parent !== undefined && (/^(?:Im|Ex)port/.test(parent.type) || loadedAt(parent) !== null);
    return /^\.{1,2}\//.test(node.value) && !isLoaded;
  }
  if (node.type !== "Identifier" || !isName(node, source)) return false;
  const origin = origins.of(node);
  const [name] = origin?.module === null ? origin.path : [];
  return name !== undefined && !GLOBALS.has(name) && !declaredIn(source).has(name);
}

const declared = new WeakMap<Source, ReadonlySet<string>>();

/** Names that are given no value: of classes, enumerations, functions in an expression, and of what is caught. */
function declaredIn(source: Source): ReadonlySet<string> {
  const known =
    declared.get(source) ??
    new Set(
      source.nodes.flatMap((node) => {
        if (node.type === "CatchClause") return node.param ? patternNames(node.param) : [];
        const isNamed = /^(?:Class|TSEnum)|^FunctionExpression$/.test(node.type) && "id" in node;
        return isNamed && node.id?.type === "Identifier" ? [node.id.name] : [];
      }),
    );
  declared.set(source, known);
  return known;
}

/** Whether what a file loads leads to nothing for it. */
type IsSpared = (specifier: string, scope: Scope) => Promise<boolean>;

/** What the specifiers of a file lead to. */
export function createLoads({ read }: Pick<MockedChange, "read">, modules: Modules) {
  const loadedBy = (from: string, specifier: string): Loaded => {
    if (!/^(?:\.|[@~#]\/|#)/.test(specifier)) return isHarmless(specifier) ? "library" : "unknown";
    const files = modules.filesOf(from, specifier);
    return files.length > 0 ? files : specifier.endsWith(".json") ? "library" : "unknown";
  };
  const parsed = new Map<string, Promise<Source | null>>();
  const sourceOf = (path: string): Promise<Source | null> => {
    const [file] = parsed.has(path) ? [] : read([path]);
    const source = parsed.get(path) ?? (file === undefined ? Promise.resolve(null) : parseSource(file));
    parsed.set(path, source);
    return source;
  };
  /** Whether loading a file loads one of those as well, or what nobody can tell; not by what is spared. */
  const leadsTo = async (path: string, wanted: ReadonlySet<string>, isSpared: IsSpared): Promise<boolean> => {
    const seen = new Set<string>();
    const pending = [path];
    for (let at = pending.pop(); at !== undefined && seen.size < FILES_LIMIT; at = pending.pop()) {
      if (wanted.has(at)) return true;
      if (seen.has(at)) continue;
      seen.add(at);
      const source = await sourceOf(at);
      if (source === null) continue;
      const scope = createScope(source);
      if (valuesBelow(source.program).some((node) => isElsewhere(node, scope))) return true;
      for (const specifier of specifiersOf(source)) {
        const loaded = loadedBy(at, specifier);
        if (loaded === "unknown") return true;
        if (loaded !== "library" && (await isSpared(specifier, scope))) continue;
        if (typeof loaded !== "string") pending.push(...loaded);
      }
    }
    return pending.length > 0;
  };
  return { loadedBy, leadsTo };
}

export type Loads = ReturnType<typeof createLoads>;

/** What a file loads for more than its types. */
export function specifiersOf(source: Source): string[] {
  const values = valuesBelow(source.program);
  const used = new Set(
    values.flatMap((node) =>
      isName(node, source) && (node.type === "Identifier" || node.type === "JSXIdentifier") ? [node.name] : [],
    ),
  );
  return values.flatMap((node): string[] => {
    if (node.type === "ImportDeclaration") {
      const isUsed = node.specifiers.some(({ local }) => used.has(local.name));
      return node.importKind === "type" || (node.specifiers.length > 0 && !isUsed) ? [] : [node.source.value];
    }
    if ((node.type === "ExportNamedDeclaration" || node.type === "ExportAllDeclaration") && node.source)
      return node.exportKind === "type" ? [] : [node.source.value];
    const loaded = loadedAt(node);
    return loaded === null ? [] : [loaded];
  });
}

/** `import("./price")`, `require("./price")` */
export function loadedAt(node: Node): string | null {
  if (node.type === "ImportExpression") return constantString(node.source);
  const callee = isCall(node) ? unwrap(node.callee) : null;
  const [first] = isCall(node) ? node.arguments : [];
  const isLoad = callee?.type === "Import" || (callee?.type === "Identifier" && callee.name === "require");
  return isLoad && first !== undefined ? constantString(first) : null;
}
