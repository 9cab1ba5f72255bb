import type { Audit } from "../../schema/audit.ts";
import type { Check, CheckStatus } from "../../schema/reports.ts";
import { artifactName } from "../run/fold/artifact-name.ts";
import { programOf } from "../run/people/review.ts";
import { isPersons } from "../run/people/release-files.ts";
import type { RunState, TaskState } from "../run/state.ts";

export type Integrity = Audit["integrity"];
export type Decision = Audit["decisions"][number];

/** A run's record as the rules of compliance ask for it. */
export interface AuditFacts {
  readonly integrity: Integrity;
  readonly decisions: readonly Decision[];
  /** Tasks that are complete. */
  readonly done: readonly string[];
  /** Tasks whose criteria stood before work began. */
  readonly planned: ReadonlySet<string>;
  /** Tasks with a verdict of the validator. */
  readonly judged: ReadonlySet<string>;
  /** Tasks that the program which made them reviewed, if in a session of its own. */
  readonly reviewedAlike: ReadonlySet<string>;
  /** What the harness or a person put on record. */
  readonly evidencePaths: readonly string[];
  /** The newest artifact of that file name that the harness made, by task. */
  readonly artifactsNamed: (name: string) => ReadonlyMap<string, string>;
  readonly checkOf: (taskId: string, check: Check) => CheckStatus | null;
  /** The names of what looked at a task's change for security, in the order and as often as they were started. */
  readonly scannersOf: (taskId: string) => readonly string[];
  readonly commitOf: (taskId: string) => string | null;
  /** Of a finished task. */
  readonly completedAt: (taskId: string) => string;
}

export function factsOf(state: RunState, integrity: Integrity, decisions: readonly Decision[]): AuditFacts {
  const tasks = Object.values(state.tasks);
  const verdicts = new Map(state.validator.map((verdict) => [verdict.task_id, verdict]));
  const standing = state.evidence.filter(({ erased }) => erased === undefined);
  return {
    integrity,
    decisions,
    done: tasks.filter(({ lifecycle }) => lifecycle === "complete").map(({ plan }) => plan.task_id),
    planned: new Set(tasks.filter(({ plan }) => plan.definition_of_done.length > 0).map(({ plan }) => plan.task_id)),
    judged: new Set(verdicts.keys()),
    reviewedAlike: new Set(tasks.filter(isReviewedAlike).map(({ plan }) => plan.task_id)),
    evidencePaths: standing.filter(({ kind, path }) => kind === "harness" || isPersons(path)).map(({ path }) => path),
    artifactsNamed: (name) =>
      new Map(
        standing
          .filter(({ path, kind }) => kind === "harness" && artifactName(path) === name)
          .map(({ task_id: id, path }) => [id, path]),
      ),
    checkOf: (taskId, check) => verdicts.get(taskId)?.verification_results[check]?.status ?? null,
    scannersOf: (taskId) => {
      const tool = verdicts.get(taskId)?.verification_results.security?.["tool"];
      return typeof tool === "string" && tool !== "" ? tool.split(", ") : [];
    },
    commitOf: (taskId) => state.tasks[taskId]?.commit ?? null,
    completedAt: (taskId) => state.tasks[taskId]?.completedAt ?? "",
  };
}

function isReviewedAlike({ authors, review }: TaskState): boolean {
  const makers = new Set(authors.map(programOf));
  return (review?.gates ?? []).some(({ by }) => by !== null && makers.has(programOf(by)));
}
