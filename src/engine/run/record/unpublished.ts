import { hash } from "node:crypto";
import { textPath } from "../../../core/run/notes.ts";
import type { Home } from "../../../runs/cut-off.ts";
import { isArtifact } from "./artifacts.ts";
import type { RunJournal } from "./journal.ts";
import type { Project } from "../project.ts";
import { renderedFiles } from "./publish.ts";

/**
 * A run as its repository knows it, for `verify`: what lies in its directory and is not in its `journal.jsonl` yet is known by
 * its bytes, from the journal itself, and by nothing else.
 */
export function homeOf(project: Project, journal: RunJournal): Home {
  const { runId, state } = journal;
  let rendered: ReturnType<typeof renderedFiles> | null = null;
  const renderedAt = (path: string): Buffer | null =>
    (rendered ??= renderedFiles(project, journal)).get(path)?.() ?? null;
  const keptAt = (path: string): Buffer | null => {
    const entry = state.evidence.findLast((one) => one.path === path);
    const sha256 = isArtifact(path) && entry?.erased === undefined ? entry?.sha256 : textIn(path);
    return sha256 !== undefined && project.blobs.has(sha256) ? project.blobs.get(sha256) : null;
  };
  return {
    head: journal.head,
    hashAt(position) {
      const [entry] = position === 0 ? [] : project.store.read(runId, position - 1);
      return entry?.hash ?? null;
    },
    isBegun(path, bytes) {
      const whole = keptAt(path) ?? renderedAt(path);
      return whole !== null && whole.subarray(0, bytes.length).equals(bytes);
    },
    isWhole(path, bytes) {
      if (state.published[path] === hash("sha256", bytes)) return true;
      return (keptAt(path) ?? renderedAt(path))?.equals(bytes) === true;
    },
  };
}

/** The hash that a text's own path names. */
function textIn(path: string): string | undefined {
  const [, sha256] = /^texts\/([0-9a-f]{64})\.txt$/.exec(path) ?? [];
  return sha256 !== undefined && path === textPath(sha256) ? sha256 : undefined;
}
