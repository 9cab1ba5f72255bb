import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openBlobs, type BlobStore } from "../../src/store/blobs.ts";

const TEXT = "ein Übel\n";
const HASH = createHash("sha256").update(TEXT).digest("hex");
const coded = (code: string): unknown => expect.objectContaining({ code });
const files = (): string[] => readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();

let folder = "";
let blobs: BlobStore = openBlobs("");
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-blobs-"));
  blobs = openBlobs(join(folder, "blobs"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("content is kept once, under its hash", () => {
  expect(blobs.has(HASH)).toBe(false);
  expect([blobs.put(TEXT), blobs.put(Buffer.from(TEXT))]).toEqual([HASH, HASH]);
  expect(blobs.has(HASH)).toBe(true);
  expect(blobs.get(HASH).toString()).toBe(TEXT);
  expect(files()).toEqual(["blobs", `blobs/${HASH.slice(0, 2)}`, `blobs/${HASH.slice(0, 2)}/${HASH.slice(2)}`]);
  expect(blobs.get(blobs.put(Buffer.from([0xff, 0])))).toEqual(Buffer.from([0xff, 0]));
});

test("bytes that changed are refused, and put right by the content itself", () => {
  blobs.put(TEXT);
  writeFileSync(join(folder, "blobs", HASH.slice(0, 2), HASH.slice(2)), "other");
  expect(() => blobs.get(HASH)).toThrow(coded("ARTIFACT_CHANGED"));
  blobs.put(TEXT);
  expect(blobs.get(HASH).toString()).toBe(TEXT);
});

test("erased content is gone; erasing twice is erasing once", () => {
  blobs.put(TEXT);
  blobs.erase(HASH);
  blobs.erase(HASH);
  expect(blobs.has(HASH)).toBe(false);
  expect(() => blobs.get(HASH)).toThrow(coded("ARTIFACT_MISSING"));
});

test("what is no hash leads to no file", () => {
  for (const name of ["../../etc/passwd", HASH.toUpperCase(), ""]) {
    expect(() => blobs.get(name)).toThrow(coded("ARTIFACT_MISSING"));
  }
});
