#!/usr/bin/env node
// The scripted agent that was recorded. For each attempt it applies work/<feature>-<attempt>.patch, where there is one, and
// says that everything is done: also when it did nothing, when its test fails, and when it loosened an old test.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const packet = JSON.parse(readFileSync(0, "utf8"));
const list = (items) => items.map((item) => `\n- ${item}`).join("");
const envelope = ({ status, passed, output }) => `STATUS: ${status}
TASK_ID: ${packet.task_id}
TASK: ${packet.goal}
ASSIGNED_AGENT: ${packet.assigned_agent}
REPORTS_TO: orchestrator
INPUTS_USED:${list(["feature_list.json"])}
GATES_REQUIRED:${list(packet.gates_required)}
GATES_PASSED:${list(passed)}
EVIDENCE:
  screenshots: []
  a11y: []
  console: []
  reports: []
FAIL_REASONS: NONE
OUTPUT:
  ${output}
NEXT_ACTIONS:
1. orchestrator to go on with this task`;

// Asked to review what another process of it made, it reads the difference and finds nothing.
if (packet.review !== undefined) {
  const { given, gate } = packet.review;
  const lines = readFileSync(given[0].path, "utf8").split("\n").length;
  console.log(
    envelope({ status: packet.status, passed: [gate], output: `Read the ${lines} lines of the difference.` }),
  );
  process.exit(0);
}

const number = packet.feature.id.slice("feat_".length, "feat_000".length);
const patch = join(import.meta.dirname, "work", `${number}-${packet.attempt}.patch`);
if (existsSync(patch)) execFileSync("git", ["apply", patch]);

console.log(`Everything is implemented and all tests pass!

${envelope({ status: "READY_FOR_QA", passed: ["GATE-MSG-STRICT"], output: `${packet.goal}: written, tested, all tests pass.` })}`);
