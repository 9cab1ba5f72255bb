import { isTestCrate } from "./modules.ts";
import { field, type Node, parts, walk } from "../tree-sitter.ts";
import { attributePath, isTestFile, isTestOnly } from "./items.ts";

/** A name that a `use` brings into a part of the file. */
interface Used {
  /** `*` for all of the path. */
  readonly name: string;
  readonly path: readonly string[];
  readonly from: number;
  readonly to: number;
}

interface Declared {
  readonly name: string;
  readonly inTests: boolean;
}

const LIBRARY = /^(?:std|core|alloc|proc_macro|test)$/;
const OWN_ROOT = /^(?:crate|self|super)$/;
/** Modules that stand beside tests, and may hold a double of the code. */
const FOR_TESTS = /^(?:tests?|testing|test_\w+|\w+_tests?|common|support|fixtures?|fakes?|mocks?|stubs?|doubles?)$/;

/** Says which function of the project a path names at a place, behind the crate: `cart total`, or `. total` of the file's own. */
export type Asked = (path: readonly string[], at: number) => string[];

export function originsIn(path: string, root: Node): Asked {
  const used = usesIn(root);
  const declared = Map.groupBy(declaredIn(path, root), ({ name }) => name);
  const inTestCrate = isTestCrate(path);
  const isSeen = (one: Used, at: number): boolean => one.from <= at && at < one.to;

  const own = (rest: readonly string[]): string[] => {
    const isDouble = rest.slice(0, -1).some((name) => FOR_TESTS.test(name) || isTestModule(name));
    return inTestCrate || isDouble || rest.length === 0 ? [] : [`. ${nameIn(rest)}`];
  };
  const isTestModule = (name: string): boolean => declared.get(name)?.every(({ inTests }) => inTests) === true;

  const resolve = (names: readonly string[], at: number, followed: readonly Used[]): string[] => {
    const [first = "", ...rest] = names;
    if (OWN_ROOT.test(first)) return own(names.filter((name) => !OWN_ROOT.test(name)));
    if (LIBRARY.test(first)) return [];
    const known = used.find((one) => one.name === first && isSeen(one, at) && !followed.includes(one));
    if (known !== undefined) return resolve([...known.path, ...rest], at, [...followed, known]);
    const here = declared.get(first) ?? [];
    if (here.length > 0) return here.some(({ inTests }) => !inTests) ? own(names) : [];
    if (rest.length > 0 && /^[a-z]/.test(first)) return [`${first} ${nameIn(rest)}`];
    if (followed.length > 0 || BUILT_IN.test(first)) return [];
    const globs = used.filter((one) => one.name === "*" && isSeen(one, at));
    return [...new Set(globs.flatMap((glob) => ofGlob(glob, names)))];
  };
  /** All of the file's own crate, or of another one. */
  const ofGlob = ({ path: [first = "", ...more] }: Used, names: readonly string[]): string[] => {
    if (OWN_ROOT.test(first)) return own([...more.filter((name) => !OWN_ROOT.test(name)), ...names]);
    return LIBRARY.test(first) || declared.has(first) ? [] : [`${first} ${nameIn(names)}`];
  };
  return (names, at) => resolve(names, at, []);
}

const BUILT_IN =
  /^(?:drop|Some|Ok|Err|None|Self|String|Vec|Box|Option|Result|Default|Iterator|From|Into|[iu](?:\d+|size)|f\d+|str|char|bool)$/;

/** A type with all that belongs to it, or a function. */
const nameIn = (path: readonly string[]): string => path.find((name) => /^[A-Z]/.test(name)) ?? path.at(-1) ?? "";

/** The names of a path, without what is given to its types. */
export function pathOf(node: Node | null): string[] {
  if (node === null) return [];
  switch (node.type) {
    case "identifier":
    case "type_identifier":
    case "crate":
    case "self":
    case "super":
    case "primitive_type":
      return [node.text];
    case "scoped_identifier":
    case "scoped_type_identifier":
      return [...pathOf(field(node, "path")), ...pathOf(field(node, "name"))];
    case "generic_function":
      return pathOf(field(node, "function"));
    case "generic_type":
      return pathOf(field(node, "type"));
    case "bracketed_type":
      return pathOf(parts(node)[0] ?? null);
    case "qualified_type":
      return pathOf(field(node, "type"));
    default:
      return [];
  }
}

function usesIn(root: Node): Used[] {
  const found: Used[] = [];
  walk(root, (node) => {
    if (node.type === "extern_crate_declaration") {
      const [name, alias] = [field(node, "name")?.text ?? "", field(node, "alias")?.text];
      if (alias !== undefined) found.push({ name: alias, path: [name], from: root.startIndex, to: root.endIndex });
    }
    const argument = node.type === "use_declaration" ? field(node, "argument") : null;
    if (argument === null) return;
    const around = node.parent ?? root;
    for (const one of broughtBy(argument, [])) found.push({ ...one, from: around.startIndex, to: around.endIndex });
  });
  return found;
}

function broughtBy(node: Node, around: readonly string[]): Pick<Used, "name" | "path">[] {
  const path = [
    ...around,
    ...pathOf(node.type === "use_wildcard" ? (parts(node)[0] ?? null) : (field(node, "path") ?? node)),
  ];
  if (node.type === "use_wildcard") return [{ name: "*", path }];
  if (node.type === "use_as_clause") return [{ name: field(node, "alias")?.text ?? "", path }];
  if (node.type === "use_list") return parts(node).flatMap((one) => broughtBy(one, around));
  if (node.type === "scoped_use_list") return parts(field(node, "list")).flatMap((one) => broughtBy(one, path));
  const whole = [...around, ...pathOf(node)].filter(
    (name, at, all) => name !== "self" || at === 0 || at < all.length - 1,
  );
  return [{ name: whole.at(-1) ?? "", path: whole }];
}

/** What the file itself declares outside of functions. */
function declaredIn(path: string, root: Node): Declared[] {
  const found: Declared[] = [];
  const visit = (container: Node, around: boolean): void => {
    let [inTests, isTest] = [around, false];
    for (const node of container.namedChildren) {
      if (node.type === "attribute_item") {
        inTests ||= isTestOnly(node);
        isTest ||= attributePath(node).endsWith("test");
      } else if (!node.type.endsWith("comment")) {
        const [name, body] = [field(node, "name")?.text, field(node, "body")];
        if (name !== undefined && node.type.endsWith("_item")) found.push({ name, inTests: inTests || isTest });
        if (node.type === "mod_item" && body !== null) visit(body, inTests);
        [inTests, isTest] = [around, false];
      }
    }
  };
  visit(root, isTestFile(path));
  return found;
}
