import type { Audit } from "../../schema/audit.ts";
import { counted } from "../text/counted.ts";
import { gatesOf } from "../views/gates.ts";
import type { RunState } from "../run/state.ts";
import { complianceOf } from "./compliance.ts";
import { factsOf, type Decision, type Integrity } from "./facts.ts";
import { seriesOf } from "./series.ts";

export interface AuditSource {
  readonly state: RunState;
  readonly integrity: Integrity;
  readonly decisions: readonly Decision[];
  readonly proofs: Audit["proofs"];
  /** Name and version of what exports. */
  readonly tool: string;
  readonly exportedAt: string;
}

const LIMITS: readonly string[] = [
  "A rule marked as evidenced is shown by this record; whether it is met is for a person to judge.",
  "Hard-coded answers survive every run of the tests a feature has; only tests that its author never saw and a reviewer find them.",
  "Files marked as a claim of the agent are its word about its own work and count for nothing; those that a person added count as that person's word.",
  "Who decided is who was named when it was typed; nobody's identity is checked.",
  "A signature by a local key says who vouches for this export, and nothing about when.",
  "A journal cut at its end shows only against a witness: the mark of a machine that saw more, a commit trailer, an earlier export.",
];

/** Agents at I0 and I1 run as the user: what was decided beside them is no proof that a person did. */
function limitsOf(decisions: readonly Decision[]): string[] {
  const beside = decisions.filter(({ during }) => during !== undefined).length;
  if (beside === 0) return [];
  return [
    `${counted(beside, "decision")} ${beside === 1 ? "was" : "were"} recorded while an agent worked at I0 or I1, which could have typed it under any name.`,
  ];
}

function productionOf({ production }: RunState): Audit["production"] {
  if (production === null) return null;
  const { at, commit, criteria, approvedBy } = production;
  return { at, commit, criteria, approved_by: approvedBy };
}

/** A run as a third party reads it, from its state alone (H3A-22). */
export function auditOf({ state, integrity, decisions, proofs, tool, exportedAt }: AuditSource): Audit {
  const { run } = state;
  const tasks = Object.values(state.tasks);
  return {
    audit_version: "1.0.0",
    exported_at: exportedAt,
    tool,
    run: {
      run_id: state.runId,
      brief: run.brief,
      status: state.status,
      created_at: state.createdAt,
      repo: run.repo,
      remote: run.remote,
      branch: run.branch,
      base_commit: run.base_commit,
      final_commit: state.tip,
      verified_commit: state.verified,
      agent: state.agent,
    },
    integrity,
    gates: { ...gatesOf(state) },
    production: productionOf(state),
    waivers: [
      ...state.waivers.map(({ task_id: subject, check, by, reason }) => ({ subject, check, by, reason })),
      ...state.productionWaivers.map(({ criterion, by, reason }) => ({ subject: "G3", check: criterion, by, reason })),
    ],
    features: Object.values(state.features).map((feature) => ({
      id: feature.id,
      description: feature.description,
      priority: feature.priority,
      passes: feature.passes,
      verification_method: feature.verification_method,
      test_command: feature.test_command,
      coverage: feature.coverage,
      out_of_plan: state.away[feature.id] ?? null,
      commits: tasks.flatMap(({ plan, commit }) => (plan.feature_id === feature.id && commit !== null ? [commit] : [])),
    })),
    tasks: tasks.map((task) => ({
      task_id: task.plan.task_id,
      feature_id: task.plan.feature_id,
      lifecycle: task.lifecycle,
      gate_status: task.gate,
      attempts: task.attempt,
      owner: task.owner,
      commit: task.commit,
      completed_at: task.completedAt,
      proof_level: state.levels[task.plan.task_id]?.proof ?? null,
      isolation_level: state.levels[task.plan.task_id]?.isolation ?? null,
      blocked_code: task.blocked,
    })),
    verdicts: state.validator,
    proofs,
    decisions: [...decisions],
    evidence: state.evidence.map(({ erased, ...entry }) => ({ ...entry, erased: erased ?? null })),
    spending: (["metered", "reported", "unknown"] as const).map((label) => {
      const { attempts, tokens, cost } = state.spending[label];
      return { label, attempts, tokens, cost };
    }),
    series: seriesOf(state),
    compliance: complianceOf(factsOf(state, integrity, decisions)),
    limits: [...LIMITS, ...limitsOf(decisions)],
  };
}
