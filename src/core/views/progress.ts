import { notesBlock, renderProgressFile } from "../progress/progress-file.ts";
import { renderInitialization, renderLogLine, type Session } from "../progress/render-progress.ts";
import type { LastTurn, ProgressLine, RunState } from "../run/state.ts";
import { ANY_AGENT } from "./agent-state.ts";
import { featureList } from "./feature-list.ts";
import { outlookOf } from "./outlook.ts";
import type { ViewFacts } from "./view-facts.ts";

/**
 * `claude-progress.txt` (Two-Agent Handoff): the initialization note, after the first turn the one SESSION block, and below
 * the line everything that was ever appended, in its order.
 */
export function renderProgress(state: RunState, { blob }: Pick<ViewFacts, "blob">): string {
  const note = renderInitialization({
    project: state.run.project,
    totalFeatures: featureList(state).total_features,
    nextAgent: ANY_AGENT,
    startWith: Object.keys(state.features)[0] ?? "-",
  });
  const appended = state.progress.map((line) => appendedText(line, blob));
  return renderProgressFile(note, state.last === null ? null : sessionOf(state, state.last), appended);
}

function appendedText(line: ProgressLine, blob: ViewFacts["blob"]): string {
  if (line.kind === "log") return renderLogLine(line.at, line.feature_id, line.passes);
  return notesBlock(blob(line.sha256) ?? "(notes erased)");
}

const STATE_FILES = ["feature_list.json", "claude-progress.txt", "agent_state.json"];

function sessionOf(state: RunState, last: LastTurn): Session {
  const list = featureList(state);
  const next = nextOf(state);
  return {
    time: last.at,
    currentFeature: last.feature_id,
    status: statusOf(last),
    lastAgent: last.agent,
    whatWasDone: whatWasDone(state, last),
    nextAgent: next.featureId === null ? "none" : (state.agent ?? ANY_AGENT),
    whatToDo: next.whatToDo,
    context: contextOf(state, list.completed, list.total_features),
    stateFilesUpdated: STATE_FILES,
    continueFrom: next.featureId ?? "-",
  };
}

function statusOf({ outcome, passing, total }: LastTurn): string {
  const counts = `(${passing}/${total} tests passing)`;
  switch (outcome) {
    case "proven":
      return `Proven ${counts}`;
    case "not_proven":
      return `In Progress ${counts}`;
    case "person_needed":
      return `Waiting for a person ${counts}`;
    case "lost":
      return "In Progress (the attempt was lost, it does not count)";
  }
}

function whatWasDone(state: RunState, { outcome, feature_id, notes }: LastTurn): string[] {
  const description = state.features[feature_id]?.description ?? feature_id;
  const lines = notes.split("\n").filter((line) => line.trim() !== "");
  return outcome === "proven" ? [`Proved: ${description}`] : [`Worked on: ${description}`, ...lines];
}

interface Next {
  readonly featureId: string | null;
  readonly whatToDo: readonly string[];
}

function nextOf(state: RunState): Next {
  if (state.status === "complete") return { featureId: null, whatToDo: ["Nothing: every feature is proven"] };
  if (state.status === "closed_partial") return { featureId: null, whatToDo: ["Nothing: the run was closed"] };
  const outlook = outlookOf(state);
  switch (outlook.kind) {
    case "task": {
      const { feature_id: id, goal } = outlook.task.plan;
      const feature = state.features[id];
      return { featureId: id, whatToDo: [`${id}: ${feature?.description ?? goal}`, ...(feature?.steps ?? [])] };
    }
    case "proven":
      return { featureId: null, whatToDo: ["Nothing: every feature is proven, the final commit is checked again"] };
    case "person":
      return {
        featureId: null,
        whatToDo: outlook.tasks.map(
          ({ plan, blocked }) => `A person is needed: ${plan.feature_id} (${blocked ?? "manual"})`,
        ),
      };
    case "stuck":
      return {
        featureId: null,
        whatToDo: ["Nothing can be worked on: what is left depends on what is not in the plan"],
      };
  }
}

function contextOf(state: RunState, completed: number, total: number): string[] {
  const { left, knownRed } = state;
  return [
    `${completed} of ${total} features are proven`,
    ...(knownRed.length === 0 ? [] : [`${knownRed.length} tests were red before the run began`]),
    ...(left === null ? [] : [`Proven commits wait on baton/${state.runId}: ${left.reason}`]),
  ];
}
