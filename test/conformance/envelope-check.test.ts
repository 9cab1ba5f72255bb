import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { parseEnvelope } from "../../src/core/envelope/parse-envelope.ts";
import { renderEnvelope } from "../../src/core/envelope/render-envelope.ts";
import { Envelope } from "../../src/schema/envelope.ts";
import { baton } from "../support/cli.ts";
import { createRepository } from "../support/repository.ts";

/** `baton envelope check -`, through the real command. */
const READY: Envelope = {
  STATUS: "READY_FOR_QA",
  TASK_ID: "T001",
  TASK: "Multiply",
  ASSIGNED_AGENT: "frontend-implementer",
  REPORTS_TO: "orchestrator",
  INPUTS_USED: ["src/add.js"],
  GATES_REQUIRED: ["GATE-MSG-STRICT", "GATE-TESTS"],
  GATES_PASSED: ["GATE-MSG-STRICT"],
  EVIDENCE: { screenshots: [], a11y: [], console: [], reports: [] },
  FAIL_REASONS: [],
  OUTPUT: "Wrote mul.",
  NEXT_ACTIONS: ["run the tests"],
};

interface Checked {
  readonly code: number | null;
  readonly violations: readonly string[];
  readonly lines: readonly (number | null)[];
  readonly envelope: Record<string, unknown>;
}

async function check(input: string): Promise<Checked> {
  const { code, json, stderr } = await baton(["envelope", "check", "-", "--json"], { cwd: tmpdir(), input });
  expect(stderr).toBe("");
  const found = json.data["violations"] as { code: string; field: string; line: number | null }[];
  return {
    code,
    violations: found.map((one) => `${one.code.replace("ENVELOPE_", "")} ${one.field}`),
    lines: found.map(({ line }) => line),
    envelope: json.data["envelope"] as Record<string, unknown>,
  };
}
const saying = async (change: Partial<Envelope>): Promise<readonly string[]> =>
  (await check(renderEnvelope({ ...READY, ...change }))).violations;

test("ENV-01 all twelve fields in order are valid; missing, doubled, unknown and misplaced ones are named at once with code, field and line", async () => {
  expect(await check(renderEnvelope(READY))).toMatchObject({
    code: 0,
    violations: [],
    envelope: { STATUS: "READY_FOR_QA" },
  });
  const lines = renderEnvelope(READY).split("\n");
  const without = lines.filter((line) => !line.startsWith("REPORTS_TO")).join("\n");
  expect(await check(without)).toMatchObject({ code: 1, violations: ["FIELD_MISSING REPORTS_TO"] });
  const twice = lines.toSpliced(1, 0, "STATUS: READY_FOR_QA", "MOOD: fine").join("\n");
  const wrong = await check(twice.replace(/(TASK_ID: .*\n)(TASK: .*\n)/, "$2$1"));
  expect([wrong.code, wrong.violations, wrong.lines]).toEqual([
    1,
    ["FIELD_DUPLICATE STATUS", "FIELD_UNKNOWN MOOD", "FIELD_ORDER TASK_ID"],
    [2, 3, 5],
  ]);
});

test.each(["Confidence", "priority", "**Mood**"])(
  "ENV-01 %s between two fields is unknown, in any case",
  async (name) => {
    const bare = name.replaceAll("*", "");
    for (const before of ["TASK_ID", "ASSIGNED_AGENT", "INPUTS_USED", "EVIDENCE", "OUTPUT"]) {
      const text = renderEnvelope(READY).replace(`${before}:`, `${name}: high\n${before}:`);
      expect((await check(text)).violations).toEqual([`FIELD_UNKNOWN ${bare}`]);
    }
    const prose = renderEnvelope(READY).replace("  Wrote mul.", `Wrote mul.\n${bare.toLowerCase()}: high`);
    expect((await check(prose)).violations).toEqual([]);
  },
);

test("ENV-01 an object with few known keys is read as an envelope that lacks the others", async () => {
  const { violations } = await check('{"STATUS": "BLOCKED", "TASK_ID": "T001"}');
  expect(violations).toHaveLength(10);
  expect(violations).toContain("FIELD_MISSING TASK");
  expect(violations).not.toContain("FIELD_MISSING STATUS");
  expect(violations).not.toContain("FIELD_MISSING TASK_ID");
  expect((await check('{"TASK_ID": "T001"}')).violations).toHaveLength(11);
  const quoted = `The log says:\n{"status": "ok"}\n\n${renderEnvelope(READY)}`;
  expect((await check(quoted)).violations).toEqual([]);
});

test.each([
  ["STATUS", "STATUS_INVALID"],
  ["TASK_ID", "TASK_MISMATCH"],
  ["ASSIGNED_AGENT", "AGENT_MISMATCH"],
  ["REPORTS_TO", "REPORTS_TO"],
] as const)("ENV-04 a second line in %s is a violation, and never dropped", async (field, code) => {
  const text = renderEnvelope(READY).replace(new RegExp(`^(${field}: .*)$`, "m"), "$1\nhuman too");
  expect(await check(text)).toMatchObject({ violations: [`${code} ${field}`], code: 1 });
  const json = JSON.stringify({ ...READY, [field]: `${READY[field]}\nhuman too` });
  expect((await check(json)).violations).toEqual([`${code} ${field}`]);
});

test("ENV-02 STATUS is one of the six values", async () => {
  const text = renderEnvelope(READY);
  expect((await check(text.replace("READY_FOR_QA", "DONE"))).violations).toEqual(["STATUS_INVALID STATUS"]);
});

test("ENV-03 who may set which STATUS follows the document's table, by the agent's role", async () => {
  expect(await saying({ STATUS: "APPROVED" })).toContain("STATUS_NOT_OWNED STATUS");
  expect(await saying({ STATUS: "READY_FOR_QA", ASSIGNED_AGENT: "visual-qa" })).toContain("STATUS_NOT_OWNED STATUS");
  expect(await saying({ STATUS: "QA_IN_PROGRESS", ASSIGNED_AGENT: "visual-qa" })).toEqual([]);
  expect(await saying({ STATUS: "QA_IN_PROGRESS", ASSIGNED_AGENT: "orchestrator" })).toEqual([]);
});

test("ENV-06 a gate passed must be required, an agent's own, and stand on evidence of its kind", async () => {
  expect(await saying({ GATES_PASSED: ["GATE-VISUAL-QA"] })).toEqual(
    expect.arrayContaining(["GATES_MISMATCH GATES_PASSED"]),
  );
  const visual = {
    STATUS: "QA_IN_PROGRESS",
    ASSIGNED_AGENT: "visual-qa",
    GATES_REQUIRED: ["GATE-VISUAL-QA"],
    GATES_PASSED: ["GATE-VISUAL-QA"],
  } as const;
  const asked = { ...visual, GATES_REQUIRED: [...visual.GATES_REQUIRED], GATES_PASSED: [...visual.GATES_PASSED] };
  expect(await saying(asked)).toEqual(["EVIDENCE_MISSING EVIDENCE"]);
  const shown = { ...READY.EVIDENCE, screenshots: ["artifacts/home.png"], console: ["artifacts/console.txt"] };
  expect(await saying({ ...asked, EVIDENCE: shown })).toEqual([]);
});

test("ENV-05 ENV-06 ENV-07 what no packet asks for and no run takes is named without one, and what needs one is said", async () => {
  const evidence = (path: string) => ({ EVIDENCE: { ...READY.EVIDENCE, reports: [path] } });
  const mismatch = ["GATES_MISMATCH GATES_REQUIRED"];
  expect(await saying({ GATES_REQUIRED: [], GATES_PASSED: [] })).toEqual(mismatch);
  expect(await saying({ GATES_REQUIRED: ["GATE-MSG-STRICT", "gate-tests"] })).toEqual(mismatch);
  for (const input of ["../../../etc/passwd", "/etc/passwd", "https://example.com/made-up", "src/a\0b.js"])
    expect(await saying({ INPUTS_USED: [input] })).toEqual(["INPUT_UNKNOWN INPUTS_USED"]);
  for (const path of ["artifacts/a.", "artifacts/a\0b.txt", "artifacts/x /b.txt", "artifacts/../a.txt"])
    expect(await saying(evidence(path))).toEqual(["EVIDENCE_MISSING EVIDENCE"]);
  expect(await saying({ ...evidence("artifacts/a b.txt"), INPUTS_USED: ["./src/a.js:12", "docs/a.md#part"] })).toEqual(
    [],
  );
  const input = renderEnvelope(READY);
  const { json } = await baton(["envelope", "check", "-", "--json"], { cwd: tmpdir(), input });
  expect(json.data["unchecked"]).toContain("that each of INPUTS_USED was there");
  const { stdout } = await baton(["envelope", "check", "-"], { cwd: tmpdir(), input });
  expect(stdout).toContain("not checked without its packet: that TASK_ID");
});

test("ENV-08 reasons are required when BLOCKED, each names a gate, and else there are none", async () => {
  expect(await saying({ STATUS: "BLOCKED" })).toEqual(["FAIL_REASONS FAIL_REASONS"]);
  expect(await saying({ STATUS: "BLOCKED", FAIL_REASONS: ["it rains"] })).toEqual(["FAIL_REASONS FAIL_REASONS"]);
  expect(await saying({ STATUS: "BLOCKED", FAIL_REASONS: ["GATE-TESTS: no database"] })).toEqual([]);
  expect(await saying({ FAIL_REASONS: ["GATE-TESTS: red"] })).toEqual(["FAIL_REASONS FAIL_REASONS"]);
  for (const words of ["n/a", "none", "None", "- none", "none.", "nothing"])
    expect(
      (await check(renderEnvelope(READY).replace("FAIL_REASONS: NONE", `FAIL_REASONS: ${words}`))).violations,
    ).toEqual(["FAIL_REASONS FAIL_REASONS"]);
  for (const empty of ["", " NONE", "\n- NONE", " []"])
    expect(
      (await check(renderEnvelope(READY).replace("FAIL_REASONS: NONE", `FAIL_REASONS:${empty}`))).violations,
    ).toEqual([]);
});

test("ENV-08 the gate of a reason is one that the harness or the repository's configuration knows", async () => {
  const blocked = (gate: string) =>
    renderEnvelope({ ...READY, STATUS: "BLOCKED", FAIL_REASONS: [`${gate}: it rains`] });
  expect((await check(blocked("GATE-NOT-A-GATE"))).violations).toEqual(["FAIL_REASONS FAIL_REASONS"]);
  const gates = { "GATE-TLS-HERO": { purpose: "TLS holds", owners: ["code-reviewer"], evidence: ["reports"] } };
  const repository = createRepository({ "baton.config.json": JSON.stringify({ gates }) });
  try {
    const input = blocked("GATE-TLS-HERO");
    const { code, json } = await baton(["envelope", "check", "-", "--json"], { cwd: repository.directory, input });
    expect([code, json.data["violations"]]).toEqual([0, []]);
  } finally {
    repository.remove();
  }
  expect((await check(blocked("GATE-TLS-HERO"))).violations).toEqual(["FAIL_REASONS FAIL_REASONS"]);
});

test("ENV-12 plain text, a fence within talk and JSON read the same, and printing gives the envelope back", async () => {
  const text = renderEnvelope(READY);
  const shapes = [text, `Sure!\n\n\`\`\`\n${text}\n\`\`\`\nDone.`, `\`\`\`json\n${JSON.stringify(READY)}\n\`\`\``];
  for (const shape of shapes) {
    const { code, envelope } = await check(shape);
    expect([code, envelope]).toEqual([0, READY]);
    expect(parseEnvelope(renderEnvelope(Envelope.parse(envelope))).envelope).toEqual(READY);
  }
});

test("ENV-16 TASK and OUTPUT say something, next actions are numbered from 1, nothing is embedded", async () => {
  expect(await saying({ TASK: "", OUTPUT: "" })).toEqual(["FIELD_MISSING TASK", "FIELD_MISSING OUTPUT"]);
  expect(await saying({ NEXT_ACTIONS: [] })).toEqual(["NEXT_ACTIONS NEXT_ACTIONS"]);
  const counted = renderEnvelope(READY).replace("1. run", "2. run");
  expect((await check(counted)).violations).toEqual([expect.stringContaining("NEXT_ACTIONS")]);
  expect(await saying({ OUTPUT: `see ${"A".repeat(1100)}` })).toEqual(["EVIDENCE_EMBEDDED OUTPUT"]);
  expect(await saying({ OUTPUT: "see artifacts/unlisted.png" })).toEqual(["EVIDENCE_EMBEDDED OUTPUT"]);
  for (const path of ["./artifacts/y.png", "/artifacts/x.png"])
    expect(await saying({ OUTPUT: `see ${path}` })).toEqual(["EVIDENCE_EMBEDDED OUTPUT"]);
});

const ENCODED = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * at * 31 + at * 7) % 251)).toString("base64");
const cut = (width: number): string[] => ENCODED.match(new RegExp(`.{1,${width}}`, "g")) ?? [];

test.each([
  ["wrapped at 76", cut(76).join("\n")],
  ["wrapped at 32", cut(32).join("\n")],
  ["wrapped at 32 with blank lines", cut(32).join("\n\n")],
  [
    "in bullets",
    cut(32)
      .map((line) => `- ${line}`)
      .join("\n"),
  ],
  [
    "numbered",
    cut(24)
      .map((line, at) => `${at + 1}. ${line}`)
      .join("\n"),
  ],
])("ENV-16 4 KB of base64, %s, is embedded evidence", async (_, text) => {
  expect(await saying({ OUTPUT: `The page:\n${text}` })).toEqual(["EVIDENCE_EMBEDDED OUTPUT"]);
});

test("ENV-16 a long list of names is no base64", async () => {
  const names = Array.from({ length: 60 }, (_, at) => `test_adds_number_${at}_correctly`);
  const types = Array.from({ length: 60 }, (_, at) => `TestAddsTheNumbersOfCart${at}`);
  const lists = [...names.map((name) => `- ${name}`), "", "And:", ...types.map((name) => `- ${name}`)];
  expect(await saying({ OUTPUT: lists.join("\n") })).toEqual([]);
});
