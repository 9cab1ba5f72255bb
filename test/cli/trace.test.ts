import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { TraceEvent } from "../../src/schema/trace.ts";
import { MULTIPLY, spec, UNREVIEWED } from "../support/calc-project.ts";
import { openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

/** Crashes at first, then does nothing, then works. */
const THIRD =
  'at="$(dirname "$0")/n"; n=$(cat "$at" 2>/dev/null); echo "x$n" >"$at"; case "$n" in "") echo boom >&2; exit 3;; x) envelope;; *) honest; envelope;; esac';

test("HRM-21 a turn that crashed, and one that was refused, end as errors in the live trace, with their code", async () => {
  const base = { ...UNREVIEWED, "baton.config.json": configOf({ governor: { trace_enabled: true } }) };
  const scene = await openScene(THIRD, { text: spec(MULTIPLY), base });
  scenes.push(scene);
  expect((await scene.run()).json.data["completed"]).toBe(1);
  const file = readFileSync(join(scene.repository.directory, ".git", "baton", "trace.jsonl"), "utf8");
  const ended = file
    .trimEnd()
    .split("\n")
    .map((line) => TraceEvent.parse(JSON.parse(line)))
    .filter(({ status }) => status === "completed" || status === "error");
  const endsOf = (name: string) =>
    ended.filter(({ operation }) => operation === name).map(({ status, metadata }) => [status, metadata["error.type"]]);
  const built = ended.filter(({ operation, metadata }) => operation === "turn" && metadata["task_id"] === "T001");
  const turns = built.map(({ status, metadata }) => [metadata["attempt"], status, metadata["error.type"]]);
  expect(turns).toContainEqual([1, "error", "ATTEMPT_LOST"]);
  expect(turns).toContainEqual([2, "error", "TESTS_ABSENT"]);
  expect(turns.at(-1)).toEqual([3, "completed", undefined]);
  expect(endsOf("dispatch")).toEqual([
    ["error", "ATTEMPT_LOST"],
    ["completed", undefined],
    ["completed", undefined],
  ]);
  expect(endsOf("judge")).toEqual([
    ["error", "TESTS_ABSENT"],
    ["completed", undefined],
  ]);
});

/** The configuration of a project whose code nobody reviews, with more in it. */
const configOf = (more: object): string =>
  `${JSON.stringify({ ...(JSON.parse(UNREVIEWED["baton.config.json"] ?? "{}") as object), ...more })}\n`;
