import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { runTeller } from "../../src/cli/render/run-progress.ts";
import type { Surroundings } from "../../src/cli/surroundings.ts";
import type { RunState, TaskState } from "../../src/core/run/state.ts";
import type { RunProgress } from "../../src/engine/run/context.ts";

const task = (id: string): TaskState =>
  ({ plan: { task_id: id, feature_id: `feat_${id}`, goal: "x" }, attempt: 1, owner: "coder" }) as TaskState;

const at = (routes: object): RunState => ({ routes }) as RunState;

function listen() {
  const directory = mkdtempSync(join(tmpdir(), "baton-teller-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const lines: string[] = [];
  const progress = {
    say: (line: string) => void lines.push(...stripVTControlCharacters(line).split("\n")),
    show: () => {},
    work: () => {},
  };
  return { lines, tell: runTeller(directory, { progress, redact: (text: string) => text } as unknown as Surroundings) };
}

test("an attempt that only looks says so below its heading", () => {
  const { lines, tell } = listen();
  const routed = (is: string, attempt = 1) => at({ T001: { attempt, kind: { is } } });
  tell({ kind: "turn", task: task("T001"), state: routed("reviewer_first") });
  tell({ kind: "turn", task: task("T001"), state: routed("spike") });
  tell({ kind: "turn", task: task("T001"), state: routed("build") });
  tell({ kind: "turn", task: task("T001"), state: routed("spike", 2) });
  expect(lines.filter((line) => line.startsWith("  "))).toEqual([
    "  reviewer first: it only looks, for the next attempt",
    "  a spike: what it builds is thrown away, what it says goes to the next attempt",
  ]);
});

test("of several at work each line stands below a heading of its task", () => {
  const { lines, tell } = listen();
  const done = (taskId: string): RunProgress => ({
    kind: "check",
    taskId,
    progress: {
      step: "R2",
      detail: "green",
      result: { passed: 1, failed: 0, unloaded: 0, durationMs: 1, reused: false },
    },
  });
  tell({ kind: "turn", task: task("T001"), state: at({}) });
  tell({ kind: "committed", task: task("T001"), commit: "a".repeat(40) });
  tell({ kind: "turn", task: task("T002"), state: at({}) });
  tell({ kind: "turn", task: task("T003"), state: at({}) });
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
});
