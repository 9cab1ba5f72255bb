import { hash } from "node:crypto";
import { join } from "node:path";
import { answerFormat } from "../src/core/envelope/answer-format.ts";
import { parseEnvelope } from "../src/core/envelope/parse-envelope.ts";
import { validateEnvelope } from "../src/core/envelope/validate-envelope.ts";
import { reconcile, type LedgerFacts } from "../src/core/ledger/reconcile.ts";
import { evolve } from "../src/core/run/fold/evolve.ts";
import type { RunState } from "../src/core/run/state.ts";
import { createJournal, openJournal, type RunJournal } from "../src/engine/run/record/journal.ts";
import { openProject } from "../src/engine/run/project.ts";
import { createPublisher } from "../src/engine/run/record/publish.ts";
import type { RunEvent } from "../src/schema/event.ts";
import type { JournalEvent } from "../src/schema/journal.ts";
import { openSqliteStore } from "../src/store/sqlite.ts";
import { attemptEvents, planEvents } from "./events.ts";
import { lockRow } from "./locks.ts";
import { createRepository, createState } from "./places.ts";
import { bestCpu, bestOfBoth, rowOf, type Row, type RowGroup } from "./row.ts";

const RUN = "20260131-090000-0d3c8f2e-6a14-4f0e-9a53-1f6a3f3f9f10";
const clock = { now: () => new Date() };
const ROUNDS = 7;

/** What a run costs as it grows: a step, a publishing, an opening; and what an answer costs. */
export const runRows: RowGroup = {
  step: stepRow,
  publish: publishRow,
  turn: turnRow,
  open: openRows,
  reconcile: reconcileRow,
  locks: lockRow,
  envelope: envelopeRow,
};

/** A run of so many tasks, each with one whole attempt until `events` entries are there. */
function grown(path: string, tasks: number, events: number): RunJournal {
  const store = openSqliteStore(path);
  const all: RunEvent[] = planEvents(tasks);
  for (let task = 1; task <= tasks && all.length < events; task += 1) all.push(...attemptEvents(task, 1));
  for (let number = 0; all.length < events; number += 1)
    all.push({ type: "note_added", task_id: "T001", text: hash("sha256", String(number)) });
  store.append(RUN, all.slice(0, events) as unknown as JournalEvent[], 0, { at: clock.now(), actor: "bench" });
  return openJournal(store, RUN, "bench", clock);
}

async function stepRow(): Promise<Row> {
  const folder = createState();
  const large = grown(join(folder, "large.db"), 9000, 100_000);
  const small = grown(join(folder, "small.db"), 90, 1000);
  const steps = (journal: RunJournal) => (): void => {
    for (let number = 0; number < 100; number += 1)
      journal.append(() => [
        { type: "budget_set", budget: { hours: number, attempts: null, tokens: null, cost: null } },
      ]);
  };
  const best = await bestOfBoth(ROUNDS, steps(large), steps(small));
  return rowOf({
    name: "100 steps (decide, append, fold) at 100,000 events, against at 1,000",
    unit: "ms",
    ...best,
    atMost: 1.1,
  });
}

/** Begins the next task of a run that has so many, all but the last done, and publishes it. */
function turnsOf(tasks: number, left: number) {
  const repository = createRepository();
  repository.commit("first", { "README.md": "# Bench\n" });
  const project = openProject(repository.directory, true);
  const attempts = Array.from({ length: tasks - left }, (_, at) => attemptEvents(at + 1, 1)).flat();
  const journal = createJournal(project.store, RUN, [...planEvents(tasks), ...attempts], "bench", clock);
  const publisher = createPublisher(project, journal, createState());
  publisher.publish();
  let next = tasks - left;
  return {
    begin(): void {
      next += 1;
      journal.append(() => attemptEvents(next, 1).slice(0, 1));
      publisher.publish();
    },
    /** A whole turn: each event decided and appended by itself, published when it begins and when it ends. */
    take(): void {
      next += 1;
      for (const [at, event] of attemptEvents(next, 1).entries()) {
        journal.append(() => [event]);
        if (at === 0) publisher.publish();
      }
      publisher.publish();
    },
  };
}

function publishRow(): Row {
  const [large, small] = [turnsOf(10_000, 20), turnsOf(100, 20)];
  large.begin();
  small.begin();
  const best = { value: bestCpu(8, () => large.begin()), baseline: bestCpu(8, () => small.begin()) };
  const name = "publish a turn at 10,000 tasks (processor time), against at 100";
  return rowOf({ name, unit: "ms", ...best, atMost: 1.5 });
}

function turnRow(): Row {
  const turns = turnsOf(100, 90);
  turns.take();
  const count = 10;
  const taken = bestCpu(8, () => {
    for (let turn = 0; turn < count; turn += 1) turns.take();
  });
  return rowOf({
    name: "processor time of the control plane for a turn, against the 10 ms allowed",
    unit: "ms",
    value: taken / count,
    baseline: 10,
    atMost: 1,
  });
}

async function openRows(): Promise<Row[]> {
  const path = join(createState(), "journal.db");
  grown(path, 9000, 100_000);
  const open = (): void => {
    const store = openSqliteStore(path);
    openJournal(store, RUN, "bench", clock);
    store.close();
  };
  const rebuilt = await bestOfBoth(3, open, () => {});
  const store = openSqliteStore(path);
  const journal = openJournal(store, RUN, "bench", clock);
  for (let number = 0; number < 500; number += 1)
    journal.append(() => [{ type: "budget_set", budget: { hours: number, attempts: null, tokens: null, cost: null } }]);
  store.close();
  const opened = await bestOfBoth(ROUNDS, open, () => {});
  return [
    rowOf({
      name: "rebuild a run of 100,000 events from nothing, against 300,000 a second",
      unit: "/s",
      value: 100_000_000 / rebuilt.value,
      baseline: 300_000,
      atLeast: 1,
    }),
    rowOf({
      name: "open a run of 100,000 events from its snapshot, against the 50 ms allowed",
      unit: "ms",
      value: opened.value,
      baseline: 50,
      atMost: 1,
    }),
  ];
}

/** Every task in a state of its own, with dependencies, results and evidence. */
function reconcileRow(): Row {
  const tasks = 100_000;
  let state: RunState | null = null;
  const fold = (event: RunEvent): void => {
    const at = "2026-01-31T09:00:00.000Z";
    state = evolve(state, { run_id: RUN, position: 1, at, actor: "bench", version: 1, previous_hash: "", event });
  };
  for (const event of planEvents(tasks)) fold(event);
  for (let task = 1; task <= tasks; task += 1)
    for (const event of attemptEvents(task, 1).slice(0, task % 9)) fold(event);
  const whole = state as RunState | null;
  if (whole === null) throw new Error("nothing was planned");
  const ids = Object.keys(whole.features);
  for (const [at, id] of ids.entries()) {
    const feature = whole.features[id];
    if (feature !== undefined && at > 0) feature.depends_on = [ids[at - 1] ?? "", ids[Math.floor(at / 2)] ?? ""];
  }
  const facts: LedgerFacts = {
    now: new Date("2026-01-31T09:01:00Z"),
    isAlive: () => true,
    beatOf: () => "2026-01-31T09:00:50Z",
    configured: { timeoutSeconds: 3600, heartbeatSeconds: 30 },
    damaged: [],
    unpublished: [],
  };
  return rowOf({
    name: "reconcile a ledger of 100,000 tasks (processor time), against the second allowed",
    unit: "ms",
    value: bestCpu(5, () => reconcile(whole, facts)),
    baseline: 1000,
    atMost: 1,
  });
}

function envelopeRow(): Row {
  const facts = {
    task_id: "T001",
    assigned_agent: "coder",
    role: "executor",
    status: "IN_PROGRESS",
    goal: "Multiply",
    gates_required: ["GATE-MSG-STRICT", "GATE-TESTS", "GATE-EVIDENCE"],
    inputs: [],
  } as const;
  const example =
    answerFormat({ ...facts, gates_required: [...facts.gates_required], inputs: [] }).split("Example:\n")[1] ?? "";
  const parsed = parseEnvelope(example);
  const count = 50_000;
  const started = performance.now();
  for (let number = 0; number < count; number += 1) validateEnvelope(parsed, null, null);
  const value = (count * 1000) / (performance.now() - started);
  return rowOf({
    name: "envelope validations, against 100,000 a second",
    unit: "/s",
    value,
    baseline: 100_000,
    atLeast: 1,
  });
}
