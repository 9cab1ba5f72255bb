import { unmute } from "../../core/measure/unmute.ts";
import { changedLines } from "../../util/git/changed-lines.ts";
import { composeTexts } from "../prove/compose.ts";
import type { Subject } from "../prove/subject.ts";
import { openTree, type TreeReader } from "../prove/tree-reader.ts";

/**
 * Head without the comments in changed lines that tell tools to look away, so that none of them can buy a pass; head itself
 * where there are none. Those that base has stay: they were agreed on before.
 */
export function unmuted({ git, base, head, changes }: Subject): TreeReader {
  const paths = changes
    .filter(({ role, head: after }) => after !== null && (role === "implementation" || role === "test"))
    .map(({ path }) => path);
  const texts = [...changedLines(git, base.tree, head.tree, paths)].flatMap(([path, lines]) => {
    const text = unmute(head.read(path) ?? "", lines);
    return text === null ? [] : [{ path, text }];
  });
  return texts.length === 0 ? head : openTree(git, composeTexts(git, head, texts));
}
