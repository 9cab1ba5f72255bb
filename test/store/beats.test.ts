import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  writeFileSync(join(place, "file"), "");
  expect(() => openBeats(join(place, "file", "beats.db"))).toThrow(expect.objectContaining({ name: "BatonError" }));
});

test.each([
  ["none of SQLite's", () => "noise ".repeat(5000)],
  ["damaged behind its head", (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(8192, 7)])],
])("a file that is %s is set aside, and beats go on in a new one", (_what, damage) => {
  const path = join(folder(), "beats.db");
  const before = openBeats(path);
  before.beat("run", BEAT);
  before.close();
  writeFileSync(path, damage(readFileSync(path)));
  const beats = openBeats(path);
  expect(beats.last("run")).toEqual([]);
  beats.beat("run", BEAT);
  expect(beats.last("run")).toHaveLength(1);
  beats.close();
  expect(globSync(`${path}.aside-*`)).toHaveLength(1);
});
