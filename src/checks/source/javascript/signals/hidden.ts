import { constantString, memberName } from "../constants.ts";
import { initsOf } from "../inits.ts";
import type { Scope } from "../registrations.ts";
import { descendants, isCall, isMember, type Node, unwrap } from "../tree.ts";
import { words } from "../words.ts";

/** Calls that take a member's name as their second argument. */
const NAME_TAKERS = words(`
  Reflect.get Reflect.set Reflect.has Reflect.defineProperty Reflect.deleteProperty Object.defineProperty
  Object.getOwnPropertyDescriptor
`);
const MAKERS = words(`
  join split slice substring substr replace replaceAll reverse concat at charAt map filter find repeat padEnd padStart
  trim toLowerCase toUpperCase toString fromCharCode fromCodePoint from decode
`);
const EVALUATORS = words("eval Function globalThis.eval vm.runInThisContext");
const DEPTH_LIMIT = 6;
const WHAT_TESTS_USE = /\b(assert|expect|jest|vitest|mocha|chai|describe|process|getBuiltinModule)\b/;

/**
 * A member's name that is spelled out of pieces that are all written down, or code in a string that reaches for what tests
 * use. Either could be written plainly, so all it does is keep it from who reads or searches the code.
 */
export function hiddenName(node: Node, scope: Scope): Node | null {
  if (isMember(node) && node.computed) return isSpelledOut(node.property, scope) ? node : null;
  if (node.type === "BinaryExpression" && node.operator === "in") return isSpelledOut(node.left, scope) ? node : null;
  if (node.type === "ObjectMethod" || node.type === "ClassMethod" || node.type === "ObjectProperty")
    return node.computed && isSpelledOut(node.key, scope) ? node : null;
  if (!isCall(node) && node.type !== "NewExpression") return null;
  const path = scope.origins.of(node.callee)?.path.join(".") ?? "";
  const [first, second] = node.arguments;
  if (NAME_TAKERS.has(path)) return second !== undefined && isSpelledOut(second, scope) ? node : null;
  const code = node.arguments.at(-1) ?? first;
  return isEvaluator(node.callee, scope) && code !== undefined && WHAT_TESTS_USE.test(constantString(code) ?? "")
    ? node
    : null;
}

function isEvaluator(callee: Node, scope: Scope): boolean {
  const inner = initOf(unwrap(callee), scope) ?? unwrap(callee);
  return EVALUATORS.has(scope.origins.of(inner)?.path.join(".") ?? "");
}

/** `["st", "ack"].join("")`, `"kcats".split("")…`, `atob("…")`, `"NODE_" + "TEST"`, or a name for one of them. */
function isSpelledOut(key: Node, scope: Scope, depth = 0): boolean {
  const inner = unwrap(key);
  const value = initOf(inner, scope) ?? inner;
  if (depth > DEPTH_LIMIT) return false;
  if (value.type === "TemplateLiteral") return value.expressions.some((part) => isSpelledOut(part, scope, depth + 1));
  if (value.type !== "BinaryExpression" || value.operator !== "+") return isMade(value);
  return isConcatenation(value) || [value.left, value.right].some((side) => isSpelledOut(side, scope, depth + 1));
}

/** Two texts side by side that one would do for; a name beside a text (`PREFIX + "PORT"`) says something. */
function isConcatenation(sum: Node): boolean {
  if (sum.type !== "BinaryExpression" || sum.operator !== "+") return false;
  const left = unwrap(sum.left);
  return unwrap(sum.right).type === "StringLiteral" && left.type === "StringLiteral";
}

/** A call over nothing but literals, in whose place its answer could stand. */
function isMade(node: Node): boolean {
  if (!isCall(node)) return false;
  const callee = unwrap(node.callee);
  const name = isMember(callee) ? memberName(callee) : callee.type === "Identifier" ? callee.name : null;
  if (name === null || !(MAKERS.has(name) || name === "atob")) return false;
  const pieces = isMember(callee) && !isStatic(callee.object) ? [callee.object, ...node.arguments] : node.arguments;
  const parts = pieces.flatMap((piece) => [piece, ...descendants(piece)]);
  return parts.some(isText) && parts.every((part) => part.type !== "Identifier" || isPartOfCall(part, parts));
}

const isText = (node: Node): boolean =>
  node.type === "StringLiteral" || node.type === "NumericLiteral" || node.type === "TemplateElement";

/** `String.fromCharCode`, `Buffer.from`: the object is no piece of the text. */
function isStatic(node: Node): boolean {
  const inner = unwrap(node);
  return inner.type === "Identifier" && /^(String|Buffer|Array)$/.test(inner.name);
}

/** The name of a method, or of a static maker, among the pieces. */
function isPartOfCall(name: Node, parts: readonly Node[]): boolean {
  return parts.some(
    (part) =>
      isMember(part) && ((!part.computed && part.property === name) || (part.object === name && isStatic(name))),
  );
}

/** What a constant of the file was given; one of several of a name may be any of them. */
function initOf(node: Node, scope: Scope): Node | null {
  const inits = node.type === "Identifier" ? initsOf(node.name, scope) : [];
  return inits.length === 1 ? (inits[0] ?? null) : null;
}
