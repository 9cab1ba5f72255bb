import fc from "fast-check";
import { expect, test } from "vitest";
import { evidenceLog, renderEvidenceLog } from "../../../src/core/views/evidence-log.ts";
import { parseEvidenceLog } from "../../../src/core/views/parse-evidence-log.ts";
import { anyStory } from "../../support/any-events.ts";
import { added, created, evidence, fold, HASH, statesOf, timeOf, wholeLife } from "../../support/events.ts";

test("a person's file is no claim of the agent: its line says who added it", () => {
  const path = "artifacts/validator/release/1/rollback_plan.md";
  const plan = evidence(1, 1, "", { path, role: "validator", kind: "claim", description: "rollback (added by Ann)" });
  const state = fold([created(), added(1), plan]);
  expect(evidenceLog(state).entries.map(({ description }) => description)).toEqual(["rollback (added by Ann)"]);
});

test("what a person says of a gate stands under their name, and no line of it is the agent's", () => {
  const word = evidence(1, 1, "approval.txt", { kind: "claim", by: "Ann", description: "GATE-UX passed by a person" });
  const state = fold([created(), added(1), word]);
  expect(evidenceLog(state).entries.map(({ description }) => description)).toEqual([
    "GATE-UX passed by a person (word of Ann)",
  ]);
});

test("H3A-07 one line an artifact, by role, with the first 16 digits of its hash, its time and what it shows", () => {
  const report = evidence(1, 1, "", {
    path: "executor_report.json",
    description: "TDD cycle T001\ncomplete",
    mapping: "",
    sha256: "0123456789abcdef".repeat(4),
  });
  const claim = evidence(1, 1, "notes.md", { kind: "claim", description: "what I did", mapping: "" });
  const scan = evidence(1, 1, "scan.json", { role: "validator", mapping: "OWASP LLM Top-10" });
  const green = evidence(1, 1, "test_output_green.txt", { description: "GREEN phase" });
  const red = evidence(1, 1, "test_output_red.txt");
  const text = renderEvidenceLog(evidenceLog(fold([created(), added(1), scan, red, green, report, claim])));
  const short = HASH.slice(0, 16);
  expect(text).toContain(`### Planner Artifacts

### Executor Artifacts
- \`artifacts/executor/T001/1/test_output_red.txt\` - [hash:${short}] - ${timeOf(3)} - RED phase (1 test failing)
- \`artifacts/executor/T001/1/test_output_green.txt\` - [hash:${short}] - ${timeOf(4)} - GREEN phase
- \`executor_report.json\` - [hash:0123456789abcdef] - ${timeOf(5)} - TDD cycle T001 complete
- \`artifacts/executor/T001/1/notes.md\` - [hash:${short}] - ${timeOf(6)} - what I did (claim of the agent)

### Validator Artifacts
- \`artifacts/executor/T001/1/scan.json\` - [hash:${short}] - ${timeOf(2)} - RED phase (1 test failing)

---

## Hash Verification
\`\`\`bash
# Verify artifact integrity
sha256sum <file> | cut -c1-16  # Linux/Mac
\`\`\`
`);
  expect(text).toContain(`## Compliance Mapping
- **OWASP LLM Top-10:** \`artifacts/executor/T001/1/scan.json\`
- **TDD RED→GREEN:** \`artifacts/executor/T001/1/test_output_red.txt\`, \`artifacts/executor/T001/1/test_output_green.txt\`
`);
});

test("H3A-07 the log parses back to the same data, whatever paths and descriptions say", () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const log = evidenceLog(fold(story));
      expect(parseEvidenceLog(renderEvidenceLog(log))).toEqual({ ...log, unreadable: [] });
    }),
  );
});

test("H3A-07 entries are only added", () => {
  let before = 0;
  for (const state of statesOf(wholeLife())) {
    const { entries } = parseEvidenceLog(renderEvidenceLog(evidenceLog(state)));
    expect(entries.length).toBeGreaterThanOrEqual(before);
    before = entries.length;
  }
  expect(before).toBe(6);
});

test("a line of the index that has not its grammar is named", () => {
  const text = renderEvidenceLog(evidenceLog(fold([created(), added(1), evidence(1, 1, "red.txt")])));
  const forged = text
    .replace("### Executor Artifacts\n", "### Executor Artifacts\n- `x` - [hash:short] - now - forged\n")
    .replace("## Artifact Index\n", "## Artifact Index\nnothing to see\n");
  const parsed = parseEvidenceLog(forged);
  expect(parsed.unreadable).toEqual(["- `x` - [hash:short] - now - forged", "nothing to see"]);
  expect(parsed.entries.length).toBe(1);
});
