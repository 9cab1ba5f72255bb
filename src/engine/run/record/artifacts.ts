import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RunState } from "../../../core/run/state.ts";
import { BatonError } from "../../../errors.ts";
import type { BlobStore } from "../../../store/blobs.ts";
import { syncFolder, writeFilesAtomic } from "../../../util/atomic-file.ts";
import { unlinkedBelow } from "../../../util/unlinked.ts";
import type { Project } from "../project.ts";

/** Whether what lies at this path, of which this hash is recorded, is to be written anew. */
export type IsStale = (path: string, sha256: string) => boolean;

/** Evidence that never changes, unlike the reports. */
export const artifactsOf = ({ evidence }: RunState): RunState["evidence"] =>
  evidence.filter(({ path }) => isArtifact(path));

export const isArtifact = (path: string): boolean => path.startsWith("artifacts/");

/**
 * Writes what is missing of the evidence from there on. Artifacts never change, so one that is found was written; but
 * whoever wrote one that no `published` counts may have died before its name was durable.
 */
export function writeArtifacts(
  { blobs, root }: Project,
  directory: string,
  { evidence, kept }: RunState,
  { from, isStale }: { from: number; isStale: IsStale },
): void {
  const unsynced = new Set<string>();
  const requireUnlinked = unlinkedBelow(root);
  function* missing(): Generator<{ path: string; content: Buffer }> {
    for (const [offset, { path, sha256, erased }] of evidence.slice(from).entries()) {
      if (!isArtifact(path)) continue;
      const file = join(directory, path);
      if (erased !== undefined) {
        requireUnlinked(dirname(file));
        rmSync(file, { force: true });
      } else if (existsSync(file) && !isStale(path, sha256)) {
        if (from + offset >= kept) unsynced.add(dirname(file));
      } else if (blobs.has(sha256)) yield { path: file, content: blobs.get(sha256) };
    }
  }
  writeFilesAtomic(root, missing());
  for (const folder of unsynced) syncFolder(folder);
}

const DAMAGE: ReadonlySet<string> = new Set(["ARTIFACT_CHANGED", "ARTIFACT_MISSING"]);

/** Paths of those whose bytes are not what was recorded (H3A-14: verified at the moment of the gate). */
export const damagedIn = ({ blobs }: Pick<Project, "blobs">, evidence: RunState["evidence"]): string[] =>
  evidence.filter(({ sha256 }) => isDamaged(blobs, sha256)).map(({ path }) => path);

export function isDamaged(blobs: BlobStore, sha256: string): boolean {
  try {
    blobs.get(sha256);
    return false;
  } catch (error) {
    if (error instanceof BatonError && DAMAGE.has(error.code)) return true;
    throw error;
  }
}
