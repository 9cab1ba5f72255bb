import { expect, test } from "vitest";
import { complianceOf } from "../../../src/core/audit/compliance.ts";
import { factsOf, type Decision, type Integrity } from "../../../src/core/audit/facts.ts";
import { statementsOf } from "../../../src/core/audit/statements.ts";
import { renderAudit } from "../../../src/core/audit/render-html.ts";
import { auditOf } from "../../../src/core/audit/audit.ts";
import { Audit, type ComplianceRow } from "../../../src/schema/audit.ts";
import type { RunState } from "../../../src/core/run/state.ts";
import { added, created, evidence, featureId, fold, HASH, proven } from "../../support/events.ts";

const INTEGRITY: Integrity = {
  holds: true,
  entries: 9,
  journal_position: 9,
  journal_hash: HASH,
  problems: [],
  warnings: [],
  erased: [],
};

const decision = (kind: string, subject = "T001", reason = ""): Decision => ({
  at: "2026-01-31T10:00:00Z",
  kind,
  subject,
  by: "Ann",
  reason,
});

const rowsOf = (state: RunState, decisions: readonly Decision[] = []) => {
  const rows = complianceOf(factsOf(state, INTEGRITY, decisions));
  return (framework: string, reference: string): ComplianceRow | undefined =>
    rows.find((row) => row.framework === framework && row.reference === reference);
};

/** A run of one proven task whose security check passed, by these tools. */
function scannedBy(tool: string): RunState {
  const state = fold([created(), added(1), ...proven(1)]);
  const [verdict] = state.validator;
  if (verdict !== undefined) verdict.verification_results.security = { status: "pass", tool };
  return state;
}

const RULES = [
  ["SOC 2", "CC7.1"],
  ["OWASP ASVS", "V10.2"],
  ["GDPR", "Art. 32"],
  ["OWASP ASVS", "V14.2"],
] as const;

test.each([
  ["secretlint", ["not_evidenced", "not_evidenced", "partial", "not_evidenced"]],
  ["secretlint, trivy", ["not_evidenced", "not_evidenced", "partial", "not_evidenced"]],
  ["secretlint, made-here", ["not_evidenced", "not_evidenced", "partial", "not_evidenced"]],
  ["secretlint, semgrep", ["evidenced", "evidenced", "evidenced", "not_evidenced"]],
  ["secretlint, npm-audit", ["evidenced", "not_evidenced", "evidenced", "evidenced"]],
  ["secretlint, trivy, trivy", ["evidenced", "not_evidenced", "evidenced", "evidenced"]],
])("H3A-22 a scan by %s shows what that looks at, and no more", (tool, expected) => {
  const row = rowsOf(scannedBy(tool));
  expect(RULES.map(([framework, reference]) => row(framework, reference)?.status)).toEqual(expected);
});

test("H3A-22 a rule of security names who looked, and which kind of scanner did not run", () => {
  const row = rowsOf(scannedBy("secretlint"));
  expect(row("SOC 2", "CC7.1")?.note).toBe(
    "0 of 1 finished tasks passed a scan of code or dependencies, by secretlint; no scanner of code, and none of dependencies ran",
  );
  expect(rowsOf(fold([created(), added(1), ...proven(1)]))("GDPR", "Art. 32")?.status).toBe("not_evidenced");
});

test("H3A-22 what G3 rests on and what persons waived stand in the audit, its page and the signed verdict", () => {
  const commit = "a".repeat(40);
  const state = fold([
    created(),
    added(1),
    ...proven(1),
    { type: "run_verified", commit },
    { type: "production_waived", criterion: "ci", by: "Ann", reason: "no CI here" },
    {
      type: "production_checked",
      commit,
      criteria: [{ name: "ci", status: "waived", detail: "no command; waived by Ann: no CI here", command: "" }],
      approval: "0123456789ab",
    },
    { type: "production_approved", approval: "0123456789ab", by: "Bob", comment: "" },
  ]);
  const audit = auditOf({
    state,
    integrity: INTEGRITY,
    decisions: [],
    proofs: [],
    tool: "t",
    exportedAt: state.updatedAt,
  });
  const production = {
    commit,
    approved_by: "Bob",
    criteria: [expect.objectContaining({ name: "ci", status: "waived" })],
  };
  const waivers = [{ subject: "G3", check: "ci", by: "Ann", reason: "no CI here" }];
  expect(Audit.parse(audit)).toMatchObject({ production, waivers });
  const { verdict } = statementsOf(audit, { name: "manifest.sha256", sha256: HASH });
  expect(verdict.predicate).toMatchObject({ production, waivers });
  expect(renderAudit(audit)).toContain("waived by Ann: no CI here");
});

test("H3A-22 human oversight is shown by what persons judged, and not by notes, retries or an archive", () => {
  const state = fold([created(), added(1), ...proven(1)]);
  const others = ["note_added", "task_retried", "feature_moved", "run_archived", "attempt_lost"].map((kind) =>
    decision(kind),
  );
  expect(rowsOf(state, others)("EU AI Act", "Art. 14")).toMatchObject({
    status: "partial",
    note: expect.stringContaining("other acts of persons, such as notes and changes of the plan: 5") as unknown,
  });
  for (const kind of ["approved", "rejected", "check_waived", "review_judged"])
    expect(rowsOf(state, [...others, decision(kind)])("ISO 42001", "A.9.2")).toMatchObject({
      status: "evidenced",
      note: expect.stringContaining("by persons: 1; other acts") as unknown,
    });
});

test("H3A-22 a change that nobody approved is traceable, and not authorised", () => {
  const state = fold([created(), added(1), ...proven(1)]);
  const authorised = (...decisions: Decision[]): unknown => rowsOf(state, decisions)("SOC 2", "CC8.1")?.status;
  expect(authorised()).toBe("partial");
  expect(authorised(decision("approved", "T002"))).toBe("partial");
  expect(authorised(decision("review_judged", "T001", "GATE-CODE-REVIEW failed: no"))).toBe("partial");
  expect(authorised(decision("approved"))).toBe("evidenced");
  expect(authorised(decision("review_judged", "T001", "GATE-CODE-REVIEW passed"))).toBe("evidenced");
  expect(authorised(decision("production_approved", "G3"))).toBe("evidenced");
  const before = { ...decision("production_approved", "G3"), at: "2026-01-31T09:00:00Z" };
  expect(authorised(before)).toBe("partial");
});

test("what an agent claims of dependencies is no audit of them; a person's file is a part", () => {
  const claim = evidence(1, 1, "sbom.json", { kind: "claim" });
  const persons = { ...claim, path: "artifacts/validator/release/1/sbom.json" };
  const status = (event: typeof claim): unknown =>
    rowsOf(fold([created(), added(1), ...proven(1), event]))("OWASP ASVS", "V14.2")?.status;
  expect([status(claim), status(persons)]).toEqual(["not_evidenced", "partial"]);
});

test("a run that deferred a feature does not attest to a whole pass", () => {
  const state = fold([
    created(),
    added(1),
    added(2),
    ...proven(1),
    { type: "feature_moved", feature_id: featureId(2), to: "deferred", reason: "later" },
    { type: "run_verified", commit: "1".repeat(40) },
  ]);
  const given = { integrity: INTEGRITY, decisions: [], proofs: [], tool: "t", exportedAt: "2026-01-31T09:00:00Z" };
  const audit = auditOf({ state, ...given });
  expect(statementsOf(audit, { name: "manifest.sha256", sha256: HASH }).test_result.predicate).toMatchObject({
    result: "WARNED",
    passedTests: [featureId(1)],
    warnedTests: [featureId(2)],
    failedTests: [],
  });
});

/** A run of one feature whose newest verdict is this, after one that failed. */
function judgedAgain(status: "pass" | "pass_with_notes") {
  const state = fold([created(), added(1), ...proven(1), { type: "run_verified", commit: "1".repeat(40) }]);
  const [verdict] = state.validator;
  if (verdict === undefined) throw new Error("no verdict");
  const failed = { ...verdict, status: "fail" as const, approval_for_next_task: false };
  state.validator = [failed, { ...verdict, status }];
  const given = { integrity: INTEGRITY, decisions: [], proofs: [], tool: "t", exportedAt: "2026-01-31T09:00:00Z" };
  return auditOf({ state, ...given });
}

test.each([
  ["pass", { result: "PASSED", passedTests: [featureId(1)], warnedTests: [] }],
  ["pass_with_notes", { result: "WARNED", passedTests: [], warnedTests: [featureId(1)] }],
] as const)("what ends as %s is attested to as that", (status, expected) => {
  const { test_result: said } = statementsOf(judgedAgain(status), { name: "manifest.sha256", sha256: HASH });
  expect(said.predicate).toMatchObject(expected);
});

test("the page names a commit beside the verdict that let it be made, and beside no earlier one", () => {
  const audit = judgedAgain("pass");
  const commit = audit.tasks[0]?.commit ?? "";
  const [, verdicts = ""] = /<h2>Verdicts<\/h2>(.*?)<\/section>/s.exec(renderAudit(audit)) ?? [];
  const rows = verdicts.split("<tr>").slice(2);
  expect(rows.map((row) => row.includes(commit.slice(0, 7)))).toEqual([false, true]);
});

test("the page tells a person's file from what an agent claims", () => {
  const claim = evidence(1, 1, "sbom.json", { kind: "claim" });
  const persons = { ...claim, path: "artifacts/validator/release/1/sbom.json" };
  const named = { ...claim, path: "artifacts/validator/T001/1/approval.txt", by: "Ann <a@b.c>" };
  const state = fold([created(), added(1), claim, persons, named]);
  const audit = auditOf({
    state,
    integrity: INTEGRITY,
    decisions: [],
    proofs: [],
    tool: "t",
    exportedAt: state.updatedAt,
  });
  const [, listed = ""] = /<h2>Evidence<\/h2>(.*?)<\/section>/s.exec(renderAudit(audit)) ?? [];
  expect([...listed.matchAll(/claim of the agent|a person|Ann &lt;a@b\.c&gt;/g)].map(([who]) => who)).toEqual([
    "claim of the agent",
    "a person",
    "Ann &lt;a@b.c&gt;",
  ]);
});
