import type { ChangedSource, SourceTool } from "../../schema/source.ts";
import { treeOf, type TreeEntry } from "../../util/git/trees.ts";
import { askAll } from "./ask-tools.ts";
import { codeOf } from "./changed-sources.ts";
import type { Proof } from "./proving.ts";
import type { Subject } from "./subject.ts";
import { openTree } from "./tree-reader.ts";

/** So far back a whole tree is looked for. */
const MOST_COMMITS = 200;

/**
 * Why no test can be RED for a change of code: it goes back to the state of an earlier commit, or without one, as its message says
 * and its files show; its code only goes; or it changes nothing that runs. Null where none is so.
 */
export async function untestable({ subject, tools }: Pick<Proof, "subject" | "tools">): Promise<string | null> {
  const back = broughtBack(subject) ?? (onlyGoes(subject) ? "code is only taken away" : null);
  if (back !== null) return `${back}, and no test can fail without what was there before`;
  return (await onlySays(subject, tools)) ? "of code only comments, documentation or line endings are changed" : null;
}

/** Each changed file of the code runs as before, as far as its language can be read; of others, only how lines end is new. */
async function onlySays(subject: Subject, tools: readonly SourceTool[]): Promise<boolean> {
  const code = codeOf(subject);
  const said = await askAll(tools, code, (tool, own) => tool.saysOnly(own));
  const isSaid = ({ path, base, head }: ChangedSource): boolean =>
    said.includes(path) || (base !== null && linesOf(base) === linesOf(head));
  const all = subject.changes.filter(({ role }) => role === "implementation");
  return code.length === all.length && code.every(isSaid);
}

const linesOf = (text: string): string => text.replaceAll(/\r\n?/g, "\n");

function broughtBack({ git, base, head, baseCommit, headCommit, changes }: Subject): string | null {
  const earlier = git.attempt(["log", `--max-count=${MOST_COMMITS}`, "--format=%H %T", baseCommit])?.split("\n") ?? [];
  const raw = treeOf(git, headCommit);
  const same = earlier.find((line) => line.endsWith(` ${raw}`))?.split(" ")[0];
  if (same !== undefined) return `it goes back to ${same.slice(0, 12)}`;
  const message = git.attempt(["log", "--max-count=1", "--format=%B", headCommit]) ?? "";
  const [, reverted] = /\bThis reverts commit ([0-9a-f]{7,64})\b/.exec(message) ?? [];
  if (reverted === undefined) return null;
  const [after, before] = [reverted, `${reverted}~1`].map((revision) =>
    git.attempt(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{tree}`])?.trim(),
  );
  if (after === undefined || before === undefined) return null;
  const [made, unmade] = [openTree(git, after), openTree(git, before)];
  const isSame = (one: TreeEntry | undefined, other: TreeEntry | undefined): boolean =>
    one?.oid === other?.oid && one?.mode === other?.mode;
  const isBack = ({ path }: { readonly path: string }): boolean =>
    isSame(base.entries.get(path), made.entries.get(path)) && isSame(head.entries.get(path), unmade.entries.get(path));
  return changes.every(isBack) ? `it takes ${reverted.slice(0, 12)} back` : null;
}

/** Every line of the code that is left was there before, in this order. */
function onlyGoes({ base, head, changes }: Subject): boolean {
  const code = changes.filter(({ role }) => role === "implementation");
  const texts = code.map(({ path }) => [base.read(path) ?? "", head.read(path) ?? ""] as const);
  return texts.some(([before, now]) => now !== before) && texts.every(([before, now]) => isLeftOf(before, now));
}

function isLeftOf(before: string, now: string): boolean {
  const lines = before.split("\n");
  let at = 0;
  return (
    now === "" ||
    now.split("\n").every((line) => {
      at = lines.indexOf(line, at) + 1;
      return at > 0;
    })
  );
}
