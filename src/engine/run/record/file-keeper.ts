import { createHash, hash, type Hash } from "node:crypto";
import { wholeText, type FileText, type Piece } from "../../../core/views/growing.ts";

/** The bytes of a file as they are to be written, and their hash. */
export interface FileBytes {
  readonly sha256: string;
  readonly bytes: () => readonly Buffer[];
}

/** A hash is kept for going on from after so many bytes: fewer, and keeping them costs more than hashing again. */
const STRIDE_BYTES = 64 * 1024;

interface Kept {
  readonly piece: Piece;
  readonly bytes: Buffer;
  /** Of everything up to its end, where it is kept. */
  hash: Hash | null;
}

/** Hashes one file, time after time; what the next time has over again costs nothing where it was large. */
export function createFileKeeper(): (text: FileText) => FileBytes {
  const inPieces = createPieceKeeper();
  let known: { readonly text: FileText; readonly bytes: Buffer; readonly sha256: string } | null = null;
  return (text) => {
    const [only] = text;
    if (only?.sha256 !== undefined && text.length === 1)
      return { sha256: only.sha256, bytes: () => [Buffer.from(only.text)] };
    if (text.reduce((sum, piece) => sum + piece.text.length, 0) > STRIDE_BYTES) return inPieces(text);
    if (known === null || !isSameText(text, known.text)) {
      const bytes = Buffer.from(wholeText(text));
      known = { text, bytes, sha256: hash("sha256", bytes) };
    }
    const { bytes, sha256 } = known;
    return { sha256, bytes: () => [bytes] };
  };
}

/** Keeps the bytes of pieces, and the hash up to the end of some: a file costs what comes after its first change. */
function createPieceKeeper(): (text: FileText) => FileBytes {
  const kept: Kept[] = [];
  let sha256 = "";
  return (text) => {
    const same = text.findIndex((piece, at) => !isSame(piece, kept[at]?.piece));
    if (sha256 === "" || same >= 0 || text.length !== kept.length) {
      const later = kept.splice(same < 0 ? text.length : same);
      const bytesOf = bytesOnce(later);
      for (const piece of text.slice(kept.length)) kept.push({ piece, bytes: bytesOf(piece), hash: null });
      sha256 = hashOf(kept);
    }
    return { sha256, bytes: () => kept.map(({ bytes }) => bytes) };
  };
}

/** The bytes of each piece once, also where it stood elsewhere before. */
function bytesOnce(before: readonly Kept[]): (piece: Piece) => Buffer {
  const known = new Map(before.map(({ piece, bytes }) => [piece, bytes]));
  return (piece) => {
    const found = known.get(piece);
    if (found !== undefined) return found;
    // Of its own: a small part of Node's pool would keep all of the pool from being freed.
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(piece.text));
    bytes.write(piece.text);
    known.set(piece, bytes);
    return bytes;
  };
}

/** Goes on from the last hash that is kept, and keeps others on the way. */
function hashOf(kept: readonly Kept[]): string {
  const from = kept.findLastIndex(({ hash: upTo }) => upTo !== null);
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
const isSameText = (one: FileText, other: FileText): boolean =>
  one.length === other.length && one.every((piece, at) => isSame(piece, other[at]));
