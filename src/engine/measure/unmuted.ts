import { unmuteJava } from "../../core/measure/unmute-java.ts";
import { disallow, unmute } from "../../core/measure/unmute.ts";
import { changedLines } from "../../util/git/changed-lines.ts";
import { composeTexts } from "../prove/compose.ts";
import type { Subject } from "../prove/subject.ts";
import { openTree, type TreeReader } from "../prove/tree-reader.ts";

/** Head as tools look at it. */
export interface Unmuted {
  readonly unmuted: TreeReader;
  /** The same for linters, without what lowers a lint: it may be no code that a suite could be run over. */
  readonly unmutedForLint: TreeReader;
}

/**
 * Head without the comments in changed lines that tell tools to look away, so that none of them can buy a pass; head itself
 * where there are none. Those that base has stay: they were agreed on before. `javaFormats`: how comments are written that a linter
 * of Java heeds.
 */
export function unmuted({ git, base, head, changes }: Subject, javaFormats: readonly string[]): Unmuted {
  const paths = changes
    .filter(({ role, head: after }) => after !== null && (role === "implementation" || role === "test"))
    .map(({ path }) => path);
  const texts = [...changedLines(git, base.tree, head.tree, paths)].map(([path, lines]) => {
    const text = head.read(path) ?? "";
    const unmuted = unmute(text, lines);
    const plain = unmuted ?? text;
    const ofRust = path.endsWith(".rs") ? disallow(plain, lines) : null;
    const ofJava = path.endsWith(".java") ? unmuteJava(plain, lines, javaFormats) : null;
    return { path, unmuted, forLint: ofRust ?? ofJava ?? unmuted };
  });
  const treeOf = (changed: readonly { path: string; text: string | null }[]): TreeReader => {
    const edits = changed.flatMap(({ path, text }) => (text === null ? [] : [{ path, text }]));
    return edits.length === 0 ? head : openTree(git, composeTexts(git, head, edits));
  };
  const unmuted = treeOf(texts.map(({ path, unmuted: text }) => ({ path, text })));
  const isSame = texts.every((one) => one.forLint === one.unmuted);
  return {
    unmuted,
    unmutedForLint: isSame ? unmuted : treeOf(texts.map(({ path, forLint: text }) => ({ path, text }))),
  };
}
