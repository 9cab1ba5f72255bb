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
  // Of its own: a small part of Node's pool would keep all of the pool from being freed.
  const buffer = Buffer.allocUnsafeSlow(Buffer.byteLength(piece.text));
  buffer.write(piece.text);
  BUFFERS.set(piece, buffer);
  return buffer;
}

/** A hash is kept for going on from after so many bytes: fewer, and keeping them costs more than hashing again. */
const STRIDE_BYTES = 64 * 1024;

interface Kept {
  readonly piece: Piece;
  readonly bytes: Buffer;
  /** Of everything up to its end, where it is kept. */
  hash: Hash | null;
}

/**
 * Hashes one file, time after time, and keeps what the next time has over again: the bytes of pieces, and the hash up to the
 * end of some. So a file costs what comes after its first change.
 */
export function createFileKeeper(): (text: FileText) => FileBytes {
  const kept: Kept[] = [];
  let sha256 = "";
  return (text) => {
    const [only] = text;
    if (only?.sha256 !== undefined && text.length === 1)
      return { sha256: only.sha256, bytes: () => [Buffer.from(only.text)] };
    const same = text.findIndex((piece, at) => !isSame(piece, kept[at]?.piece));
    if (sha256 === "" || same >= 0 || text.length !== kept.length) {
      kept.length = same < 0 ? text.length : same;
      for (const piece of text.slice(kept.length)) kept.push({ piece, bytes: bufferOf(piece), hash: null });
      sha256 = hashOf(kept);
    }
    return { sha256, bytes: () => kept.map(({ bytes }) => bytes) };
  };
}

/** Goes on from the last hash that is kept, and keeps others on the way. */
function hashOf(kept: readonly Kept[]): string {
  const from = kept.findLastIndex(({ hash }) => hash !== null);
  const going = kept[from]?.hash?.copy() ?? createHash("sha256");
  let since = 0;
  for (const each of kept.slice(from + 1)) {
    going.update(each.bytes);
    since += each.bytes.length;
    if (since < STRIDE_BYTES) continue;
    each.hash = going.copy();
    since = 0;
  }
  return going.digest("hex");
}

const isSame = (one: Piece, other: Piece | undefined): boolean => one === other || one.text === other?.text;
