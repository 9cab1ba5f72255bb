import type * as t from "@babel/types";
import { appended, applyEdits, around, type Edit } from "../edits.ts";
import type { ChangedSource, StubbedSource, Variation } from "../port.ts";
import { javaScriptVariant } from "../world.ts";
import { changedBodies } from "./changed-bodies.ts";
import type { Source } from "./parse.ts";
import { uncheckedEdits } from "./stub.ts";
import { endOf, isFunction, type Node, startOf, walk } from "./tree.ts";

/** Head's code, whose changed functions give tests another answer than everybody else. */
export async function varied(files: readonly ChangedSource[], variation: Variation): Promise<StubbedSource[]> {
  const answers: StubbedSource[] = [];
  for (const { source, bodies } of await changedBodies(files, variation.only)) {
    const { path } = source;
    const edits: Edit[] = [];
    const symbols = new Set<string>();
    for (const { body, symbol } of bodies) {
      const wraps = answersOf(body, source).flatMap((answer) =>
        wrapped(answer, `${path}:${body.loc?.start.line ?? 1} ${symbol}`),
      );
      if (wraps.length > 0) symbols.add(symbol);
      edits.push(...wraps);
    }
    if (symbols.size > 0) answers.push({ path, text: rewritten(source, edits, variation), symbols: [...symbols] });
  }
  return answers;
}

/** What a function answers; a generator's answers are no one's in particular. */
function answersOf(body: Node, source: Source): Node[] {
  if (body.type !== "BlockStatement") return [body];
  const owner = source.parents.get(body);
  if (owner !== undefined && "generator" in owner && owner.generator === true) return [];
  const found: t.Expression[] = [];
  walk(body, (node) => {
    if (isFunction(node) || node.type === "ClassBody") return "skip";
    if (node.type === "ReturnStatement" && node.argument) found.push(node.argument);
    return undefined;
  });
  return found;
}

const wrapped = (answer: Node, name: string): Edit[] =>
  around(startOf(answer), endOf(answer), "__batonVariant((", `), ${JSON.stringify(name)})`);

function rewritten(
  source: Source,
  edits: readonly Edit[],
  { tests, isLoud, isFrozen = false, isNear = false }: Variation,
): string {
  // The tests last: their text may have any of these words.
  const runtime = javaScriptVariant()
    .replace("LOUD", String(isLoud))
    .replace("FROZEN", String(isFrozen))
    .replace("NEAR", String(isNear))
    .replace("TESTS", () => JSON.stringify(tests));
  const tail = appended(source.text, source.eol, [runtime]);
  return applyEdits(source.text, [...(source.isTypeScript ? uncheckedEdits(source) : []), ...edits]) + tail;
}
