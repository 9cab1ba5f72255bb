import { agentNotes } from "../../../core/progress/progress-file.ts";
import { judgeAssignment } from "../../../core/proof/assignment.ts";
import type { Finding } from "../../../errors.ts";
import type { Git } from "../../../util/git/git.ts";
import { diffTrees, editTree } from "../../../util/git/trees.ts";
import { createRoles, readConfig } from "../../prove/context.ts";
import { openTree, type TreeReader } from "../../prove/tree-reader.ts";

const PROGRESS = "claude-progress.txt";

/** What an agent left, taken apart: the tree to judge, what was undone, and what it noted for the next one. */
export interface Candidate {
  readonly tree: string;
  readonly findings: readonly Finding[];
  readonly notes: string;
  readonly changed: boolean;
}

export function takeApart(
  git: Git,
  base: TreeReader,
  left: { tree: string; nestedRepositories: readonly string[] },
  filesAllowed: readonly string[],
): Candidate {
  const roleOf = createRoles(readConfig(base));
  const changes = diffTrees(git, base.tree, left.tree);
  const notes = readNotes(base, openTree(git, left.tree));
  const appendedOnly = changes.some(({ path }) => path === PROGRESS) && !notes.edited;
  const touched = changes
    .filter(({ path }) => !(path === PROGRESS && appendedOnly))
    .map(({ path, base: before }) => ({ path, role: roleOf(path), added: before === null }));
  const { undo, findings } = judgeAssignment(touched, filesAllowed);
  const back = new Set([...undo, ...(appendedOnly ? [PROGRESS] : [])]);
  const edits = changes.filter(({ path }) => back.has(path)).map(({ path, base: before }) => ({ path, entry: before }));
  const tree = editTree(git, left.tree, edits);
  return {
    tree,
    findings: [...findings, ...nestedFindings(left.nestedRepositories)],
    notes: notes.notes,
    changed: tree !== base.tree,
  };
}

function readNotes(base: TreeReader, left: TreeReader): { notes: string; edited: boolean } {
  const before = base.read(PROGRESS);
  const after = left.read(PROGRESS);
  if (before === null || after === null || before === after) return { notes: "", edited: before !== after };
  return agentNotes(before, after);
}

function nestedFindings(paths: readonly string[]): Finding[] {
  if (paths.length === 0) return [];
  const message = `a git repository inside the tree was left out: ${paths.join(", ")}`;
  return [{ code: "SCOPE_EXCEEDED", severity: "error", path: paths[0] ?? "", message }];
}
