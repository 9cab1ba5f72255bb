import { INIT_SCRIPT } from "../../core/own-files.ts";
import { detectUnits } from "../../core/units/detect-units.ts";
import { renderProjectFiles } from "../../core/views/render-run.ts";
import type { RunState } from "../../core/run/state.ts";
import { readText, type BlobStore } from "../../store/blobs.ts";
import { initScript, isGenerated } from "../../runs/init-script.ts";
import { editTree, writeBlob, type TreeEdit } from "../../util/git/trees.ts";
import type { Git } from "../../util/git/git.ts";
import { openTree } from "../prove/tree-reader.ts";
import { oneLine } from "../../core/text/one-line.ts";

const SUBJECT_LIMIT = 72;

/** A tree with the harness's own files rendered from the state. */
export function withProjectFiles(git: Git, blobs: BlobStore, tree: string, state: RunState): string {
  const edits = [...renderProjectFiles(state, (sha256) => readText(blobs, sha256))].map(([path, text]) => ({
    path,
    entry: { mode: "100644", oid: writeBlob(git, text) },
  }));
  return editTree(git, tree, [...edits, ...freshInitScript(git, tree)]);
}

/** An init.sh of ours follows what the project has become; one that somebody wrote or edited stays theirs. */
function freshInitScript(git: Git, tree: string): TreeEdit[] {
  const reader = openTree(git, tree);
  const script = reader.read(INIT_SCRIPT);
  if (script === null || !isGenerated(script)) return [];
  return [
    {
      path: INIT_SCRIPT,
      entry: {
        mode: "100755",
        oid: writeBlob(git, initScript(reader, detectUnits(reader))),
      },
    },
  ];
}

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  /** ISO 8601; the same facts make the same commit. */
  readonly at: string;
}

/** Makes a commit object; no branch moves. The identity is the one recorded at init. */
export function commitTree(git: Git, { name, email }: RunState["run"]["author"], commit: NewCommit): string {
  const env = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: commit.at,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: commit.at,
  };
  const parents = commit.parents.flatMap((parent) => ["-p", parent]);
  return git(["commit-tree", commit.tree, ...parents], { input: commit.message, env });
}

/** `feat: <description>` and the trailers that tie a commit to its proof (TAH-17). */
export function featureMessage(description: string, trailers: Readonly<Record<string, string>>): string {
  return `${subjectOf(description)}\n\n${trailersOf(trailers)}`;
}

export function subjectOf(description: string): string {
  const subject = `feat: ${oneLine(description)}`;
  return subject.length > SUBJECT_LIMIT ? `${subject.slice(0, SUBJECT_LIMIT - 1)}…` : subject;
}

export const trailersOf = (trailers: Readonly<Record<string, string>>): string =>
  Object.entries(trailers)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join("");
