import { deepStrictEqual, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { locksIn } from "../../../src/core/run/locks.ts";
import { nextEffect } from "../../../src/core/run/next/next-effect.ts";
import { createJournal, openJournal, type RunJournal } from "../../../src/engine/run/record/journal.ts";
import { BatonError } from "../../../src/errors.ts";
import type { RunEvent } from "../../../src/schema/event.ts";
import type { Beats } from "../../../src/store/beats.ts";
import { openBeats } from "../../../src/store/beats.ts";
import { createMemoryJournals, createMemoryStore } from "../../../src/store/memory.ts";
import {
  added,
  answered,
  committed,
  created,
  HASH,
  judged,
  lost,
  RUN_ID,
  started,
  taskId,
  validated,
  validating,
} from "../../support/events.ts";

const TASKS = 5;
/** Tasks 1 and 2 share a file, 3 may change everything of theirs, 4 and 5 meet nobody. */
const FILES = ["src/a.js", "src/a.js", "src/**", "docs/d.md", "test/e.js"];
const MEETS = (one: number, other: number): boolean =>
  one !== other && [one, other].every((task) => task <= 3) && (one === 3 || other === 3 || one + other === 3);
const LIMIT = 2;

type Phase = "idle" | "working" | "answered" | "implemented" | "validating" | "validated" | "committed";

interface ModelTask {
  phase: Phase;
  attempt: number;
  failures: number;
  escalated: boolean;
}

/** All that this proof believes of the product. */
export interface Model {
  readonly tasks: ModelTask[];
}

export interface Real {
  /** Two orchestrators' handles on one store; each sees the other's entries when it asks. */
  readonly journals: [RunJournal, RunJournal];
  readonly open: () => RunJournal;
  readonly clock: { ms: number };
  readonly beats: Beats;
  readonly onCommand: () => void;
}

export const createModel = (): Model => ({
  tasks: Array.from({ length: TASKS }, () => ({ phase: "idle", attempt: 0, failures: 0, escalated: false })),
});

const beats = openBeats(":memory:");

export function createReal(): Real {
  const store = createMemoryStore(createMemoryJournals());
  const clock = { ms: Date.parse("2026-01-31T09:00:00Z") };
  const now = (): Date => new Date(clock.ms);
  const plan = FILES.map((file, at) => added(at + 1, {}, { files: [file] }));
  createJournal(store, RUN_ID, [created(), ...plan], "test", { now });
  const open = (): RunJournal => openJournal(store, RUN_ID, "test", { now });
  return { journals: [open(), open()], open, clock, beats, onCommand: () => {} };
}

const HOLDING: ReadonlySet<Phase> = new Set(["working", "answered", "implemented", "validating", "validated"]);

/** One event that somebody tries for a task, and what the model says must come of it: null is yes, else the code. */
class Try implements fc.Command<Model, Real> {
  /** A number stands for one of the steps that fit; else most of what is tried would be refused. */
  readonly what: keyof typeof STEPS | number;
  readonly task: number;
  readonly by: 0 | 1;
  readonly stale: boolean;
  constructor(what: keyof typeof STEPS | number, task: number, by: 0 | 1, stale: boolean) {
    [this.what, this.task, this.by, this.stale] = [what, task, by, stale];
  }
  check = (): boolean => true;
  run(model: Model, real: Real): void {
    real.onCommand();
    const task = model.tasks[this.task - 1] as ModelTask;
    const fitting = names.filter((name) => STEPS[name].from === task.phase);
    const what = typeof this.what === "number" ? (fitting[this.what % fitting.length] ?? "claim") : this.what;
    const step = STEPS[what];
    const journal = real.journals[this.by];
    // Somebody who was away says the attempt it knew before.
    const isStale = this.stale && what !== "claim" && what !== "commit" && task.attempt > 1;
    const attempt = what === "claim" ? task.attempt + 1 : task.attempt - Number(isStale);
    const expected = isStale ? "ATTEMPT_FENCED" : refusalOf(model, this.task, step.from);
    let actual: string | null = null;
    try {
      journal.sync();
      journal.append(() => [step.event(this.task, attempt)]);
    } catch (error) {
      if (!(error instanceof BatonError)) throw error;
      actual = error.code;
    }
    strictEqual(actual, expected, this.toString());
    if (expected === null) step.after(task);
    compare(model, real);
  }
  toString = (): string => `${this.what} T${this.task} by ${this.by}${this.stale ? ", stale" : ""}`;
}

function refusalOf({ tasks }: Model, number: number, from: Phase): string | null {
  const task = tasks[number - 1] as ModelTask;
  const isClaim = from === "idle";
  if (task.phase !== from) return "TASK_TRANSITION_ILLEGAL";
  if (isClaim && tasks.some(({ phase }, at) => HOLDING.has(phase) && MEETS(number, at + 1))) return "LOCK_CONFLICT";
  return isClaim && task.escalated ? "TASK_TRANSITION_ILLEGAL" : null;
}

const fail = (task: ModelTask): void => {
  task.phase = "idle";
  task.failures += 1;
  task.escalated = task.failures >= LIMIT;
};

interface Step {
  readonly from: Phase;
  readonly event: (task: number, attempt: number) => RunEvent;
  readonly after: (task: ModelTask) => void;
}
const to =
  (phase: Phase) =>
  (task: ModelTask): void =>
    void (task.phase = phase);

const STEPS = {
  claim: {
    from: "idle",
    event: started,
    after(task) {
      task.phase = "working";
      task.attempt += 1;
    },
  },
  expire: { from: "working", event: lost, after: to("idle") },
  release: {
    from: "working",
    event: (task, attempt) => ({ ...lost(task, attempt), code: "ATTEMPT_LOST" }) as RunEvent,
    after: to("idle"),
  },
  submit: { from: "working", event: answered, after: to("answered") },
  pass: { from: "answered", event: (task, attempt) => judged(task, attempt, "passed"), after: to("implemented") },
  reject: { from: "answered", event: (task, attempt) => judged(task, attempt, "failed"), after: fail },
  validate: { from: "implemented", event: validating, after: to("validating") },
  gate: { from: "validating", event: (task, attempt) => validated(task, attempt, "passed"), after: to("validated") },
  fall: { from: "validating", event: (task, attempt) => validated(task, attempt, "failed"), after: fail },
  commit: { from: "validated", event: (task) => committed(task), after: to("committed") },
} as const satisfies Record<string, Step>;

/** What happens to an orchestrator, or beside the journal: nothing of it may change what the model knows. */
class Beside implements fc.Command<Model, Real> {
  readonly what: "crash" | "clock" | "heartbeat" | "publish" | "locks";
  readonly number: number;
  readonly by: 0 | 1;
  constructor(what: Beside["what"], number: number, by: 0 | 1) {
    [this.what, this.number, this.by] = [what, number, by];
  }
  check = (): boolean => true;
  run(model: Model, real: Real): void {
    real.onCommand();
    switch (this.what) {
      case "crash": {
        const journal = real.open();
        real.journals[this.by] = journal;
        // Whoever takes over gives up what the dead one had open, before anything is given out again.
        const effect = nextEffect(journal.state, {
          harness: "another",
          spent: null,
          overdue: () => null,
        });
        const isOpen = model.tasks.some(({ phase }) => phase === "working");
        if (isOpen && effect.kind === "dispatch") throw new Error("it dispatches while a dead harness holds a task");
        break;
      }
      case "clock":
        real.clock.ms += this.number * 3_600_000;
        break;
      case "heartbeat": {
        const at = new Date(real.clock.ms).toISOString();
        const beat = { task_id: taskId((Math.abs(this.number) % TASKS) + 1), attempt: 1, at, worked_at: at };
        real.beats.beat(RUN_ID, beat);
        strictEqual(real.beats.last(RUN_ID).find(({ task_id }) => task_id === beat.task_id)?.at, at);
        break;
      }
      case "publish":
        real.journals[this.by].append(() => [
          { type: "published", renderer: "model/1", files: { [`f${this.number}`]: HASH } },
        ]);
        break;
      case "locks": {
        real.journals[this.by].sync();
        const held = model.tasks.flatMap(({ phase }, at) => (HOLDING.has(phase) ? [taskId(at + 1)] : []));
        deepStrictEqual(
          locksIn(real.journals[this.by].state).map(({ task_id }) => task_id),
          held,
        );
      }
    }
    compare(model, real);
  }
  toString = (): string => `${this.what} ${this.number} by ${this.by}`;
}

/** Both orchestrators, and one that folds the whole journal anew, see what the model sees. */
function compare({ tasks }: Model, { journals, open }: Real): void {
  const fresh = open();
  const seen = fresh.state.tasks;
  for (const [at, { phase, attempt }] of tasks.entries()) {
    const task = seen[taskId(at + 1)];
    deepStrictEqual([task?.phase, task?.attempt], [phase, attempt], taskId(at + 1));
  }
  for (const journal of journals) {
    journal.sync();
    deepStrictEqual(journal.state, fresh.state);
  }
}

const task = fc.integer({ min: 1, max: TASKS });
const by = fc.constantFrom<0 | 1>(0, 1);
const names = Object.keys(STEPS) as (keyof typeof STEPS)[];

export const anyCommands = fc.commands(
  [
    ...names.map((what) =>
      fc.tuple(task, by, fc.boolean()).map(([number, who, stale]) => new Try(what, number, who, stale)),
    ),
    ...Array.from({ length: names.length }, () =>
      fc.tuple(fc.nat(7), task, by).map(([which, number, who]) => new Try(which, number, who, false)),
    ),
    ...(["crash", "clock", "heartbeat", "publish", "locks"] as const).map((what) =>
      fc.tuple(fc.integer({ min: -9, max: 9 }), by).map(([number, who]) => new Beside(what, number, who)),
    ),
  ],
  { maxCommands: 60, size: "max" },
);
