import { field, type Node, parts } from "../tree-sitter.ts";
import { returnsOf } from "./arguments.ts";
import { nameOf } from "./members.ts";
import { isTypeName, type Modules, OF_LIBRARIES } from "./modules.ts";
import type { Names } from "./names.ts";

/** What these answer is what the function answers that they run. */
export const RUNS =
  /^(?:assertThrows(?:Exactly)?|assertTimeout\w*|assertDoesNotThrow|catchThrowable\w*|assertThatThrownBy|assertThatCode|supplyAsync|call|submit)$/;
/** Where what is read is what somebody wrote. */
const READS = /^(?:Files|System|Scanner)$/;

/** Whether a value is what the code answers. */
export function createAnswers(names: Names, modules: Modules): (node: Node) => boolean {
  /** A call, or what one answered, by its name or a part: what is written out has nothing to look away from. */
  function answers(node: Node, seen: Set<number>): boolean {
    if (seen.has(node.id) || /^(?:lambda_expression|method_reference|class_body)$/.test(node.type)) return false;
    seen.add(node.id);
    const isOne = (part: Node): boolean => answers(part, seen);
    if (node.type === "identifier") return names.givenTo(node).some(({ value }) => isOne(value));
    if (node.type === "field_access") return memberOf(node).some(isOne);
    if (node.type === "object_creation_expression") return isMade(node) || parts(field(node, "arguments")).some(isOne);
    if (node.type === "method_invocation") return isCalled(node, isOne) || parts(field(node, "arguments")).some(isOne);
    return partsOf(node).some(isOne);
  }

  const isMade = (node: Node): boolean => modules.typeOf(field(node, "type")?.text ?? "") !== null;

  function isCalled(call: Node, isOne: (part: Node) => boolean): boolean {
    const own = names.methodOf(call);
    if (own !== null) return returnsOf(own).some(isOne);
    const object = field(call, "object");
    if (object === null) return RUNS.test(nameOf(call)) || !OF_LIBRARIES.test(nameOf(call));
    if (isTypeName(object, names)) return READS.test(object.text) || modules.typeOf(object.text) !== null;
    return isOne(object);
  }

  return (node) => answers(node, new Set());
}

/** What a member is taken of; of a field of the test the field itself. */
export const memberOf = (node: Node): Node[] => {
  const [object, member] = [field(node, "object"), field(node, "field")];
  return object?.type === "this" ? (member === null ? [] : [member]) : object === null ? [] : [object];
};

/** What an expression is put together of. */
export function partsOf(node: Node): readonly Node[] {
  if (node.type === "cast_expression") return [field(node, "value")].filter((one) => one !== null);
  if (node.type === "instanceof_expression") return [field(node, "left")].filter((one) => one !== null);
  return /^(?:parenthesized|ternary|unary|binary|switch|assignment|array_creation|update)_expression$|^(?:array_initializer|element_value_array_initializer|switch_block|switch_rule|expression_statement|array_access)$/.test(
    node.type,
  )
    ? parts(node)
    : [];
}
