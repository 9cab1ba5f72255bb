import type { ChangedSource, WrittenBody } from "./port.ts";
import { field, line, type Node, normalised, type Parse, parts, readBoth, type Source, walk } from "./tree-sitter.ts";

type Said = Pick<WrittenBody, "says" | "keys" | "answers">;

/** A function of a file, or one that a type only promises. */
export interface BodyOwner {
  /** Tells it from any other of its file, in base as in head. */
  readonly key: string;
  readonly name: string;
  readonly node: Node;
  readonly body: Node | null;
  readonly isMember: boolean;
  /** What callers give it, by name; `_` and receivers left out. */
  readonly given: readonly string[];
}

/** What a language says of its own about bodies. */
export interface BodyLanguage {
  readonly owners: (source: Source) => readonly BodyOwner[];
  /** True for a body that only says that it is not written. */
  readonly isUnfinished: (body: Node) => boolean;
  /** The values that a body can answer. */
  readonly returned: (body: Node) => readonly Node[];
  /** A constant as the text that it stands for; null for anything that is computed. */
  readonly constant: (value: Node) => string | null;
  /** What a value of what was given is compared with where it stands; none where it is handed back, null where it does more. */
  readonly compared: (node: Node) => readonly Node[] | null;
  /** The branches of a value that chooses. */
  readonly branches: (value: Node) => readonly Node[] | null;
}

const WORK: Said = { says: "work", keys: [], answers: [] };

/** Every function of head, with what those say that base has not, or has in other words. */
export function createTypedBodies(language: BodyLanguage) {
  const saidBy = (owner: BodyOwner, params: boolean): Said => {
    if (owner.body === null) return WORK;
    if (language.isUnfinished(owner.body)) return { ...WORK, says: "unfinished" };
    return params ? (fixed(owner, owner.body) ?? WORK) : WORK;
  };
  const fixed = (owner: BodyOwner, body: Node): Said | null => {
    if (parts(body).length === 0) return { says: "constant", keys: [], answers: [""] };
    const uses: Node[] = [];
    let isWoven = false;
    walk(body, (one) => {
      if (one.type === "identifier" && owner.given.includes(one.text)) uses.push(one);
      // `"{name}"` in a macro.
      isWoven ||= one.type === "string_content" && owner.given.some((name) => one.text.includes(`{${name}`));
    });
    const locals = localsOf(body);
    if (isWoven || (uses.length === 0 && parts(body).length !== locals.size + 1)) return null;
    const compared = uses.map((use) => language.compared(use));
    const keys = compared.every((one) => one !== null) ? compared.flat().map((one) => language.constant(one)) : [null];
    const answers = language.returned(body).flatMap((value) => answersOf(value, owner.given, locals));
    if (answers.length === 0 || !all(keys) || !all(answers)) return null;
    return { says: uses.length === 0 ? "constant" : "table", keys: [...new Set(keys)], answers };
  };
  const answersOf = (value: Node, given: readonly string[], locals: ReadonlyMap<string, Node>): (string | null)[] => {
    if (value.type === "identifier" && given.includes(value.text)) return [];
    const held = value.type === "identifier" ? locals.get(value.text) : undefined;
    if (held !== undefined) return [language.constant(held)];
    const branches = language.branches(value);
    return branches === null ? [language.constant(value)] : branches.flatMap((one) => answersOf(one, given, locals));
  };
  return (parse: Parse, file: ChangedSource, hasParameters: (node: Node) => boolean): WrittenBody[] => {
    const both = readBoth(parse, file);
    if (both === null) return [];
    const known = new Map(
      (both.base === null ? [] : language.owners(both.base)).map(({ key, node }) => [key, normalised(node)]),
    );
    return language.owners(both.head).map((owner) => ({
      path: file.path,
      line: line(owner.node),
      excerpt: normalised(owner.node).slice(0, 120),
      name: owner.name,
      isMember: owner.isMember,
      ...(known.get(owner.key) === normalised(owner.node) ? WORK : saidBy(owner, hasParameters(owner.node))),
    }));
  };
}

/** The methods of a type, and whether others may stand in its place. */
export interface WrittenType {
  readonly name: string;
  readonly node: Node;
  readonly methods: readonly { readonly name: string; readonly body: Node }[];
}

/** Types of which all that does anything only says that it is not written. */
export function unwrittenTypes(
  path: string,
  types: readonly WrittenType[],
  {
    isUnfinished,
    isPlain,
  }: { readonly isUnfinished: (body: Node) => boolean; readonly isPlain: (name: string, body: Node) => boolean },
): WrittenBody[] {
  return types.flatMap(({ name, node, methods }): WrittenBody[] => {
    const unwritten = methods.filter(({ body }) => isUnfinished(body));
    if (unwritten.length === 0 || methods.some(({ name: own, body }) => !isUnfinished(body) && !isPlain(own, body)))
      return [];
    const keys = unwritten.map((one) => one.name);
    const excerpt = normalised(node).slice(0, 120);
    return [{ path, line: line(node), excerpt, name, isMember: false, says: "unfinished_class", keys, answers: [] }];
  });
}

/** What a body declares at its top, by name. */
function localsOf(body: Node): ReadonlyMap<string, Node> {
  const declared = parts(body).filter(({ type }) => /^(?:let|local_variable)_declaration$/.test(type));
  return new Map(
    declared.flatMap((one): [string, Node][] => {
      const inner = field(one, "declarator") ?? one;
      const [name, value] = [field(inner, "pattern") ?? field(inner, "name"), field(inner, "value")];
      return name === null || value === null ? [] : [[name.text, value]];
    }),
  );
}

const all = (texts: readonly (string | null)[]): texts is readonly string[] => texts.every((one) => one !== null);
