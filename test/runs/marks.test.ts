import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { marksIn, writeMark } from "../../src/runs/marks.ts";

let state = "";
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "baton-marks-"));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const mark = (position: number) => ({
  run_id: "run",
  workspace: "here",
  position,
  hash: String(position % 10).repeat(64),
});

test("a mark goes up and never down", () => {
  const read = marksIn(state);
  expect(read("run", "here")).toBeNull();
  for (const position of [3, 5, 4]) writeMark(state, mark(position));
  expect(read("run", "here")).toEqual(mark(5));
  expect(existsSync(join(state, "marks", "here", "run.json"))).toBe(true);
});

test("marks belong to a run in a workspace", () => {
  writeMark(state, mark(5));
  expect(marksIn(state)("run", "copy")).toBeNull();
  expect(marksIn(state)("other", "here")).toBeNull();
});

test("a damaged mark is named, not taken for none", () => {
  writeMark(state, mark(5));
  writeFileSync(join(state, "marks", "here", "run.json"), '{"position": 1');
  expect(() => marksIn(state)("run", "here")).toThrow(expect.objectContaining({ code: "STATE_FILE_CORRUPT" }));
  expect(() => writeMark(state, mark(6))).toThrow(expect.objectContaining({ code: "STATE_FILE_CORRUPT" }));
});

test("ids of a strange journal lead nowhere else", () => {
  writeFileSync(join(state, "elsewhere.json"), JSON.stringify(mark(5)));
  expect(marksIn(state)("../../elsewhere", "here")).toBeNull();
  expect(marksIn(state)("elsewhere", "..")).toBeNull();
  expect(() => writeMark(state, { ...mark(5), run_id: "../run" })).toThrow("no mark can be kept");
  expect(readdirSync(state)).toEqual(["elsewhere.json"]);
});
