import type { ComplianceRow } from "../../schema/audit.ts";
import { isJudgement } from "./decisions.ts";
import type { AuditFacts } from "./facts.ts";
import { found, partOf, share, type Measure } from "./measure.ts";
import { lookedFor, security } from "./scans.ts";

interface Rule {
  readonly framework: ComplianceRow["framework"];
  readonly reference: string;
  readonly subject: string;
  readonly measure: Measure;
}

const integrity: Measure = ({ integrity: { problems, entries } }) =>
  problems.length === 0
    ? found("evidenced", `${entries} journal entries and every file they name hold against their hashes`, [
        "journal.jsonl",
        "state/EVIDENCE_LOG.md",
      ])
    : found("not_evidenced", `it does not hold; the first problem: ${problems[0]?.message ?? ""}`, ["journal.jsonl"]);

/** A run that failed is claimed of those alone that the verdict says it of: not where a person accepted that there is none. */
const tests: Measure = ({ done, artifactsNamed, checkOf }) => {
  const green = artifactsNamed("test_output_green.txt");
  const red = artifactsNamed("test_output_red.txt");
  const proven = done.filter((id) => checkOf(id, "tdd_compliance") === "pass" && green.has(id) && red.has(id));
  const waived = done.filter((id) => checkOf(id, "tdd_compliance") === "waived").length;
  const beside = waived === 0 ? "" : `; that there is no failing run a person accepted of ${waived}`;
  const paths = proven.flatMap((id) => [red.get(id) ?? "", green.get(id) ?? ""]);
  const note = `finished tasks have a failing and a passing run of their tests${beside}`;
  return share(proven.length, done.length, note, paths);
};

const validation: Measure = ({ done, artifactsNamed }) => {
  const again = artifactsNamed("rerun_output.txt");
  const validated = done.filter((id) => again.has(id));
  return share(
    validated.length,
    done.length,
    "finished tasks were run again from a clean checkout",
    validated.flatMap((id) => again.get(id) ?? []),
  );
};

/** Audits of lock files by scanners, and what persons put on record of them; an agent's own word is none. */
const dependencies: Measure = (facts) => {
  const files = facts.evidencePaths.filter((path) => /(?:dependency|npm[-_]audit|sbom|osv)[^/]*$/i.test(path));
  const audited = lookedFor("dependencies")(facts);
  if (files.length === 0 || audited.status === "evidenced") return audited;
  return found("partial", `files about dependencies on record: ${files.length}; ${audited.note}`, files);
};

const oversight: Measure = ({ decisions }) => {
  const judgements = decisions.filter(({ kind }) => isJudgement(kind)).length;
  const others = decisions.length - judgements;
  const beside = others === 0 ? "" : `; other acts of persons, such as notes and changes of the plan: ${others}`;
  return judgements > 0
    ? found("evidenced", `approvals, rejections, reviews and waivers by persons: ${judgements}${beside}`, [
        "journal.jsonl",
      ])
    : found(
        "partial",
        `a person can pause, stop and correct the run at any moment; none approved, rejected, reviewed or waived anything${beside}`,
      );
};

/** The harness judges everything; that a program reviews its own work in a fresh session is half of a second opinion. */
const separation: Measure = ({ done, judged, reviewedAlike }) => {
  const alike = done.filter((id) => reviewedAlike.has(id)).length;
  const said = alike === 0 ? "" : `; ${alike} of them reviewed by the program that made them, started afresh`;
  const note = `finished tasks were judged by another than their author, the harness${said}`;
  const all = share(done.filter((id) => judged.has(id)).length, done.length, note, [
    "validator_report.json",
    "state/SESSION_HANDOFF.json",
  ]);
  return alike > 0 && all.status === "evidenced" ? { ...all, status: "partial" } : all;
};

/** A person's yes to the release or to its landing is one to every change that was there by then. */
const YES_TO_ALL: ReadonlySet<string> = new Set(["production_approved", "landing_approved"]);

const traceability: Measure = ({ done, commitOf, completedAt, decisions }) => {
  const traced = done.filter((id) => commitOf(id) !== null);
  const isApproved = (id: string): boolean =>
    decisions.some(({ kind, subject, reason, at }) =>
      YES_TO_ALL.has(kind) ? at >= completedAt(id) : subject === id && isYes(kind, reason),
    );
  const approved = traced.filter(isApproved).length;
  const note = `finished tasks have one commit that names feature, run and journal; a person approved ${approved} of them`;
  const all = share(traced.length, done.length, note, ["state/ROADMAP.md", "journal.jsonl"]);
  return approved < traced.length && all.status === "evidenced" ? { ...all, status: "partial" } : all;
};

const isYes = (kind: string, said: string): boolean =>
  kind === "approved" || (kind === "review_judged" && / passed\b/.test(said));

const planning: Measure = ({ done, planned }) =>
  share(
    done.filter((id) => planned.has(id)).length,
    done.length,
    "finished tasks had a plan with measurable criteria before work began",
    ["planner_report.json", "state/ROADMAP.md"],
  );

const erasure: Measure = ({ integrity: { erased } }) =>
  erased.length > 0
    ? found("evidenced", `erased with a reason, the chain holds: ${erased.length}`, ["journal.jsonl"])
    : found("partial", "contents can be erased while the chain stays; nobody asked for it in this run", [
        "journal.jsonl",
      ]);

const redaction: Measure = () =>
  found("partial", "secrets are redacted before anything is stored; personal data in sources is not looked for", [
    "state/EVIDENCE_LOG.md",
  ]);

const coverage: Measure = ({ done, checkOf }) =>
  share(
    done.filter((id) => checkOf(id, "coverage") === "pass").length,
    done.length,
    "finished tasks have measured coverage that meets its threshold",
    ["executor_report.json", "validator_report.json"],
  );

/** Rules and what of a run speaks to them. References: GDPR 2016/679, TSC 2017, ISO/IEC 42001:2023, ASVS 4.0.3, AI Act 2024/1689. */
const RULES: readonly Rule[] = [
  {
    framework: "GDPR",
    reference: "Art. 5(2)",
    subject: "Accountability: a record that shows what was done",
    measure: integrity,
  },
  { framework: "GDPR", reference: "Art. 17", subject: "Erasure on request", measure: erasure },
  { framework: "GDPR", reference: "Art. 25", subject: "Data protection by design and by default", measure: redaction },
  {
    framework: "GDPR",
    reference: "Art. 32",
    subject: "Security of processing is tested and evaluated",
    measure: security,
  },
  {
    framework: "SOC 2",
    reference: "CC3.2",
    subject: "Risks are identified before work begins",
    measure: partOf(planning, "risks themselves are not on record"),
  },
  { framework: "SOC 2", reference: "CC5.1", subject: "Duties are separated", measure: separation },
  {
    framework: "SOC 2",
    reference: "CC7.1",
    subject: "Vulnerabilities are looked for",
    measure: lookedFor("code", "dependencies"),
  },
  { framework: "SOC 2", reference: "CC7.2", subject: "Tampering and anomalies are detected", measure: integrity },
  {
    framework: "SOC 2",
    reference: "CC8.1",
    subject: "Changes are authorised, tested, approved and traceable",
    measure: traceability,
  },
  { framework: "SOC 2", reference: "PI1.4", subject: "Output is complete and accurate", measure: validation },
  { framework: "ISO 42001", reference: "A.3.2", subject: "AI roles and responsibilities", measure: separation },
  { framework: "ISO 42001", reference: "A.6.2.3", subject: "Design and development are documented", measure: planning },
  { framework: "ISO 42001", reference: "A.6.2.4", subject: "Verification and validation", measure: tests },
  { framework: "ISO 42001", reference: "A.6.2.8", subject: "Event logs are recorded", measure: integrity },
  { framework: "ISO 42001", reference: "A.9.2", subject: "Responsible use, with human oversight", measure: oversight },
  {
    framework: "OWASP ASVS",
    reference: "V1.1",
    subject: "Secure development lifecycle: each change has a verified story",
    measure: tests,
  },
  { framework: "OWASP ASVS", reference: "V7.1", subject: "Logs hold no secrets", measure: redaction },
  { framework: "OWASP ASVS", reference: "V7.3", subject: "Logs are protected from change", measure: integrity },
  {
    framework: "OWASP ASVS",
    reference: "V10.2",
    subject: "Code is searched for malicious or dangerous constructs",
    measure: lookedFor("code"),
  },
  {
    framework: "OWASP ASVS",
    reference: "V14.2",
    subject: "Components are known and free of known defects",
    measure: dependencies,
  },
  {
    framework: "EU AI Act",
    reference: "Art. 9",
    subject: "Risk management: measures are tested against thresholds",
    measure: partOf(coverage, "one threshold, and no system of managing risks"),
  },
  {
    framework: "EU AI Act",
    reference: "Art. 11",
    subject: "Technical documentation",
    measure: partOf(planning, "what else the documentation must hold is not looked for"),
  },
  {
    framework: "EU AI Act",
    reference: "Art. 12",
    subject: "Record-keeping: events are logged automatically",
    measure: integrity,
  },
  { framework: "EU AI Act", reference: "Art. 14", subject: "Human oversight", measure: oversight },
  {
    framework: "EU AI Act",
    reference: "Art. 15",
    subject: "Accuracy, robustness and cybersecurity",
    measure: partOf(validation, "robustness and cybersecurity are not measured by that"),
  },
];

/** What a run's record shows for each rule (H3A-22). A mapping for a reader, no certificate. */
export function complianceOf(facts: AuditFacts): ComplianceRow[] {
  return RULES.map(({ framework, reference, subject, measure }) => {
    const { status, note, artifacts } = measure(facts);
    return { framework, reference, subject, status, note, artifacts: [...artifacts] };
  });
}
