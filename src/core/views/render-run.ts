import type { EvidenceEntry, RunState } from "../run/state.ts";
import { agentState } from "./agent-state.ts";
import { currentTask } from "./current-task.ts";
import { evidenceLog, renderEvidenceLog } from "./evidence-log.ts";
import { featureListText } from "./feature-list.ts";
import { growingGatesLedger } from "./gates-ledger.ts";
import { growingJson, wholeText, type GrowingText } from "./growing.ts";
import { renderProgress } from "./progress.ts";
import { renderReadme } from "./readme.ts";
import { executorReport, plannerReport, validatorReport } from "./reports.ts";
import { renderRoadmap } from "./roadmap.ts";
import { sessionHandoff } from "./session-handoff.ts";
import { stateFile } from "./state-file.ts";
import { jsonText } from "./text.ts";
import type { ViewFacts } from "./view-facts.ts";

/** The growing reports, each with the line that the evidence log gets when it has grown. */
export function renderReports(state: RunState): { path: string; text: GrowingText; line: ReportLine | null }[] {
  const [plan, cycle, verdict] = [state.planner.at(-1), state.executor.at(-1), state.validator.at(-1)];
  return [
    {
      path: "planner_report.json",
      text: growingJson(plannerReport(state), "reports"),
      line: plan === undefined ? null : lineFor("planner", plan.task_id, "Task decomposition report"),
    },
    {
      path: "executor_report.json",
      text: growingJson(executorReport(state), "tdd_cycles"),
      line:
        cycle === undefined
          ? null
          : lineFor("executor", cycle.task_id, `TDD cycle ${cycle.task_id}, ${cycle.gate_status}`),
    },
    {
      path: "validator_report.json",
      text: growingJson(validatorReport(state), "verdicts"),
      line:
        verdict === undefined
          ? null
          : lineFor("validator", verdict.task_id, `Validation of ${verdict.task_id}: ${verdict.status}`),
    },
  ];
}

interface ReportLine {
  readonly role: EvidenceEntry["role"];
  readonly task_id: string;
  readonly description: string;
}

const lineFor = (role: ReportLine["role"], taskId: string, description: string): ReportLine => ({
  role,
  task_id: taskId,
  description,
});

/** Every file of the run directory that is a view, by its path in it: reports first, then what cites them. */
export function renderRun(state: RunState, facts: ViewFacts): Map<string, string> {
  return new Map([...viewsOf(state, facts)].map(([path, text]) => [path, wholeText(text)]));
}

/** The same, where files that only grow are not yet put together. */
export function viewsOf(state: RunState, facts: ViewFacts): Map<string, string | GrowingText> {
  return new Map<string, string | GrowingText>([
    ...renderReports(state).map(({ path, text }): [string, GrowingText] => [path, text]),
    ["state.json", growingJson(stateFile(state, facts), "steps")],
    ["state/ROADMAP.md", renderRoadmap(state)],
    ["state/CURRENT_TASK.json", jsonText(currentTask(state, facts))],
    ["state/GATES_LEDGER.md", growingGatesLedger(state)],
    ["state/EVIDENCE_LOG.md", renderEvidenceLog(evidenceLog(state))],
    ["state/SESSION_HANDOFF.json", growingJson(sessionHandoff(state), "history")],
    ["project/feature_list.json", featureListText(state)],
    ["project/claude-progress.txt", renderProgress(state, facts)],
    ["project/agent_state.json", jsonText(agentState(state))],
    ["README.md", renderReadme(state, facts)],
  ]);
}

/** The files of the project as the next commit has them: the same bytes as the live copies (decisions.md, Places). */
export function renderProjectFiles(state: RunState, blob: ViewFacts["blob"]): Map<string, string> {
  return new Map([
    ["feature_list.json", featureListText(state)],
    ["claude-progress.txt", renderProgress(state, { blob })],
    ["agent_state.json", jsonText(agentState(state))],
  ]);
}
