export { AgentState } from "./agent-state.ts";
export {
  AltitudeClassification,
  Evaluation,
  ExecutionResult,
  Plan,
  PlanStep,
  PlanValidation,
  TransitionResult,
  ValidationResult,
} from "./governor-altitude.ts";
export { GovernorConfig, HRMConfig } from "./governor-config.ts";
export {
  AltitudeLevel,
  BlastRadius,
  Complexity,
  ConflictLevel,
  GateType,
  OrchestrationMode,
  Stakes,
  Stance,
  Strategy,
} from "./governor-enums.ts";
export {
  AgentExecutionContext,
  AgentExecutionHandle,
  AgentExecutionStatus,
  Commitment,
  ExecutionStatus,
  GateDecision,
  StanceTransition,
} from "./governor-focus.ts";
export {
  AgentBundleProposal,
  CandidateAction,
  PrioritySignals,
  RoutingDecision,
  SelectedAction,
  StrategySelection,
} from "./governor-reasoning.ts";
export { HRMContext, PatternMatch, TurnInput } from "./governor.ts";
export { HandoffBundle } from "./bundle.ts";
export { InputClassification } from "./classification.ts";
export { Config, Environment, Limits, Policy } from "./config.ts";
export { Envelope, EnvelopeStatus, Evidence, PartialEnvelope, Violation } from "./envelope.ts";
export { RunEvent } from "./event.ts";
export { Feature, FeatureList } from "./feature-list.ts";
export { AssignmentPacket } from "./packet.ts";
export { ProofData, ProofFinding, ProofRun } from "./proof.ts";
export { ExecutorReport, PlannerReport, StateFile, ValidatorReport } from "./reports.ts";
export { RecoveryAction } from "./recovery.ts";
export { RunReport, SuiteRun, TestResult } from "./report.ts";
export { AssignmentResult } from "./result.ts";
export { SessionHandoff } from "./session-handoff.ts";
export { CurrentTask, GateKey, GateState, GateStatus, GateWord, Lifecycle, TaskPlan } from "./task.ts";
export { Unit } from "./unit.ts";
