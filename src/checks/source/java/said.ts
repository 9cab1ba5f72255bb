import type { SaidByTest } from "../port.ts";
import { field, type Node, parts } from "../tree-sitter.ts";
import { messagesIn } from "./arguments.ts";
import { type Assertion, startOf } from "./assertions.ts";
import { createLooks } from "./looks.ts";
import { annotationsOf, type Member, nameOf } from "./members.ts";
import { createAsked, createReceivers, modulesIn, type Receiver } from "./modules.ts";
import { type Names, remembered } from "./names.ts";

/** Reads the words of tests of one file; `calls` are those of helpers that assert for the test. */
export type SaidBy = (member: Member, assertions: readonly Assertion[], calls: readonly Node[]) => SaidByTest;

export function createReader(names: Names): SaidBy {
  const modules = modulesIn(names);
  const receiverOf = createReceivers(names, modules);
  const askedBy = createAsked(names, modules, receiverOf);
  const through = createLooks(names, modules);
  const hooks = remembered(hooksOf);
  const constantsOf = (nodes: readonly Node[]): string[] =>
    nodes.flatMap((node) => constantsAt(node, names, modules.typeOf));
  return (member, assertions, calls) => {
    const exact = assertions.filter(({ isExact }) => isExact);
    const verified = assertions.filter(({ node }) => isVerified(node));
    const asserting = [...exact, ...verified].flatMap(({ node }) => [
      ...comparedIn(node),
      ...boundsAround(node, names),
    ]);
    const asked = nodesOf([...asserting, ...calls], names, false).filter((node) => !isPlace(node, names, receiverOf));
    const all = nodesOf([member.node, ...member.types.flatMap(hooks)], names, true);
    return {
      pinned: distinct(constantsOf(asked)),
      constants: distinct(constantsOf(all)),
      words: distinct(all.flatMap(wordsAt)),
      asked: distinct(asked.flatMap((node) => askedBy(node).asked)),
      uses: distinct(all.flatMap((node) => askedBy(node).uses)),
      through: exact.map(through),
    };
  };
}

const distinct = (words: readonly string[]): string[] => [...new Set(words)];

/** `verify(mail).send("a", 3)`: what a double was given. */
const isVerified = (node: Node): boolean => {
  const start = node.type === "method_invocation" ? startOf(node) : null;
  return start !== null && nameOf(start) === "verify";
};

/** What a branch that fails tells is beside it. */
function comparedIn(node: Node): Node[] {
  const condition = node.type === "if_statement" ? field(node, "condition") : null;
  return [condition ?? node];
}

/** How often a counting loop around it goes round. */
function boundsAround(node: Node, names: Names): Node[] {
  const found: Node[] = [];
  for (let at = names.parentOf(node); at !== undefined; at = names.parentOf(at))
    if (at.type === "for_statement") found.push(...[field(at, "condition")].filter((one) => one !== null));
  return found;
}

const HOOK = /^(?:Before|BeforeEach|BeforeAll|BeforeClass|BeforeMethod)$/;

/** What runs before each test of a class, and sets up what it looks at. */
const hooksOf = (type: Node): Node[] =>
  parts(field(type, "body")).filter(
    (node) => node.type === "method_declaration" && annotationsOf(node).some(({ name }) => HOOK.test(name)),
  );

/**
 * All below, and what the names in it are given; with `intoFunctions` also what functions of the file do that are called. Messages are
 * left out.
 */
function nodesOf(roots: readonly Node[], names: Names, intoFunctions: boolean): Node[] {
  const found: Node[] = [];
  const entered = new Set<number>();
  const pending = [...roots];
  const enter = (node: Node): void => {
    if (entered.has(node.id)) return;
    entered.add(node.id);
    found.push(node);
    for (const beside of messagesIn(node)) entered.add(beside.id);
    if (node.type === "identifier")
      for (const { value } of names.givenTo(node))
        if (intoFunctions || value.type !== "lambda_expression") pending.push(value);
    if (intoFunctions) pending.push(...functionsAt(node, names));
    for (const child of node.children) if (child !== null) enter(child);
  };
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) enter(next);
  return found;
}

/** The method of the file that a call runs, and the type of the file that `new` makes. */
function functionsAt(node: Node, names: Names): Node[] {
  if (node.type === "method_invocation") return [names.methodOf(node)].filter((one) => one !== null);
  if (node.type === "method_reference" && /^this\b/.test(node.text))
    return names.nodes.filter(
      (one) => one.type === "method_declaration" && nameOf(one) === node.text.split("::").at(-1)?.trim(),
    );
  if (node.type !== "object_creation_expression") return [];
  const own = names.types.get(field(node, "type")?.text.replace(/<.*$/s, "") ?? "");
  return own === undefined ? [] : [own];
}

/** Where a value stands among others: `got[0]`, `lines.get(1)`. */
function isPlace(node: Node, names: Names, receiverOf: (object: Node) => Receiver): boolean {
  if (node.type !== "decimal_integer_literal") return false;
  const parent = names.parentOf(node);
  if (parent?.type === "array_access") return field(parent, "index")?.id === node.id;
  const call = parent?.type === "argument_list" ? names.parentOf(parent) : undefined;
  if (call?.type !== "method_invocation" || !/^(?:get|element|charAt)$/.test(nameOf(call))) return false;
  const object = field(call, "object");
  if (object === null) return false;
  const { types, isGuess } = receiverOf(object);
  return types.length === 0 || isGuess;
}

/** Numbers, the words of texts, and constants of the project by their names: how a text is put together may change. */
function constantsAt(node: Node, names: Names, typeOf: (name: string) => string | null): string[] {
  if (/_(?:integer|floating_point)_literal$/.test(node.type)) return [numberOf(node.text)];
  if (node.type === "string_literal" || node.type === "character_literal")
    return wordsOf(unescaped(node.text.replaceAll(/^(?:"""|["'])|(?:"""|["'])$/g, "")));
  if (node.type !== "identifier" || !/^[A-Z][A-Z\d_]+$/.test(node.text)) return [];
  const parent = names.parentOf(node);
  if (parent?.type === "field_access" && field(parent, "field")?.id === node.id)
    return typeOf(field(parent, "object")?.text ?? "") === null ? [] : [node.text.toLowerCase()];
  return names.typeOf(node) === undefined && parent?.type !== "field_access" ? [node.text.toLowerCase()] : [];
}

const unescaped = (text: string): string =>
  text
    .replaceAll(/\\u+([\dA-Fa-f]{4})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/\\([nrtbfs0"'\\\n])/g, (_, code: string) => (/["'\\]/.test(code) ? code : "\n"));

function numberOf(text: string): string {
  const plain = text.replaceAll("_", "").replace(/[lL]$/, "");
  const value = Number(/^0x/i.test(plain) ? plain : plain.replace(/[dDfF]$/, ""));
  return Number.isNaN(value) || plain.length > MOST_DIGITS ? plain : String(value);
}

const MOST_DIGITS = 15;

function wordsOf(text: string): string[] {
  const found = text.toLowerCase().match(/\d+\.\d+|[\p{L}\p{N}_]+/gu) ?? [];
  return found.length > 0 || text.trim() === ""
    ? found.map((one) => (/^[\d.]+$/.test(one) ? numberOf(one) : one))
    : [text];
}

const OPERATORS: Readonly<Record<string, string>> = {
  array_access: "[]",
  ternary_expression: "?",
  break_statement: "break",
  return_statement: "return",
  throw_statement: "throw",
  switch_expression: "switch",
  instanceof_expression: "instanceof",
};

function wordsAt(node: Node): string[] {
  if (node.type === "identifier" || node.type === "type_identifier") return [node.text];
  const operator = /^(?:binary|unary|assignment)_expression$/.test(node.type)
    ? field(node, "operator")?.text
    : undefined;
  return [OPERATORS[node.type] ?? operator ?? []].flat();
}
