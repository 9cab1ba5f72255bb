import { constantString, keyName, memberName } from "../constants.ts";
import type { Scope } from "../registrations.ts";
import { isInSourceTest } from "./environment.ts";
import { isCall, isMember, type Node } from "../tree.ts";
import { words } from "../words.ts";

const TIMERS = words(`
  setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate queueMicrotask nextTick
  requestAnimationFrame cancelAnimationFrame requestIdleCallback cancelIdleCallback
`);
/** What tests replace besides timers. */
const REPLACED = words("Date fetch console Math performance crypto Intl localStorage sessionStorage XMLHttpRequest");
/** What only the fakes of a test library carry. */
const OF_FAKES = words("clock isFake mock fake");
/** What tells the platform's own function from another one. */
const OF_FUNCTIONS = words("name length toString prototype constructor hasOwnProperty");
const OF_RECORDS = words("calls results lastCall contexts instances invocationCallOrder callCount");
const OF_LIBRARIES = words("isMockFunction isFakeTimers");
const LIBRARIES = words("jest vi sinon jasmine");
const HAS = words("Object.hasOwn Reflect.has Reflect.get Object.getOwnPropertyDescriptor");
const LISTINGS = words(
  "Object.keys Object.entries Object.getOwnPropertyNames Object.getOwnPropertyDescriptors Reflect.ownKeys String",
);

/** Code that asks whether a test library stands in the place of something: `setTimeout.clock`, `Date.isFake`, `jest.isMockFunction`. */
export function asksOfFake(node: Node, scope: Scope): Node | null {
  const found = questionIn(node, scope);
  return found === null || isInSourceTest(found, scope) ? null : found;
}

function questionIn(node: Node, scope: Scope): Node | null {
  if (isMember(node)) return memberSaysFake(node, scope) ? node : null;
  if (isCall(node)) return callAsksOfFake(node, scope) ? node : null;
  if (node.type === "BinaryExpression" && node.operator === "in")
    return saysFake(constantString(node.left), node.right, scope) ? node : null;
  if (node.type !== "VariableDeclarator" || node.id.type !== "ObjectPattern" || !node.init) return null;
  const from = node.init;
  const names = node.id.properties.map((one) =>
    one.type === "ObjectProperty" ? keyName(one.key, one.computed) : null,
  );
  return names.some((name) => saysFake(name, from, scope)) ? node : null;
}

function memberSaysFake(node: Node, scope: Scope): boolean {
  if (!isMember(node)) return false;
  const name = memberName(node);
  if (OF_LIBRARIES.has(name ?? "")) return true;
  const { object } = node;
  const isRecord = isMember(object) && memberName(object) === "mock" && object.object.type !== "ThisExpression";
  if (isRecord && OF_RECORDS.has(name ?? "")) return true;
  return isOfLibrary(object, scope) || saysFake(name, object, scope);
}

/** `jest.now()` of a name that nobody declares. */
function isOfLibrary(object: Node, { origins }: Scope): boolean {
  const origin = origins.of(object);
  return origin?.module === null && origin.path.length === 1 && LIBRARIES.has(origin.path[0] ?? "");
}

/** Whether a member, which may be computed, is one that only a fake of the platform's own is asked for. */
function saysFake(name: string | null, owner: Node, scope: Scope): boolean {
  const path = globalPath(owner, scope);
  const isTimer = TIMERS.has(path.at(-1) ?? "");
  if (name === null) return isTimer;
  if (isTimer && OF_FUNCTIONS.has(name)) return true;
  return (isTimer || REPLACED.has(path[0] ?? "")) && OF_FAKES.has(name);
}

/** `["Date", "now"]` for what the platform gives, by any name. */
function globalPath(node: Node, { origins }: Scope): readonly string[] {
  const origin = origins.of(node);
  const isGlobal = origin?.module === null || /^(?:node:)?(?:timers|process)$/.test(origin?.module ?? "");
  return isGlobal ? (origin?.path ?? []) : [];
}

function callAsksOfFake(node: Node, scope: Scope): boolean {
  if (!isCall(node)) return false;
  const called = globalPath(node.callee, scope).join(".");
  const [first, second] = node.arguments;
  if (first === undefined) return false;
  if (HAS.has(called)) return second !== undefined && saysFake(constantString(second), first, scope);
  const isListing = LISTINGS.has(called) || called === "Function.prototype.toString.call";
  return isListing && TIMERS.has(globalPath(first, scope).at(-1) ?? "");
}
