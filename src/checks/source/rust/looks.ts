import { type Answers, answersIn } from "./answers.ts";
import { rowsThrough } from "./loops.ts";
import { pathOf } from "./origins.ts";
import { HANDS_ON, MADE, MAPS, PLAIN } from "./plain.ts";
import type { Scope } from "./scope.ts";
import {
  branchesOf,
  calleeOf,
  capturedBy,
  fails,
  handedBack,
  isFunction,
  isWritten,
  methodsIn,
  parametersOf,
  setIn,
  tokensOf,
  typesOf,
  valuesOf,
} from "./shapes.ts";
import { field, hasBelow, type Node, parts } from "../tree-sitter.ts";

/** What an expression does to a value, by name, and where the value comes from. */
interface Step {
  readonly words: readonly string[];
  readonly from: readonly Node[];
}

interface Looking extends Answers {
  readonly scope: Scope;
}

const NOTHING: Step = { words: [], from: [] };
const COMPARES = /^(?:&&|\|\||[!=]=|[<>]=?)$/;

/**
 * What stands between an exact assertion and the value that the code answers: members, methods, functions around a call, operators,
 * what changes the value before it is looked at, and what leaves out rows of the loop around it. All by name.
 */
export function looksThrough(assertion: Node, subjects: readonly Node[], scope: Scope): string[] {
  const looking = { scope, ...answersIn(scope) };
  const found = rowsThrough(assertion);
  const seen = new Set<number>();
  const pending = [...subjects];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (seen.has(node.id)) continue;
    seen.add(node.id);
    const { words, from } = step(looking, node);
    found.push(...words);
    pending.push(...from);
  }
  return found;
}

function step(looking: Looking, node: Node): Step {
  const { isAnswer } = looking;
  switch (node.type) {
    case "identifier":
      return stepOfName(looking, node.text, node.startIndex);
    case "unary_expression": {
      const isPart = node.children[0]?.text === "-" && !isWritten(node);
      return { words: isPart ? ["-"] : [], from: parts(node) };
    }
    case "binary_expression": {
      const operator = field(node, "operator")?.text ?? "";
      return { words: COMPARES.test(operator) || !isAnswer(node) ? [] : [operator], from: parts(node) };
    }
    case "type_cast_expression": {
      const type = field(node, "type")?.text ?? "";
      const from = parts(node).slice(0, 1);
      return { words: /^[iu](?:8|16)$/.test(type) && from.some((one) => isAnswer(one)) ? [`as ${type}`] : [], from };
    }
    case "field_expression":
      return part(looking, field(node, "value"), `.${field(node, "field")?.text ?? ""}`);
    case "index_expression": {
      const [of, index] = parts(node);
      const isAll = index?.text === "..";
      return part(looking, of ?? null, isAll ? null : index?.type === "range_expression" ? "[..]" : "[]");
    }
    case "call_expression":
      return stepOfCall(looking, node);
    case "macro_invocation":
      return { words: methodsIn(node).filter((name) => !PLAIN.test(name)), from: tokensOf(node) };
    case "struct_expression":
      return stepOfRecord(looking, node);
    case "if_expression":
    case "match_expression":
      return stepOfBranches(looking, node);
    case "block":
    case "closure_expression":
    case "function_item":
      return { words: [], from: handedBack(node) };
    default:
      return HANDS_ON.test(node.type) ? { words: [], from: parts(node) } : NOTHING;
  }
}

/** Of what is written out it is as much as the whole. */
function part(looking: Looking, of: Node | null, name: string | null): Step {
  const { isAnswerOrGiven } = looking;
  return of === null ? NOTHING : { words: name !== null && isAnswerOrGiven(of) ? [name] : [], from: [of] };
}

function stepOfName(looking: Looking, name: string, at: number): Step {
  const { scope, isAnswer } = looking;
  const given = scope.given(name, at).filter(({ value }) => !isFunction(value));
  const last = given.at(-1);
  const changes = scope.changes(name, at);
  if (last === undefined) return { words: changes, from: [] };
  const isMended = isWritten(last.value) && given.some(({ value }) => isAnswer(value));
  const members = given.flatMap(({ member, value }) => (member !== null && isAnswer(value) ? [member] : []));
  return { words: [...(isMended ? ["="] : []), ...members, ...changes], from: given.map(({ value }) => value) };
}

function stepOfCall(looking: Looking, call: Node): Step {
  const { scope, isAnswer, isAnswerOrGiven } = looking;
  const args = parts(field(call, "arguments"));
  const answers = args.filter((one) => isAnswer(one));
  const macro = scope.macro(call);
  if (macro !== null) return stepOfMacro(looking, macro, call, answers);
  const callee = calleeOf(call);
  if (callee?.type === "field_expression") {
    const on = field(callee, "value");
    if (on === null || (answers.length === 0 && !isAnswerOrGiven(on))) return NOTHING;
    const method = field(callee, "field")?.text ?? "";
    const [made, kept] = [madeBy(method, args), setIn(typesOf(call))];
    const words = [...(made === null ? [] : [made]), ...(kept === null ? [] : [kept])];
    return { words, from: [on, ...answers, ...args.filter(isFunction)] };
  }
  const called = scope.called(call);
  if (called.length > 0) {
    const isFix = answers.length > 0 && called.some((one) => !looksAtGiven(one));
    return { words: isFix ? [callee?.text ?? ""] : [], from: [...called, ...answers] };
  }
  const name = pathOf(callee).at(-1) ?? "()";
  if (answers.length === 0) return NOTHING;
  return { words: /^[A-Z]/.test(name) || MADE.test(name) ? [] : [name], from: answers };
}

/** What is put into a text is all there; what a macro of the project's own makes of its tokens is not known. */
function stepOfMacro(looking: Looking, name: string, call: Node, answers: readonly Node[]): Step {
  const inText = capturedBy(call).map((one) => stepOfName(looking, one, call.startIndex));
  const words = /^(?:format|matches|dbg|concat)$/.test(name) || answers.length === 0 ? [] : [name];
  return {
    words: [...words, ...inText.flatMap((one) => one.words)],
    from: [...answers, ...inText.flatMap((one) => one.from)],
  };
}

/** `Cart { total: 12, ..answer }` writes over what was answered. */
function stepOfRecord(looking: Looking, node: Node): Step {
  const { isAnswer } = looking;
  const held = parts(field(node, "body"));
  const spread = held.find(({ type }) => type === "base_field_initializer");
  const isOver = spread !== undefined && held.length > 1 && parts(spread).some((one) => isAnswer(one));
  return { words: isOver ? ["{..}"] : [], from: valuesOf(held) };
}

function stepOfBranches(looking: Looking, node: Node): Step {
  const { isAnswer } = looking;
  const branches = branchesOf(node).filter((one) => !fails(one));
  const asked = parts(node).slice(0, 1);
  const word = node.type === "if_expression" ? "if" : "match";
  const isOther = branches.length > 1 && [...asked, ...branches].some((one) => isAnswer(one));
  const matched = asked.map((one) => (one.type === "let_condition" ? (field(one, "value") ?? one) : one));
  return { words: isOther ? [word] : [], from: [...matched, ...branches] };
}

/** `map(|one| one.id)` by what the closure says, `map(String::from)` by what it calls. */
function madeBy(method: string, args: readonly Node[]): string | null {
  if (PLAIN.test(method)) return null;
  const [first, ...more] = args;
  if (!MAPS.test(method) || first === undefined || more.length > 0) return method;
  if (isFunction(first)) return looksAtGiven(first) ? null : method;
  const name = pathOf(first).at(-1) ?? method;
  return PLAIN.test(name) || MADE.test(name) || /^[A-Z]/.test(name) ? null : name;
}

/** Whether a function looks at what it is given. */
function looksAtGiven(called: Node): boolean {
  const names = new Set(parametersOf(called).flatMap(({ text }) => text.match(/\b[a-z]\w*/g) ?? []));
  const body = field(called, "body");
  const looks = (node: Node): boolean =>
    (node.type === "identifier" && names.has(node.text)) || capturedBy(node).some((name) => names.has(name));
  return body !== null && hasBelow(body, looks);
}
