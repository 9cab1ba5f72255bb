import { createHash, type Hash } from "node:crypto";
import type { GrowingText } from "../../core/views/growing.ts";

/** The bytes of a file as they are to be written, and their hash. */
export interface FileBytes {
  readonly sha256: string;
  readonly bytes: number;
  readonly parts: readonly Buffer[];
}

/** So many pieces are joined into one: each costs a write. */
const PIECES = 64;

/**
 * Puts one file's bytes together, time after time, and keeps what the next time has over again: the bytes of entries, and
 * the hash up to their end. The bytes are always those of `wholeText`.
 */
export function createFileKeeper(): (text: string | GrowingText) => FileBytes {
  const growing = createGrowingKeeper();
  let last: { readonly text: string; readonly file: FileBytes } | null = null;
  return (text) => {
    if (typeof text !== "string") return growing(text);
    if (last?.text !== text) last = { text, file: fileOf(createHash("sha256"), [], Buffer.from(text)) };
    return last.file;
  };
}

function createGrowingKeeper(): (text: GrowingText) => FileBytes {
  let kept: { entries: readonly unknown[]; count: number; pieces: Buffer[]; before: string; hash: Hash } | null = null;
  return (text) => {
    const { entries, before } = text;
    const holds = kept !== null && kept.entries === entries && kept.count <= entries.length;
    const { count, pieces } = kept !== null && holds ? kept : { count: 0, pieces: [] };
    const hash =
      kept !== null && holds && kept.before === before ? kept.hash : hashOf([Buffer.from(before), ...pieces]);
    const added = Buffer.from(text.textFrom(count));
    hash.update(added);
    const grown = added.length === 0 ? pieces : [...pieces, added];
    kept = {
      entries,
      count: entries.length,
      pieces: grown.length > PIECES ? [Buffer.concat(grown)] : grown,
      before,
      hash,
    };
    return fileOf(hash.copy(), [Buffer.from(before), ...kept.pieces], Buffer.from(text.after));
  };
}

/** `hash` stands before the last part. */
function fileOf(hash: Hash, start: readonly Buffer[], end: Buffer): FileBytes {
  const parts = [...start, end];
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  return { sha256: hash.update(end).digest("hex"), bytes, parts };
}

function hashOf(parts: readonly Buffer[]): Hash {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash;
}
