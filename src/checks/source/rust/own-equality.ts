import { allBelow, field, type Node, normalised, parts, type Source, walk } from "../tree-sitter.ts";
import { derivesEquality, fieldsOf } from "./looser.ts";

/** A type of a file, and how its values are compared: derived, or written by a method. */
interface OwnType {
  readonly node: Node | null;
  readonly held: ReadonlySet<string>;
  readonly derived: boolean;
  readonly own: Node | null;
  /** Its methods by name. */
  readonly methods: ReadonlyMap<string, Node>;
}

/**
 * Equalities that head writes itself and that may find equal what differs. Where base derived one, anything but a plain comparison of all
 * fields: older tests rest on it. Of others what they compute with, and of a new type a field that they leave out. Where the derived one
 * is gone and none is in its place, it may stand in another file.
 */
export function ownEqualities(base: Source | null, head: Source): Node[] {
  const before = base === null ? new Map<string, OwnType>() : typesOf(base);
  return [...typesOf(head)].flatMap(([name, now]) => {
    const was = before.get(name);
    const at = now.own ?? (was?.derived === true && !now.derived ? now.node : null);
    if (at === null) return [];
    return now.own === null || isAsked(now, now.own, was) ? [at] : [];
  });
}

function isAsked(now: OwnType, own: Node, was: OwnType | undefined): boolean {
  if (was?.derived === true) return !isPlain(own, now.held);
  const before = was?.own ?? null;
  if (was !== undefined && before !== null) return computes(now, own) && !computes(was, before);
  return computes(now, own) || leavesOut(now, own);
}

function typesOf({ root }: Source): Map<string, OwnType> {
  const types = new Map<string, OwnType>();
  const add = (name: string, more: Partial<OwnType>): void => {
    const known = types.get(name) ?? { node: null, held: new Set(), derived: false, own: null, methods: new Map() };
    types.set(name, { ...known, ...more });
  };
  walk(root, (node) => {
    if (/^(?:struct|enum|union)_item$/.test(node.type)) {
      const held = node.type === "struct_item" ? withoutMarkers(node) : new Set<string>();
      add(field(node, "name")?.text ?? "", { node, held, derived: derivesEquality(node) });
    }
    if (node.type !== "impl_item") return;
    const [name, trait] = [bare(field(node, "type")), field(node, "trait")];
    const methods = parts(field(node, "body")).filter(({ type }) => type === "function_item");
    const named = methods.map((one) => [field(one, "name")?.text ?? "", one] as const);
    if (trait === null) add(name, { methods: new Map([...(types.get(name)?.methods ?? []), ...named]) });
    const own = isEquality(trait, name) ? named.find(([method]) => method === "eq") : undefined;
    if (own !== undefined) add(name, { own: own[1] });
  });
  return types;
}

const bare = (node: Node | null): string => (node?.text ?? "").replace(/<.*$/s, "");

/** With values of its own type, and not with others. */
function isEquality(trait: Node | null, type: string): boolean {
  const [, other] = /(?:^|::)PartialEq(?:<(.*)>)?$/s.exec(trait?.text.replaceAll(/\s+/g, "") ?? "") ?? [null];
  return other !== null && (other === undefined || other === "Self" || other.replace(/<.*$/s, "") === type);
}

/** What holds no value is not to be compared. */
function withoutMarkers(struct: Node): ReadonlySet<string> {
  const markers = parts(field(struct, "body")).filter((one) => /\bPhantomData\b/.test(field(one, "type")?.text ?? ""));
  const names = markers.map((one) => field(one, "name")?.text ?? "");
  return new Set([...fieldsOf(struct)].filter((name) => !names.includes(name)));
}

const words = (node: Node | null): string => (node === null ? "" : normalised(node).replaceAll(" ", ""));

function otherOf(method: Node): string {
  const parameter = parts(field(method, "parameters")).find(({ type }) => type === "parameter");
  return (parameter === undefined ? null : field(parameter, "pattern"))?.text ?? "";
}

/** `self.a == other.a && self.b == other.b`, of all that is held. */
function isPlain(method: Node, held: ReadonlySet<string>): boolean {
  const other = otherOf(method);
  const compared = words(field(method, "body"))
    .replace(/^\{(?:return)?(.*?);?\}$/s, "$1")
    .split("&&")
    .map((one) => {
      const [, first, name, second, again] = /^(\w+)\.(\w+)==(\w+)\.(\w+)$/.exec(one) ?? [];
      const isBoth = (first === "self" && second === other) || (first === other && second === "self");
      return isBoth && name === again ? name : undefined;
    });
  return held.size > 0 && !compared.includes(undefined) && [...held].every((name) => compared.includes(name));
}

const DIVIDES = /^(?:\/|%|>>|<<)$/;
/** Also where an amount is allowed to differ. */
const RECKONS = /^(?:[-+*&|^]|[<>]=?)$/;
const ROUNDS = /^(?:(?:\w+_)?(?:div|rem)(?:_\w+)?|round|floor|ceil|trunc|discriminant)$/;

/** Whether a method divides, rounds, or reckons with constants, by itself or in what it asks of the type. */
function computes(type: OwnType, method: Node): boolean {
  return [method, ...askedBy(type, method)].some((one) => {
    let found = false;
    walk(field(one, "body") ?? one, (node) => {
      if (node.type === "binary_expression") {
        const operator = field(node, "operator")?.text ?? "";
        const sides = [field(node, "left"), field(node, "right")];
        found ||= DIVIDES.test(operator) || (RECKONS.test(operator) && sides.some(isConstant));
      }
      // What a macro is given is tokens.
      if (node.type === "token_tree") found ||= /[/%]|>>|<</.test(node.text);
      if (node.type === "call_expression")
        found ||= ROUNDS.test(/(\w+)\s*(?:::<.*>)?$/s.exec(calledIn(node))?.[1] ?? "");
      return !found;
    });
    return found;
  });
}

const isConstant = (node: Node | null): boolean =>
  node !== null && (/^(?:integer|float)_literal$/.test(node.type) || /(?:^|::)[A-Z][A-Z\d_]*$/.test(node.text));

const calledIn = (call: Node): string => field(call, "function")?.text ?? "";

/** The methods of the type, in this file, that another one asks. */
function askedBy({ methods }: OwnType, method: Node): Node[] {
  const calls = allBelow(field(method, "body") ?? method, ({ type }) => type === "call_expression");
  return calls.flatMap((call) => methods.get(/(?:self|\w+)\.(\w+)$/.exec(calledIn(call))?.[1] ?? "") ?? []);
}

/** Whether a field of the type is looked at nowhere; not known where the other value is handed on, or asked by a method from elsewhere. */
function leavesOut(type: OwnType, method: Node): boolean {
  const asked = askedBy(type, method);
  const seen = new Set(asked.flatMap((one) => readBy(one, "self") ?? []));
  const direct = readBy(method, otherOf(method));
  if (direct === null || direct.length === 0 || asked.some((one) => readBy(one, "self") === null)) return false;
  const known = new Set([...direct, ...seen]);
  const isUnknown = direct.some((name) => !type.held.has(name) && !type.methods.has(name));
  return !isUnknown && [...type.held].some((name) => !known.has(name));
}

/** The members of a value that a method reads; null where the value itself goes elsewhere. */
function readBy(method: Node, value: string): string[] | null {
  const names: string[] = [];
  let isWhole = false;
  walk(field(method, "body") ?? method, (node) => {
    if ((node.type !== "identifier" && node.type !== "self") || node.text !== value) return;
    if (node.parent?.type === "field_expression") names.push(field(node.parent, "field")?.text ?? "");
    else isWhole = true;
  });
  return isWhole ? null : names;
}
