import { appendFileSync } from "node:fs";
import { inTheWayOf } from "../../../src/core/run/locks.ts";
import type { RunState, TaskState } from "../../../src/core/run/state.ts";
import { openJournal } from "../../../src/engine/run/record/journal.ts";
import { BatonError } from "../../../src/errors.ts";
import type { RunEvent } from "../../../src/schema/event.ts";
import { openSqliteStore } from "../../../src/store/sqlite.ts";
import { createRandom } from "../random.ts";
import type { Operation } from "./history.ts";
import { eventOf, RUN } from "./run.ts";

/** One of the processes: works on what it can get, and writes down what it begins and what it hears. */
const [, , database = "", log = "", name = "", count = "0", seed = "0"] = process.argv;
const random = createRandom(Number(seed));
const store = openSqliteStore(database);
const journal = openJournal(store, RUN, name, { now: () => new Date() });

const nowMicros = (): number => Number(process.hrtime.bigint() / 1000n);
const note = (line: Partial<Operation>): void => appendFileSync(log, `${JSON.stringify(line)}\n`);

interface Choice {
  readonly kind: Operation["kind"];
  readonly task: TaskState;
}

/** What this process holds is remembered here and not looked up: whoever was stopped meanwhile acts on what it knew. */
const mine = new Map<string, number>();

function choose(state: RunState): Choice {
  const tasks = Object.values(state.tasks);
  const any = random.pick(tasks);
  const own = tasks.find(({ plan }) => mine.has(plan.task_id));
  if (own !== undefined && random.chance(0.6)) return { kind: "submit", task: own };
  const answered = tasks.filter(({ phase }) => phase === "answered");
  if (answered.length > 0 && random.chance(0.4)) return { kind: "judge", task: random.pick(answered) };
  const working = tasks.filter(({ phase }) => phase === "working");
  if (working.length > 0 && random.chance(0.15)) return { kind: "expire", task: random.pick(working) };
  const blocked = tasks.find((task) => task.blocked !== null && task.phase === "idle");
  if (blocked !== undefined) return { kind: "retry", task: blocked };
  // Also what is held by others, now and then: it must be refused.
  const free = tasks.filter((task) => task.phase === "idle" && inTheWayOf(state, task).length === 0);
  return { kind: "claim", task: free.length > 0 && random.chance(0.8) ? random.pick(free) : any };
}

for (let number = 0; number < Number(count); number += 1) {
  if (random.chance(0.7)) journal.sync();
  const { kind, task } = choose(journal.state);
  const { task_id: taskId } = task.plan;
  const marker = `${name}-${number}`;
  const attempt = kind === "submit" ? (mine.get(taskId) ?? task.attempt) : kind === "claim" ? null : task.attempt;
  const from = nowMicros();
  note({ marker, kind, from });
  try {
    let event: RunEvent | null = null;
    journal.append((state) => {
      event = eventOf(kind, taskId, attempt ?? (state.tasks[taskId]?.attempt ?? 0) + 1, marker);
      return [event];
    });
    const position = positionOf(marker);
    note({ marker, to: nowMicros(), position });
    if (kind === "claim" && event !== null) mine.set(taskId, (event as { attempt: number }).attempt);
  } catch (error) {
    if (!(error instanceof BatonError)) throw error;
    note({ marker, to: nowMicros(), refused: error.code });
  }
  if (kind === "submit") mine.delete(taskId);
}

/** Where the last append of this process stands: what others appended since was not folded when it was acknowledged. */
function positionOf(marker: string): number {
  for (let at = journal.head.position; at > 0; at -= 1) {
    const [entry] = store.read(RUN, at - 1);
    if (entry?.line.includes(`"${marker}"`) === true) return at;
    if (at < journal.head.position - 200) break;
  }
  return -1;
}
