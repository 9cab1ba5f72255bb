import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { patiently, withFileLock } from "../../src/util/patience.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-patience-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("what is busy is tried again until it answers", () => {
  let tries = 0;
  expect(patiently(() => ((tries += 1) < 5 ? null : tries), "a thing")).toBe(5);
});

test("patience ends, and says with what", () => {
  expect(() => patiently(() => null, "a thing", 20)).toThrow("a thing was held by another process for 0.02 s");
});

test("a locked file keeps others out, until its work is done or fails", () => {
  const path = join(folder, "deep", "a.lock");
  const nested = (): string => withFileLock(path, () => "in", 20);
  expect(withFileLock(path, () => thrownBy(nested))).toMatchObject({ code: "LOCK_CONFLICT" });
  expect(nested()).toBe("in");
  const failure = new Error("failed");
  expect(thrownBy(() => withFileLock(path, () => fail(failure)))).toBe(failure);
  expect(nested()).toBe("in");
});

function fail(error: Error): never {
  throw error;
}

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}
