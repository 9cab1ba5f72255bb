import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { promptOf } from "../../src/agents/profiles/prompt.ts";
import { runTeller } from "../../src/cli/render/run-progress.ts";
import type { Surroundings } from "../../src/cli/surroundings.ts";
import { AssignmentPacket } from "../../src/schema/packet.ts";
import type { Violation } from "../../src/schema/envelope.ts";
import { created, added, fold, taskId } from "../support/events.ts";
import { packetText } from "../support/packet.ts";

const VIOLATIONS: Violation[] = [
  { code: "ENVELOPE_REPORTS_TO", field: "REPORTS_TO", line: 5, message: "write another" },
  { code: "ENVELOPE_FIELD_MISSING", field: "OUTPUT", line: null, message: "add the field" },
];
const TOLD = [
  "ENVELOPE_REPORTS_TO: REPORTS_TO, line 5: write another",
  "ENVELOPE_FIELD_MISSING: OUTPUT: add the field",
];

test("ENV-01 the prompt of the next asking names every violation with its code, field and line", () => {
  const again = { turn: 1, violations: VIOLATIONS, diff_summary: "", form: "" };
  const prompt = promptOf(AssignmentPacket.parse(JSON.parse(packetText({ answer_only: again }))));
  expect(prompt).toContain(TOLD.map((line) => `- ${line}`).join("\n"));
});

test("ENV-01 whoever follows a run is told every violation, when the answer goes back and when it stayed wrong", () => {
  const folder = mkdtempSync(join(tmpdir(), "baton-told-"));
  const said: string[] = [];
  const progress = { say: (line: string) => said.push(line), show: () => {}, work: () => {} };
  try {
    const tell = runTeller(folder, { progress, redact: (text: string) => text } as unknown as Surroundings);
    const task = fold([created(), added(1)]).tasks[taskId(1)];
    if (task === undefined) throw new Error("no task");
    tell({ kind: "asked_again", task, asked: 1, violations: VIOLATIONS });
    tell({ kind: "answer", task, violations: VIOLATIONS });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  expect(said).toEqual([
    `  ! the answer goes back to the agent (1 of 2): ${TOLD[0] ?? ""}`,
    `    ${TOLD[1] ?? ""}`,
    `  ! no valid envelope (the tree is judged all the same): ${TOLD[0] ?? ""}`,
    `    ${TOLD[1] ?? ""}`,
  ]);
});
