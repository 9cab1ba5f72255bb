import type { CarriedItem, CarriedStanding, CarriedTask } from "../../schema/carried.ts";
import type { EventOf, RunEvent } from "../../schema/event.ts";
import type { Continuation } from "../../schema/bundle.ts";
import { reviewEvidence } from "../run/people/review.ts";
import { HUMAN, type AttemptState, type RunState, type TaskState } from "../run/state.ts";

/** The state that decisions are made of, to go on with in a repository that has no journal of the run (FCX-02). */
export function carriedOf(state: RunState): Pick<Continuation, "run" | "budget" | "standing" | "items"> {
  return { run: state.run, budget: state.budget, standing: standingOf(state), items: itemsOf(state) };
}

function standingOf(state: RunState): CarriedStanding {
  const { status, pause, agent, turns, refused, spending, current, last, tip, landing, landed, left, verified } = state;
  return {
    created_at: state.createdAt,
    updated_at: state.updatedAt,
    started_at: state.startedAt,
    agent_specification: state.agentSpecification,
    driven_seconds: Math.floor(state.drivenSeconds),
    status,
    pause,
    agent,
    turns,
    refused,
    spending,
    current,
    last,
    tip,
    landing,
    landed,
    left,
    land_approved: state.landApproved,
    land_requested: state.landRequested,
    verified,
  };
}

function itemsOf(state: RunState): CarriedItem[] {
  const items: CarriedItem[] = [];
  for (const { coverage, ...rest } of Object.values(state.features))
    items.push({ kind: "feature", value: { ...rest, coverage: coverage === null ? null : String(coverage) } });
  for (const [feature_id, to] of Object.entries(state.away)) items.push({ kind: "away", value: { feature_id, to } });
  for (const task of Object.values(state.tasks)) items.push({ kind: "task", value: taskOf(task) });
  for (const value of state.knownRed) items.push({ kind: "known_red", value });
  for (const [test, feature_id] of Object.entries(state.provenTests))
    items.push({ kind: "proven_test", value: { test, feature_id } });
  for (const value of state.approvals) items.push({ kind: "approval", value });
  for (const value of state.waivers) items.push({ kind: "waiver", value });
  for (const [feature_id, asked] of Object.entries(state.asked))
    items.push({ kind: "asked", value: { feature_id, ...asked } });
  for (const [task_id, levels] of Object.entries(state.levels))
    items.push({ kind: "levels", value: { task_id, levels } });
  for (const [task_id, route] of Object.entries(state.routes))
    items.push({ kind: "route", value: { task_id, ...route } });
  for (const value of state.progress) items.push({ kind: "progress", value });
  return [...items, ...underWay(state)];
}

/** Builds side by side are said only where there are any: earlier versions know none. */
function taskOf({ createdAt, completedAt, begun, beside, ...rest }: TaskState): CarriedTask {
  const several = beside.length > 0 || begun !== rest.attempt ? { begun, beside: beside.map(attemptFields) } : {};
  return { ...attemptFields(rest), ...several, created_at: createdAt, completed_at: completedAt };
}

function attemptFields<T extends AttemptState>(own: T) {
  const { baseCommit, timeoutSeconds, heartbeatSeconds, ...rest } = own;
  return {
    ...rest,
    base_commit: baseCommit,
    timeout_seconds: timeoutSeconds,
    heartbeat_interval_seconds: heartbeatSeconds,
  };
}

const UNDER_WAY: ReadonlySet<TaskState["phase"]> = new Set(["implemented", "validating", "reviewing", "validated"]);

/** What the validation of a proven attempt looks at; an agent's claims are none of it. */
function underWay({ tasks, evidence, executor }: RunState): CarriedItem[] {
  const open = new Set(
    Object.values(tasks)
      .filter(({ phase, closed }) => closed === null && UNDER_WAY.has(phase))
      .map(({ plan }) => plan.task_id),
  );
  const cited = new Set([...open].flatMap((id) => reviewEvidence(tasks[id])));
  const kept = evidence.filter(
    ({ task_id: id, kind, path }) =>
      open.has(id) && (kind === "harness" || cited.has(path)) && path.startsWith("artifacts/"),
  );
  const cycles = [...open].flatMap((id) => executor.findLast(({ task_id: task }) => task === id) ?? []);
  return [
    ...kept.map((value): CarriedItem => ({ kind: "evidence", value })),
    ...cycles.map((value): CarriedItem => ({ kind: "cycle", value })),
  ];
}

/** What a person who reviews was given; nobody else goes on with a packet. */
const openPackets = ({ review }: CarriedTask): string[] =>
  (review?.gates ?? []).flatMap(({ state, harness, packet }) =>
    state === "working" && harness === HUMAN && packet !== null ? [packet] : [],
  );

/** Hashes of the texts without which the state cannot be gone on with as it was. */
export function textsOf(items: readonly CarriedItem[]): string[] {
  const hashes = items.flatMap((item) => {
    if (item.kind === "task") {
      const said = item.value.preludes.flatMap(({ said: one }) => one ?? []);
      return [...item.value.notes, ...said, ...openPackets(item.value)];
    }
    if (item.kind === "progress") return item.value.kind === "notes" ? [item.value.sha256] : [];
    return item.kind === "evidence" ? [item.value.sha256] : [];
  });
  return [...new Set(hashes)].sort();
}

/** An entry of the journal holds 64 KiB; what goes into one event stays well below. */
const EVENT_CHARACTERS = 12_000;

/** The first events of a run that goes on from a bundle: all of them are appended, or none. */
export function importEvents({ run, budget, standing, items }: Continuation, bundle: string): RunEvent[] {
  const events: RunEvent[] = [
    { type: "run_created", run },
    { type: "run_imported", bundle, standing },
    { type: "budget_set", budget },
  ];
  let chunk: EventOf<"state_carried"> = { type: "state_carried", items: [] };
  let length = 0;
  for (const item of items) {
    const size = JSON.stringify(item).length;
    if (chunk.items.length > 0 && length + size > EVENT_CHARACTERS) {
      events.push(chunk);
      chunk = { type: "state_carried", items: [] };
      length = 0;
    }
    chunk.items.push(item);
    length += size;
  }
  return chunk.items.length > 0 ? [...events, chunk] : events;
}
