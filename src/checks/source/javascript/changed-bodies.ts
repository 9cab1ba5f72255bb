import type { ChangedSource } from "../port.ts";
import { parseSource, type Source } from "./parse.ts";
import { newTargets } from "./stub.ts";
import type { Node } from "./tree.ts";

/** A file of head with the bodies of those of its functions that the change adds or edits. */
interface ChangedBodies {
  readonly source: Source;
  readonly bodies: readonly { readonly body: Node; readonly symbol: string }[];
}

/** `only`: those of these functions. Declarations of types and setters have nothing that answers. */
export async function changedBodies(
  files: readonly ChangedSource[],
  only?: readonly string[],
): Promise<readonly ChangedBodies[]> {
  const found: ChangedBodies[] = [];
  for (const { path, base, head } of files) {
    const source = /\.d\.[cm]?ts$/.test(path) ? null : await parseSource({ path, text: head });
    if (source === null) continue;
    const before = base === null ? null : await parseSource({ path, text: base });
    const bodies = newTargets(before, source).flatMap(({ replaced, symbol }) =>
      replaced.as !== "body" || replaced.isSetter || only?.includes(symbol) === false
        ? []
        : [{ body: replaced.node, symbol }],
    );
    found.push({ source, bodies });
  }
  return found;
}
