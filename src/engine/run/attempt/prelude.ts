import { textOf } from "../../../core/governor/firewall/firewall.ts";
import { isPrelude, kindOf } from "../../../core/run/next/contest.ts";
import type { Heard } from "./answer.ts";
import type { Attempt } from "./attempt.ts";
import { changedFiles } from "../checks/changed-files.ts";
import type { Turn } from "../context.ts";
import type { Artifact } from "../checks/evidence.ts";
import { outputOf } from "./firewall.ts";

const CHARACTERS = 8000;

/** Whether the attempt that an agent answers leaves no candidate, but what it says for the next one. */
export const isLook = ({ journal: { state } }: Turn, { task_id: id }: { readonly task_id: string }): boolean => {
  const task = state.tasks[id];
  return task !== undefined && isPrelude(state, task);
};

/**
 * What the next packet quotes of an attempt that is thrown away: its answer where it was accepted, what it noted, and what
 * it changed. Null where that is nothing.
 */
export function saidOf(
  { journal, project }: Turn,
  attempt: Attempt,
  { heard, tree, notes }: { readonly heard: Heard; readonly tree: string; readonly notes: string },
): Artifact | null {
  const task = journal.state.tasks[attempt.packet.task_id];
  if (task === undefined) return null;
  const answer = heard.violations.length === 0 ? textOf(outputOf(heard, attempt)) : "";
  const isSpike = kindOf(journal.state, task)?.is === "spike";
  const changed = isSpike ? changedFiles(project.git, attempt.baseTree.tree, tree) : "";
  const parts = [
    answer.trim(),
    notes.trim() === "" ? "" : `Noted: ${notes.trim()}`,
    changed === "" ? "" : `Changed, and thrown away:\n${changed}`,
  ].filter((part) => part !== "");
  if (parts.length === 0) return null;
  return {
    role: "executor",
    kind: "claim",
    name: "said.md",
    content: parts.join("\n\n").slice(0, CHARACTERS),
    description: "What the next attempt is told of this one, which is thrown away",
  };
}
