import { existsSync, readFileSync } from "node:fs";
import { spansOf } from "../../core/trace/spans.ts";
import { createTurnFold, type TurnRecord } from "../../core/trace/turns.ts";
import type { RunEvent } from "../../schema/event.ts";
import { ProofData } from "../../schema/proof.ts";
import { TraceEvent } from "../../schema/trace.ts";
import type { MemoryStores } from "../../store/bus/port.ts";
import { hasMemory, openMemory } from "../memory/open.ts";
import { outcomeId } from "../memory/run-memory.ts";
import { readText } from "../../store/blobs.ts";
import type { RunJournal } from "../run/record/journal.ts";
import type { Project } from "../run/project.ts";

/** Every turn of a run, oldest first. */
export function turnsOf({ store }: Pick<Project, "store">, { runId }: Pick<RunJournal, "runId">): TurnRecord[] {
  const fold = createTurnFold();
  for (const { position, entry } of store.read(runId, 0))
    fold.add({ position, at: entry.at, event: entry.event as unknown as RunEvent });
  return fold.turns;
}

/** The trace of each turn: journal, proofs, what was learned, and the spans of a trace file where one was written. */
export function tracesOf(project: Project, runId: string, turns: readonly TurnRecord[]): TraceEvent[][] {
  const { truth } = project;
  const memory = hasMemory(truth) ? openMemory(truth, { now: () => new Date() }) : null;
  try {
    return turns.map((turn) =>
      spansOf(turn, { runs: runsOf(project, turn), learned: memory === null ? null : learnedOf(memory, runId, turn) }),
    );
  } finally {
    memory?.close();
  }
}

function runsOf({ blobs }: Project, { proofBlob }: TurnRecord): ProofData["runs"] | null {
  const text = proofBlob === null ? null : readText(blobs, proofBlob);
  return text === null ? null : (ProofData.safeParse(JSON.parse(text)).data?.runs ?? null);
}

function learnedOf({ episodic, patterns }: MemoryStores, runId: string, { taskId, attempt }: TurnRecord) {
  const id = outcomeId(runId, taskId, attempt);
  const episode = episodic.get(id);
  if (episode === null) return null;
  const named = patterns.all().filter(({ evidence_ids: evidence }) => evidence.includes(id));
  return { at: episode.timestamp.replace("Z", ".000Z"), id, patterns: named.map((pattern) => pattern.id) };
}

/** What a live trace has of a turn, as spans with the time they began; empty where none was written. */
export const liveSpans = (path: string, { taskId, attempt }: TurnRecord): TraceEvent[] =>
  tracesIn(path, ({ metadata }) => metadata["task_id"] === taskId && metadata["attempt"] === attempt);

/** The same of the trace with this id, as `ask` names its own. */
export const liveTrace = (path: string, id: string): TraceEvent[] => tracesIn(path, ({ trace_id: own }) => own === id);

function tracesIn(path: string, isMeant: (root: TraceEvent) => boolean): TraceEvent[] {
  if (!existsSync(path)) return [];
  const events = readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => eventOf(line) ?? [])
    .filter(({ status }) => status !== "started")
    .map((event) => ({ ...event, timestamp: startOf(event) }));
  return events.filter((event) => event.parent_id === null && isMeant(event)).flatMap((root) => below(root, events));
}

const startOf = ({ timestamp, duration_ms: duration }: TraceEvent): string =>
  new Date(Date.parse(timestamp) - (duration ?? 0)).toISOString();

function below(root: TraceEvent, events: readonly TraceEvent[]): TraceEvent[] {
  const children = events.filter(({ parent_id: parent }) => parent === root.trace_id);
  const inOrder = children.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
  return [root, ...inOrder.flatMap((child) => below(child, events))];
}

/** A line that was cut by a kill is left out. */
function eventOf(line: string): TraceEvent | null {
  try {
    return TraceEvent.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
