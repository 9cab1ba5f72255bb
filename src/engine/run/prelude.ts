import { textOf } from "../../core/governor/firewall/firewall.ts";
import { isPrelude, kindOf } from "../../core/run/contest.ts";
import { countLines } from "../../util/git/trees.ts";
import type { Heard } from "./answer.ts";
import type { Attempt } from "./attempt.ts";
import type { Turn } from "./context.ts";
import { outputOf } from "./firewall.ts";

const CHARACTERS = 8000;
const FILES_NAMED = 30;

/** Whether the attempt that an agent answers leaves no candidate, but what it says for the next one. */
export const isLook = ({ journal: { state } }: Turn, { task_id: id }: { readonly task_id: string }): boolean => {
  const task = state.tasks[id];
  return task !== undefined && isPrelude(state, task);
};

/**
 * What the next packet quotes of an attempt that is thrown away: its answer where it was accepted, what it noted, and what it changed.
 * Null where control files were touched: who does that is not passed on.
 */
export function saidOf(
  { journal, project, redact }: Turn,
  attempt: Attempt,
  { heard, tree, notes, isTrusted }: { heard: Heard; tree: string; notes: string; isTrusted: boolean },
): string | null {
  const task = journal.state.tasks[attempt.packet.task_id];
  if (!isTrusted || task === undefined) return null;
  const answer = heard.violations.length === 0 ? textOf(outputOf(heard, attempt)) : "";
  const counts = countLines(project.git, attempt.baseTree.tree, tree);
  const changed = counts
    .slice(0, FILES_NAMED)
    .map(({ path, lines, binary }) => `${path}: ${binary ? "binary" : `${lines} lines`}`);
  const rest = counts.length - changed.length;
  const isSpike = kindOf(journal.state, task)?.is === "spike";
  const parts = [
    answer.trim(),
    notes.trim() === "" ? "" : `Noted: ${notes.trim()}`,
    isSpike && changed.length > 0
      ? `Changed, and thrown away:\n${[...changed, ...(rest > 0 ? [`and ${rest} more files`] : [])].join("\n")}`
      : "",
  ].filter((part) => part !== "");
  if (parts.length === 0) return null;
  return project.blobs.put(redact(parts.join("\n\n").slice(0, CHARACTERS).toWellFormed()));
}
