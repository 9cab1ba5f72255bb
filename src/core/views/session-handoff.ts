import type { HandoffEntry, SessionHandoff } from "../../schema/session-handoff.ts";
import type { RunState } from "../run/state.ts";
import { shownTask } from "./current-task.ts";
import { routeWords } from "./route-words.ts";
import { createJsonSealer, type SealedFile, type Sealing } from "./sealing.ts";

/** `state/SESSION_HANDOFF.json` (H3A State Specification, §5): who hands over to whom, and what the receiver needs. */
export function sessionHandoff(state: RunState): SessionHandoff {
  const last = state.handoffs.at(-1);
  if (last === undefined || state.payload === null) return firstHandoff(state);
  return {
    run_id: state.runId,
    current_agent: last.from,
    next_agent: last.to,
    handoff_time: last.time,
    gate_status: last.gate,
    payload: {
      ...state.payload,
      context: contextOf(state, state.payload),
      files_to_review: [...state.payload.files_to_review],
    },
    history: state.handoffs,
  };
}

/** With how the attempt was routed; journals of earlier versions say nothing of it. */
function contextOf({ routes }: RunState, { task_id: id, context }: NonNullable<RunState["payload"]>): string {
  const route = routes[id];
  return route?.arms === undefined ? context : `${context}. Attempt ${route.attempt} ${routeWords(route)}`;
}

const NO_HISTORY: HandoffEntry[] = [];

/** Before the first attempt the planner's work waits for an executor; without a task, the brief waits for a planner. */
function firstHandoff(state: RunState): SessionHandoff {
  const task = shownTask(state);
  const id = task?.plan.task_id ?? "T000";
  return {
    run_id: state.runId,
    current_agent: task === null ? "system" : "planner",
    next_agent: task === null ? "planner" : "executor",
    handoff_time: task?.createdAt ?? state.createdAt,
    gate_status: task?.gate ?? "G0_in_progress",
    payload: {
      task_id: id,
      context: task === null ? "A brief, not planned yet" : `Task ${id} ready for implementation`,
      files_to_review: ["state/ROADMAP.md", "state/CURRENT_TASK.json", "planner_report.json"],
      action_required:
        task === null
          ? "Planner must decompose the brief into tasks"
          : "Executor must write a test that fails without the change, then the change, within the files allowed",
    },
    history: NO_HISTORY,
  };
}

const seal = createJsonSealer<HandoffEntry>("SESSION_HANDOFF", "history");

/** The same as text, where older entries of its history may be cut off. */
export function sessionHandoffFile(state: RunState, sealing: Sealing): SealedFile {
  const { history, ...document } = sessionHandoff(state);
  return seal(document, history, sealing);
}
