import type * as t from "@babel/types";
import { addedTo } from "../../added.ts";
import type { Edit } from "../../edits.ts";
import type { Source } from "../parse.ts";
import { endOf, isCall, isFunction, type Node, startOf, unwrap } from "../tree.ts";

/** What a module does while it loads and base's did not: a route that it adds, the whole of a program without functions. */
export function newEffects(base: Source | null, head: Source): t.Statement[] {
  const known = base === null ? [] : effects(base).map((statement) => base.normalised(statement));
  return addedTo(known, effects(head), (statement) => head.normalised(statement));
}

function effects(source: Source): t.Statement[] {
  return source.program.body.filter((statement) => {
    if (statement.type === "ExpressionStatement") return !isDefinition(statement.expression);
    if (statement.type === "IfStatement") return !source.textOf(statement.test).includes("import.meta.vitest");
    return /^(For|While|DoWhile|Try|Switch|Throw|ForOf|ForIn)Statement$/.test(statement.type);
  });
}

/** `module.exports = …`, `Point.prototype.plus = …` and functions called at once define what others use. */
function isDefinition(expression: Node): boolean {
  const inner = unwrap(expression.type === "UnaryExpression" ? expression.argument : expression);
  return inner.type === "AssignmentExpression" || (isCall(inner) && isFunction(unwrap(inner.callee)));
}

/** Keeps the text, so that a test which only reads the file goes on finding it there. */
export function withoutEffect(statement: t.Statement): Edit[] {
  const [start, end] = [startOf(statement), endOf(statement)];
  return [
    { start, end: start, text: "if (false) { " },
    { start: end, end, text: " }" },
  ];
}
