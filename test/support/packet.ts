import { AssignmentPacket } from "../../src/schema/packet.ts";

/** A packet as an agent gets it, for attempt, task, feature or a further key as a test needs them. */
export function packetText(changes: Partial<AssignmentPacket> = {}): string {
  const packet: AssignmentPacket = {
    schema_version: "1.0.0",
    run_id: "run",
    task_id: "T001",
    attempt: 1,
    role: "executor",
    assigned_agent: "worker",
    status: "IN_PROGRESS",
    goal: "Multiply",
    context: "",
    steps: [],
    files_allowed: ["**"],
    inputs: [],
    gates_required: ["GATE-MSG-STRICT"],
    evidence_expected: [],
    test_command: null,
    budget: { time_seconds: 60, turns: null, tokens: null, cost: null },
    deadline: "2026-01-01T00:00:00Z",
    timeout_seconds: 60,
    heartbeat_interval_seconds: 30,
    answer_format: "",
    feature: { id: "feat_001_multiply", description: "Multiply", steps: [] },
    ...changes,
  };
  return JSON.stringify(AssignmentPacket.parse(packet));
}
