import { z } from "zod";
import { BatonError } from "../../errors.ts";
import { AgentState } from "../../schema/agent-state.ts";
import { Audit } from "../../schema/audit.ts";
import { HandoffBundle } from "../../schema/bundle.ts";
import { Config, Policy } from "../../schema/config.ts";
import { Envelope } from "../../schema/envelope.ts";
import { RunEvent } from "../../schema/event.ts";
import { FeatureList } from "../../schema/feature-list.ts";
import { AssignmentPacket } from "../../schema/packet.ts";
import { EpisodeEntry } from "../../schema/memory.ts";
import { LearnedPattern } from "../../schema/pattern.ts";
import { ProofData } from "../../schema/proof.ts";
import { ProgressLine } from "../../schema/progress-line.ts";
import { RecordingLine } from "../../schema/recording.ts";
import { ExecutorReport, PlannerReport, StateFile, ValidatorReport } from "../../schema/reports.ts";
import { AssignmentResult } from "../../schema/result.ts";
import { SessionHandoff } from "../../schema/session-handoff.ts";
import { CurrentTask } from "../../schema/task.ts";
import { TraceEvent } from "../../schema/trace.ts";
import { nearest } from "../../util/nearest.ts";
import { answered, type Answer } from "../output.ts";

export const SCHEMAS = {
  config: Config,
  policy: Policy,
  prove: ProofData,
  "feature-list": FeatureList,
  packet: AssignmentPacket,
  result: AssignmentResult,
  "handoff-bundle": HandoffBundle,
  recording: RecordingLine,
  envelope: Envelope,
  event: RunEvent,
  state: StateFile,
  "current-task": CurrentTask,
  "session-handoff": SessionHandoff,
  "planner-report": PlannerReport,
  "executor-report": ExecutorReport,
  "validator-report": ValidatorReport,
  "agent-state": AgentState,
  episode: EpisodeEntry,
  pattern: LearnedPattern,
  "trace-event": TraceEvent,
  "progress-line": ProgressLine,
  audit: Audit,
} as const;

/** `baton schema [NAME]`: JSON Schema, or the names there are. */
export function schemaCommand(name: string | undefined): Answer {
  const names = Object.keys(SCHEMAS);
  if (name === undefined) return answered({ schemas: names }, names);
  if (!isName(name)) {
    const meant = nearest(name, names);
    throw new BatonError("USAGE_INVALID", `no schema is called ${JSON.stringify(name)}`, {
      hint: `${meant === null ? "" : `Did you mean ${meant}? `}There are ${names.join(", ")}.`,
    });
  }
  const schema = jsonSchema(name);
  return answered(schema, JSON.stringify(schema, null, 2));
}

const isName = (name: string): name is keyof typeof SCHEMAS => Object.hasOwn(SCHEMAS, name);

/** What may be written: defaults may be left out. */
export const jsonSchema = (name: keyof typeof SCHEMAS): Record<string, unknown> =>
  z.toJSONSchema(SCHEMAS[name], { io: "input" });
