import { createHash, type Hash } from "node:crypto";
import type { FileText, Piece } from "../../core/views/growing.ts";

/** The bytes of a file as they are to be written, and their hash. */
export interface FileBytes {
  readonly sha256: string;
  readonly bytes: () => readonly Buffer[];
}

const BUFFERS = new WeakMap<Piece, Buffer>();

function bufferOf(piece: Piece): Buffer {
  const known = BUFFERS.get(piece);
  if (known !== undefined) return known;
  const buffer = Buffer.from(piece.text);
  BUFFERS.set(piece, buffer);
  return buffer;
}

interface Hashed {
  readonly piece: Piece;
  /** Of everything up to its end. */
  readonly hash: Hash;
}

/**
 * Hashes one file, time after time, and keeps what the next time has over again: the bytes of pieces, and the hash up to the
 * end of each. So a file costs what comes after its first change.
 */
export function createFileKeeper(): (text: FileText) => FileBytes {
  const kept: Hashed[] = [];
  let sha256 = "";
  return (text) => {
    const [only] = text;
    if (only?.sha256 !== undefined && text.length === 1)
      return { sha256: only.sha256, bytes: () => [Buffer.from(only.text)] };
    const same = text.findIndex((piece, at) => !isSame(piece, kept[at]?.piece));
    if (sha256 === "" || same >= 0 || text.length !== kept.length) {
      kept.length = same < 0 ? text.length : same;
      for (const piece of text.slice(kept.length)) {
        const hash = kept.at(-1)?.hash.copy() ?? createHash("sha256");
        kept.push({ piece, hash: hash.update(bufferOf(piece)) });
      }
      sha256 = (kept.at(-1)?.hash.copy() ?? createHash("sha256")).digest("hex");
    }
    return { sha256, bytes: () => kept.map(({ piece }) => bufferOf(piece)) };
  };
}

const isSame = (one: Piece, other: Piece | undefined): boolean => one === other || one.text === other?.text;
