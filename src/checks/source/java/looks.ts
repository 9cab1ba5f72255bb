import { field, hasBelow, type Node, parts } from "../tree-sitter.ts";
import { createAnswers, memberOf, partsOf, RUNS } from "./answers.ts";
import { type Assertion, startOf } from "./assertions.ts";
import { compared, returnsOf } from "./arguments.ts";
import { createChanges } from "./changes.ts";
import { nameOf } from "./members.ts";
import { isTypeName, type Modules } from "./modules.ts";
import { parametersOf } from "./bindings.ts";
import type { Names } from "./names.ts";
import { rowsThrough } from "./picked-rows.ts";

/** What an expression does to a value, by name, and where the value comes from. */
interface Step {
  readonly words: readonly string[];
  readonly from: readonly Node[];
}

const NOTHING: Step = { words: [], from: [] };

/** What these make is what they are given, or all of it. */
const AS_IT_IS =
  /^(?:List\.(?:of|copyOf)|Arrays\.(?:asList|stream)|Map\.(?:of|entry)|Optional\.of(?:Nullable)?|(?:\w*Stream|String|Integer|Long|Double|BigDecimal|BigInteger)\.(?:of|valueOf)|Objects\.requireNonNull|new (?:Array|Linked)List|new BigDecimal)$/;
const HANDS_OUT =
  /^(?:get(?:As\w+)?|orElseThrow|join|toCompletableFuture|toList|toArray|stream|boxed|(?:int|long|double)Value|equals)$/;
const CONDITION = /^(?:==|!=|&&|\|\||<|>|<=|>=)$/;
/** Of a chain: what leaves something out before it is compared, or compares less of it. */
const NARROWS =
  /^(?:extracting\w*|flatExtracting\w*|filteredOn\w*|first|last|element|elements|singleElement|map|flatMap|size|asString|ignoring\w*|comparingOnly\w*|using(?:Comparator|ElementComparator)\w*|containsExactlyInAnyOrder\w*|containsOnly\w*)$/;

/** What stands between an exact assertion and the value that the code answers, by name. */
export function createLooks(names: Names, modules: Modules): (assertion: Assertion) => string[] {
  const stepOf = createSteps(names, createAnswers(names, modules));
  return (assertion) => {
    const words = [...rowsThrough(assertion.node, names), ...narrowedBy(assertion.node)];
    const seen = new Set<number>();
    const pending = [...subjectsOf(assertion.node)];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (seen.has(node.id)) continue;
      seen.add(node.id);
      const step = stepOf(node);
      words.push(...step.words);
      pending.push(...step.from);
    }
    return words;
  };
}

function createSteps(names: Names, isAnswer: (node: Node) => boolean): (node: Node) => Step {
  const changesTo = createChanges(names, isAnswer);

  function stepOf(node: Node): Step {
    switch (node.type) {
      case "identifier":
        return stepOfName(node);
      case "field_access": {
        const from = memberOf(node);
        const isPart = field(node, "object")?.type !== "this" && from.some(isAnswer);
        return { words: isPart ? [field(node, "field")?.text ?? ""] : [], from };
      }
      case "array_access": {
        const array = field(node, "array");
        return array === null ? NOTHING : { words: isAnswer(array) ? ["[]"] : [], from: [array] };
      }
      case "object_creation_expression":
        return stepOfNew(node);
      case "method_invocation":
        return stepOfCall(node);
      case "lambda_expression":
        return {
          words: [...(throwsIn(node) ? ["throw"] : []), ...(ignoresAll(node) ? ["->"] : [])],
          from: returnsOf(node),
        };
      default:
        return { words: operatorsOf(node), from: partsOf(node) };
    }
  }

  function stepOfNew(node: Node): Step {
    const from = parts(field(node, "arguments")).filter(isAnswer);
    const name = field(node, "type")?.text.replace(/<.*$/s, "") ?? "";
    return { words: from.length === 0 || AS_IT_IS.test(`new ${name}`) ? [] : [name], from };
  }

  function stepOfCall(call: Node): Step {
    const [name, object, args] = [nameOf(call), field(call, "object"), parts(field(call, "arguments"))];
    const around = args.filter(isAnswer);
    const own = names.methodOf(call);
    if (own !== null) {
      const from = [...returnsOf(own), ...around, ...(object === null ? [] : [object])];
      return { words: around.length === 0 || handsOn(own) ? [] : [name], from };
    }
    const functions = args.filter(({ type }) => type === "lambda_expression");
    const built = builtOf(call, names);
    if (built !== null) return { words: [], from: built.filter(isAnswer) };
    if (RUNS.test(name)) return { words: [], from: [...functions, ...around] };
    if (object !== null && !isTypeName(object, names) && isAnswer(object)) {
      const isWhole = (HANDS_OUT.test(name) && (args.length === 0 || name === "equals")) || collectsAll(call);
      return { words: isWhole ? [] : [name], from: [object, ...around, ...functions] };
    }
    if (around.length === 0) return NOTHING;
    return { words: AS_IT_IS.test(`${object?.text ?? ""}.${name}`) ? [] : [name], from: around };
  }

  function stepOfName(name: Node): Step {
    const method = names.methodAround(name)?.id;
    const given = names
      .givenTo(name)
      .filter(({ at }) => at.startIndex < name.startIndex || names.methodAround(at)?.id !== method);
    const last = given.at(-1);
    if (last === undefined) return NOTHING;
    const isMended = isConstant(last.value) && given.some(({ value, isRow }) => !isRow && isAnswer(value));
    return {
      words: [...(isMended ? ["="] : []), ...changesTo(name)],
      from: given.map(({ value }) => value),
    };
  }

  return stepOf;
}

/**
 * What a builder is given: `Cart.builder().add(3).build()` makes what is asked. Null for any other call: `got.toBuilder().total(12).build()`
 * writes over what was answered.
 */
function builtOf(call: Node, names: Names): Node[] | null {
  if (!/^(?:build|create|get)$/.test(nameOf(call))) return null;
  const given: Node[] = [];
  let isBuilder = nameOf(call) !== "get";
  for (let at = field(call, "object"); at !== null; at = field(at, "object")) {
    if (isTypeName(at, names)) return isBuilder ? given : null;
    if (/^(?:to|from|copy|mutate)/.test(nameOf(at))) return null;
    given.push(...parts(field(at, "arguments")));
    if (at.type === "object_creation_expression")
      return (field(at, "type")?.text ?? "").endsWith("Builder") ? given : null;
    if (at.type !== "method_invocation") return null;
    isBuilder ||= /^(?:new)?[bB]uilder$/.test(nameOf(at));
  }
  return isBuilder ? given : null;
}

const isConstant = (node: Node): boolean => /_literal$|^(?:true|false)$/.test(node.type);

/** Whether a method of the test is one expression of what it is given. */
function handsOn(method: Node): boolean {
  const [only, ...more] = parts(field(method, "body"));
  return only?.type === "return_statement" && more.length === 0 && looksAt(only, parametersOf(method));
}

/** A lambda whatever it is given. */
function ignoresAll(lambda: Node): boolean {
  const [given, body] = [parametersOf(lambda), field(lambda, "body")];
  return given.length > 0 && body !== null && !looksAt(body, given);
}

function looksAt(node: Node, given: readonly Node[]): boolean {
  const names = new Set(given.map(({ text }) => text));
  return hasBelow(node, (one) => one.type === "identifier" && names.has(one.text));
}

const throwsIn = (node: Node): boolean => hasBelow(node, ({ type }) => type === "throw_statement");

const collectsAll = (call: Node): boolean =>
  nameOf(call) === "collect" && /\bto(?:Unmodifiable)?List\s*\(\s*\)\s*\)$/.test(call.text);

function operatorsOf(node: Node): string[] {
  if (node.type === "ternary_expression") return ["?"];
  if (node.type === "switch_expression") return ["switch"];
  if (node.type === "instanceof_expression") return ["instanceof"];
  const operator = field(node, "operator")?.text ?? "";
  if (node.type === "unary_expression") {
    const operand = field(node, "operand");
    return operator === "!" || operand === null || isConstant(operand) ? [] : [operator];
  }
  return node.type === "binary_expression" && !/^[!=]=$/.test(operator) ? [operator] : [];
}

/** What an assertion compares; of a condition the sides of its comparisons. */
function subjectsOf(node: Node): readonly Node[] {
  if (node.type === "assert_statement") return parts(node).slice(0, 1).flatMap(sidesOf);
  if (node.type === "if_statement") return sidesOf(field(node, "condition"));
  const start = node.type === "method_invocation" ? startOf(node) : null;
  if (start !== null) return parts(field(start, "arguments")).slice(0, 1);
  const name = nameOf(node);
  if (name === "assertThat" || name === "that") return compared(node).slice(0, 1);
  return compared(node).slice(0, 2).flatMap(sidesOf);
}

function sidesOf(node: Node | null): readonly Node[] {
  if (node === null) return [];
  if (node.type === "parenthesized_expression") return parts(node).flatMap(sidesOf);
  const operator = field(node, "operator")?.text ?? "";
  const isCondition = node.type === "unary_expression" ? operator === "!" : CONDITION.test(operator);
  return isCondition ? parts(node).flatMap(sidesOf) : [node];
}

/** What the calls of a chain leave out. */
function narrowedBy(node: Node): string[] {
  const start = node.type === "method_invocation" ? startOf(node) : null;
  const words: string[] = [];
  for (let at: Node | null = node; start !== null && at !== null && at.id !== start.id; at = field(at, "object")) {
    const name = nameOf(at);
    if (NARROWS.test(name) || (name === "contains" && parts(field(at, "arguments")).length > 1)) words.push(name);
  }
  return words;
}
