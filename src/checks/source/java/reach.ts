import type { AssertionStrength } from "../port.ts";
import { field, type Node, parts } from "../tree-sitter.ts";
import { nameOf } from "./members.ts";
import { loopRows } from "./rows.ts";

/**
 * The most that an assertion says where it stands: 3 where its method always comes to it and fails with it, 2 where a way
 * leads past it, 1 where nothing says that it is run or waited for, 0 where its failure is caught.
 */
export function mostAt(assertion: Node, top: Node): AssertionStrength {
  let most: AssertionStrength = 3;
  for (let at: Node = assertion; at.id !== top.id && at.parent !== null; at = at.parent) {
    const here = mostIn(at, at.parent);
    if (here < most) most = here;
  }
  return most;
}

/** Whether a method always comes to an assertion, and fails with it, but for loops, which may have no rows. */
export function isReached(assertion: Node, top: Node): boolean {
  for (let at: Node = assertion; at.id !== top.id && at.parent !== null; at = at.parent)
    if (!isLoop(at.parent) && mostIn(at, at.parent) < 3) return false;
  return true;
}

const isLoop = (node: Node): boolean =>
  /^(?:(?:enhanced_)?for|while)_statement$/.test(node.type) ||
  (node.type === "lambda_expression" && callOf(node).startsWith("forEach"));

/** The name of the call that is given a lambda. */
const callOf = ({ parent }: Node): string =>
  parent?.type === "argument_list" && parent.parent?.type === "method_invocation" ? nameOf(parent.parent) : "";

function mostIn(node: Node, parent: Node): AssertionStrength {
  const rows = loopRows(parent, node);
  if (rows !== null) return rows === 0 ? 0 : 3;
  switch (parent.type) {
    case "block":
      return parts(parent).some((one) => one.startIndex < node.startIndex && leaves(one)) ? 2 : 3;
    case "if_statement":
    case "ternary_expression":
      return field(parent, "condition")?.id === node.id ? 3 : 2;
    case "for_statement":
    case "enhanced_for_statement":
    case "while_statement":
    case "switch_rule":
    case "switch_block_statement_group":
      return 2;
    case "try_statement":
    case "try_with_resources_statement":
      return field(parent, "body")?.id === node.id && parts(parent).some(catchesFailures) ? 0 : 3;
    case "lambda_expression":
      return mostOfLambda(parent);
    // A method of a class inside of the test is nobody's until it is called.
    case "class_body":
      return 1;
    default:
      return 3;
  }
}

/** Calls that need not run what they are given at once, or at all. */
const PERHAPS = /^(?:ifPresent|ifPresentOrElse|peek|map|filter|assumingThat|forEach\w*)$/;
const BESIDE = /^(?:runAsync|supplyAsync|submit|execute|schedule|startVirtualThread|start|addShutdownHook)$/;
/** Only hold what they are given: as a statement nobody runs it. */
const HOLDS = /^(?:of|asList|ofEntries|ofNullable|entry)$/;
/** Tell whoever waits for them of a failure, as what they are called on would. */
const GOES_ON = /^(?:orTimeout|then(?:Accept|Apply|Compose|Run)(?:Async)?|whenComplete(?:Async)?)$/;
const WAITS = /^(?:get|join|resultNow)$/;

/** `submit(…).get()`, also by the name that it is given to: what fails there fails the test. */
function isWaitedFor(call: Node): boolean {
  const { parent } = call;
  if (parent?.type === "variable_declarator") {
    let body: Node | null = parent;
    while (body !== null && body.type !== "method_declaration") body = body.parent;
    return new RegExp(`\\b${nameOf(parent)}\\s*\\.\\s*(?:get|join|resultNow)\\s*\\(`).test(body?.text ?? "");
  }
  if (parent?.type !== "method_invocation" || field(parent, "object")?.id !== call.id) return false;
  return WAITS.test(nameOf(parent)) || (GOES_ON.test(nameOf(parent)) && isWaitedFor(parent));
}

function mostOfLambda(lambda: Node): AssertionStrength {
  const call = lambda.parent?.type === "argument_list" ? lambda.parent.parent : null;
  if (call?.type === "object_creation_expression")
    return /^Thread$|Task$/.test(field(call, "type")?.text ?? "") ? 1 : 3;
  if (call?.type !== "method_invocation") return 1;
  if (BESIDE.test(nameOf(call))) return isWaitedFor(call) ? 3 : 1;
  if (HOLDS.test(nameOf(call)) && call.parent?.type === "expression_statement") return 1;
  return PERHAPS.test(nameOf(call)) ? 2 : 3;
}

/** A branch that ends in a way out. */
function leaves(statement: Node): boolean {
  if (statement.type !== "if_statement") return false;
  const branch = field(statement, "consequence");
  const last = branch?.type === "block" ? parts(branch).at(-1) : branch;
  return /^(?:return|break|continue)_statement$/.test(last?.type ?? "");
}

/** A clause that takes failed assertions and lets no failure out again. */
function catchesFailures(clause: Node): boolean {
  const body = parts(clause).find(({ type }) => type === "block") ?? null;
  const last = parts(body).at(-1);
  if (clause.type === "finally_clause") return last?.type === "return_statement";
  if (clause.type !== "catch_clause") return false;
  const [parameter] = parts(clause);
  const isOfFailures = /\b(?:Throwable|Error|AssertionError|AssertionFailedError)\b/.test(parameter?.text ?? "");
  return isOfFailures && !/^(?:throw|(?:\w+\.)*(?:fail|assert\w*))\b/.test(last?.text ?? "");
}
