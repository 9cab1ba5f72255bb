import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { requestsIn } from "../../../src/checks/ui/look-at-page.ts";
import { stamped } from "../../../src/checks/ui/stamp.ts";
import { isUniform } from "../../../src/checks/ui/uniform.ts";

const STAMP = { nonce: "n-1", commit: "c".repeat(40), tree: "t".repeat(40) };
const SAID = `proofbaton nonce=n-1 commit=${STAMP.commit} tree=${STAMP.tree}`;
/** One red pixel, as an image tool writes it. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
  "base64",
);

/** Type, text and checksum of each chunk. */
function chunksOf(png: Buffer) {
  const chunks: { type: string; text: string; holds: boolean }[] = [];
  for (let at = 8; at < png.length;) {
    const end = at + 8 + png.readUInt32BE(at);
    const text = png.toString("latin1", at + 8, end);
    const holds = crc32(png.subarray(at + 4, end)) === png.readUInt32BE(end);
    chunks.push({ type: png.toString("latin1", at + 4, at + 8), text, holds });
    at = end + 4;
  }
  return chunks;
}

test("a screenshot says in a text chunk of which look and commit it is, and stays a picture", () => {
  const { content } = stamped({ name: "1-index-1280.png", content: PIXEL }, STAMP);
  const chunks = chunksOf(content as Buffer);
  expect(chunks.map(({ type, holds }) => [type, holds])).toEqual([
    ["IHDR", true],
    ["tEXt", true],
    ["IDAT", true],
    ["IEND", true],
  ]);
  expect(chunks[1]?.text).toBe(`Comment\0${SAID}`);
  expect(isUniform(content as Buffer)).toBe(true);
});

test("a log says so in its first line, a HAR in its comment, and what has no place for it stays as it is", () => {
  const log = stamped({ name: "a.console.jsonl", content: '{"messages":1,"errors":0}\n{"type":"log"}\n' }, STAMP);
  expect(log.content).toBe(`${JSON.stringify({ messages: 1, errors: 0, ...STAMP })}\n{"type":"log"}\n`);
  const har = stamped({ name: "a.har", content: '{"log":{"version":"1.2","entries":[]}}' }, STAMP);
  expect(JSON.parse(har.content as string)).toEqual({ log: { version: "1.2", entries: [], comment: SAID } });
  expect(stamped({ name: "a.axe.json", content: "{}\n" }, STAMP).content).toBe("{}\n");
});

test("a torn HAR is never made a whole one without requests, and no look is made of it", () => {
  const torn = '{"log":{"version":"1.2","entries":[{"request":';
  expect(stamped({ name: "a.har", content: torn }, STAMP).content).toBe(torn);
  const folder = mkdtempSync(join(tmpdir(), "har-"));
  const path = join(folder, "a.har");
  try {
    writeFileSync(path, torn);
    expect(() => requestsIn(path)).toThrow("its record of requests (HAR) is torn");
    writeFileSync(path, '{"log":{"version":"1.2","entries":[]}}');
    expect(requestsIn(path)).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
