import type * as t from "@babel/types";
import type { WrittenBody } from "../port.ts";
import { isConstant, keyName, memberName } from "./constants.ts";
import type { Source } from "./parse.ts";
import { type FunctionNode, isCall, isFunction, isMember, type Node, patternNames, unwrap, walk } from "./tree.ts";

type Said = Pick<WrittenBody, "says" | "keys" | "answers">;

/**
 * What a function answers that looks at nothing it is given, or only compares it with constants; null where it does more.
 */
export function fixedAnswers(node: FunctionNode, source: Source): Said | null {
  const given = new Set(node.params.flatMap(patternNames));
  const inside = working(node.body);
  const keys: string[] = [];
  for (const one of inside) {
    if (one.type !== "Identifier" || !given.has(one.name) || isName(one, source)) continue;
    const compared = comparedWith(one, source, given);
    if (compared === null) return null;
    keys.push(...compared);
  }
  const answers: string[] = [];
  for (const value of node.body.type === "BlockStatement" ? returned(node.body) : [node.body]) {
    const told = answersOf(value, source, given);
    if (told === null) return null;
    answers.push(...told);
  }
  if (answers.length === 0 || (keys.length > 0 ? inside.some(does) : isLong(node.body))) return null;
  return { says: keys.length === 0 ? "constant" : "table", keys: [...new Set(keys)], answers };
}

/** Without what is thrown: what an error tells of what was given is no work. */
function working(body: Node): Node[] {
  const nodes: Node[] = [];
  walk(body, (one) => {
    if (one.type === "ThrowStatement") return "skip";
    nodes.push(one);
    return undefined;
  });
  return nodes;
}

/** Does more than to answer and to name constants. */
const isLong = (body: Node): boolean =>
  body.type === "BlockStatement" && body.body.filter(({ type }) => type !== "VariableDeclaration").length > 1;
const does = (one: Node): boolean => isFunction(one) || /^(?:For|While|DoWhile|Update|Assignment)/.test(one.type);

function returned(body: Node): Node[] {
  const values: Node[] = [];
  walk(body, (one) => {
    if (one.type === "ReturnStatement" && one.argument) values.push(one.argument);
    return isFunction(one) ? "skip" : undefined;
  });
  return values;
}

/** A constant as the text that it stands for. */
export function constantText(node: Node, source: Source): string {
  const inner = unwrap(node);
  if (inner.type === "StringLiteral") return inner.value;
  if (inner.type === "NumericLiteral") return String(inner.value);
  return source.normalised(inner).replace(/^`(.*)`$/s, "$1");
}

/** The key of a member or property, not a value. */
function isName(node: Node, source: Source): boolean {
  const parent = source.parents.get(node);
  if (parent === undefined) return false;
  if (isMember(parent)) return parent.property === node && !parent.computed;
  return parent.type === "ObjectProperty" && parent.key === node && !parent.computed && !parent.shorthand;
}

/** The constants that a value is compared with; none where it is only handed back, null where more is done with it. */
function comparedWith(node: Node, source: Source, given: ReadonlySet<string>): readonly string[] | null {
  const value = asKey(node, source, given);
  const parent = source.parents.get(value);
  if (parent?.type === "BinaryExpression" && /^[!=]==?$/.test(parent.operator)) {
    const other = parent.left === value ? parent.right : parent.left;
    return isConstant(other) ? [constantText(other, source)] : null;
  }
  if (parent?.type === "SwitchStatement" && parent.discriminant === value) {
    const tests = parent.cases.flatMap(({ test }) => (test ? [test] : []));
    return tests.every(isConstant) ? tests.map((test) => constantText(test, source)) : null;
  }
  const table = parent === undefined ? null : lookUp(parent, source);
  if (table !== null) return table.keys;
  const isHandedBack =
    parent?.type === "ReturnStatement" ||
    (parent?.type === "LogicalExpression" && parent.right === value) ||
    (parent?.type === "ConditionalExpression" && parent.test !== value);
  return isHandedBack && value === node ? [] : null;
}

/** What a key is made of: `JSON.stringify(numbers)`, `numbers.join()`, `[a, b]`. */
function asKey(node: Node, source: Source, given: ReadonlySet<string>): Node {
  let value = node;
  for (;;) {
    const parent = source.parents.get(value);
    if (parent === undefined) return value;
    const isText =
      isCall(parent) &&
      parent.arguments[0] === value &&
      /^(?:JSON\.stringify|String|Number)$/.test(source.textOf(parent.callee));
    const isOwn =
      isMember(parent) &&
      parent.object === value &&
      /^(?:join|toString|trim|toLowerCase)$/.test(memberName(parent) ?? "");
    const isCalled = isCall(parent) && parent.callee === value && isMember(value);
    const isList =
      (parent.type === "ArrayExpression" &&
        parent.elements.every((one) => one?.type === "Identifier" && given.has(one.name))) ||
      (parent.type === "TemplateLiteral" &&
        parent.expressions.every((one) => one.type === "Identifier" && given.has(one.name)));
    if (!isText && !isOwn && !isCalled && !isList && parent.type !== "TSAsExpression") return value;
    value = parent;
  }
}

interface Table {
  readonly keys: readonly string[];
  readonly values: readonly string[];
}

/** `TABLE[key]`, `TABLE.get(key)`: the constants of a table that is written down. */
function lookUp(node: Node, source: Source): Table | null {
  if (isMember(node) && node.computed) return tableOf(unwrap(node.object), source);
  if (!isCall(node) || !isMember(node.callee) || !/^(?:get|has)$/.test(memberName(node.callee) ?? "")) return null;
  return tableOf(unwrap(node.callee.object), source);
}

function tableOf(node: Node, source: Source): Table | null {
  const init = node.type === "Identifier" ? declared(node.name, source) : node;
  const value = init === null ? null : unwrap(init);
  const entries = value === null ? null : entriesOf(value);
  if (entries === null || entries.some(([, answer]) => !isConstant(answer))) return null;
  return { keys: entries.map(([key]) => key), values: entries.map(([, answer]) => constantText(answer, source)) };

  function entriesOf(one: Node): [string, Node][] | null {
    if (one.type === "ObjectExpression") {
      const found = one.properties.map((property): [string, Node] | null => {
        const key = property.type === "ObjectProperty" ? keyName(property.key, property.computed) : null;
        return key === null || property.type !== "ObjectProperty" ? null : [key, property.value];
      });
      return found.every((entry) => entry !== null) ? found : null;
    }
    const [list] = one.type === "NewExpression" && source.textOf(one.callee) === "Map" ? one.arguments : [];
    if (list?.type !== "ArrayExpression") return null;
    const found = list.elements.map((entry): [string, Node] | null => {
      const [key, answer] = entry?.type === "ArrayExpression" ? entry.elements : [];
      return key && answer && isConstant(key) ? [constantText(key, source), answer] : null;
    });
    return found.every((entry) => entry !== null) ? found : null;
  }
}

function declared(name: string, source: Source): Node | null {
  const found = source.nodes.find(
    (one) => one.type === "VariableDeclarator" && one.id.type === "Identifier" && one.id.name === name,
  );
  return found?.type === "VariableDeclarator" ? (found.init ?? null) : null;
}

/** An object with nothing of what was given in it; a proxy can be anything. */
function madeBy(node: t.NewExpression, source: Source): readonly string[] | null {
  const name = source.textOf(node.callee);
  return name === "Proxy" || node.arguments.length === 0 ? [`${name}()`] : null;
}

/** The constants that a value can be; null where it can be anything else. What was given may be handed back. */
function answersOf(value: Node, source: Source, given: ReadonlySet<string>): readonly string[] | null {
  const inner = unwrap(value);
  if (isConstant(inner)) return [constantText(inner, source)];
  if (inner.type === "Identifier" && given.has(inner.name)) return [];
  if (inner.type === "Identifier") {
    const held = declared(inner.name, source);
    if (held === null) return null;
    return isConstant(held) ? [constantText(held, source)] : (lookUp(unwrap(held), source)?.values ?? null);
  }
  if (inner.type === "NewExpression") return madeBy(inner, source);
  if (inner.type === "ConditionalExpression") return both(inner.consequent, inner.alternate);
  if (inner.type === "LogicalExpression") return both(inner.left, inner.right);
  return lookUp(inner, source)?.values ?? null;

  function both(one: Node, other: Node): readonly string[] | null {
    const [first, second] = [answersOf(one, source, given), answersOf(other, source, given)];
    return first === null || second === null ? null : [...first, ...second];
  }
}
