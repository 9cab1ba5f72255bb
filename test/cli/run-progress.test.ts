import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { runTeller } from "../../src/cli/render/run-progress.ts";
import type { Surroundings } from "../../src/cli/surroundings.ts";
import type { TaskState } from "../../src/core/run/state.ts";
import type { RunProgress } from "../../src/engine/run/context.ts";

const task = (id: string): TaskState =>
  ({ plan: { task_id: id, feature_id: `feat_${id}`, goal: "x" }, attempt: 1, owner: "coder" }) as TaskState;

test("of several at work each line stands below a heading of its task", () => {
  const directory = mkdtempSync(join(tmpdir(), "baton-teller-"));
  const lines: string[] = [];
  const progress = {
    say: (line: string) => void lines.push(...stripVTControlCharacters(line).split("\n")),
    show: () => {},
    work: () => {},
  };
  const tell = runTeller(directory, { progress, redact: (text: string) => text } as unknown as Surroundings);
  const done = (taskId: string): RunProgress => ({
    kind: "check",
    taskId,
    progress: { step: "R2", detail: "green", result: { passed: 1, failed: 0, durationMs: 1, reused: false } },
  });
  tell({ kind: "turn", task: task("T001"), state: {} as never });
  tell({ kind: "committed", task: task("T001"), commit: "a".repeat(40) });
  tell({ kind: "turn", task: task("T002"), state: {} as never });
  tell({ kind: "turn", task: task("T003"), state: {} as never });
  tell({ kind: "committed", task: task("T002"), commit: "b".repeat(40) });
  tell({ kind: "lost", task: task("T002"), code: "ATTEMPT_LOST", detail: "gone" });
  tell(done("T003"));
  expect(lines.filter((line) => line !== "")).toEqual([
    "▸ T001 feat_T001, attempt 1, coder: x",
    "  ✓ committed aaaaaaa",
    "▸ T002 feat_T002, attempt 1, coder: x",
    "▸ T003 feat_T003, attempt 1, coder: x",
    "▸ T002 …",
    "  ✓ committed bbbbbbb",
    "  ✗ lost: no failure of the task, but one of the run's attempts: ATTEMPT_LOST gone",
    "▸ T003 …",
  ]);
  rmSync(directory, { recursive: true });
});
