import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openBeats } from "../../src/store/beats.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
const folder = (): string => {
  folders.push(mkdtempSync(join(tmpdir(), "baton-test-")));
  return folders.at(-1) ?? "";
};
const BEAT = { task_id: "T001", attempt: 1, at: "2026-01-31T09:00:00.000Z", worked_at: "2026-01-31T09:00:00.000Z" };

test("the last heartbeat of each task is there for every process", () => {
  const path = join(folder(), "deep", "beats.db");
  const [one, other] = [openBeats(path), openBeats(path)];
  one.beat("run", BEAT);
  one.beat("run", { ...BEAT, at: "2026-01-31T09:00:10.000Z" });
  expect(other.last("run")).toEqual([{ ...BEAT, at: "2026-01-31T09:00:10.000Z" }]);
  for (const beats of [one, other]) beats.close();
});

test("what keeps it from being opened or read has a code", () => {
  const place = folder();
  mkdirSync(join(place, "folder.db"));
  expect(() => openBeats(join(place, "folder.db"))).toThrow(expect.objectContaining({ code: "STATE_UNWRITABLE" }));
  writeFileSync(join(place, "text.db"), "no database at all, but long enough to look for one".repeat(100));
  expect(() => openBeats(join(place, "text.db"))).toThrow(expect.objectContaining({ code: "JOURNAL_BROKEN" }));
  writeFileSync(join(place, "file"), "");
  expect(() => openBeats(join(place, "file", "beats.db"))).toThrow(expect.objectContaining({ name: "BatonError" }));
});
