import { counted } from "../../../core/text/counted.ts";
import type { Git } from "../../../util/git/git.ts";
import { countLines } from "../../../util/git/trees.ts";

const FILES_NAMED = 50;

/** What differs between two trees, a line for each file: `src/mul.js: 3 lines`; empty: nothing does. */
export function changedFiles(git: Git, from: string, to: string): string {
  const counts = countLines(git, from, to);
  const named = counts
    .slice(0, FILES_NAMED)
    .map(({ path, lines, binary }) => `${path}: ${binary ? "binary" : counted(lines, "line")}`);
  const rest = counts.length - named.length;
  return [...named, ...(rest > 0 ? [`and ${counted(rest, "more file")}`] : [])].join("\n");
}
