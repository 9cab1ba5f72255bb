import { field, type Node, normalised, type Source } from "../tree-sitter.ts";

/** A function with a body, or a constant, under a name that base and head share. */
export interface RustItem {
  /** `tests::Cart::total`; ` #2` for a repeated one. */
  readonly name: string;
  /** The modules around it, in this file. */
  readonly modules: readonly string[];
  readonly node: Node;
  readonly attributes: readonly Node[];
  /** Compiled for tests alone. */
  readonly inTests: boolean;
  /** A test that libtest runs. */
  readonly isTest: boolean;
}

/** An inline module that is compiled for tests alone. */
export interface TestModule {
  readonly modules: readonly string[];
  /** From its attributes to its end. */
  readonly start: number;
  readonly end: number;
  readonly body: Node;
}

/** `#[cfg(test)] mod tests;`: a module that is compiled for tests alone, in a file of its own. */
export interface TestModuleFile {
  readonly modules: readonly string[];
  /** From its attributes to its end. */
  readonly start: number;
  readonly end: number;
  /** Its file's name or path, as far as the declaration tells it. */
  readonly path: string;
}

export interface RustItems {
  readonly items: readonly RustItem[];
  readonly testModules: readonly TestModule[];
  readonly testModuleFiles: readonly TestModuleFile[];
}

interface Place {
  readonly modules: readonly string[];
  readonly owner: string;
  readonly inTests: boolean;
}

/** Files of `tests/`, and files that are test modules by their name. */
export const isTestFile = (path: string): boolean => /(?:^|\/)tests\/|(?:^|[/_])tests?\.rs$/.test(path);

/** Everything in a file that can be a test, be taken away, or hold either. */
export function rustItems({ root, path }: Source): RustItems {
  const items: RustItem[] = [];
  const testModules: TestModule[] = [];
  const testModuleFiles: TestModuleFile[] = [];
  const taken = new Map<string, number>();
  const visit = (container: Node, place: Place): void => {
    let attributes: Node[] = [];
    for (const node of container.namedChildren) {
      if (node.type === "attribute_item") attributes.push(node);
      else if (!node.type.endsWith("comment")) {
        enter(node, attributes, place);
        attributes = [];
      }
    }
  };
  const enter = (node: Node, attributes: readonly Node[], place: Place): void => {
    const inTests = place.inTests || attributes.some(isTestOnly);
    const name = field(node, "name")?.text ?? "";
    const body = field(node, "body");
    if (node.type === "mod_item") {
      const modules = [...place.modules, name];
      const range = { modules, start: (attributes[0] ?? node).startIndex, end: node.endIndex };
      if (inTests && !place.inTests) {
        if (body === null) testModuleFiles.push({ ...range, path: pathAttribute(attributes) ?? `${name}.rs` });
        else testModules.push({ ...range, body });
      }
      if (body !== null) visit(body, { modules, owner: "", inTests });
    } else if ((node.type === "impl_item" || node.type === "trait_item") && body !== null) {
      visit(body, { ...place, owner: ownerOf(node), inTests });
    } else if (isTarget(node)) {
      const full = [...place.modules, place.owner, name].filter((part) => part !== "").join("::");
      const count = (taken.get(full) ?? 0) + 1;
      taken.set(full, count);
      const isTest = node.type === "function_item" && attributes.some(marksTest);
      items.push({
        name: count === 1 ? full : `${full} #${count}`,
        modules: place.modules,
        node,
        attributes,
        inTests: inTests || isTest,
        isTest,
      });
    }
  };
  visit(root, { modules: [], owner: "", inTests: isTestFile(path) });
  return { items, testModules, testModuleFiles };
}

function isTarget(node: Node): boolean {
  if (node.type === "function_item") return field(node, "body") !== null;
  return (node.type === "const_item" || node.type === "static_item") && field(node, "value") !== null;
}

function ownerOf(node: Node): string {
  const [type, implemented] = [field(node, "type") ?? field(node, "name"), field(node, "trait")];
  const words = (one: Node | null): string => (one === null ? "" : normalised(one).replaceAll(" ", ""));
  return implemented === null ? words(type) : `<${words(type)} as ${words(implemented)}>`;
}

/** The path of an attribute: `tokio::test`. */
export const attributePath = (attribute: Node): string => attribute.namedChildren[0]?.namedChildren[0]?.text ?? "";
export const attributeArguments = (attribute: Node): string => {
  const inner = attribute.namedChildren[0];
  return inner === undefined || inner === null ? "" : (field(inner, "arguments")?.text ?? "");
};

/** `#[path = "cart_tests.rs"]` */
function pathAttribute(attributes: readonly Node[]): string | undefined {
  const given = attributes.find((attribute) => attributePath(attribute) === "path")?.namedChildren[0];
  return given === undefined || given === null ? undefined : /"(.*)"/.exec(given.text)?.[1];
}

const marksTest = (attribute: Node): boolean =>
  /(?:^|::)(?:test|rstest|test_case|quickcheck|wasm_bindgen_test|test_log)$/.test(attributePath(attribute));

export const isTestOnly = (attribute: Node): boolean =>
  attributePath(attribute) === "cfg" && /^\(\s*(?:all\s*\(\s*)?test\b/.test(attributeArguments(attribute));
