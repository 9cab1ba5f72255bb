import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { PROGRESS_FILE, progressReader, progressWriter } from "../../src/runs/progress-file.ts";
import type { ProgressLine } from "../../src/schema/progress-line.ts";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "baton-progress-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const line = (text: string): ProgressLine => ({
  at: "2026-01-02T03:04:05.000Z",
  kind: "turn",
  task_id: null,
  text: [text],
});
const textOf = (lines: readonly ProgressLine[]): string[] => lines.flatMap(({ text }) => text);

it("tells each line once, and from the beginning where a session began anew", () => {
  const read = progressReader(folder);
  expect(read()).toEqual([]);
  const write = progressWriter(folder);
  write(line("one"));
  write(line("two"));
  expect(textOf(read())).toEqual(["one", "two"]);
  write(line("three"));
  expect([textOf(read()), textOf(read())]).toEqual([["three"], []]);
  progressWriter(folder)(line("another session, whose first line is longer than all before"));
  expect(textOf(read())).toEqual(["another session, whose first line is longer than all before"]);
  expect(textOf(progressReader(folder)())).toHaveLength(1);
});

it("waits for the rest of a torn line, and passes over what is none", () => {
  const write = progressWriter(folder);
  write(line("one"));
  const read = progressReader(folder);
  const [half, rest] = [
    '{"at":"2026-01-02T03:04:05.000Z","kind":"turn",',
    '"task_id":null,"text":["two"]}\nnonsense\n{}\n',
  ];
  appendFileSync(join(folder, PROGRESS_FILE), half);
  expect(textOf(read())).toEqual(["one"]);
  appendFileSync(join(folder, PROGRESS_FILE), rest);
  expect(textOf(read())).toEqual(["two"]);
});

it("gives the newest of a long file, in whole lines", () => {
  const write = progressWriter(folder);
  for (let at = 0; at < 2000; at++) write(line(`line ${at}`));
  const read = textOf(progressReader(folder)());
  expect(read.length).toBeGreaterThan(400);
  expect(read.length).toBeLessThan(1000);
  expect([read[0], read.at(-1)]).toEqual([`line ${2000 - read.length}`, "line 1999"]);
});

it("leaves out what cannot be written, once and for all", () => {
  const write = progressWriter(join(folder, "not there"));
  write(line("one"));
  write(line("two"));
  expect(() => readFileSync(join(folder, "not there", PROGRESS_FILE))).toThrow("ENOENT");
});
