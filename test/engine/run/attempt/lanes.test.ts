import { expect, test } from "vitest";
import { chooseTask, type Choice } from "../../../../src/core/run/next/choose-task.ts";
import { openLanes } from "../../../../src/engine/run/attempt/lanes.ts";
import type { TaskState } from "../../../../src/core/run/state.ts";
import type { Turn } from "../../../../src/engine/run/context.ts";
import { createMemoryStore } from "../../../../src/store/memory.ts";
import { createJournal } from "../../../../src/engine/run/record/journal.ts";
import { added, created, RUN_ID } from "../../../support/events.ts";

test("an attempt that cannot begin is said when the next one is to begin, though there is room for it", async () => {
  const journal = createJournal(createMemoryStore(), RUN_ID, [created(), added(1)], "test", { now: () => new Date() });
  const disk = new Error("no folder can be made");
  const turn = {
    journal,
    options: { workers: 2 },
    trace: { step: (_name: string, _task: string | null, work: () => unknown) => work() },
    memory: {
      offer: () => {
        throw disk;
      },
    },
  } as unknown as Turn;
  const lanes = openLanes(turn, { name: "coder", specification: "command:coder", run: () => Promise.reject(disk) });
  const task = journal.state.tasks["T001"] as TaskState;
  const choice = { task, why: chooseTask(journal.state)?.why as Choice["why"] };
  lanes.start(choice);
  while (lanes.busy > 0) await Promise.resolve();
  expect(() => lanes.start(choice)).toThrow(disk);
  await lanes.close();
});
