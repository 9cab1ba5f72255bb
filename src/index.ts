export { prove } from "./engine/prove/prove.ts";
export type { ProveOptions, ProveProgress } from "./engine/prove/subject.ts";
export { checkBaseline, type BaselineReport, type CheckOptions } from "./engine/prove/recheck.ts";
export { BatonError, CODES, EXIT, type Code, type Finding } from "./errors.ts";
export type { Policy } from "./schema/config.ts";
export type { IsolationLevel, ProofData, ProofFinding, ProofRun, VerdictStatus } from "./schema/proof.ts";
export type { ProofLevel, Unit } from "./schema/unit.ts";
