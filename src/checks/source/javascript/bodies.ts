import type * as t from "@babel/types";
import type { ChangedSource, SourceFile, TestWords, WrittenBody } from "../port.ts";
import { saysNotWritten } from "../not-written.ts";
import { isConstant, keyName, memberName } from "./constants.ts";
import { constantText, fixedAnswers } from "./fixed-answers.ts";
import { parseSource, parseSources, type Source } from "./parse.ts";
import { cut } from "./signals.ts";
import { newTargets } from "./stub.ts";
import { collectTargets, type Target } from "./stub/targets.ts";
import { type FunctionNode, isCall, isFunction, isMember, type Node, unwrap } from "./tree.ts";

export async function writtenBodies(files: readonly ChangedSource[]): Promise<WrittenBody[]> {
  const bodies: WrittenBody[] = [];
  for (const file of files) {
    const head = await parseSource({ path: file.path, text: file.head });
    if (head === null || /\.d\.[cm]?ts$/.test(file.path)) continue;
    const base = file.base === null ? null : await parseSource({ path: file.path, text: file.base });
    const changed = new Set(newTargets(base, head).map(({ key }) => key));
    bodies.push(...unwrittenClasses(head));
    bodies.push(...collectTargets(head).flatMap((target) => bodyOf(target, head, changed.has(target.key))));
  }
  return bodies;
}

/** Classes that anybody can make, of which all that does anything only says that it is not written. */
function unwrittenClasses(source: Source): WrittenBody[] {
  return source.nodes.flatMap((node) => {
    if (node.type !== "ClassDeclaration" || !node.id || node.abstract === true || node.declare === true) return [];
    // What is of no kind and holds nothing is a promise that a double keeps, or whoever comes.
    const isOfKind = !!node.superClass || (node.implements ?? []).length > 0;
    if (!isOfKind && !node.body.body.some(holds)) return [];
    const functions = node.body.body.flatMap((member): [string, FunctionNode][] => {
      const isMethod = member.type === "ClassMethod" || member.type === "ClassPrivateMethod";
      const value = isMethod ? member : "value" in member && member.value ? unwrap(member.value) : null;
      const name = "key" in member ? (keyName(member.key, "computed" in member && member.computed === true) ?? "") : "";
      return value !== null && isFunction(value) && name !== "constructor" ? [[name, value]] : [];
    });
    const unwritten = functions.filter(([, one]) => saysUnwritten(one, source));
    if (unwritten.length === 0 || functions.some(([, one]) => !saysUnwritten(one, source) && !isPlain(one))) return [];
    return [
      {
        path: source.path,
        line: node.loc?.start.line ?? 1,
        excerpt: cut(source.textOf(node).replace(/\s+/g, " ")),
        name: node.id.name,
        isMember: false,
        says: "unfinished_class" as const,
        keys: unwritten.map(([name]) => name),
        answers: [],
      },
    ];
  });
}

/** A constructor, a field. */
const holds = (member: t.ClassBody["body"][number]): boolean =>
  member.type === "ClassMethod"
    ? member.kind === "constructor"
    : /^Class(?:Private|Accessor)?Property$/.test(member.type);

/** Does nothing, or only hands out what the object holds. */
function isPlain(node: FunctionNode): boolean {
  const only = onlyStatement(node);
  if (only === null) return node.body.type === "BlockStatement" && node.body.body.length === 0;
  const value = only.type === "ReturnStatement" ? (only.argument ?? null) : only;
  return value === null || (isMember(value) && value.object.type === "ThisExpression") || isConstant(value);
}

/** What tests call, and what is written down in them. */
export async function testWords(files: readonly SourceFile[]): Promise<TestWords[]> {
  return (await parseSources(files)).map((source) => {
    const calls = source.nodes.flatMap((node) => (isCall(node) ? (nameOf(unwrap(node.callee)) ?? []) : []));
    const constants = source.nodes.flatMap((node) => writtenIn(node, source));
    return { path: source.path, calls: [...new Set(calls)], constants: [...new Set(constants)] };
  });
}

function nameOf(node: Node): string | null {
  return node.type === "Identifier" ? node.name : isMember(node) ? memberName(node) : null;
}

/** A constant, or those that a call is given together. */
function writtenIn(node: Node, source: Source): string[] {
  if (isWritten(node)) return [constantText(node, source)];
  const isAsked = isCall(node) && node.arguments.length > 1 && node.arguments.every((one) => isConstant(one));
  return isAsked ? [node.arguments.map((one) => constantText(one, source)).join(",")] : [];
}

const isWritten = (node: Node): boolean =>
  /^(?:StringLiteral|NumericLiteral|TemplateLiteral|ArrayExpression|UnaryExpression)$/.test(node.type) &&
  isConstant(node);

function bodyOf({ replaced, symbol }: Target, source: Source, isChanged: boolean): WrittenBody[] {
  if (replaced.as !== "body" || replaced.isSetter) return [];
  const owner = source.parents.get(replaced.node);
  if (owner === undefined || !isFunction(owner)) return [];
  const path = symbol.split(".");
  const said = isChanged ? saidBy(owner, source) : WORK;
  return [
    {
      path: source.path,
      line: owner.loc?.start.line ?? 1,
      excerpt: cut(source.textOf(owner).replace(/\s+/g, " ")),
      name: path.at(-1) ?? symbol,
      isMember: path.length > 1,
      ...said,
    },
  ];
}

const WORK = { says: "work", keys: [], answers: [] } as const;

function saidBy(node: FunctionNode, source: Source): Pick<WrittenBody, "says" | "keys" | "answers"> {
  const thrown = thrownBy(node);
  if (thrown !== null) return saysUnwritten(node, source) ? { ...WORK, says: "unfinished" } : WORK;
  if (node.params.length === 0 || node.generator === true) return WORK;
  return fixedAnswers(node, source) ?? WORK;
}

/** Whether a function does nothing but to say that it is not written. */
export function saysUnwritten(node: FunctionNode, source: Source): boolean {
  const thrown = thrownBy(node);
  return thrown !== null && saysNotWritten(source.normalised(thrown));
}

function thrownBy(node: FunctionNode): Node | null {
  const only = onlyStatement(node);
  return only?.type === "ThrowStatement" ? only.argument : rejected(only);
}

function onlyStatement(node: FunctionNode): Node | null {
  if (node.body.type !== "BlockStatement") return node.body;
  return node.body.body.length === 1 ? (node.body.body[0] ?? null) : null;
}

/** `return Promise.reject(new Error("not implemented"))`. */
function rejected(node: Node | null): Node | null {
  const value = node?.type === "ReturnStatement" ? (node.argument ?? null) : node;
  const call = value === null ? null : unwrap(value);
  if (!isCall(call) || !isMember(call.callee) || memberName(call.callee) !== "reject") return null;
  return call.arguments[0] ?? null;
}
