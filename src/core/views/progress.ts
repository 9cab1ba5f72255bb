import { notesBlock, renderProgressHead } from "../progress/progress-file.ts";
import { renderInitialization, renderLogLine, type Session } from "../progress/render-progress.ts";
import { wordFor } from "../run/notes.ts";
import { perFeaturePage } from "../run/pages.ts";
import { remembered } from "../run/remembered.ts";
import type { LastTurn, ProgressLine, RunState } from "../run/state.ts";
import { ANY_AGENT } from "./agent-state.ts";
import { featureCounts } from "./feature-list.ts";
import { createPieces, piece, wholeText, type FileText, type Piece } from "./growing.ts";
import { outlookOf } from "./outlook.ts";
import type { ViewFacts } from "./view-facts.ts";

/**
 * `claude-progress.txt` (Two-Agent Handoff): the initialization note, after the first turn the one SESSION block, and below
 * the line everything that was ever appended, in its order.
 */
export function progressFile(state: RunState, { blob }: Pick<ViewFacts, "blob">): FileText {
  const note = renderInitialization({
    project: state.run.project,
    totalFeatures: featureCounts(state).total_features,
    nextAgent: ANY_AGENT,
    startWith: firstPages(state)[0] ?? "-",
  });
  const head = renderProgressHead(note, state.last === null ? null : sessionOf(state, state.last));
  return [piece(head), ...appendedPieces(state, blob), piece("\n")];
}

export const renderProgress = (state: RunState, facts: Pick<ViewFacts, "blob">): string =>
  wholeText(progressFile(state, facts));

const keptOf = remembered((_progress: readonly ProgressLine[]) => ({
  count: 0,
  pieces: createPieces({ first: "\n\n", between: "\n\n" }),
}));

/** What is kept ends before the first notes whose text is not at hand: it may come, and must not be taken for erased. */
function appendedPieces(state: RunState, blob: ViewFacts["blob"]): Piece[] {
  const { progress } = state;
  const kept = keptOf(progress);
  const later: Piece[] = [];
  for (const line of progress.slice(kept.count)) {
    const isLacking = line.kind === "notes" && blob(line.sha256) === null;
    const text = appendedText(state, line, blob).trimEnd();
    if (isLacking || later.length > 0) later.push(piece(text === "" ? "" : `\n\n${text}`));
    else {
      kept.count += 1;
      if (text !== "") kept.pieces.add(text);
    }
  }
  return [...kept.pieces.all(), ...later];
}

const firstPages = perFeaturePage(([first]) => first?.id);

function appendedText(state: RunState, line: ProgressLine, blob: ViewFacts["blob"]): string {
  if (line.kind === "log") return renderLogLine(line.at, line.feature_id, line.passes);
  return notesBlock(blob(line.sha256) ?? `(notes ${wordFor(state, line.sha256)})`);
}

const STATE_FILES = ["feature_list.json", "claude-progress.txt", "agent_state.json"];

function sessionOf(state: RunState, last: LastTurn): Session {
  const counts = featureCounts(state);
  const next = nextOf(state);
  return {
    time: last.at,
    currentFeature: last.feature_id,
    status: statusOf(last),
    lastAgent: last.agent,
    whatWasDone: whatWasDone(state, last),
    nextAgent: next.featureId === null ? "none" : (state.agent ?? ANY_AGENT),
    whatToDo: next.whatToDo,
    context: contextOf(state, counts.completed, counts.total_features),
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
      return "In Progress (the attempt was lost: no failure of its task)";
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
