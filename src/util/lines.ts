import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** A line without its end, or what is wrong with it; nothing follows a flaw. */
export type Line = { readonly text: string; readonly flaw: null } | { readonly text: null; readonly flaw: string };

const CHUNK_BYTES = 2 ** 20;
const NEWLINE = 0x0a;
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const flawed = (flaw: string): Line => ({ text: null, flaw });

/**
 * The lines of a regular file as strict UTF-8, each ended by a newline, none longer than a limit. Reads in pieces, so
 * that no file can fill the memory with one line. Throws what the system throws.
 */
export function* linesOf(path: string, limitBytes: number): Generator<Line> {
  const file = openSync(path, READ);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return yield flawed("is not in a regular file");
    const chunkBytes = Math.min(stats.size + 1, CHUNK_BYTES);
    let rest = Buffer.alloc(0);
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      const length = readSync(file, chunk);
      if (length === 0) break;
      const bytes = Buffer.concat([rest, chunk.subarray(0, length)]);
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
        const line = lineOf(bytes.subarray(start, end), limitBytes);
        yield line;
        if (line.flaw !== null) return;
        start = end + 1;
      }
      rest = bytes.subarray(start);
      if (rest.length > limitBytes) return yield flawed(`is longer than ${limitBytes} bytes`);
    }
    if (rest.length > 0) yield flawed("is torn: it does not end");
  } finally {
    closeSync(file);
  }
}

/** The last line of a file, without its end; null when it is torn, too long, or not UTF-8. */
export function lastLine(path: string, limitBytes: number): string | null {
  const file = openSync(path, READ);
  try {
    const size = fstatSync(file).size;
    const tail = Buffer.alloc(Math.min(size, limitBytes + 2));
    readSync(file, tail, 0, tail.length, size - tail.length);
    if (tail.at(-1) !== NEWLINE) return null;
    const start = tail.lastIndexOf(NEWLINE, tail.length - 2) + 1;
    if (start === 0 && tail.length < size) return null;
    return lineOf(tail.subarray(start, -1), limitBytes).text;
  } finally {
    closeSync(file);
  }
}

function lineOf(bytes: Buffer, limitBytes: number): Line {
  if (bytes.length > limitBytes) return flawed(`is longer than ${limitBytes} bytes`);
  return isUtf8(bytes) ? { text: bytes.toString("utf8"), flaw: null } : flawed("is not UTF-8");
}
