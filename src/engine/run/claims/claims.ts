import { questionsIn, type Question } from "../../../core/run/people/approvals.ts";
import type { RunState } from "../../../core/run/state.ts";
import { BatonError } from "../../../errors.ts";
import { asContent } from "../../../util/read-content.ts";
import { readInside } from "../../../util/read-inside.ts";
import type { Redact } from "../../../util/redact.ts";
import { clonePlace } from "../attempt/attempt.ts";
import { keepArtifact, type Artifact } from "../checks/evidence.ts";
import type { RunJournal } from "../record/journal.ts";
import { ownTask, type AttemptName } from "../attempt/open-attempt.ts";
import type { Project } from "../project.ts";
import { createPublisher } from "../record/publish.ts";

/** What recording a claim works with. */
export interface ClaimContext {
  readonly project: Project;
  readonly journal: RunJournal;
  readonly stateDirectory: string;
  readonly redact: Redact;
  /** What shows that an attempt that was claimed is the caller's; null: nothing was shown. */
  readonly token: string | null;
}

const FILE_LIMIT_BYTES = 20_000_000;
const FILES_LIMIT = 100;

/**
 * Keeps a file from an open attempt's `artifacts/` as a claim, at once and for good. Answers where it lies in the run
 * directory; the same bytes again change nothing. Throws ATTEMPT_FENCED, ARTIFACT_REFUSED.
 */
export function recordClaim(
  context: ClaimContext,
  name: AttemptName,
  { path, description }: { readonly path: string; readonly description: string },
): { readonly path: string; readonly sha256: string } {
  const { project, journal, stateDirectory, token } = context;
  ownTask(journal.state, name, token);
  if (!path.startsWith("artifacts/")) throw new BatonError("ARTIFACT_REFUSED", `${path} is not below artifacts/`);
  const clone = clonePlace({ project, journal, options: { stateDirectory } }, name.task_id, name.attempt);
  const bytes = readInside(clone, path, FILE_LIMIT_BYTES);
  const file = `recorded/${path.slice("artifacts/".length)}`;
  return keepClaim(context, name, { name: file, content: asContent(bytes), description }, (state) =>
    ownTask(state, name, token),
  );
}

/**
 * Puts what an agent asks of a person on record, with its reason: a claim, and no approval. Throws RESULT_INVALID when no
 * task waits for that approval.
 */
export function requestApproval(
  context: ClaimContext,
  { approval, reason }: { readonly approval: string; readonly reason: string },
): { readonly task_id: string; readonly code: string; readonly message: string } {
  const { journal } = context;
  const { task_id: taskId, attempt, code, message } = askedApproval(journal.state, approval);
  const artifact = {
    name: `approval_requests/${approval}.md`,
    content: `# Approval ${approval} is asked for\n\n${code}: ${message}\n\nWhat the agent says:\n\n${reason.replaceAll(/^/gm, "> ")}\n`,
    description: `An agent asks a person to approve ${approval}`,
  };
  const name = { task_id: taskId, attempt: attempt ?? 1 };
  keepClaim(context, name, artifact, (state) => askedApproval(state, approval), "first");
  return { task_id: taskId, code, message };
}

function askedApproval(state: RunState, approval: string): Question & { task_id: string } {
  const all = questionsIn(state).filter((one): one is Question & { task_id: string } => one.task_id !== null);
  const asked = all.find((one) => one.approval === approval);
  if (asked !== undefined) return asked;
  throw new BatonError("RESULT_INVALID", `no task waits for the approval ${JSON.stringify(approval)}`, {
    hint:
      all.length === 0
        ? "Nothing can be approved now."
        : `There are ${all
            .map((one) => one.approval)
            .slice(0, 10)
            .join(", ")}.`,
  });
}

/** An artifact never changes: the same is kept once, something else under its name is refused, or the first stays. */
function keepClaim(
  { project, journal, redact, stateDirectory }: ClaimContext,
  { task_id: taskId, attempt }: AttemptName,
  artifact: Pick<Artifact, "name" | "content" | "description">,
  mustStillHold: (state: RunState) => unknown,
  again: "refuse" | "first" = "refuse",
): { readonly path: string; readonly sha256: string } {
  const clean = { ...artifact, description: redact(artifact.description.toWellFormed()) };
  const event = keepArtifact({ project, redact }, { role: "executor", kind: "claim", ...clean }, { taskId, attempt });
  let kept = { path: event.path, sha256: event.sha256 };
  journal.append((state) => {
    mustStillHold(state);
    const before = state.evidence.find(({ path }) => path === event.path);
    if (before !== undefined) {
      if (again === "refuse" && before.sha256 !== event.sha256)
        throw new BatonError("ARTIFACT_REFUSED", `${event.path} is recorded already, with other content`);
      kept = { path: before.path, sha256: before.sha256 };
      return [];
    }
    const folder = `artifacts/executor/${taskId}/${attempt}/`;
    if (state.evidence.filter(({ path }) => path.startsWith(folder)).length >= FILES_LIMIT)
      throw new BatonError("ARTIFACT_REFUSED", `${taskId} has ${FILES_LIMIT} artifacts in this attempt already`);
    return [event];
  });
  createPublisher(project, journal, stateDirectory).publish();
  return kept;
}
