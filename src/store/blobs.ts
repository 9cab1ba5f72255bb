import { hash as digest } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { BatonError, coding } from "../errors.ts";
import { SHA256 } from "../schema/journal.ts";
import { apart, syncFolder, writeFileAtomic } from "../util/atomic-file.ts";

/** Text from outside, redacted, that events name by its hash (design.md §3). */
export interface BlobStore {
  /** Keeps content durably and answers its SHA-256. The same content is kept once. */
  put(content: string | Buffer): string;
  has(hash: string): boolean;
  /** Throws ARTIFACT_MISSING, ARTIFACT_CHANGED when the bytes are not what the hash says. */
  get(hash: string): Buffer;
  /** Removes content for good; nothing happens when it is not there. */
  erase(hash: string): void;
}

/** Blobs as files below a folder, `ab/cdef…` so that no folder grows too long. */
export function openBlobs(folder: string): BlobStore {
  const pathOf = (hash: string): string => {
    if (!SHA256.test(hash)) throw new BatonError("ARTIFACT_MISSING", `${hash} is not a SHA-256`);
    return join(folder, hash.slice(0, 2), hash.slice(2));
  };
  const read = (hash: string): Buffer | null => {
    const path = pathOf(hash);
    return coding(path, () => (existsSync(path) ? readFileSync(path) : null));
  };
  const syncNames = (path: string): void => coding(path, () => syncFolder(dirname(path)));
  return {
    put(content) {
      const hash = digest("sha256", content);
      // A damaged copy is written anew: bytes that hash to their name are the right ones.
      const kept = read(hash);
      const path = pathOf(hash);
      if (kept !== null && digest("sha256", kept) === hash) {
        // Whoever wrote it may have died before its name was durable.
        syncNames(path);
        return hash;
      }
      writeFileAtomic(path, content, { mode: 0o600, temporary: apart(path) });
      return hash;
    },
    has: (hash) => existsSync(pathOf(hash)),
    get(hash) {
      const bytes = read(hash);
      if (bytes === null) throw new BatonError("ARTIFACT_MISSING", `the blob ${hash} is not there`);
      const actual = digest("sha256", bytes);
      if (actual === hash) return bytes;
      throw new BatonError("ARTIFACT_CHANGED", `the blob ${hash} has other bytes`, {
        details: { expected: hash, actual },
      });
    },
    erase(hash) {
      const path = pathOf(hash);
      if (!existsSync(dirname(path))) return;
      coding(path, () => rmSync(path, { force: true }));
      syncNames(path);
    },
  };
}

/** The text of a blob; null when it was erased. */
export function readText(blobs: BlobStore, sha256: string): string | null {
  try {
    return blobs.get(sha256).toString("utf8");
  } catch (error) {
    if (error instanceof BatonError && error.code === "ARTIFACT_MISSING") return null;
    throw error;
  }
}
