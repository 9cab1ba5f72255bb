import type { RunState } from "../run/state.ts";
import { agentState } from "./agent-state.ts";
import { currentTask } from "./current-task.ts";
import { evidenceLog, renderEvidenceLog } from "./evidence-log.ts";
import { featureList } from "./feature-list.ts";
import { gatesLedger, renderGatesLedger } from "./gates-ledger.ts";
import { renderProgress } from "./progress.ts";
import { renderReadme } from "./readme.ts";
import { executorReport, plannerReport, validatorReport } from "./reports.ts";
import { renderRoadmap } from "./roadmap.ts";
import { sessionHandoff } from "./session-handoff.ts";
import { stateFile } from "./state-file.ts";
import { jsonText } from "./text.ts";
import type { ViewFacts } from "./view-facts.ts";

/** Every file of the run directory that is a view, by its path in it: reports first, then what cites them. */
export function renderRun(state: RunState, facts: ViewFacts): Map<string, string> {
  return new Map([
    ["planner_report.json", jsonText(plannerReport(state))],
    ["executor_report.json", jsonText(executorReport(state))],
    ["validator_report.json", jsonText(validatorReport(state))],
    ["state.json", jsonText(stateFile(state, facts))],
    ["state/ROADMAP.md", renderRoadmap(state)],
    ["state/CURRENT_TASK.json", jsonText(currentTask(state, facts))],
    ["state/GATES_LEDGER.md", renderGatesLedger(gatesLedger(state))],
    ["state/EVIDENCE_LOG.md", renderEvidenceLog(evidenceLog(state))],
    ["state/SESSION_HANDOFF.json", jsonText(sessionHandoff(state))],
    ["project/feature_list.json", jsonText(featureList(state))],
    ["project/claude-progress.txt", renderProgress(state, facts)],
    ["project/agent_state.json", jsonText(agentState(state))],
    ["README.md", renderReadme(state, facts)],
  ]);
}

/** The files of the project as the next commit has them: the same bytes as the live copies (decisions.md, Places). */
export function renderProjectFiles(state: RunState, blob: ViewFacts["blob"]): Map<string, string> {
  return new Map([
    ["feature_list.json", jsonText(featureList(state))],
    ["claude-progress.txt", renderProgress(state, { blob })],
    ["agent_state.json", jsonText(agentState(state))],
  ]);
}
