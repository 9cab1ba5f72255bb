import type { RunEvent } from "../../schema/event.ts";
import type { Turn } from "./context.ts";

export interface Artifact {
  readonly role: "planner" | "executor" | "validator";
  readonly name: string;
  /** Text is redacted; bytes (a screenshot) are kept as they are. */
  readonly content: string | Buffer;
  readonly kind: "harness" | "claim";
  readonly description: string;
  /** The line of the compliance mapping that it supports. */
  readonly mapping?: string;
}

const LIMIT_CHARACTERS = 2_000_000;

/** Where an artifact lies in the run directory; it never changes there (decisions.md, On disk). */
function artifactPath(artifact: Pick<Artifact, "role" | "name">, taskId: string, attempt: number): string {
  return `artifacts/${artifact.role}/${taskId}/${attempt}/${artifact.name}`;
}

/** Keeps artifacts as blobs, redacted, and answers the events that record them. */
export function keepArtifacts(
  { project, redact }: Pick<Turn, "project" | "redact">,
  artifacts: readonly Artifact[],
  { taskId, attempt }: { taskId: string; attempt: number },
): { events: RunEvent[]; paths: string[] } {
  const events = artifacts.map((artifact): RunEvent => {
    const { content } = artifact;
    const kept = typeof content === "string" ? redact(cut(content)) : content;
    const { role, kind, description, mapping = "" } = artifact;
    return {
      type: "evidence_recorded",
      path: artifactPath(artifact, taskId, attempt),
      sha256: project.blobs.put(kept),
      bytes: Buffer.byteLength(kept),
      role,
      task_id: taskId,
      kind,
      description,
      mapping,
    };
  });
  return { events, paths: artifacts.map((artifact) => artifactPath(artifact, taskId, attempt)) };
}

function cut(content: string): string {
  const text = content.toWellFormed();
  if (text.length <= LIMIT_CHARACTERS) return text === "" ? "(empty)\n" : text;
  const half = LIMIT_CHARACTERS / 2;
  return `${text.slice(0, half)}\n… ${text.length - LIMIT_CHARACTERS} characters left out …\n${text.slice(-half)}`;
}
