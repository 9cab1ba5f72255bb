import type { AuditProof } from "../../schema/audit.ts";
import { jsonOrNull } from "../../schema/json.ts";
import { ProofData, type ProofRun } from "../../schema/proof.ts";
import { artifactName } from "../run/fold/artifact-name.ts";
import type { EvidenceEntry, RunState } from "../run/state.ts";

const PLACE = /^artifacts\/executor\/[^/]+\/(\d+)\/[^/]+$/;

/**
 * Of each task the newest proof, from the file that was recorded for it. `read` answers null for what is not there any more as it was
 * recorded: such a task has none here.
 */
export function proofsOf(
  { tasks, evidence }: Pick<RunState, "tasks" | "evidence">,
  read: (entry: Pick<EvidenceEntry, "path" | "sha256">) => string | null,
): AuditProof[] {
  return Object.keys(tasks).flatMap((taskId) => {
    const own = evidence.findLast((entry) => entry.task_id === taskId && isOfHarness(entry));
    const parsed = own === undefined ? null : ProofData.safeParse(jsonOrNull(read(own) ?? ""));
    if (own === undefined || parsed?.success !== true) return [];
    return [shortOf(taskId, Number(PLACE.exec(own.path)?.[1]), parsed.data)];
  });
}

const isOfHarness = ({ kind, path }: EvidenceEntry): boolean =>
  kind === "harness" && PLACE.test(path) && artifactName(path) === "proof.json";

function shortOf(taskId: string, attempt: number, proof: ProofData): AuditProof {
  const { base, head, verdict, runs, mutation, environment = null } = proof;
  const { status, proof_level, isolation_level } = verdict;
  const R6 =
    mutation === undefined ? null : { kind: mutation.kind, score: mutation.score, threshold: mutation.threshold };
  return {
    task_id: taskId,
    attempt,
    base,
    head,
    status,
    proof_level,
    isolation_level,
    environment,
    runs: {
      R0: runOf(runs.R0),
      R1: runOf(runs.R1),
      R2: runOf(runs.R2),
      R3: runOf(runs.R3),
      R4: runOf(runs.R4),
      R5: runOf(runs.R5 ?? null),
      R6,
      R7: runOf(runs.R7 ?? null),
    },
  };
}

/** Without the names of its tests, which the file has. */
function runOf(run: ProofRun | null): AuditProof["runs"]["R0"] {
  if (run === null) return null;
  const { sets: _, duration_ms: __, ...rest } = run;
  return rest;
}
