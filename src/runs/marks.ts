import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { BatonError, coding } from "../errors.ts";
import { SAFE_NAME, SHA256 } from "../schema/journal.ts";
import { makeFolder, writeJsonAtomic } from "../util/atomic-file.ts";
import { withFileLock } from "../util/patience.ts";
import { readJson } from "../util/read-json.ts";

const MARKS = "marks";

/** The highest entry of a run that this machine has seen: what a cut of the journal's tail is known by (design.md §3). */
export interface Mark {
  readonly run_id: string;
  readonly workspace: string;
  readonly position: number;
  readonly hash: string;
}

function isMark(value: unknown): value is Mark {
  if (typeof value !== "object" || value === null) return false;
  const { run_id, workspace, position, hash, ...rest } = value as Record<keyof Mark, unknown>;
  const isPlaced = Number.isSafeInteger(position) && Number(position) >= 1 && SHA256.test(String(hash));
  return isPlaced && [run_id, workspace].every(isName) && Object.keys(rest).length === 0;
}

const isName = (value: unknown): boolean => typeof value === "string" && SAFE_NAME.test(value);

export type MarkReader = (runId: string, workspace: string) => Mark | null;

/** Reads the marks kept in a state directory. The reader throws STATE_FILE_CORRUPT. */
export function marksIn(stateDirectory: string): MarkReader {
  return (runId, workspace) => readMark(stateDirectory, runId, workspace);
}

/** Whether this machine has ever seen an entry of a run, in whatever workspace. */
export function isMarked(stateDirectory: string, runId: string): boolean {
  const folder = join(stateDirectory, MARKS);
  if (!isName(runId) || !existsSync(folder)) return false;
  return readdirSync(folder).some((workspace) => existsSync(join(folder, workspace, `${runId}.json`)));
}

/** Makes the folder that marks are kept in. Throws STATE_UNWRITABLE, DISK_FULL. */
export function prepareMarks(stateDirectory: string): void {
  const folder = join(stateDirectory, MARKS);
  coding(folder, () => makeFolder(folder));
}

/** Raises the mark of a run; a mark never goes down. Throws STATE_FILE_CORRUPT, STATE_UNWRITABLE, DISK_FULL. */
export function writeMark(stateDirectory: string, mark: Mark): void {
  const path = markPath(stateDirectory, mark.run_id, mark.workspace);
  if (path === null || !isMark(mark))
    throw new BatonError("EVENT_INVALID", `no mark can be kept for the run ${mark.run_id}`);
  withFileLock(`${path}.lock`, () => {
    const known = readMark(stateDirectory, mark.run_id, mark.workspace);
    if (known === null || known.position < mark.position) writeJsonAtomic(path, mark);
  });
}

function readMark(stateDirectory: string, runId: string, workspace: string): Mark | null {
  const path = markPath(stateDirectory, runId, workspace);
  return path === null ? null : readJson(path, isMark, "a mark");
}

/** Where the marks of a workspace are kept; null for a name that none of ours has. */
export const marksFolder = (stateDirectory: string, workspace: string): string | null =>
  isName(workspace) ? join(stateDirectory, MARKS, workspace) : null;

/** Null for a name that no run or workspace of ours has: a strange journal's ids lead nowhere. */
function markPath(stateDirectory: string, runId: string, workspace: string): string | null {
  const folder = marksFolder(stateDirectory, workspace);
  return folder === null || !isName(runId) ? null : join(folder, `${runId}.json`);
}
