import type { ChangedSource, SourceFile } from "../port.ts";
import { appended, applyEdits, type Edit } from "../edits.ts";
import { parseSource, type Source } from "./parse.ts";
import { endOf, startOf } from "./tree.ts";

/** Head's code with base's tests, where vitest lets both stand in one file. Nothing where they are the same. */
export async function withBaseTests(files: readonly ChangedSource[]): Promise<SourceFile[]> {
  const kept = files.map(async ({ path, base, head }): Promise<SourceFile[]> => {
    if (base?.includes(VITEST) !== true) return [];
    const [before, after] = [await parseSource({ path, text: base }), await parseSource({ path, text: head })];
    if (before === null || after === null) return [];
    const [tests, places] = [testsIn(before), testsIn(after)];
    const [text, now] = [tests, places].map((blocks) => blocks.map((block) => block.text).join("\n")) as [
      string,
      string,
    ];
    if (text === now) return [];
    const edits = places.map(({ start, end }, at): Edit => ({ start, end, text: at === 0 ? text : "" }));
    const tail = edits.length === 0 ? appended(head, after.eol, [text]) : "";
    return [{ path, text: applyEdits(head, edits) + tail }];
  });
  return (await Promise.all(kept)).flat();
}

const VITEST = "import.meta.vitest";

/** Vitest's form: `if (import.meta.vitest)` at the top. */
const testsIn = (source: Source): readonly Edit[] =>
  source.program.body.flatMap((node) =>
    node.type === "IfStatement" && source.textOf(node.test).includes(VITEST)
      ? [{ start: startOf(node), end: endOf(node), text: source.textOf(node) }]
      : [],
  );
