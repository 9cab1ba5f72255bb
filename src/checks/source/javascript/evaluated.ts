import { constantString, memberName } from "./constants.ts";
import { parseSource } from "./parse.ts";
import { isCall, isMember, type Node, unwrap } from "./tree.ts";
import type { SourceFile } from "../port.ts";

/** A place where text that is put together at run time is run as code, by the name of ESLint's own rule about it. */
export interface Evaluated {
  readonly rule: "no-eval" | "no-implied-eval" | "no-new-func";
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** `eval(x)`, `new Function(x)`, `` setTimeout(`f(${x})`) ``. What is written down in full can be read, and is left alone. */
export async function evaluatedIn(file: SourceFile): Promise<Evaluated[]> {
  const source = await parseSource(file);
  if (source === null) return [];
  return source.nodes.flatMap((node) => {
    const rule = ruleOf(node);
    if (rule === null) return [];
    const { line = 1, column = 0 } = node.loc?.start ?? {};
    return [{ rule, line, column: column + 1, text: source.normalised(node) }];
  });
}

const GLOBAL = new Set(["globalThis", "window", "self", "global"]);
const TIMERS = new Set(["setTimeout", "setInterval", "setImmediate", "execScript"]);

function ruleOf(node: Node): Evaluated["rule"] | null {
  if (!isCall(node) && node.type !== "NewExpression") return null;
  const [name, given] = [globalName(unwrap(node.callee)), node.arguments];
  if (name === "Function") return given.some(isMade) ? "no-new-func" : null;
  const [first] = given;
  if (first === undefined || node.type === "NewExpression") return null;
  if (name === "eval") return isMade(first) ? "no-eval" : null;
  return name !== null && TIMERS.has(name) && isText(unwrap(first)) && isMade(first) ? "no-implied-eval" : null;
}

const isMade = (argument: Node): boolean => constantString(argument) === null;

/** What can be nothing but text: a name may hold a function. */
const isText = (node: Node): boolean =>
  node.type === "TemplateLiteral" ||
  (node.type === "BinaryExpression" &&
    node.operator === "+" &&
    [node.left, node.right].some((side) => side.type === "StringLiteral" || isText(side)));

/** `eval`, `window.eval`, `(0, eval)`. */
function globalName(callee: Node): string | null {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type === "SequenceExpression") return globalName(unwrap(callee.expressions.at(-1) ?? callee));
  if (!isMember(callee)) return null;
  const owner = unwrap(callee.object);
  return owner.type === "Identifier" && GLOBAL.has(owner.name) ? memberName(callee) : null;
}
