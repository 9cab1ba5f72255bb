import type { Audit } from "../../schema/audit.ts";

export const STATEMENT_TYPE = "application/vnd.in-toto+json";

/** What is vouched for, each in a statement of its own: in-toto has one predicate each. */
export const STATEMENTS = ["verdict", "test_result"] as const;

interface Subject {
  readonly name: string;
  readonly digest: Readonly<Record<string, string>>;
}

/** An in-toto Statement v1. */
export interface Statement {
  readonly _type: "https://in-toto.io/Statement/v1";
  readonly subject: readonly Subject[];
  readonly predicateType: string;
  readonly predicate: unknown;
}

const VERDICT_PREDICATE = "urn:proofbaton:attestation:verdict:v0.1";
const TEST_RESULT_PREDICATE = "https://in-toto.io/attestation/test-result/v0.1";

/**
 * What is vouched for: the commit that everything passed on and the list of the run's files with their hashes. Two
 * statements, as in-toto has one predicate each (verification.md, Integrity and export).
 */
export function statementsOf(
  audit: Audit,
  manifest: { readonly name: string; readonly sha256: string },
): Readonly<Record<(typeof STATEMENTS)[number], Statement>> {
  const { run, integrity } = audit;
  const commit = run.verified_commit ?? run.final_commit;
  const subject = [
    ...(commit === null ? [] : [{ name: run.remote === "" ? run.repo : run.remote, digest: { gitCommit: commit } }]),
    { name: manifest.name, digest: { sha256: manifest.sha256 } },
  ];
  const statement = (predicateType: string, predicate: unknown): Statement => ({
    _type: "https://in-toto.io/Statement/v1",
    subject,
    predicateType,
    predicate,
  });
  const noted = notedFeatures(audit);
  const names = (passes: boolean): string[] =>
    audit.features.filter((one) => one.out_of_plan === null && one.passes === passes).map(({ id }) => id);
  const isWhole = run.verified_commit !== null && names(false).length === 0;
  // Dropped is wanted no more; deferred still is, and nothing shows it.
  const deferred = audit.features.filter((one) => one.out_of_plan === "deferred").map(({ id }) => id);
  const warned = [...names(true).filter((id) => noted.has(id)), ...deferred];
  return {
    verdict: statement(VERDICT_PREDICATE, {
      run_id: run.run_id,
      status: run.status,
      gates: audit.gates,
      production: audit.production,
      waivers: audit.waivers,
      journal: { position: integrity.journal_position, sha256: integrity.journal_hash },
      tool: audit.tool,
      exported_at: audit.exported_at,
      tasks: audit.tasks,
      verdicts: audit.verdicts,
      proofs: audit.proofs,
    }),
    test_result: statement(TEST_RESULT_PREDICATE, {
      result: isWhole ? (warned.length === 0 ? "PASSED" : "WARNED") : "FAILED",
      configuration: [{ name: "feature_list.json" }],
      passedTests: names(true).filter((id) => !noted.has(id)),
      warnedTests: warned,
      failedTests: names(false),
    }),
  };
}

/** Features with a task that passed with notes: something was waived, or is less than it could be. The verdict's own statement says what. */
function notedFeatures({ tasks, verdicts }: Audit): ReadonlySet<string> {
  const last = new Map(verdicts.map(({ task_id: id, status }) => [id, status]));
  return new Set(
    tasks.filter(({ task_id: id }) => last.get(id) === "pass_with_notes").map(({ feature_id: feature }) => feature),
  );
}

/** One line a file, as `sha256sum -c` reads it; names that it would misread are left to the audit itself. */
export function manifestText(files: ReadonlyMap<string, string>): string {
  return [...files]
    .filter(([path]) => !/[\\\n\r]/.test(path))
    .map(([path, sha256]) => `${sha256}  ${path}\n`)
    .join("");
}
