import { expect, test } from "vitest";
import { answerFormat } from "../../../src/core/envelope/answer-format.ts";
import { citedPaths } from "../../../src/core/envelope/evidence.ts";
import type { EnvelopeFacts } from "../../../src/core/envelope/evidence.ts";
import type { EnvelopeAssignment } from "../../../src/core/envelope/judged.ts";
import { parseEnvelope } from "../../../src/core/envelope/parse-envelope.ts";
import { renderEnvelope } from "../../../src/core/envelope/render-envelope.ts";
import { validateEnvelope } from "../../../src/core/envelope/validate-envelope.ts";
import { EnvelopeStatus } from "../../../src/schema/envelope.ts";
import type { Envelope, Evidence } from "../../../src/schema/envelope.ts";
import { READY } from "./arbitrary.ts";

const ASSIGNED: EnvelopeAssignment = {
  taskId: "task_001",
  assignedAgent: "coder",
  role: "executor",
  status: "IN_PROGRESS",
  gatesRequired: ["GATE-MSG-STRICT", "GATE-TESTS", "GATE-EVIDENCE"],
  gatesPassed: [],
};
const FACTS: EnvelopeFacts = { evidence: { "artifacts/log.txt": "file" }, inputs: new Set(["src/sum.ts"]) };
const NO_EVIDENCE: Evidence = READY.EVIDENCE;

function judge(
  change: Partial<Envelope>,
  assignment: EnvelopeAssignment | null = ASSIGNED,
  facts: EnvelopeFacts | null = FACTS,
) {
  const found = validateEnvelope(parseEnvelope(renderEnvelope({ ...READY, ...change })), assignment, facts);
  return found.map(({ code, field, line }) => `${code.slice(9)} ${field} ${line}`);
}

function statusCodes(status: EnvelopeStatus, agent: string, assignment: Partial<EnvelopeAssignment> | null): string[] {
  const reasons = status === "BLOCKED" ? ["GATE-TESTS: stuck"] : [];
  const given = assignment === null ? null : { ...ASSIGNED, assignedAgent: agent, ...assignment };
  const gates = { GATES_REQUIRED: ["GATE-MSG-STRICT"], GATES_PASSED: ["GATE-MSG-STRICT"] };
  const change = { STATUS: status, ASSIGNED_AGENT: agent, FAIL_REASONS: reasons, ...gates };
  const codes = judge(change, given === null ? null : { ...given, gatesRequired: ["GATE-MSG-STRICT"] });
  return codes.map((code) => code.split(" ")[0] ?? "");
}

test("a build agent's honest answer is valid with and without its assignment", () => {
  expect(judge({})).toEqual([]);
  expect(judge({}, null, null)).toEqual([]);
  expect(judge({ STATUS: "BLOCKED", FAIL_REASONS: ["GATE-TESTS: no database here"] })).toEqual([]);
});

test("without an assignment each role may set what the document's table gives it, and repeat what it finds", () => {
  const allowed = (agent: string) =>
    EnvelopeStatus.options.filter((status) => statusCodes(status, agent, null).length === 0);
  expect(allowed("frontend-implementer")).toEqual(["BLOCKED", "IN_PROGRESS", "READY_FOR_QA"]);
  expect(allowed("claude")).toEqual(["BLOCKED", "IN_PROGRESS", "READY_FOR_QA"]);
  expect(allowed("web-design-lead")).toEqual(["BLOCKED", "IN_PROGRESS"]);
  expect(allowed("visual-qa")).toEqual(["BLOCKED", "QA_IN_PROGRESS"]);
  expect(allowed("a11y-auditor")).toEqual(["BLOCKED", "QA_IN_PROGRESS"]);
  expect(allowed("code-reviewer")).toEqual(["BLOCKED", "READY_FOR_REVIEW"]);
  expect(allowed("human")).toEqual(["BLOCKED"]);
  expect(allowed("orchestrator")).toEqual(["BLOCKED", "IN_PROGRESS", "QA_IN_PROGRESS", "READY_FOR_REVIEW", "APPROVED"]);
});

test("ENV-03 ENV-09 with an assignment a status is an echo, an allowed change of its owner, or refused", () => {
  expect(statusCodes("IN_PROGRESS", "coder", {})).toEqual([]);
  expect(statusCodes("READY_FOR_QA", "coder", {})).toEqual([]);
  expect(statusCodes("QA_IN_PROGRESS", "visual-qa", { role: "validator", status: "QA_IN_PROGRESS" })).toEqual([]);
  expect(statusCodes("QA_IN_PROGRESS", "coder", {})).toEqual(["STATUS_NOT_OWNED", "TRANSITION_FORBIDDEN"]);
  expect(statusCodes("IN_PROGRESS", "coder", { status: "BLOCKED" })).toEqual(["TRANSITION_FORBIDDEN"]);
  expect(statusCodes("IN_PROGRESS", "orchestrator", { role: "orchestrator", status: "BLOCKED" })).toEqual([]);
  expect(statusCodes("BLOCKED", "orchestrator", { role: "orchestrator", status: "APPROVED" })).toEqual([
    "TRANSITION_FORBIDDEN",
  ]);
});

test.each([
  ["READY_FOR_QA", "APPROVED", "orchestrator"],
  ["READY_FOR_QA", "READY_FOR_REVIEW", "orchestrator"],
  ["IN_PROGRESS", "APPROVED", "orchestrator"],
] as const)("ENV-09 %s to %s is forbidden even for the %s", (status, next, role) => {
  expect(statusCodes(next, role, { role, status })).toEqual(["TRANSITION_FORBIDDEN"]);
});

test.each(["executor", "validator", "planner", "human"] as const)("%s cannot approve, not even as an echo", (role) => {
  expect(statusCodes("APPROVED", "x", { role, status: "READY_FOR_REVIEW" })).toContain("STATUS_NOT_OWNED");
  expect(statusCodes("APPROVED", "x", { role, status: "APPROVED" })).toContain("STATUS_NOT_OWNED");
});

test.each<[string, Partial<Envelope>, string[]]>([
  ["another supervisor", { REPORTS_TO: "boss" }, ["REPORTS_TO REPORTS_TO 5"]],
  ["another agent", { ASSIGNED_AGENT: "visual-qa" }, ["AGENT_MISMATCH ASSIGNED_AGENT 4"]],
  ["another task", { TASK_ID: "task_002" }, ["TASK_MISMATCH TASK_ID 2"]],
  ["an invented input", { INPUTS_USED: ["src/sum.ts:12", "docs/none.md"] }, ["INPUT_UNKNOWN INPUTS_USED 6"]],
  [
    "a required gate left out",
    { GATES_REQUIRED: ["GATE-MSG-STRICT", "GATE-TESTS"] },
    ["GATES_MISMATCH GATES_REQUIRED 8"],
  ],
  ["no gates at all", { GATES_REQUIRED: [], GATES_PASSED: [] }, ["GATES_MISMATCH GATES_REQUIRED 8"]],
  [
    "a passed gate that is not required",
    { GATES_PASSED: ["GATE-FUN"] },
    ["GATES_MISMATCH GATES_PASSED 12", "GATE_NOT_OWNED GATES_PASSED 12"],
  ],
  ["the harness's gate", { GATES_PASSED: ["GATE-EVIDENCE"] }, ["GATE_NOT_OWNED GATES_PASSED 12"]],
  ["evidence that does not exist", evidence("artifacts/none.txt"), ["EVIDENCE_MISSING EVIDENCE 14"]],
  ["evidence elsewhere", evidence("src/sum.ts"), ["EVIDENCE_MISSING EVIDENCE 14"]],
  ["evidence by an absolute path", evidence("/artifacts/log.txt"), ["EVIDENCE_MISSING EVIDENCE 14"]],
  ["evidence that climbs out", evidence("artifacts/../log.txt"), ["EVIDENCE_MISSING EVIDENCE 14"]],
  ["evidence whose name ends in a dot", evidence("artifacts/log."), ["EVIDENCE_MISSING EVIDENCE 14"]],
  ["evidence with a NUL in its name", evidence("artifacts/a\0b.txt"), ["EVIDENCE_MISSING EVIDENCE 14"]],
  ["evidence with a backslash", evidence("artifacts/a\\b.txt"), ["EVIDENCE_MISSING EVIDENCE 14"]],
  ["evidence with too long a name", evidence(`artifacts/${"ü".repeat(128)}`), ["EVIDENCE_MISSING EVIDENCE 14"]],
  ["an empty TASK", { TASK: "" }, ["FIELD_MISSING TASK 3"]],
  ["an empty OUTPUT", { OUTPUT: "" }, ["FIELD_MISSING OUTPUT 20"]],
  ["no next action", { NEXT_ACTIONS: [] }, ["NEXT_ACTIONS NEXT_ACTIONS 22"]],
  ["BLOCKED without a reason", { STATUS: "BLOCKED" }, ["FAIL_REASONS FAIL_REASONS 19"]],
  ["a reason without a gate", { STATUS: "BLOCKED", FAIL_REASONS: ["it rains"] }, ["FAIL_REASONS FAIL_REASONS 19"]],
  [
    "a gate that failed and passed",
    { STATUS: "BLOCKED", FAIL_REASONS: ["GATE-MSG-STRICT: no"] },
    ["FAIL_REASONS FAIL_REASONS 19"],
  ],
  ["ready with a reason", { FAIL_REASONS: ["GATE-TESTS: red"] }, ["FAIL_REASONS FAIL_REASONS 19"]],
  ["a data URL", { OUTPUT: "see data:image/png;base64,AAAA" }, ["EVIDENCE_EMBEDDED OUTPUT 20"]],
  ["a long base64 text", { OUTPUT: "A".repeat(1025) }, ["EVIDENCE_EMBEDDED OUTPUT 20"]],
  ["base64 in lines", { OUTPUT: Array(20).fill("QUJD".repeat(19)).join("\n") }, ["EVIDENCE_EMBEDDED OUTPUT 20"]],
  ["an artifact that is not listed", { OUTPUT: "see artifacts/shot.png." }, ["EVIDENCE_EMBEDDED OUTPUT 20"]],
])("%s is refused with its code and line", (_, change, expected) => {
  expect(judge(change)).toEqual(expected);
});

test.each(["data:image/png;base64,AAAA", "data:artifacts/a.png", "https://example.org/a.png"])(
  "ENV-07 %s is no file below artifacts/, so no evidence, as text and in JSON",
  (path) => {
    expect(judge(evidence(path))).toEqual([expect.stringMatching(/^FIELD_UNKNOWN EVIDENCE\.(?:data|https) 19$/)]);
    const json = parseEnvelope(JSON.stringify({ ...READY, ...evidence(path) }));
    expect(validateEnvelope(json, ASSIGNED, FACTS)).toMatchObject([{ code: "ENVELOPE_EVIDENCE_MISSING" }]);
  },
);

test("ENV-16 an artifact is named in the letters of any language, listed or not, and however an accent is written", () => {
  for (const name of ["artifacts/übersicht.png", "artifacts/a-größe.png", "artifacts/画面.png"]) {
    expect(judge({ ...evidence(name), OUTPUT: `see ${name.normalize("NFD")}.` }, ASSIGNED, null)).toEqual([]);
    expect(judge({ OUTPUT: `see ${name}.` })).toEqual(["EVIDENCE_EMBEDDED OUTPUT 20"]);
  }
});

test("ENV-08 where work goes on, a reason says that a gate failed, and names one that did not pass; else it is NONE", () => {
  const goesOn: Partial<Envelope> = { STATUS: "IN_PROGRESS", GATES_PASSED: [] };
  expect(judge({ ...goesOn, FAIL_REASONS: ["GATE-TESTS: red"] })).toEqual([]);
  expect(judge({ ...goesOn, FAIL_REASONS: ["it rains"] })).toEqual(["FAIL_REASONS FAIL_REASONS 18"]);
  expect(judge({ STATUS: "IN_PROGRESS", FAIL_REASONS: ["GATE-MSG-STRICT: no"] })).toEqual([
    "FAIL_REASONS FAIL_REASONS 19",
  ]);
});

test("listed evidence, a folder named like one, and long prose are no violations", () => {
  expect(
    judge({
      ...evidence("artifacts/log.txt"),
      OUTPUT: `see artifacts/log.txt, src/artifacts/x.ts; ${"word ".repeat(500)}`,
    }),
  ).toEqual([]);
});

test.each(["missing", "empty", "directory", "outside", "linked", "unreadable"] as const)(
  "evidence that is %s is refused",
  (fact) => {
    const facts = { ...FACTS, evidence: { "artifacts/log.txt": fact } };
    expect(judge(evidence("artifacts/log.txt"), ASSIGNED, facts)).toEqual(["EVIDENCE_MISSING EVIDENCE 14"]);
  },
);

test("a claimed gate needs the evidence of its kind", () => {
  const gates = ["GATE-MSG-STRICT", "GATE-VISUAL-QA"];
  const assigned = {
    ...ASSIGNED,
    assignedAgent: "visual-qa",
    role: "validator",
    status: "QA_IN_PROGRESS",
    gatesRequired: gates,
  } as const;
  const answer = {
    STATUS: "QA_IN_PROGRESS",
    ASSIGNED_AGENT: "visual-qa",
    GATES_REQUIRED: gates,
    GATES_PASSED: gates,
  } as const;
  const shots = { ...NO_EVIDENCE, screenshots: ["artifacts/log.txt"] };
  const asEnvelope = { ...answer, GATES_REQUIRED: [...gates], GATES_PASSED: [...gates] };
  expect(judge({ ...asEnvelope, EVIDENCE: shots }, assigned)).toEqual(["EVIDENCE_MISSING EVIDENCE 14"]);
  expect(judge({ ...asEnvelope, EVIDENCE: { ...shots, console: ["artifacts/log.txt"] } }, assigned)).toEqual([]);
  expect(judge(asEnvelope, { ...assigned, gatesPassed: ["GATE-VISUAL-QA"] })).toEqual([]);
});

test("without an assignment, gates that lie behind a status may be repeated, others not", () => {
  const review = ["GATE-TESTS", "GATE-VISUAL-QA", "GATE-CODE-REVIEW"];
  const paths = ["artifacts/log.txt"];
  const change = {
    GATES_REQUIRED: review,
    GATES_PASSED: review,
    EVIDENCE: { screenshots: paths, a11y: paths, console: paths, reports: paths },
  };
  expect(judge({ ...change, STATUS: "READY_FOR_REVIEW", ASSIGNED_AGENT: "code-reviewer" }, null)).toEqual([]);
  const early = judge({ ...change, STATUS: "QA_IN_PROGRESS", ASSIGNED_AGENT: "visual-qa" }, null);
  expect(early).toEqual(["GATE_NOT_OWNED GATES_PASSED 12"]);
  expect(judge({ ...change, ASSIGNED_AGENT: "coder" }, null)).toHaveLength(3);
});

test("APPROVED needs every required gate, and no next action", () => {
  const assigned = {
    ...ASSIGNED,
    assignedAgent: "orchestrator",
    role: "orchestrator",
    status: "READY_FOR_REVIEW",
  } as const;
  const answer = { STATUS: "APPROVED", ASSIGNED_AGENT: "orchestrator", NEXT_ACTIONS: [] } as const;
  const change: Partial<Envelope> = { ...answer, NEXT_ACTIONS: [], ...evidence("artifacts/log.txt") };
  expect(judge(change, assigned)).toEqual(["GATES_MISMATCH GATES_PASSED 12"]);
  expect(judge({ ...change, GATES_PASSED: READY.GATES_REQUIRED }, assigned)).toEqual([]);
});

test("all violations are reported at once, by line, and each says what to write instead", () => {
  const answer = renderEnvelope({ ...READY, TASK_ID: "x", REPORTS_TO: "y", GATES_PASSED: ["GATE-TESTS"], OUTPUT: "" })
    .replace("READY_FOR_QA", "DONE")
    .replace(/^TASK: .*\n/m, "");
  const found = validateEnvelope(parseEnvelope(answer), ASSIGNED, FACTS);
  // Only what this role may write is offered.
  expect(found[0]?.message).toContain("write IN_PROGRESS or READY_FOR_QA or BLOCKED");
  expect(found.map(({ code, line }) => [code, line])).toEqual([
    ["ENVELOPE_STATUS_INVALID", 1],
    ["ENVELOPE_TASK_MISMATCH", 2],
    ["ENVELOPE_REPORTS_TO", 4],
    ["ENVELOPE_GATE_NOT_OWNED", 11],
    ["ENVELOPE_EVIDENCE_MISSING", 13],
    ["ENVELOPE_FIELD_MISSING", 19],
    ["ENVELOPE_FIELD_MISSING", null],
  ]);
  expect(found.every(({ message }) => /write|add|remove|the task is/.test(message))).toBe(true);
});

test("the paths to look up are those an answer may cite at all", () => {
  const change = {
    INPUTS_USED: ["./src/a.ts:3-9", "docs/a.md#top"],
    EVIDENCE: { ...NO_EVIDENCE, console: ["artifacts/a", "../b"] },
  };
  expect(citedPaths({ ...READY, ...change })).toEqual({ evidence: ["artifacts/a"], inputs: ["src/a.ts", "docs/a.md"] });
});

test.each([
  ["executor", "coder", "IN_PROGRESS", "READY_FOR_QA"],
  ["planner", "planner", "IN_PROGRESS", "IN_PROGRESS"],
  ["validator", "code-reviewer", "READY_FOR_REVIEW", "READY_FOR_REVIEW"],
] as const)("the example in the answer format of a %s is itself a valid answer", (role, agent, status, expected) => {
  const gates = ["GATE-MSG-STRICT", "GATE-TESTS"];
  const text = answerFormat({
    task_id: "task_001",
    assigned_agent: agent,
    role,
    status,
    goal: "Add the sum",
    gates_required: gates,
    inputs: [{ path: "src/sum.ts", sha256: "0".repeat(64) }],
  });
  const parsed = parseEnvelope(text.slice(text.indexOf("Example:")));
  const assigned = { ...ASSIGNED, assignedAgent: agent, role, status, gatesRequired: gates };
  expect(validateEnvelope(parsed, assigned, FACTS)).toEqual([]);
  expect(parsed.envelope.STATUS).toBe(expected);
  expect(parsed.envelope.GATES_PASSED).toEqual(["GATE-MSG-STRICT"]);
  expect(text).toContain('GATES_REQUIRED: exactly these, one "- GATE" line each: GATE-MSG-STRICT, GATE-TESTS\n');
  expect(text).toContain("GATES_PASSED: of these only GATE-MSG-STRICT; the others");
});

test("who is asked for words alone is told of no code, no test and no working folder that is taken", () => {
  const facts = { task_id: "T000", assigned_agent: "a", role: "planner", status: "IN_PROGRESS", goal: "Why?" } as const;
  const text = answerFormat({ ...facts, gates_required: ["GATE-MSG-STRICT"], inputs: [] }, "words");
  expect(text).toContain("STATUS: IN_PROGRESS when you have an answer;");
  expect(text).toContain("\nOUTPUT: your answer, ");
  expect(text).not.toMatch(/failing test|taken as it is|the work is done|what you made/);
  const parsed = parseEnvelope(text.slice(text.indexOf("Example:")));
  const assigned = {
    ...ASSIGNED,
    taskId: "T000",
    assignedAgent: "a",
    role: "planner",
    gatesRequired: ["GATE-MSG-STRICT"],
  } as const;
  expect(validateEnvelope(parsed, assigned, FACTS)).toEqual([]);
});

function evidence(path: string): Partial<Envelope> {
  return { EVIDENCE: { ...NO_EVIDENCE, reports: [path] } };
}
