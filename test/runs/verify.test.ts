import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { marksIn, writeMark } from "../../src/runs/marks.ts";
import { verifyRun, type Verification } from "../../src/runs/verify.ts";
import type { Head } from "../../src/schema/journal.ts";
import { createRunDirectory, EVIDENCE, RUN, sha256, WORKSPACE, type RunDirectory } from "./support/run-directory.ts";

const JOURNAL = "journal.jsonl";
const FILES = ["README.md", EVIDENCE, "project/claude-progress.txt", "state.json", "state/ROADMAP.md"];

let run: RunDirectory = createRunDirectory();
let state = "";
run.remove();
beforeEach(() => {
  run = createRunDirectory();
  state = mkdtempSync(join(tmpdir(), "baton-state-"));
});
afterEach(() => {
  run.remove();
  rmSync(state, { recursive: true, force: true });
});

const verify = (directory = run.directory): Verification => verifyRun(directory, { marks: marksIn(state) });
const codes = (): string[] => verify().problems.map(({ code, path }) => `${code} ${path}`);
const mark = (head: Head, workspace = WORKSPACE): void => writeMark(state, { run_id: RUN, workspace, ...head });
const lines = (): string[] => readFileSync(run.path(JOURNAL), "utf8").trimEnd().split("\n");
const rewrite = (change: (lines: string[]) => string[]): void =>
  writeFileSync(
    run.path(JOURNAL),
    change(lines())
      .map((line) => `${line}\n`)
      .join(""),
  );

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

describe("an untouched run directory", () => {
  test("holds, with its head and its count, and is not written to", () => {
    const head = run.publish();
    mark(head);
    const names = () => readdirSync(run.directory, { recursive: true, encoding: "utf8" }).toSorted();
    const before = names();
    const times = before.map((name) => statSync(run.path(name)).mtimeMs);
    expect(verify()).toEqual({ problems: [], left: [], warnings: [], erased: [], entries: 7, head });
    expect(names()).toEqual(before);
    expect(before.map((name) => statSync(run.path(name)).mtimeMs)).toEqual(times);
  });

  test("holds anywhere, with a warning where no mark is known", () => {
    const elsewhere = join(state, "elsewhere");
    cpSync(run.directory, elsewhere, { recursive: true });
    for (const marks of [null, marksIn(state)]) {
      const { problems, warnings } = verifyRun(elsewhere, { marks });
      expect(problems).toEqual([]);
      expect(warnings.map(({ code }) => code)).toEqual(["HEAD_UNKNOWN"]);
    }
  });

  test("is judged by the mark of the workspace that adopted it last", () => {
    mark({ position: 99, hash: "f".repeat(64) });
    run.append({ type: "workspace_adopted", from: WORKSPACE, to: "workspace-two" });
    const head = run.publish();
    expect(verify().warnings.map(({ code }) => code)).toEqual(["HEAD_UNKNOWN"]);
    mark(head, "workspace-two");
    expect(verify()).toMatchObject({ problems: [], warnings: [] });
  });

  test("may be ahead of the mark", () => {
    mark(run.publish());
    run.publish();
    expect(verify()).toMatchObject({ problems: [], warnings: [] });
  });

  test("that is not there is said to be unknown", () => {
    expect(() => verify(join(state, "nowhere"))).toThrow(expect.objectContaining({ code: "RUN_UNKNOWN" }));
  });
});

describe("tampered files", () => {
  test.each(FILES)("H3A-13 any flipped byte of %s is named with both hashes", (name) => {
    const path = run.path(name);
    const content = readFileSync(path);
    for (let at = 0; at < content.length; at += 5) {
      flip(path, at);
      const changed = readFileSync(path);
      expect(verify().problems).toContainEqual(
        expect.objectContaining({
          code: "ARTIFACT_CHANGED",
          path: name,
          expected: sha256(content),
          actual: sha256(changed),
        }),
      );
      writeFileSync(path, content);
    }
    expect(codes()).toEqual([]);
  });

  test.each(FILES)("H3A-13 a missing %s is named with the hash it had", (name) => {
    const expected = sha256(readFileSync(run.path(name), "utf8"));
    rmSync(run.path(name));
    expect(verify().problems).toEqual([
      expect.objectContaining({ code: "ARTIFACT_MISSING", path: name, expected, actual: null }),
    ]);
  });

  test.each(["notes.txt", "state.json.tmp", "journal.jsonl.tmp", "artifacts/executor/T001/2/x.txt", ".hidden"])(
    "H3A-13 a file that was never recorded, %s, is named with its hash",
    (name) => {
      mkdirSync(dirname(run.path(name)), { recursive: true });
      writeFileSync(run.path(name), "new\n");
      expect(verify().problems).toEqual([
        expect.objectContaining({ code: "ARTIFACT_UNLISTED", path: name, expected: null, actual: sha256("new\n") }),
      ]);
    },
  );

  test("a link is a problem, whatever it leads to", () => {
    const outside = join(state, "same.json");
    cpSync(run.path("state.json"), outside);
    rmSync(run.path("state.json"));
    symlinkSync(outside, run.path("state.json"));
    symlinkSync(run.path("state"), run.path("more"));
    expect(verify().problems).toEqual([
      expect.objectContaining({ code: "ARTIFACT_CHANGED", path: "state.json", actual: "a symbolic link" }),
      expect.objectContaining({ code: "ARTIFACT_UNLISTED", path: "more", actual: "a symbolic link" }),
    ]);
  });

  test("a pipe is a problem and holds nobody up", () => {
    execFileSync("mkfifo", [run.path("pipe")]);
    expect(verify().problems).toEqual([
      expect.objectContaining({ code: "ARTIFACT_UNLISTED", path: "pipe", actual: "not a regular file" }),
    ]);
  });

  test("a journal that names files outside makes nobody look there", () => {
    run.append({ type: "evidence_recorded", path: "../../../../etc/hostname", sha256: sha256(""), bytes: 0 });
    run.publish();
    expect(codes()).toEqual(["ARTIFACT_MISSING ../../../../etc/hostname"]);
  });

  test("only an erasure excuses missing evidence, and only what was recorded before it", () => {
    const hash = sha256("1 test failed\n");
    rmSync(run.path(EVIDENCE));
    run.append({ type: "erased", sha256: hash, reason: "a secret" });
    run.publish();
    expect(codes()).toEqual([]);
    writeFileSync(run.path(EVIDENCE), "something else\n");
    expect(codes()).toEqual([`ARTIFACT_CHANGED ${EVIDENCE}`]);
    rmSync(run.path(EVIDENCE));
    run.append({ type: "evidence_recorded", path: EVIDENCE, sha256: hash, bytes: 14 });
    run.publish();
    expect(codes()).toEqual([`ARTIFACT_MISSING ${EVIDENCE}`]);
  });

  test("an event that names no proper hash is a broken journal, not a file without one", () => {
    run.append({ type: "published", renderer: "test/1", files: { "state.json": "0000" } });
    run.publishJournal();
    expect(verify().problems).toEqual([expect.objectContaining({ code: "JOURNAL_BROKEN", path: JOURNAL })]);
  });
});

describe("a tampered journal", () => {
  const NAMED = /^JOURNAL_(BROKEN|CUT) journal\.jsonl$/;

  test("any flipped byte of any line is named", () => {
    const content = readFileSync(run.path(JOURNAL));
    for (let at = 0; at < content.length; at += 17) {
      flip(run.path(JOURNAL), at);
      expect(codes()[0]).toMatch(NAMED);
      writeFileSync(run.path(JOURNAL), content);
    }
  });

  test.each([0, 1, 2, 3, 4])("line %i deleted, doubled, swapped or changed is named", (at) => {
    const all = lines();
    const other = all[(at + 1) % all.length] ?? "";
    for (const changed of [
      all.toSpliced(at, 1),
      all.toSpliced(at, 0, all[at] ?? ""),
      all.with(at, other).with((at + 1) % all.length, all[at] ?? ""),
      all.with(at, ""),
    ]) {
      rewrite(() => changed);
      expect(codes()[0]).toMatch(NAMED);
    }
    rewrite(() => all);
    expect(codes()).toEqual([]);
  });

  test("a tail cut anywhere is named without a mark: files bear witness", () => {
    const content = readFileSync(run.path(JOURNAL));
    for (let size = content.length - 1; size > 0; size -= 23) {
      truncateSync(run.path(JOURNAL), size);
      expect(codes()).not.toEqual([]);
      writeFileSync(run.path(JOURNAL), content);
    }
    for (let count = 1; count < lines().length; count += 1) {
      rewrite((all) => all.slice(0, count));
      expect(codes()).not.toEqual([]);
      writeFileSync(run.path(JOURNAL), content);
    }
    expect(codes()).toEqual([]);
  });

  test("a tail behind what README.md names is a cut journal", () => {
    rewrite((all) => all.slice(0, 4));
    expect(codes()).toContain(`JOURNAL_CUT ${JOURNAL}`);
  });

  test.each<[string, () => void]>([
    ["emptied", () => truncateSync(run.path(JOURNAL), 0)],
    ["deleted", () => rmSync(run.path(JOURNAL))],
  ])("a journal that was %s is cut", (_, damage) => {
    damage();
    expect(codes()).toEqual([`JOURNAL_CUT ${JOURNAL}`]);
    expect(verify().entries).toBe(0);
  });

  test("a journal that was made into a folder is broken", () => {
    rmSync(run.path(JOURNAL));
    mkdirSync(run.path(JOURNAL));
    expect(codes()[0]).toMatch(NAMED);
  });

  test("evidence recorded before the damage is still compared, later views are not blamed", () => {
    appendFileSync(run.path(JOURNAL), "{}\n");
    writeFileSync(run.path("state.json"), "changed");
    expect(codes()).toEqual([`JOURNAL_BROKEN ${JOURNAL}`]);
    rmSync(run.path(EVIDENCE));
    expect(codes()).toEqual([`JOURNAL_BROKEN ${JOURNAL}`, `ARTIFACT_MISSING ${EVIDENCE}`]);
  });
});

describe("an older copy of the whole run", () => {
  test("is cut where a mark knows better, and only a warning elsewhere", () => {
    const old = join(state, "old");
    cpSync(run.directory, old, { recursive: true });
    expect(verify(old)).toMatchObject({ problems: [], warnings: [{ code: "HEAD_UNKNOWN" }] });
    const head = run.publish();
    mark(head);
    expect(verify(old).problems).toEqual([
      expect.objectContaining({ code: "JOURNAL_CUT", expected: head.hash, actual: null }),
    ]);
  });

  test("of another history at the marked position is cut", () => {
    const { entries } = verify();
    mark({ position: entries, hash: "f".repeat(64) });
    expect(codes()).toEqual([`JOURNAL_CUT ${JOURNAL}`]);
    expect(existsSync(run.path(JOURNAL))).toBe(true);
  });
});
