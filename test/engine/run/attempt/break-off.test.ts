import { expect, test } from "vitest";
import type { Turn } from "../../../../src/engine/run/context.ts";
import { createJournal } from "../../../../src/engine/run/record/journal.ts";
import { advance } from "../../../../src/engine/run/loop.ts";
import { BUILT_IN } from "../../../../src/core/gate/registry.ts";
import { BatonError } from "../../../../src/errors.ts";
import { createMemoryStore } from "../../../../src/store/memory.ts";
import type { RunEvent } from "../../../../src/schema/event.ts";
import { added, answered, created, HASH, proven, resumed, RUN_ID, started } from "../../../support/events.ts";

/** Whoever looks at what an agent left meets this. */
async function after(events: readonly RunEvent[], thrown: unknown) {
  const clock = { now: () => new Date() };
  const journal = createJournal(createMemoryStore(), RUN_ID, [created(), added(1), added(2), resumed()], "test", clock);
  for (const event of events) journal.append(() => [event]);
  const told: unknown[] = [];
  const breaks = (): never => {
    throw thrown;
  };
  const turn = {
    journal,
    harness: "harness-2",
    project: Object.defineProperties(
      { blobs: { put: () => HASH }, truth: "/nonexistent" },
      { git: { get: breaks }, root: { get: breaks }, places: { get: breaks } },
    ),
    options: { ...clock, registry: BUILT_IN, onEvent: (event: unknown) => told.push(event) },
    memory: { catchUp: () => {} },
    publisher: { publish: () => {} },
    trace: { step: (_name: string, _own: unknown, work: () => unknown) => work() },
    redact: (text: string) => text.replace("hunter2", "[redacted]"),
  } as unknown as Turn;
  return { effect: await advance(turn, () => null), journal, told };
}

const lostIn = ({ journal }: Awaited<ReturnType<typeof after>>) => journal.state.tasks["T001"];

test.each<[string, RunEvent[]]>([
  ["judged", [started(1), answered(1)]],
  ["validated", proven(1).slice(0, 5)],
])(
  "FCX-08 a defect met while an answer is %s ends that attempt with its words, and the run goes on",
  async (_, events) => {
    const outcome = await after(events, new RangeError("too deep for hunter2"));
    expect(outcome.effect).toMatchObject({ kind: "dispatch", task: { plan: { task_id: "T001" } } });
    expect(lostIn(outcome)).toMatchObject({ phase: "idle", lost: 1 });
    expect(outcome.told).toContainEqual(
      expect.objectContaining({ kind: "lost", code: "INTERNAL", detail: "RangeError: too deep for [redacted]" }),
    );
    expect(outcome.journal.state.evidence.map(({ path }) => path)).toContain(
      "artifacts/executor/T001/1/internal_error.txt",
    );
  },
);

test.each(["DISK_FULL", "ATTEMPT_FENCED", "JOURNAL_BROKEN"] as const)(
  "%s ends the run, and no attempt",
  async (code) => {
    await expect(after([started(1), answered(1)], new BatonError(code, "no"))).rejects.toThrow(BatonError);
  },
);
