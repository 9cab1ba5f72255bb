import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import type { Transform } from "node:stream";
import { isObject, jsonOrNull, type JsonObject } from "../../schema/json.ts";
import { NO_COUNTS, type Counts, type Dialect } from "./dialects.ts";

/** Reads a copy of an answer for what it used, while the answer itself passes on untouched. */
export interface AnswerReader {
  write(chunk: Buffer): void;
  /** Null: the answer did not say, cut short perhaps. */
  end(): Promise<Counts | null>;
}

/** One event of a stream, or one whole answer, is no longer. */
const LIMIT_CHARACTERS = 32 * 2 ** 20;

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

export function readAnswer(dialect: Dialect, type: string, encoding: string): AnswerReader {
  const isStream = type.includes("event-stream");
  let counts: Counts | null = null;
  let text = "";
  const take = (data: string): void => {
    for (const message of messagesOf(data)) {
      const found = dialect.countsOf(message);
      if (Object.keys(found).length > 0) counts = { ...(counts ?? NO_COUNTS), ...found };
    }
  };
  const read = (part: string): void => {
    text += part;
    if (text.length > LIMIT_CHARACTERS) text = "";
    if (!isStream) return;
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    text = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data:")) take(line.slice("data:".length));
  };
  const utf8 = new TextDecoder();
  const decoder = DECODERS[encoding]?.() ?? null;
  decoder?.on("data", (chunk: Buffer) => read(utf8.decode(chunk, { stream: true })));
  const decoded = Promise.withResolvers<void>();
  // What cannot be decoded, or was cut, has said what it could.
  decoder
    ?.on("end", decoded.resolve)
    .on("error", () => decoded.resolve())
    .on("close", decoded.resolve);
  return {
    write: (chunk) => (decoder === null ? read(utf8.decode(chunk, { stream: true })) : void decoder.write(chunk)),
    async end() {
      if (decoder !== null) {
        decoder.end();
        await decoded.promise;
      }
      read(utf8.decode());
      take(isStream && text.startsWith("data:") ? text.slice("data:".length) : text);
      return counts;
    },
  };
}

function messagesOf(data: string): JsonObject[] {
  const parsed = jsonOrNull(data);
  // Gemini streams an array where no events were asked for.
  return (Array.isArray(parsed) ? parsed : [parsed]).filter(isObject);
}
