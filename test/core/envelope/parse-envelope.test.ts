import fc from "fast-check";
import { expect, test } from "vitest";
import { parseEnvelope } from "../../../src/core/envelope/parse-envelope.ts";
import { renderEnvelope } from "../../../src/core/envelope/render-envelope.ts";
import { validateEnvelope } from "../../../src/core/envelope/validate-envelope.ts";
import { READY, anyEnvelope } from "./arbitrary.ts";

const PLAIN = renderEnvelope(READY);
const BOLD = PLAIN.replace(/^([A-Z_]+):/gm, "**$1:**");

function codes(answer: string): string[] {
  return parseEnvelope(answer).violations.map(({ code, field, line }) => `${code.slice(9)} ${field} ${line}`);
}

test("the printed form is the document's: twelve fields in order, lists as items, empty ones as []", () => {
  expect(PLAIN).toBe(`STATUS: READY_FOR_QA
TASK_ID: task_001
TASK: Add the sum
ASSIGNED_AGENT: coder
REPORTS_TO: orchestrator
INPUTS_USED:
- src/sum.ts
GATES_REQUIRED:
- GATE-MSG-STRICT
- GATE-TESTS
- GATE-EVIDENCE
GATES_PASSED:
- GATE-MSG-STRICT
EVIDENCE:
screenshots: []
a11y: []
console: []
reports: []
FAIL_REASONS: NONE
OUTPUT:
  Wrote sum.
NEXT_ACTIONS:
1. orchestrator to run the tests
`);
});

test.each([
  ["plain text", PLAIN],
  ["plain text after talk", `I did it. All tests pass!\n\nHere it is:\n\n${PLAIN}`],
  ["CRLF", PLAIN.replaceAll("\n", "\r\n")],
  ["a code fence in a longer answer", `# Report\n\nDone.\n\n\`\`\`\n${PLAIN}\`\`\`\n\nThanks for reading!`],
  ["a fence with a language and tildes", `~~~yaml\n${PLAIN}~~~\nBye.`],
  ["an indented fence", `1. Result:\n\n   \`\`\`\n${PLAIN.replace(/^(?=.)/gm, "   ")}   \`\`\`\n`],
  ["bold names", BOLD],
  ["bold names with the colon outside", PLAIN.replace(/^([A-Z_]+):/gm, "**$1**:")],
  ["names as headings", PLAIN.replace(/^([A-Z_]+):[ ]?(.*)$/gm, "## $1\n$2")],
  ["names as bullets", PLAIN.replace(/^([A-Z_]+):/gm, "- **$1:**")],
  ["values in backticks", PLAIN.replace(/^(STATUS|TASK_ID): (.*)$/gm, "$1: `$2`")],
  ["no space behind the colon", PLAIN.replace(/^(STATUS|TASK_ID): /gm, "$1:")],
  ["starred items", PLAIN.replace(/^- /gm, "* ")],
  ["NONE for empty lists", PLAIN.replaceAll("[]", "NONE")],
  ["- NONE for empty lists", PLAIN.replaceAll(/^(\w+): (?:\[\]|NONE)$/gm, "$1:\n- NONE")],
  ["blank for empty lists", PLAIN.replaceAll(/^(\w+): (?:\[\]|NONE)$/gm, "$1:")],
  ["lists on one line", PLAIN.replace(/GATES_REQUIRED:\n- (.*)\n- (.*)\n- (.*)\n/, "GATES_REQUIRED: [$1, $2, $3]\n")],
  ["lists with commas", PLAIN.replace(/GATES_REQUIRED:\n- (.*)\n- (.*)\n- (.*)\n/, "GATES_REQUIRED: $1, $2, $3\n")],
  ["blank lines between fields", PLAIN.replace(/^(?=[A-Z_]+:)/gm, "\n")],
  ["evidence keys as bullets", PLAIN.replace(/^(screenshots|a11y|console|reports): \[\]$/gm, "- $1: []")],
  [
    "an example quoted before the answer",
    `The format:\n\`\`\`\n${PLAIN.replace("coder", "me")}\`\`\`\nMine:\n\`\`\`\n${PLAIN}\`\`\`\n`,
  ],
  ["JSON", JSON.stringify(READY)],
  ["JSON printed over lines", JSON.stringify(READY, null, 2)],
  ["JSON in a fence after talk", `Done {really}.\n\n\`\`\`json\n${JSON.stringify(READY, null, 2)}\n\`\`\`\nBye.`],
  [
    "JSON with lower-case names and NONE",
    JSON.stringify({ ...READY, FAIL_REASONS: "NONE" }).replace(/"([A-Z_]+)":/g, (all) => all.toLowerCase()),
  ],
  ["JSON inside of a sentence", `Here it is: ${JSON.stringify(READY)} bye`],
  ["JSON wrapped in another object", JSON.stringify({ envelope: READY, confidence: 1 })],
  ["a Markdown quote", `Done:\n\n${PLAIN.replace(/^/gm, "> ")}`],
  [
    "a wide colon and what nobody sees behind a name",
    PLAIN.replace("STATUS:", "STATUS\u200B:").replace("TASK:", "TASK："),
  ],
  [
    "notes behind gates",
    PLAIN.replaceAll("- GATE-MSG-STRICT", "- GATE-MSG-STRICT — the envelope is right").replace(
      "- GATE-TESTS",
      "- GATE-TESTS: by the harness",
    ),
  ],
  [
    "notes in brackets and behind a hyphen",
    PLAIN.replaceAll("- GATE-MSG-STRICT", "- `GATE-MSG-STRICT` (checked)").replace(
      "- GATE-TESTS",
      "- GATE-TESTS - by the harness",
    ),
  ],
  ["notes behind gates in JSON", JSON.stringify({ ...READY, GATES_PASSED: ["GATE-MSG-STRICT: checked"] })],
  ["words after the last action and a blank line", `${PLAIN}\nThanks, this was fun!\n\nMore of it here.\n`],
  [
    "an empty form in a fence, and the envelope after it",
    `The form:\n\`\`\`\nSTATUS:\nTASK_ID:\nTASK:\n\`\`\`\nNow:\n\n${PLAIN}`,
  ],
])("%s is read whole, without a violation", (_, answer) => {
  const parsed = parseEnvelope(answer);
  expect(parsed.envelope).toEqual(READY);
  expect(parsed.violations).toEqual([]);
});

test("a fence inside OUTPUT neither ends the envelope nor gives fields", () => {
  const answer = PLAIN.replace("  Wrote sum.", "Wrote sum.\n```ts\nSTATUS: APPROVED\n```\nmore");
  expect(parseEnvelope(answer)).toMatchObject({
    envelope: { OUTPUT: "Wrote sum.\n```ts\nSTATUS: APPROVED\n```\nmore" },
    violations: [],
  });
  const fenced = `\`\`\`\n${answer}\`\`\`\nBye.`;
  expect(parseEnvelope(fenced)).toMatchObject({
    envelope: { STATUS: "READY_FOR_QA", NEXT_ACTIONS: READY.NEXT_ACTIONS },
    violations: [],
  });
});

test("a fence that is never closed does not swallow fields", () => {
  expect(codes(PLAIN.replace("  Wrote sum.", "```\nWrote sum."))).toEqual([]);
});

test("remarks in OUTPUT are no fields, other capital names are", () => {
  expect(codes(PLAIN.replace("  Wrote sum.", "NOTE: half done\nTODO: more"))).toEqual([]);
  expect(codes(PLAIN.replace("  Wrote sum.", "Wrote sum.\nCONFIDENCE: high"))).toEqual(["FIELD_UNKNOWN CONFIDENCE 22"]);
  expect(codes(PLAIN.replace("  Wrote sum.", "  Wrote sum.\n  CONFIDENCE: high"))).toEqual([]);
});

test.each([
  ["", "all twelve missing"],
  ["I could not do it, sorry.", "all twelve missing"],
  ['{"answer": 42}', "all twelve missing"],
])("%j has %s", (answer) => {
  expect(codes(answer)).toHaveLength(12);
});

test.each([
  ["a missing field", PLAIN.replace(/^TASK: .*\n/m, ""), ["FIELD_MISSING TASK null"]],
  ["a repeated field", PLAIN.replace("TASK_ID:", "STATUS: BLOCKED\nTASK_ID:"), ["FIELD_DUPLICATE STATUS 2"]],
  ["an unknown field", `${PLAIN}CONFIDENCE: high\n`, ["FIELD_UNKNOWN CONFIDENCE 24"]],
  ["an unknown field before the first", `CONFIDENCE: high\n${PLAIN}`, ["FIELD_UNKNOWN CONFIDENCE 1"]],
  ["two fields swapped", PLAIN.replace(/^(STATUS.*)\n(TASK_ID.*)$/m, "$2\n$1"), ["FIELD_ORDER STATUS 2"]],
  ["a missing evidence key", PLAIN.replace("a11y: []\n", ""), ["FIELD_MISSING EVIDENCE.a11y 14"]],
  ["an unknown evidence key", PLAIN.replace("a11y: []", "a11y: []\nvideos: []"), ["FIELD_UNKNOWN EVIDENCE.videos 17"]],
  ["unnumbered actions", PLAIN.replace("1. ", "- "), ["NEXT_ACTIONS NEXT_ACTIONS 23"]],
  ["actions from 2", PLAIN.replace("1. ", "2. "), ["NEXT_ACTIONS NEXT_ACTIONS 23"]],
  [
    "lines counted in the whole answer",
    `Hi.\n\n\`\`\`\n${PLAIN.replace("TASK_ID:", "STATUS: X\nTASK_ID:")}\`\`\``,
    ["FIELD_DUPLICATE STATUS 5"],
  ],
  [
    "JSON keys swapped",
    JSON.stringify(Object.fromEntries([["TASK_ID", "x"], ...Object.entries(READY)]), null, 2),
    ["FIELD_ORDER STATUS 3"],
  ],
  [
    "a JSON key twice",
    JSON.stringify(READY, null, 2).replace("{", '{\n  "STATUS": "BLOCKED",'),
    ["FIELD_DUPLICATE STATUS 3"],
  ],
  ["an unknown JSON key", JSON.stringify({ ...READY, CONFIDENCE: 1 }), ["FIELD_UNKNOWN CONFIDENCE 1"]],
])("%s is named with its line", (_, answer, expected) => {
  expect(codes(answer)).toEqual(expected);
});

test("a note that takes a gate back, and actions behind other words, are not read away", () => {
  const noted = (note: string) =>
    parseEnvelope(PLAIN.replace("GATES_PASSED:\n- GATE-MSG-STRICT", `GATES_PASSED:\n- GATE-MSG-STRICT${note}`)).envelope
      .GATES_PASSED;
  for (const note of [": not yet", " — failed", " (skipped)", " - could not be run", ": ❌"])
    expect(noted(note)).toEqual([`GATE-MSG-STRICT${note}`]);
  expect(codes(`${PLAIN}\nThen, later:\n\n3. three\n`)).toEqual(["NEXT_ACTIONS NEXT_ACTIONS 25"]);
  expect(codes(`${PLAIN}Thanks!\n`)).toEqual(["NEXT_ACTIONS NEXT_ACTIONS 24"]);
  expect(parseEnvelope(`${PLAIN}\n   at once\n`).envelope.NEXT_ACTIONS).toEqual([
    "orchestrator to run the tests at once",
  ]);
});

test("fences in plenty are read before the test's own time is up", () => {
  const head = "STATUS: BLOCKED\nTASK_ID: T001\n";
  for (const fences of ["```\n", "```a\n"]) {
    const { envelope } = parseEnvelope(`\`\`\`\n${head}${fences.repeat(200_000)}NEXT_ACTIONS:\n1. go on\n`);
    expect(envelope.STATUS).toBe("BLOCKED");
  }
});

test("ENV-08 that nothing failed is said by NONE alone, in JSON too", () => {
  const reasons = (said: unknown) =>
    parseEnvelope(JSON.stringify({ ...READY, FAIL_REASONS: said })).envelope.FAIL_REASONS;
  expect(["NONE", ["NONE"], [], ""].map(reasons)).toEqual([[], [], [], []]);
  expect(["none", ["None"]].map(reasons)).toEqual([["none"], ["None"]]);
});

test("ENV-16 next actions in JSON are a list of texts: other shapes, and numbers that are not their places, are violations", () => {
  const read = (said: unknown) => {
    const { envelope, violations } = parseEnvelope(JSON.stringify({ ...READY, NEXT_ACTIONS: said }));
    return [envelope.NEXT_ACTIONS, violations.map(({ code, line }) => `${code.slice(9)} ${line}`)];
  };
  for (const said of [["one", "two"], ["1. one", "2) two"], "1. one\n2. two"])
    expect(read(said)).toEqual([["one", "two"], []]);
  for (const said of [[], "NONE", ["NONE"], ""]) expect(read(said)).toEqual([[], []]);
  expect(read(["2. one", "1. two"])).toEqual([
    ["one", "two"],
    ["NEXT_ACTIONS 1", "NEXT_ACTIONS 1"],
  ]);
  expect(read("one")).toEqual([["one"], ["NEXT_ACTIONS 1"]]);
  expect(read([{ do: "one" }, 2])).toEqual([
    ['{"do":"one"}', "2"],
    ["NEXT_ACTIONS 1", "NEXT_ACTIONS 1"],
  ]);
  expect(read({ first: "one" })[1]).toEqual(["NEXT_ACTIONS 1"]);
  expect(read(7)[1]).toEqual(["NEXT_ACTIONS 1"]);
});

test("ENV-07 evidence in JSON that is no list of paths below artifacts/ is a violation, whatever its shape", () => {
  const codes = (screenshots: unknown) => {
    const parsed = parseEnvelope(JSON.stringify({ ...READY, EVIDENCE: { ...READY.EVIDENCE, screenshots } }));
    return [...new Set(validateEnvelope(parsed, null, null).map(({ code }) => code))];
  };
  expect([[], "NONE", "[]", "artifacts/a.png", ["artifacts/a.png"]].map(codes)).toEqual([[], [], [], [], []]);
  for (const wrong of [5, true, { path: "artifacts/a.png" }, [{ path: "artifacts/a.png" }], [["artifacts/a.png"]], [5]])
    expect([wrong, codes(wrong)]).toEqual([wrong, ["ENVELOPE_EVIDENCE_MISSING"]]);
  for (const whole of ["artifacts/a.png", ["artifacts/a.png"], null]) {
    const { violations } = parseEnvelope(JSON.stringify({ ...READY, EVIDENCE: whole }));
    expect(violations.filter(({ code }) => code === "ENVELOPE_FIELD_MISSING")).toHaveLength(4);
  }
});

test("prose with one key of an envelope in braces is none", () => {
  expect(parseEnvelope('It returned {"status": 200, "body": {}} twice.').envelope).toEqual({});
});

test("a missing field is asked for at its place", () => {
  const messages = parseEnvelope(PLAIN.replace(/^(?:STATUS|TASK): .*\n/gm, "")).violations.map(
    ({ message }) => message,
  );
  expect(messages).toEqual(["add the field STATUS: as the first field", "add the field TASK: after TASK_ID"]);
});

test("violations inside JSON name the line of their field", () => {
  const text = JSON.stringify({ ...READY, EVIDENCE: { screenshots: [], a11y: [], console: [] } }, null, 2);
  const line = text.split("\n").findIndex((one) => one.includes('"EVIDENCE"')) + 1;
  expect(codes(text)).toEqual([`FIELD_MISSING EVIDENCE.reports ${line}`]);
});

test("all violations of form are named at once", () => {
  const answer = "TASK_ID: a\nSTATUS: BLOCKED\nMOOD: good\nTASK: x\nTASK: y\n";
  expect(codes(answer)).toHaveLength(3 + 9);
});

test("printing and reading give any envelope back, alone and in a fence after talk", () => {
  fc.assert(
    fc.property(anyEnvelope, (envelope) => {
      const text = renderEnvelope(envelope);
      expect(parseEnvelope(text)).toMatchObject({ envelope, violations: [] });
      expect(parseEnvelope(`Done.\n\n~~~~\n${text}~~~~\n`)).toMatchObject({ envelope, violations: [] });
      expect(parseEnvelope(JSON.stringify(envelope))).toMatchObject({ envelope, violations: [] });
    }),
    { numRuns: 300 },
  );
});

test("no text makes reading fail", () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom("STATUS:", "EVIDENCE:", "```", "{", '"STATUS":', "\n", "NEXT_ACTIONS:", "- ", "1. ", "**"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      expect(parseEnvelope(pieces.join("")).violations.length).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
});

test("a field of JSON that nests without an end is named, at any depth, and the rest is read", () => {
  for (const depth of [100, 6000, 200_000]) {
    const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const parsed = parseEnvelope(
      `{"STATUS": ${deep}, "TASK_ID": "task_001", "TASK": "Add", "EVIDENCE": {"reports": ${deep}}}`,
    );
    expect(parsed.envelope).toMatchObject({ STATUS: "", TASK_ID: "task_001" });
    expect(parsed.violations).toContainEqual(
      expect.objectContaining({
        code: "ENVELOPE_FIELD_MISSING",
        field: "STATUS",
        message: expect.stringContaining("nests"),
      }),
    );
    expect(parsed.violations.map(({ field }) => field)).toContain("EVIDENCE");
  }
});

test("a key of JSON that is no field is named as it was written", () => {
  const { violations } = parseEnvelope(
    '{"STATUS": "BLOCKED", "task_id": "T1", "TASK": "x", "__proto__": 1, "note": 2}',
  );
  expect(violations.filter(({ code }) => code === "ENVELOPE_FIELD_UNKNOWN").map(({ field }) => field)).toEqual([
    "__proto__",
    "note",
  ]);
});

const BLOCKED = renderEnvelope({ ...READY, STATUS: "BLOCKED", GATES_PASSED: [], FAIL_REASONS: ["GATE-TESTS: red"] });

test.each([
  ["an object", JSON.stringify(READY)],
  ["an object over lines", JSON.stringify(READY, null, 2)],
  ["an object in a fence", `\`\`\`json\n${JSON.stringify(READY, null, 2)}\n\`\`\``],
])("ENV-12 %s that an OUTPUT quotes is no answer", (_, quoted) => {
  const answer = BLOCKED.replace("  Wrote sum.", `The file says\n${quoted}`);
  expect(parseEnvelope(answer).envelope.STATUS).toBe("BLOCKED");
});

test("ENV-12 two whole envelopes of one task that decide otherwise are named", () => {
  const answer = `No:\n\`\`\`\n${BLOCKED}\`\`\`\nThe file says:\n\`\`\`\n${PLAIN}\`\`\`\n`;
  expect(parseEnvelope(answer).violations.map(({ code, field }) => [code, field])).toEqual([
    ["ENVELOPE_FIELD_DUPLICATE", "STATUS"],
  ]);
});
