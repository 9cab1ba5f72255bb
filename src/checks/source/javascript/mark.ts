import type { ChangedSource, StubbedSource } from "../port.ts";
import { appended, applyEdits, around, type Edit, insert } from "../edits.ts";
import { parseSource, type Source } from "./parse.ts";
import { newTargets } from "./stub.ts";
import type { Target } from "./stub/targets.ts";
import { STUB_FUNCTION } from "./stub/value.ts";
import { endOf, startOf } from "./tree.ts";

/** Head's code doing what it does, in a text that a test which looks for stubs, or for its very text, takes for a stub. */
export async function marked(files: readonly ChangedSource[]): Promise<StubbedSource[]> {
  const answers: StubbedSource[] = [];
  for (const { path, base, head } of files) {
    const source = /\.d\.[cm]?ts$/.test(path) ? null : await parseSource({ path, text: head });
    if (source === null) continue;
    const before = base === null ? null : await parseSource({ path, text: base });
    const targets = newTargets(before, source);
    const edits = targets.flatMap((target) => marksOf(target, source));
    // An expression, since a type checker may complain of a function that is never used.
    const tail = appended(head, source.eol, [`void function ${STUB_FUNCTION}() {};`]);
    const symbols = [...new Set(targets.map(({ symbol }) => symbol))];
    if (symbols.length > 0) answers.push({ path, text: applyEdits(head, edits) + tail, symbols });
  }
  return answers;
}

/** A text and no call: the function may be sent elsewhere as text, where ours is not. */
function marksOf({ replaced }: Target, source: Source): Edit[] {
  if (replaced.as !== "body") return [];
  const { node } = replaced;
  if (node.type === "BlockStatement") {
    const last = node.directives.at(-1);
    return [insert(last === undefined ? startOf(node) + 1 : endOf(last), ` void "${STUB_FUNCTION}()";`)];
  }
  // TypeScript refuses a comma whose left side does nothing.
  if (source.isTypeScript) return [insert(endOf(node), ` /* ${STUB_FUNCTION}() */`)];
  return around(startOf(node), endOf(node), `(void "${STUB_FUNCTION}()", `, ")");
}
