import { inflateSync } from "node:zlib";

const SIGNATURE_BYTES = 8;
/** A screenshot is cut at a height; beyond that it is none of ours. */
const PIXELS_LIMIT_BYTES = 256 * 2 ** 20;

/**
 * Whether every pixel of a browser's screenshot has one colour: a page where nothing can be seen. PNG as browsers write it:
 * 8 bits a channel, RGB or RGBA, not interlaced; anything else is not judged, and so not uniform.
 */
export function isUniform(png: Buffer): boolean {
  const [width, depth, colour, interlaced] = [png.readUInt32BE(16), png[24], png[25], png[28]];
  const channels = colour === 2 ? 3 : colour === 6 ? 4 : 0;
  if (depth !== 8 || channels === 0 || interlaced !== 0) return false;
  const pixels = inflateSync(Buffer.concat(dataOf(png)), { maxOutputLength: PIXELS_LIMIT_BYTES });
  return rowsAreUniform(pixels, width * channels, channels);
}

function dataOf(png: Buffer): Buffer[] {
  const data: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at + 8 <= png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") data.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return data;
}

/** Each row begins with the filter that it was written through (PNG specification, 9.2). */
function rowsAreUniform(pixels: Buffer, stride: number, channels: number): boolean {
  const zero = Buffer.alloc(stride);
  let above = zero;
  let first: Buffer | null = null;
  for (let at = 0; at + 1 + stride <= pixels.length; at += 1 + stride) {
    const row = Buffer.from(pixels.subarray(at + 1, at + 1 + stride));
    unfilter(row, above, pixels[at] ?? 0, channels);
    first ??= row.subarray(0, channels);
    for (let x = 0; x < stride; x += 1) if (row[x] !== first[x % channels]) return false;
    above = row;
  }
  return first !== null;
}

function unfilter(row: Buffer, above: Buffer, filter: number, channels: number): void {
  for (let x = 0; x < row.length; x += 1) {
    const left = x < channels ? 0 : (row[x - channels] ?? 0);
    const up = above[x] ?? 0;
    const corner = x < channels ? 0 : (above[x - channels] ?? 0);
    const guess = [0, left, up, (left + up) >> 1, filter === 4 ? paeth(left, up, corner) : 0][filter] ?? 0;
    row[x] = ((row[x] ?? 0) + guess) & 0xff;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(left + up - corner - value)) as [number, number, number];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
