import type { PlannerEntry, TddCycle, Verdict } from "../../schema/reports.ts";
import type { EvidenceEntry, RunState } from "../run/state.ts";
import { createJsonSealer, type SealedFile, type Sealing } from "./sealing.ts";

const sealPlanner = createJsonSealer<PlannerEntry>("planner_report", "reports");
const sealExecutor = createJsonSealer<TddCycle>("executor_report", "tdd_cycles");
const sealValidator = createJsonSealer<Verdict>("validator_report", "verdicts");

interface ReportLine {
  readonly role: EvidenceEntry["role"];
  readonly task_id: string;
  readonly description: string;
}

export interface Report {
  readonly path: string;
  readonly file: SealedFile;
  /** What the evidence log gets when the report has grown; null for an empty one. */
  readonly line: ReportLine | null;
}

/** The three reports (H3A State Specification, Agent Report Files): they grow by one entry for each finished attempt. */
export function reportFiles({ runId, planner, executor, validator }: RunState, sealing: Sealing): Report[] {
  const [plan, cycle, verdict] = [planner.at(-1), executor.at(-1), validator.at(-1)];
  const lineFor = (role: ReportLine["role"], taskId: string | undefined, description: string): ReportLine | null =>
    taskId === undefined ? null : { role, task_id: taskId, description };
  return [
    {
      path: "planner_report.json",
      file: sealPlanner({ run_id: runId, agent: "planner" }, planner, sealing),
      line: lineFor("planner", plan?.task_id, "Task decomposition report"),
    },
    {
      path: "executor_report.json",
      file: sealExecutor({ run_id: runId, agent: "executor" }, executor, sealing),
      line: lineFor("executor", cycle?.task_id, `TDD cycle ${cycle?.task_id}, ${cycle?.gate_status}`),
    },
    {
      path: "validator_report.json",
      file: sealValidator({ run_id: runId, agent: "validator" }, validator, sealing),
      line: lineFor("validator", verdict?.task_id, `Validation of ${verdict?.task_id}: ${verdict?.status}`),
    },
  ];
}
