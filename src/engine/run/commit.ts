import { renderProject, type ProjectState } from "../../runs/project-files.ts";
import type { RunRecord } from "../../schema/run-record.ts";
import { editTree, writeBlob } from "../../util/git/trees.ts";
import type { Project } from "./project.ts";

const SUBJECT_LIMIT = 72;

/** A tree with the harness's own files rendered from the state. */
export function withProjectFiles({ git }: Project, tree: string, state: ProjectState): string {
  const edits = [...renderProject(state)].map(([path, text]) => ({
    path,
    entry: { mode: "100644", oid: writeBlob(git, text) },
  }));
  return editTree(git, tree, edits);
}

/** Makes a commit object; no branch moves. The identity is the one recorded at init. */
export function commitTree(
  project: Project,
  record: RunRecord,
  commit: { tree: string; parents: readonly string[]; message: string },
): string {
  const { name, email } = record.author;
  const env = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
  const parents = commit.parents.flatMap((parent) => ["-p", parent]);
  return project.git(["commit-tree", commit.tree, ...parents], { input: commit.message, env });
}

/** `feat: <description>` and the trailers that tie a commit to its proof (TAH-17). */
export function featureMessage(description: string, trailers: Readonly<Record<string, string>>): string {
  const subject = `feat: ${description.replaceAll(/\s+/g, " ").trim()}`;
  const cut = subject.length > SUBJECT_LIMIT ? `${subject.slice(0, SUBJECT_LIMIT - 1)}…` : subject;
  const lines = Object.entries(trailers).map(([key, value]) => `${key}: ${value}`);
  return `${cut}\n\n${lines.join("\n")}\n`;
}

/** Keeps a commit from being collected: proven work on the run's branch, everything else at a ref of its own. */
export function keepRef(project: Project, ref: string, commit: string): void {
  project.git(["update-ref", ref, commit]);
}
