import { recordAttempt } from "../../core/feature/attempt.ts";
import { nextStep } from "../../core/feature/next-feature.ts";
import { appendLog, appendNotes, writeSession } from "../../core/progress/progress-file.ts";
import type { ProjectState } from "../../runs/project-files.ts";
import type { Feature } from "../../schema/feature-list.ts";
import type { TurnResult } from "./turn.ts";

const STATE_FILES = ["feature_list.json", "claude-progress.txt", "agent_state.json"];

/** The state when a turn starts: the session block names the feature and who works on it. */
export function openTurn(project: ProjectState, feature: Feature, agent: string, at: string): ProjectState {
  const { state } = project;
  return {
    ...project,
    state: {
      ...state,
      status: "running",
      iteration: state.iteration + 1,
      current_feature: feature.id,
      current_task: feature.id,
      next_agent: agent,
      updated_at: at,
    },
  };
}

/** The state after a turn was judged: the feature's result, the PASS or FAIL line, and what the next agent must know. */
export function closeTurn(
  project: ProjectState,
  feature: Feature,
  result: TurnResult,
  agent: string,
  at: string,
): ProjectState {
  const passes = result.outcome === "proven";
  const selected = result.proof?.runs.R2?.sets["selected"] ?? [];
  const passing =
    result.proof === null ? null : passes ? selected.length : Math.min(selected.length, result.proof.red.length);
  const list = recordAttempt(project.list, feature.id, {
    at,
    passes,
    testsPassing: passing,
    testsTotal: result.proof === null ? null : selected.length,
    coverage: null,
    tool: result.proof?.units[0]?.runner ?? null,
    notes: passes ? "" : notesOf(result),
    counts: result.outcome === "not_proven" || result.outcome === "tampered",
  });
  const logged = appendLog(appendNotes(project.progress, result.notes), { time: at, featureId: feature.id, passes });
  const step = nextStep(list);
  const next = step.kind === "feature" ? step.feature : null;
  const progress = writeSession(logged, {
    time: at,
    currentFeature: feature.id,
    status: passes
      ? `Proven (${selected.length}/${selected.length} tests passing)`
      : `In Progress (${result.outcome.replace("_", " ")})`,
    lastAgent: agent,
    whatWasDone: passes ? [`Proved and committed: ${feature.description}`] : [notesOf(result)],
    nextAgent: next === null ? "none" : agent,
    whatToDo:
      next === null
        ? [step.kind === "complete" ? "Nothing: every feature is proven" : "A person is needed"]
        : [`${next.id}: ${next.description}`, ...next.steps],
    context: [`${list.completed} of ${list.total_features} features are proven`],
    stateFilesUpdated: STATE_FILES,
    continueFrom: next?.id ?? "-",
  });
  const state = { ...project.state, last_agent: agent, next_agent: next === null ? null : agent, updated_at: at };
  return { list, progress, state };
}

/** What went wrong, for the next agent: findings first, then what the answer lacked. */
function notesOf({ findings, answer, detail }: TurnResult): string {
  const wrong = findings.filter(({ severity }) => severity === "error" || severity === "person");
  const lines = wrong.map(
    ({ code, message, ids = [] }) => `${code}: ${message}${ids.length > 0 ? ` [${ids.slice(0, 5).join("; ")}]` : ""}`,
  );
  const absent = answer !== null && Object.keys(answer.envelope).length === 0;
  const violations = absent
    ? ["ENVELOPE_FIELD_MISSING: the answer holds no envelope; answer_format in the packet shows one"]
    : (answer?.violations ?? []).map(({ code, message }) => `${code}: ${message}`);
  return [...(detail === "" ? [] : [detail]), ...lines, ...violations].join("\n");
}
