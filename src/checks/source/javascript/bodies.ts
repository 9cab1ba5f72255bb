import type { ChangedSource, SourceFile, TestWords, WrittenBody } from "../port.ts";
import { saysNotWritten } from "../not-written.ts";
import { isConstant, memberName } from "./constants.ts";
import { constantText, fixedAnswers } from "./fixed-answers.ts";
import { parseSource, parseSources, type Source } from "./parse.ts";
import { cut } from "./signals.ts";
import { newTargets } from "./stub.ts";
import { collectTargets, type Target } from "./stub-targets.ts";
import { type FunctionNode, isCall, isFunction, isMember, type Node, unwrap } from "./tree.ts";

export async function writtenBodies(files: readonly ChangedSource[]): Promise<WrittenBody[]> {
  const bodies: WrittenBody[] = [];
  for (const file of files) {
    const head = await parseSource({ path: file.path, text: file.head });
    if (head === null || /\.d\.[cm]?ts$/.test(file.path)) continue;
    const base = file.base === null ? null : await parseSource({ path: file.path, text: file.base });
    const changed = new Set(newTargets(base, head).map(({ key }) => key));
    bodies.push(...collectTargets(head).flatMap((target) => bodyOf(target, head, changed.has(target.key))));
  }
  return bodies;
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
