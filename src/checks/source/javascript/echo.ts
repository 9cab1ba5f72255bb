import { applyEdits, commented, type Edit, insert } from "../edits.ts";
import type { ChangedSource, StubbedSource } from "../port.ts";
import { changedBodies } from "./changed-bodies.ts";
import type { Source } from "./parse.ts";
import { uncheckedEdits } from "./stub.ts";
import { endOf, isFunction, type Node, startOf } from "./tree.ts";

/** Head's code, whose changed functions give back what they are given first. */
export async function echoed(files: readonly ChangedSource[], only?: readonly string[]): Promise<StubbedSource[]> {
  const answers: StubbedSource[] = [];
  for (const { source, bodies } of await changedBodies(files, only)) {
    const edits: Edit[] = [];
    const symbols = new Set<string>();
    for (const { body, symbol } of bodies) {
      const given = firstParameter(source.parents.get(body));
      if (given === null) continue;
      symbols.add(symbol);
      edits.push(handedBack(body, given, source));
    }
    const unchecked = source.isTypeScript ? uncheckedEdits(source) : [];
    if (symbols.size > 0)
      answers.push({
        path: source.path,
        text: applyEdits(source.text, [...unchecked, ...edits]),
        symbols: [...symbols],
      });
  }
  return answers;
}

/** By its name; null where it has none, and for a generator, whose answer is not what it yields. */
function firstParameter(owner: Node | undefined): string | null {
  if (owner === undefined || !isFunction(owner) || ("generator" in owner && owner.generator === true)) return null;
  const [first] = owner.params.filter((one) => one.type !== "Identifier" || one.name !== "this");
  const name = first?.type === "AssignmentPattern" ? first.left : first;
  return name?.type === "Identifier" ? name.name : null;
}

function handedBack(body: Node, given: string, source: Source): Edit {
  if (body.type === "BlockStatement") return insert(startOf(body) + 1, ` return ${given};`);
  return { start: startOf(body), end: endOf(body), text: `${given} ${commented(source.textOf(body))}` };
}
