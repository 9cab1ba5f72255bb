import type * as t from "@babel/types";
import { keyName } from "../constants.ts";
import type { Source } from "../parse.ts";
import type { Detacher } from "./exports.ts";
import type { Place, Replaced } from "./targets.ts";
import { isCall, isFunction, isMember, type Node, patternNames, unwrap, walk } from "../tree.ts";

export type Add = (place: Place, kind: string, whole: Node, replaced: Replaced) => void;

/** Turns values into targets: the members of classes and objects one by one. */
export interface Values {
  add(place: Place, node: Node): void;
  declarator(node: t.VariableDeclarator, isInline: boolean, place: (name: string) => Place): void;
  assignment(node: t.AssignmentExpression, prefix: string): void;
}

export function createValues(source: Source, add: Add, detacher: Detacher): Values {
  const addFunction = (place: Place, node: Node, kind = "function"): void => {
    if (isFunction(node)) add(place, kind, node, { as: "body", node: node.body, isSetter: kind === "set" });
  };
  const addValue = (place: Place, node: Node): void => {
    const inner = unwrap(node);
    if (isFunction(inner)) addFunction(place, inner);
    else if (inner.type === "ClassExpression" || inner.type === "ClassDeclaration") addClass(place, inner);
    else if (inner.type === "AssignmentExpression") addValue(place, inner.right);
    else if (inner.type === "ObjectExpression" && hasMembers(inner)) addMembers(place, inner);
    else if (inner.type === "Identifier") addReference(place, inner, { as: "value", node: inner });
    else if (place.isExported && !isLoading(inner)) add(place, "value", node, { as: "value", node });
    else if (!place.isExported) for (const callback of outermostFunctions(inner)) addFunction(place, callback);
  };
  const addReference = (place: Place, node: t.Identifier, replaced: Replaced): void => {
    const init = place.isExported ? detacher.detached(node.name) : null;
    if (init !== null) add(place, "value", init, replaced);
  };
  const addClass = (place: Place, node: t.ClassExpression | t.ClassDeclaration): void => {
    for (const member of node.body.body) addClassMember(place, member, Boolean(node.superClass));
  };
  const addClassMember = (owner: Place, member: t.ClassBody["body"][number], isDerived: boolean): void => {
    if (member.type === "StaticBlock") {
      return add({ ...owner, symbol: `${owner.symbol}.static` }, "block", member, { as: "block", node: member });
    }
    if (!("key" in member)) return;
    const name = keyName(member.key, "computed" in member && member.computed === true) ?? source.textOf(member.key);
    const place = { ...owner, symbol: `${owner.symbol}.${name}` };
    const level = "static" in member && member.static === true ? "static " : "";
    if (member.type === "ClassMethod" && member.kind === "constructor") {
      return add(place, "constructor", member, { as: "constructor", node: member.body, isDerived });
    }
    if (member.type === "ClassMethod" || member.type === "ClassPrivateMethod") {
      const isSetter = member.kind === "set";
      return add(place, `${level}${member.kind}`, member, { as: "body", node: member.body, isSetter });
    }
    if (!("value" in member) || !member.value || ("declare" in member && member.declare === true)) return;
    const value = unwrap(member.value);
    if (isFunction(value)) addFunction(place, value, `${level}function`);
    else if (!isLoading(value)) add(place, `${level}field`, member, { as: "value", node: member.value });
  };
  const addMembers = (owner: Place, node: t.ObjectExpression): void => {
    for (const property of node.properties) {
      if (property.type === "SpreadElement") continue;
      const name = keyName(property.key, property.computed) ?? source.textOf(property.key);
      const prefix = owner.symbol === "default" ? "" : `${owner.symbol}.`;
      const place = { ...owner, symbol: prefix + name };
      if (property.type === "ObjectMethod") addFunction(place, property, property.kind === "set" ? "set" : "function");
      else if (property.shorthand && property.key.type === "Identifier") {
        addReference(place, property.key, { as: "shorthand", node: property.key });
      } else addValue(place, property.value);
    }
  };
  return { add: addValue, ...createBindings(addValue, add, detacher, source) };
}

function createBindings(
  addValue: (place: Place, node: Node) => void,
  add: Add,
  detacher: Detacher,
  source: Source,
): Pick<Values, "declarator" | "assignment"> {
  return {
    declarator(node, isInline, place) {
      const init = node.init;
      if (!init) return;
      if (node.id.type !== "Identifier") {
        const names = isInline ? patternNames(node.id) : [];
        const [first] = names;
        if (first === undefined || isLoading(unwrap(init))) return;
        return add({ symbol: names.join(", "), isExported: true }, "value", node, { as: "pattern", node, names });
      }
      const { name } = node.id;
      const at = place(name);
      const inner = unwrap(init);
      if (at.isExported && inner.type === "Identifier" && detacher.plain(inner.name) !== null) {
        return add(at, "value", detacher.plain(inner.name) ?? init, { as: "value", node: init });
      }
      const isPlain = !isFunction(inner) && inner.type !== "ClassExpression" && inner.type !== "Identifier";
      if (!at.isExported || !isPlain || !detacher.isUsedAtLoad(name)) return addValue(at, init);
      if (isLoading(inner) || (inner.type === "ObjectExpression" && hasMembers(inner))) return addValue(at, init);
      // Statements of the module go on working with the real value; what others import is the stub.
      if (!detacher.isDetachedElsewhere(name)) add(at, "value", init, { as: "export", name, node });
    },
    assignment(node, prefix) {
      const chained = unwrap(node.right);
      if (!isMember(node.left) && chained.type === "AssignmentExpression") return this.assignment(chained, prefix);
      if (node.operator !== "=" || !isMember(node.left)) return;
      const left = source.normalised(node.left).replaceAll(" ", "");
      const isExported = /^(module\.)?exports\b/.test(left);
      const name = left.replace(/^(module\.)?exports(\.|$)/, "");
      addValue({ symbol: prefix + (isExported && name === "" ? "default" : name), isExported }, node.right);
    },
  };
}

/** An object whose members are stubbed one by one: it holds functions, or names that have their own targets. */
function hasMembers(node: t.ObjectExpression): boolean {
  return node.properties.some((property) => {
    if (property.type !== "ObjectProperty") return true;
    const value = unwrap(property.value);
    if (value.type === "ObjectExpression") return hasMembers(value);
    return isFunction(value) || value.type === "Identifier" || value.type === "ClassExpression" || isLoading(value);
  });
}

/** `require("x")`, `require("x").y`, `await import("x")`: another file's value. */
function isLoading(node: Node): boolean {
  let inner = unwrap(node);
  while (isMember(inner)) inner = unwrap(inner.object);
  if (inner.type === "ImportExpression") return true;
  if (!isCall(inner)) return false;
  const callee = unwrap(inner.callee);
  return callee.type === "Import" || (callee.type === "Identifier" && callee.name === "require");
}

/** Functions handed to a call: `const load = debounce(async () => …)`. */
function outermostFunctions(root: Node): Node[] {
  const found: Node[] = [];
  walk(root, (node) => {
    if (!isFunction(node)) return node.type === "ClassBody" ? "skip" : undefined;
    found.push(node);
    return "skip";
  });
  return found;
}
