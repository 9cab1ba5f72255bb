import type { AgentState } from "../../schema/agent-state.ts";
import { isFinished, type RunState } from "../run/state.ts";
import { outlookOf, type Outlook } from "./outlook.ts";

/** Who is named before a run was ever started with an agent (Two-Agent Handoff, initial handoff). */
export const ANY_AGENT = "coding_agent";

/** `agent_state.json`. `iteration` is the number of attempts that ever began. */
export function agentState(state: RunState): AgentState {
  const outlook = outlookOf(state);
  const task = state.current === null ? undefined : state.tasks[state.current];
  return {
    schema_version: "1.0.0",
    run_id: state.runId,
    status: state.status === "running" ? RUNNING[outlook.kind] : state.status,
    iteration: state.turns,
    current_feature: task?.plan.feature_id ?? null,
    current_task: task?.plan.task_id ?? null,
    last_agent: state.last?.agent ?? null,
    next_agent: outlook.kind === "task" && !isFinished(state) ? (state.agent ?? ANY_AGENT) : null,
    updated_at: state.updatedAt,
  };
}

const RUNNING: Readonly<Record<Outlook["kind"], AgentState["status"]>> = {
  task: "running",
  proven: "running",
  person: "waiting",
  stuck: "incomplete",
};
