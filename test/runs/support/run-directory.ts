import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { JOURNAL_FILE, publishJournal } from "../../../src/runs/journal-file.ts";
import type { Head, JournalEvent } from "../../../src/schema/journal.ts";
import { createMemoryStore } from "../../../src/store/memory.ts";

export const RUN = "20260131-090000-0d3c8f2e-6a14-4f0e-9a53-1f6a3f3f9f10";
export const WORKSPACE = "workspace-one";
export const EVIDENCE = "artifacts/executor/T001/1/test_output_red.txt";

export const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

export interface RunDirectory {
  readonly directory: string;
  path(name: string): string;
  append(...events: JournalEvent[]): Head;
  /** Writes the views, README.md with the present head among them, then records and publishes as the engine does. */
  publish(files?: Readonly<Record<string, string>>): Head;
  publishJournal(): void;
  remove(): void;
}

/** A real run directory with a journal of its own, evidence, views and project files. */
export function createRunDirectory(): RunDirectory {
  const directory = mkdtempSync(join(tmpdir(), "baton-run-"));
  const store = createMemoryStore();
  const path = (name: string): string => join(directory, name);
  const write = (name: string, content: string): void => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), content);
  };
  const append = (...events: JournalEvent[]): Head => {
    store.append(RUN, events, store.head(RUN).position, { at: new Date("2026-01-31T09:00:00.123Z"), actor: "test" });
    return store.head(RUN);
  };
  const toFile = (): void => publishJournal(path(JOURNAL_FILE), (after) => store.read(RUN, after), 0);
  const run: RunDirectory = {
    directory,
    path,
    append,
    publish(files = {}) {
      const { position, hash } = store.head(RUN);
      const views = { ...files, "README.md": `# Run\n\nJournal: ${position} ${hash}\n` };
      for (const [name, content] of Object.entries(views)) write(name, content);
      const hashes = Object.fromEntries(Object.entries(views).map(([name, content]) => [name, sha256(content)]));
      const head = append({ type: "published", renderer: "test/1", files: hashes });
      toFile();
      return head;
    },
    publishJournal: toFile,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
  append({ type: "run_created", run: { workspace: WORKSPACE } }, { type: "note", text: "ü" });
  write(EVIDENCE, "1 test failed\n");
  append({ type: "evidence_recorded", path: EVIDENCE, sha256: sha256("1 test failed\n"), bytes: 14 });
  run.publish({
    "state.json": '{"gates": 0}\n',
    "project/claude-progress.txt": "started\n",
    "state/ROADMAP.md": "# R\n",
  });
  append({ type: "note", text: "between" });
  run.publish({ "state.json": '{"gates": 1}\n' });
  return run;
}
