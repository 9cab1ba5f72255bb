import type { ExecutorReport, PlannerReport, ValidatorReport } from "../../schema/reports.ts";
import type { RunState } from "../run/state.ts";

/** The three reports (H3A State Specification, Agent Report Files): they grow by one entry for each finished attempt. */
export const plannerReport = ({ runId, planner }: RunState): PlannerReport => ({
  run_id: runId,
  agent: "planner",
  reports: planner,
});

export const executorReport = ({ runId, executor }: RunState): ExecutorReport => ({
  run_id: runId,
  agent: "executor",
  tdd_cycles: executor,
});

export const validatorReport = ({ runId, validator }: RunState): ValidatorReport => ({
  run_id: runId,
  agent: "validator",
  verdicts: validator,
});
