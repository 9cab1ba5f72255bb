import type { IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";
import { BatonError } from "../../errors.ts";
import { isObject, type JsonObject } from "../../schema/json.ts";

const BODY_LIMIT_BYTES = 128 * 2 ** 20;

/** All of a request's body. Throws METER_UPSTREAM when it is larger than any model would take. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT_BYTES) throw new BatonError("METER_UPSTREAM", "a request is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const DECODERS: Readonly<Record<string, (raw: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** The JSON object that a body holds; null: it is none. */
export function parseBody(raw: Buffer, encoding: string): JsonObject | null {
  try {
    const body: unknown = JSON.parse((DECODERS[encoding]?.(raw) ?? raw).toString("utf8"));
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}
