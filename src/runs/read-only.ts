import { chmodSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Nobody edits an archived file by accident. Folders stay as they are, so that a person can move or remove the whole. */
export const forbidWrites = (directory: string): void => setModes(directory, 0o444);

export const allowWrites = (directory: string): void => setModes(directory, 0o644);

function setModes(directory: string, mode: number): void {
  if (!existsSync(directory)) return;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), mode);
}
