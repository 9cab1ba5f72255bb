import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { watchJournal } from "../../src/store/watch.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-watch-"));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

test("FCX-10 who waits for another process's entry is told by the kernel", async () => {
  const path = join(folder, "journal.db");
  const store = openSqliteStore(path);
  const script = join(import.meta.dirname, "support", "writer.ts");
  const seen = Promise.withResolvers<number>();
  const end = watchJournal(path, () => {
    const { position } = store.head("run");
    if (position > 0) seen.resolve(position);
  });
  const child = execFile(process.execPath, [script, path, "run", "writer", "1"]);
  child.stdin?.end();
  expect(await seen.promise).toBe(1);
  end();
  store.close();
});

test("FCX-10 while nobody writes, no timer runs that would wake the process", () => {
  const before = timers();
  const end = watchJournal(join(folder, "journal.db"), () => {});
  expect(timers()).toBe(before);
  end();
});

test("a commit that is seen only after its bytes were written is looked for again, then it is quiet", async () => {
  const path = join(folder, "journal.db");
  const before = timers();
  let isCommitted = false;
  const seen = Promise.withResolvers<void>();
  const end = watchJournal(path, () => {
    if (isCommitted) seen.resolve();
    // Nothing is written any more from here on: only a later look can find it.
    else setImmediate(() => (isCommitted = true));
  });
  writeFileSync(`${path}-wal`, "bytes");
  await seen.promise;
  end();
  expect(timers()).toBe(before);
});

test("other files beside the journal wake nobody", async () => {
  const path = join(folder, "journal.db");
  let looks = 0;
  const end = watchJournal(path, () => (looks += 1));
  writeFileSync(join(folder, "beats.db"), "beat");
  const told = Promise.withResolvers<void>();
  const other = watchJournal(path, () => told.resolve());
  expect(looks).toBe(0);
  writeFileSync(path, "");
  await told.promise;
  end();
  other();
});
