import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BUILT_IN } from "../../../../src/core/gate/registry.ts";
import { breakOff } from "../../../../src/engine/run/attempt/break-off.ts";
import type { Turn } from "../../../../src/engine/run/context.ts";
import { createJournal } from "../../../../src/engine/run/record/journal.ts";
import { loseToCrash } from "../../../../src/engine/run/attempt/lose.ts";
import type { TaskState } from "../../../../src/core/run/state.ts";
import { BatonError, codedError } from "../../../../src/errors.ts";
import { createMemoryStore } from "../../../../src/store/memory.ts";
import { codedSqliteError } from "../../../../src/store/sqlite-errors.ts";
import { added, created, HASH, RUN_ID, started } from "../../../support/events.ts";

const full = new BatonError("DISK_FULL", "journal.db: the disk is full");

test.each<[string, Error, string, string]>([
  ["a full disk", full, "DISK_FULL", "the disk was full"],
  [
    "a store that a full disk poisoned",
    new BatonError("STORE_POISONED", "no", { cause: full }),
    "DISK_FULL",
    "the disk was full",
  ],
  [
    "a broken disk",
    codedError(Object.assign(new Error("no"), { code: "EIO" }), "blob") as Error,
    "TASK_TIMEOUT",
    "the harness died",
  ],
])("the next harness says that %s ended an attempt, once it can", (_, thrown, code, detail) => {
  const folder = mkdtempSync(join(tmpdir(), "baton-full-"));
  const [truth, commonDirectory] = [join(folder, "truth"), join(folder, "git")];
  for (const each of [truth, commonDirectory]) mkdirSync(each);
  try {
    const clock = { now: () => new Date() };
    const journal = createJournal(createMemoryStore(), RUN_ID, [created(), added(1), started(1)], "test", clock);
    const lost: unknown[] = [];
    const turn = {
      journal,
      project: { truth, blobs: { put: () => HASH }, places: { commonDirectory } },
      options: { ...clock, stateDirectory: truth, registry: BUILT_IN, onEvent: (event: unknown) => lost.push(event) },
      redact: (text: string) => text,
    } as unknown as Turn;
    const task = { ...(journal.state.tasks["T001"] as TaskState) };
    expect(() => breakOff(turn, task, thrown)).toThrow(thrown);
    expect(journal.state.tasks["T001"]?.phase).toBe("working");
    loseToCrash(turn, task);
    expect(lost).toMatchObject([{ kind: "lost", code, detail }]);
    expect(journal.state.tasks["T001"]).toMatchObject({ blocked: code, lost: 1 });
    expect(readdirSync(truth)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a database that finds no room for its index beside it says that the disk is full, not that it is broken", () => {
  const error = Object.assign(new Error("disk I/O error"), { errcode: 4874 });
  expect(codedSqliteError(error, "beats.db")).toMatchObject({ code: "DISK_FULL" });
  const broken = Object.assign(new Error("disk I/O error"), { errcode: 266 });
  expect(codedSqliteError(broken, "beats.db")).toMatchObject({ code: "STORE_POISONED" });
});
