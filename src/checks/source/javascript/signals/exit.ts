import { constantString, memberName } from "../constants.ts";
import type { Scope } from "../registrations.ts";
import type { Detector } from "../signals.ts";
import { descendants, isCall, isFunction, isMember, type Node, unwrap } from "../tree.ts";

const EXITS = new Set(["process.exit", "process.reallyExit", "process.abort", "process._kill", "process.dlopen"]);

const CLI_PATH = /(^|[/._-])(bin|cli|scripts?)([/._-]|$)/i;
const LATE_EVENTS = new Set(["exit", "beforeExit"]);

const FAULT_EVENTS = new Set(["uncaughtException", "unhandledRejection", "uncaughtExceptionMonitor"]);

/** Ends the process, so that failures after it are never reported. A command line program may. */
export function earlyExit(role: "implementation" | "test"): Detector {
  return (node, scope) => {
    if (!isCall(node)) return null;
    const path = processPath(node.callee, scope);
    const isKill = path === "process.kill" && scope.source.normalised(node).replaceAll(" ", "").includes("process.pid");
    if (!EXITS.has(path) && !isKill) return null;
    if (role === "test") return node;
    const { path: file, program } = scope.source;
    return CLI_PATH.test(file) || program.interpreter || isAtEntry(node, scope) ? null : node;
  };
}

/** `process.exit`, also through an import or a destructuring of `process`; empty for anything else. */
function processPath(node: Node, scope: Scope): string {
  const origin = scope.origins.of(node);
  if (origin === null) return "";
  const fromModule = origin.module === "process" || origin.module === "node:process";
  if (fromModule) return ["process", ...origin.path.filter((part) => part !== "process")].join(".");
  return origin.module === null && origin.path[0] === "process" ? origin.path.join(".") : "";
}

/** In `if (require.main === module)`, or in the handler of a signal: never reached when a test imports the file. */
function isAtEntry(node: Node, scope: Scope): boolean {
  for (let at = scope.source.parents.get(node); at !== undefined; at = scope.source.parents.get(at)) {
    if (at.type === "IfStatement" && /\b(require\.main|import\.meta\.main)\b/.test(scope.source.textOf(at.test)))
      return true;
    if (isCall(at) && /^process\.(on|once)$/.test(processPath(at.callee, scope))) {
      const [event] = at.arguments;
      if (event !== undefined && constantString(event)?.startsWith("SIG") === true) return true;
    }
  }
  return false;
}

/** Changes how the run of the tests ends: its exit code, its last word, what becomes of its faults. */
export function runnerHook(role: "implementation" | "test"): Detector {
  return (node, scope) => {
    if (node.type === "AssignmentExpression") {
      const path = processPath(node.left, scope);
      if (/^process\.(stdout|stderr)\.write$/.test(path))
        return role === "test" && !isPutBack(path, scope) ? node : null;
      const isSuccess = node.right.type === "NumericLiteral" && node.right.value === 0;
      if (path !== "process.exitCode") return null;
      return (role === "test" ? !isRegistered(node, scope) : isSuccess) ? node : null;
    }
    if (!isCall(node)) return null;
    const callee = unwrap(node.callee);
    if (isMember(callee) && /^overwrite(Method|Property|ChainableMethod)$/.test(memberName(callee) ?? "")) return node;
    const path = processPath(node.callee, scope);
    if (path === "process.removeAllListeners") return node;
    if (!/^process\.(on|once|addListener|prependListener|prependOnceListener)$/.test(path)) return null;
    const [event, handler] = node.arguments;
    const name = event === undefined ? null : constantString(event);
    if (name === null || handler === undefined) return null;
    if (role === "test") return LATE_EVENTS.has(name) || FAULT_EVENTS.has(name) ? node : null;
    return LATE_EVENTS.has(name) && setsExitCode(handler, scope) ? node : null;
  };
}

/** True when the file assigns what it kept: `process.stdout.write = original`, as a test of printed output does. */
function isPutBack(path: string, scope: Scope): boolean {
  return scope.source.nodes.some(
    (node) =>
      node.type === "AssignmentExpression" &&
      (node.right.type === "Identifier" || isMember(node.right)) &&
      processPath(node.left, scope) === path,
  );
}

/** In a test or a hook, as after a test of a program that sets it. The runner's own code is compared with its report anyway. */
function isRegistered(node: Node, scope: Scope): boolean {
  for (let at = scope.source.parents.get(node); at !== undefined; at = scope.source.parents.get(at)) {
    const kind = scope.registration(at)?.kind;
    if (kind === "test" || kind === "hook") return true;
  }
  return false;
}

function setsExitCode(handler: Node, scope: Scope): boolean {
  const inner = unwrap(handler);
  if (!isFunction(inner)) return false;
  return descendants(inner).some((node) => {
    if (node.type === "AssignmentExpression")
      return isMember(node.left) && processPath(node.left, scope) === "process.exitCode";
    return isCall(node) && EXITS.has(processPath(node.callee, scope));
  });
}
