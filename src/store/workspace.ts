import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { SAFE_NAME } from "../schema/journal.ts";
import { writeJsonAtomic } from "../util/atomic-file.ts";
import { withFileLock } from "../util/patience.ts";
import { readJson } from "../util/read-json.ts";

/** Which folder on which disk the id was given to; text, since inodes can be larger than a safe integer. */
interface WorkspaceFile {
  readonly id: string;
  readonly device: string;
  readonly inode: string;
}

function isWorkspaceFile(value: unknown): value is WorkspaceFile {
  if (typeof value !== "object" || value === null) return false;
  const { id, device, inode } = value as Record<keyof WorkspaceFile, unknown>;
  return [id, device, inode].every((text) => typeof text === "string") && SAFE_NAME.test(String(id));
}

export interface Workspace {
  readonly id: string;
  /** The id that came along when the folder was copied from elsewhere, said once. */
  readonly copiedFrom: string | null;
}

/**
 * The id of a git common directory, given at first use. A copy gets an id of its own, since its journal goes its own
 * way from here; a folder moved on the same disk keeps its inode and its id (design.md §3). Throws STATE_FILE_CORRUPT.
 */
export function identifyWorkspace(commonDirectory: string): Workspace {
  const { path, place } = placeOf(commonDirectory);
  const known = knownWorkspace(commonDirectory);
  if (known !== null) return { id: known, copiedFrom: null };
  return withFileLock(`${path}.lock`, () => {
    const found = readWorkspace(path);
    if (found !== null && isHere(found, place)) return { id: found.id, copiedFrom: null };
    const id = randomUUID();
    writeJsonAtomic(path, { id, ...place });
    return { id, copiedFrom: found?.id ?? null };
  });
}

/** The id that a git common directory has; null: none was given to it yet, as in a fresh copy. Throws STATE_FILE_CORRUPT. */
export function knownWorkspace(commonDirectory: string): string | null {
  const { path, place } = placeOf(commonDirectory);
  const known = readWorkspace(path);
  return known !== null && isHere(known, place) ? known.id : null;
}

function placeOf(commonDirectory: string) {
  const { dev, ino } = statSync(commonDirectory, { bigint: true });
  return {
    path: join(commonDirectory, "baton", "workspace.json"),
    place: { device: String(dev), inode: String(ino) },
  };
}

const isHere = (file: WorkspaceFile, { device, inode }: Omit<WorkspaceFile, "id">): boolean =>
  file.device === device && file.inode === inode;

const readWorkspace = (path: string): WorkspaceFile | null => readJson(path, isWorkspaceFile, "a workspace file");
