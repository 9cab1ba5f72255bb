import type { MockedChange, SourceFile } from "../port.ts";
import { keyName, memberName } from "./constants.ts";
import type { Modules, Place } from "./module-places.ts";
import { moduleOf } from "./modules.ts";
import { parseSources } from "./parse.ts";
import { createScope, type Scope } from "./registrations.ts";
import { placeOf, replacedIn } from "./replaced.ts";
import { isCall, isMember, type Node } from "./tree.ts";

interface Asked {
  readonly place: Place;
  readonly members: readonly string[];
}

/** A file of head's tests: where it asks for code, and where it answers for code itself. */
interface TestFile {
  readonly scope: Scope;
  readonly holdsTests: boolean;
  readonly answers: readonly { readonly place: Place; readonly at: Node }[];
  readonly uses: readonly { readonly place: Place; readonly at: Node }[];
  readonly members: ReadonlyMap<string, readonly Node[]>;
}

/** Those that a test of head asks for, without an answer of its own or of what is loaded before it. */
export async function asksForReal<T extends Asked>(
  change: MockedChange,
  modules: Modules,
  asked: readonly T[],
): Promise<Set<T>> {
  if (asked.length === 0) return new Set();
  const texts = change.read(change.testPaths);
  const files = await Promise.all((await parseSources(texts)).map((source) => readTest(createScope(source), modules)));
  const helpers = files
    .filter(({ holdsTests, answers }) => !holdsTests && answers.length > 0)
    .map((file) => ({ file, by: loadersOf(file.scope.source.path, texts, modules) }));
  const isReal = (one: Asked): boolean =>
    files.some((file) => {
      const { path } = file.scope.source;
      // A set-up file is loaded by no test, and before each.
      const isAnswered = helpers.some(
        ({ file: helper, by }) =>
          (by.size === 0 || by.has(path)) && helper.answers.some(({ place }) => meets(place, one)),
      );
      return file.holdsTests && !isAnswered && asksIn(file, one);
    });
  return new Set(asked.filter((one) => isReal(one)));
}

async function readTest(scope: Scope, modules: Modules): Promise<TestFile> {
  const { path, nodes } = scope.source;
  const answers: { place: Place; at: Node }[] = [];
  for (const { module, path: to, node, isOfModule } of replacedIn(scope).answers) {
    const at = isOfModule ? scope.source.program : blockAround(node, scope);
    for (const place of await modules.placesOf(path, module, to)) answers.push({ place, at });
  }
  const uses: { place: Place; at: Node }[] = [];
  const members = new Map<string, Node[]>();
  for (const node of nodes) {
    const name = isMember(node) ? memberName(node) : null;
    if (name !== null) members.set(name, [...(members.get(name) ?? []), node]);
    const from = isAsking(node, scope) ? placeOf(named(node), scope) : null;
    if (from === null) continue;
    for (const place of await modules.placesOf(path, from.module, from.path)) uses.push({ place, at: node });
  }
  const holdsTests = nodes.some((node) => scope.registration(node)?.kind === "test");
  return { scope, holdsTests, answers, uses, members };
}

/** `<Price />` asks for `Price`. */
const named = (node: Node): Node =>
  node.type === "JSXIdentifier" ? ({ ...node, type: "Identifier" } as unknown as Node) : node;

/** A value that is used; what only imports it, asks for its type or looks whether it is there does not count. */
function isAsking(node: Node, { source }: Scope): boolean {
  const parent = source.parents.get(node);
  if (parent === undefined) return false;
  if (node.type === "JSXIdentifier") return parent.type === "JSXOpeningElement";
  if (node.type !== "Identifier" && !isMember(node)) return false;
  if (/^(?:Import|Export|TS)/.test(parent.type)) return false;
  if (parent.type === "UnaryExpression" && parent.operator === "typeof") return false;
  if (parent.type === "VariableDeclarator") return parent.init === node && parent.id.type === "Identifier";
  // The member that is used says more than what it is taken from.
  if (isMember(parent)) return parent.computed;
  return !("key" in parent && parent.key === node && keyName(node, false) !== null) || "shorthand" in parent;
}

/** The test around a node; the suite around a hook. */
function blockAround(node: Node, scope: Scope): Node {
  const { parents, program } = scope.source;
  for (let at = parents.get(node); at !== undefined; at = parents.get(at)) {
    const kind = isCall(at) ? scope.registration(at)?.kind : undefined;
    if (kind === "test" || kind === "suite") return at;
  }
  return program;
}

/** Tests that load a file by name. */
function loadersOf(helper: string, texts: readonly SourceFile[], modules: Modules): Set<string> {
  const loads = ({ path, text }: SourceFile): boolean =>
    [...text.matchAll(/["'](\.{1,2}\/[^"'\n]*)["']/g)].some(([, to = ""]) =>
      modules.filesOf(path, to.replace(/\.[cm]?[jt]sx?$/, "")).some((file) => moduleOf(file) === moduleOf(helper)),
    );
  return new Set(texts.filter((file) => file.path !== helper && loads(file)).map(({ path }) => path));
}

function asksIn({ scope, answers, uses, members }: TestFile, asked: Asked): boolean {
  const faked = answers.filter(({ place }) => meets(place, asked)).map(({ at }) => at);
  const isFaked = (node: Node): boolean => {
    for (let at: Node | undefined = node; at !== undefined; at = scope.source.parents.get(at))
      if (faked.includes(at)) return true;
    return false;
  };
  const { file, path } = asked.place;
  const isUsed = uses.some(
    ({ place, at }) => place.file === file && (place.path[0] ?? path[0]) === path[0] && !isFaked(at),
  );
  const wanted = path.length > 1 ? path.slice(-1) : asked.members.filter((name) => name !== "constructor");
  const isMemberUsed = (name: string): boolean => members.get(name)?.some((at) => !isFaked(at)) === true;
  return isUsed && (wanted.length === 0 || wanted.some(isMemberUsed));
}

/** Whether an answer stands for what is asked for, or for something that it belongs to. */
const meets = (place: Place, { place: { file, path } }: Asked): boolean =>
  place.file === file && place.path.every((name, at) => path[at] === undefined || path[at] === name);
