import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Turn } from "../../../../src/engine/run/context.ts";
import { forgetUsage, noteUsage, usedBeside } from "../../../../src/engine/run/attempt/metered.ts";
import type { Usage } from "../../../../src/schema/usage.ts";
import { added, created, fold, resumed, RUN_ID, started } from "../../../support/events.ts";

const truth = mkdtempSync(join(tmpdir(), "baton-metered-"));
afterEach(() => rmSync(truth, { recursive: true, force: true }));

const used = (tokens: number): Usage => ({
  label: "metered",
  tokens,
  input_tokens: tokens,
  output_tokens: 0,
  requests: 1,
  cost: "0.1",
});

test("what the other attempts at work have used counts beside one's own, as long as they are at work", () => {
  const files = (n: number) => added(n, {}, { files: [`src/${n}.js`] });
  const state = fold([created(), files(1), files(2), files(3), resumed(), started(1), started(2)]);
  const turn = { project: { truth }, journal: { runId: RUN_ID, state } } as unknown as Turn;
  const [own, other] = [
    { task_id: "T001", attempt: 1 },
    { task_id: "T002", attempt: 1 },
  ];
  noteUsage(turn, own, used(100));
  noteUsage(turn, other, used(30));
  noteUsage(turn, { task_id: "T003", attempt: 1 }, used(7));
  expect(usedBeside(turn, own).map(({ tokens }) => tokens)).toEqual([30]);
  forgetUsage(turn, other);
  expect(usedBeside(turn, own)).toEqual([]);
});
