export { AgentState } from "./agent-state.ts";
export { Config, Environment, Limits, Policy } from "./config.ts";
export { Envelope, EnvelopeStatus, Evidence, PartialEnvelope, Violation } from "./envelope.ts";
export { Feature, FeatureList } from "./feature-list.ts";
export { AssignmentPacket } from "./packet.ts";
export { ProofData, ProofFinding, ProofRun } from "./proof.ts";
export { RunReport, SuiteRun, TestResult } from "./report.ts";
export { Unit } from "./unit.ts";
