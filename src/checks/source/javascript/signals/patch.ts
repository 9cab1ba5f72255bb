import { keyName, memberName } from "../constants.ts";
import { initsOf } from "../inits.ts";
import { ASSERT_MODULES, type Origin } from "../origins.ts";
import type { Scope } from "../registrations.ts";
import type { Detector } from "../signals.ts";
import { isCall, isMember, type Node, unwrap } from "../tree.ts";

const LIBRARY_NAMES = new Set(["expect", "assert", "chai", "should", "it", "test", "describe"]);

const LIBRARY_MODULES = new Set(
  ["vitest", "chai", "node:test", "@jest/globals", "expect", "sinon", "ava", "tape", "tap"].concat(...ASSERT_MODULES),
);

const BUILTIN =
  /^(Object|Reflect|JSON)\.[a-zA-Z]+$|^(Object|Array|String|Number|Boolean|Function|Map|Set|Promise|RegExp|Error|Date|Symbol)\.prototype\b|^Date\.now$|^Array\.isArray$|^process\.(exit|reallyExit|abort|kill|emit)$/;
/** In a test a faked clock or a stubbed `exit` is usual; these are not. */
const BUILTIN_IN_TEST =
  /^Object\.(is|prototype\b|keys|getPrototypeOf)|^Reflect\.ownKeys$|^(Array|Map|Set|Error)\.prototype\b/;
/** What expect brings itself; a library of matchers has names of its own. */
const MATCHERS =
  /^to(Be|Equal|StrictEqual|BeTruthy|BeFalsy|BeDefined|BeUndefined|BeNull|BeNaN|BeTrue|BeFalse|HaveSize|BeCloseTo|BeInstanceOf|BeGreaterThan|BeLessThan|BeGreaterThanOrEqual|BeLessThanOrEqual|Contain|ContainEqual|Match|MatchObject|MatchSnapshot|MatchInlineSnapshot|HaveLength|HaveProperty|Throw|ThrowError|HaveBeenCalled\w*|HaveReturned\w*|BeResolved\w*|BeRejected\w*)$/;
/** Calls that give `expect` matchers of the project's own; jasmine has its own ways. */
export const MATCHERS_ADDED: ReadonlySet<string> = new Set([
  "expect.extend",
  "jasmine.addMatchers",
  "jasmine.addAsyncMatchers",
]);
const EQUALITY_ADDED = new Set(["expect.addEqualityTesters", "jasmine.addCustomEqualityTester"]);
const SETTERS = new Set([
  "Object.assign",
  "Object.defineProperty",
  "Object.defineProperties",
  "Reflect.set",
  "Reflect.defineProperty",
]);

const MOCKERS = new Set(["spyOn", "stub", "replace", "method", "mock"]);

/** Code that changes what an assertion, or what assertions are made of, does. */
export function assertionPatch(role: "implementation" | "test"): Detector {
  return (node, scope) => {
    if (node.type === "AssignmentExpression")
      return isMember(node.left) && isPatched(node.left, scope, role) ? node : null;
    if (node.type === "FunctionDeclaration") return role === "test" && node.id?.name === "expect" ? node : null;
    if (node.type === "VariableDeclarator") return role === "test" && isForged(node, scope) ? node : null;
    return isCall(node) && isPatchingCall(node, scope, role) ? node : null;
  };
}

function isPatched(target: Node, scope: Scope, role: "implementation" | "test"): boolean {
  const member = unwrap(target);
  if (!isMember(member)) return false;
  const object = unwrap(member.object);
  const origin = scope.origins.of(object);
  if (role === "implementation" && isConstructorOfLiteral(object, scope)) return true;
  if (origin === null) return false;
  if (isLibrary(origin)) return true;
  const name = memberName(member) ?? "";
  const isGlobal = origin.module === null && origin.path.length === 0;
  if (isGlobal && LIBRARY_NAMES.has(name)) return role === "implementation" || !isLibraryValue(member, scope);
  if (origin.module !== null && !/^(node:)?process$/.test(origin.module)) return false;
  const root = origin.module === null ? [] : ["process"];
  const path = [...root, ...origin.path, name].join(".");
  return (role === "test" ? BUILTIN_IN_TEST : BUILTIN).test(path) && !isAddition(path);
}

/** `({}).constructor`, which is `Object` by another name; also by a constant that was given it. */
function isConstructorOfLiteral(object: Node, scope: Scope): boolean {
  const inits = object.type === "Identifier" ? initsOf(object.name, scope) : [];
  return [object, ...inits].some((one) => {
    const holder = isMember(one) && memberName(one) === "prototype" ? unwrap(one.object) : one;
    return (
      isMember(holder) &&
      memberName(holder) === "constructor" &&
      /(Literal|^(Object|Array)Expression)$/.test(unwrap(holder.object).type)
    );
  });
}

/** Protocols that assertion libraries and the language ask values for. */
const PROTOCOL = /^(asymmetricMatch|toJSON|then|equals?|isEqual|nodeType|should|inspect|constructor|__proto__)$|^[$@_]/;

/** `Array.prototype.last = …`: a method that no engine has replaces nothing that an assertion rests on. */
function isAddition(path: string): boolean {
  const [, owner = "", name = ""] = /^(\w+)\.prototype\.(\w+)$/.exec(path) ?? [];
  if (owner === "" || owner === "Object" || PROTOCOL.test(name)) return false;
  const prototype: unknown = Reflect.get(Reflect.get(globalThis, owner) ?? {}, "prototype");
  return typeof prototype === "object" && prototype !== null && !(name in prototype);
}

/** `globalThis.expect = expect`, which hands a real library to all tests. */
function isLibraryValue(member: Node, scope: Scope): boolean {
  const assignment = scope.source.parents.get(member);
  if (assignment?.type !== "AssignmentExpression") return false;
  const origin = scope.origins.of(assignment.right);
  return origin !== null && (LIBRARY_MODULES.has(origin.module ?? "") || origin.path[0] === "chai");
}

function isLibrary(origin: Origin): boolean {
  const { module, path } = origin;
  return module === null ? LIBRARY_NAMES.has(path[0] ?? "") : LIBRARY_MODULES.has(module);
}

/** `expect.extend({ toBe… })`: a matcher of the library's own name. */
function replacesMatcher(matchers: Node): boolean {
  const inner = unwrap(matchers);
  if (inner.type !== "ObjectExpression") return false;
  return inner.properties.some((one) => {
    if (one.type === "SpreadElement") return false;
    const name = keyName(one.key, one.computed) ?? "";
    return MATCHERS.test(name);
  });
}

/** A home-made `expect`: its value comes from no library. */
function isForged(node: Node, scope: Scope): boolean {
  if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier" || node.id.name !== "expect") return false;
  const origin = node.init ? scope.origins.of(node.init) : null;
  return origin === null || origin.module === "local";
}

function isPatchingCall(node: Node, scope: Scope, role: "implementation" | "test"): boolean {
  if (!isCall(node)) return false;
  const callee = unwrap(node.callee);
  const origin = scope.origins.of(callee);
  const path = origin?.path.join(".") ?? "";
  const [first] = node.arguments;
  if (EQUALITY_ADDED.has(path)) return true;
  if (MATCHERS_ADDED.has(path) || path === "chai.use")
    return role === "implementation" || (path !== "chai.use" && first !== undefined && replacesMatcher(first));
  if (first === undefined) return false;
  const target = scope.origins.of(first);
  if (target === null) return false;
  const isMock = isMember(callee) && MOCKERS.has(memberName(callee) ?? "");
  if (!SETTERS.has(path) && !isMock) return false;
  if (isLibrary(target)) return true;
  if (role === "test" || target.module !== null || isMock) return false;
  return /^(Object|Reflect|JSON|(Object|Array|String|Number|Function|Map|Set|Promise|RegExp|Error|Date)\.prototype)$/.test(
    target.path.join("."),
  );
}
