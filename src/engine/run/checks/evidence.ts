import { hash } from "node:crypto";
import { asOnDisk } from "../../../core/text/on-disk.ts";
import { recordedPaths } from "../../../core/run/fold/recorded-paths.ts";
import type { EventOf, RunEvent } from "../../../schema/event.ts";
import type { Turn } from "../context.ts";

export interface Artifact {
  readonly role: "planner" | "executor" | "validator";
  readonly name: string;
  /** Text is redacted; bytes (a screenshot) are kept as they are. */
  readonly content: string | Buffer;
  readonly kind: "harness" | "claim";
  /** The person whose word a claim is. */
  readonly by?: string;
  readonly description: string;
  /** The line of the compliance mapping that it supports. */
  readonly mapping?: string;
}

const LIMIT_CHARACTERS = 2_000_000;

/** What is kept of a program that printed nothing: an artifact is never empty. */
export const NOTHING_PRINTED = "(empty)\n";

/** Where an artifact lies in the run directory; it never changes there (decisions.md, On disk). */
function artifactPath({ role, name }: Pick<Artifact, "role" | "name">, taskId: string, attempt: number): string {
  return `artifacts/${role}/${taskId}/${attempt}/${name.split("/").map(withRoom).join("/")}`;
}

/** Leaves room for what is put behind a name: a number, and the end of its temporary file. */
const NAME_BYTES = 240;

/** A name that is too long for that, shortened to one that still is its own. */
function withRoom(name: string): string {
  if (Buffer.byteLength(name) <= NAME_BYTES) return name;
  const [end = ""] = /\.[^.]{1,16}$/.exec(name) ?? [];
  const own = `~${hash("sha256", name).slice(0, 12)}${end}`;
  let start = name.slice(0, NAME_BYTES);
  while (Buffer.byteLength(start) > NAME_BYTES - Buffer.byteLength(own)) start = start.slice(0, -1);
  return `${start.toWellFormed().replace(/\uFFFD$/, "")}${own}`;
}

interface ArtifactOwner {
  readonly taskId: string;
  readonly attempt: number;
}

/** Keeps an artifact as a blob, redacted, and answers the event that records it under its own name. */
export function keepArtifact(
  { project, redact }: Pick<Turn, "project" | "redact">,
  artifact: Artifact,
  { taskId, attempt }: ArtifactOwner,
): EventOf<"evidence_recorded"> {
  const { content, role, kind, by, description, mapping = "" } = artifact;
  const kept = typeof content === "string" ? redact(cut(content)) : content;
  return {
    type: "evidence_recorded",
    path: artifactPath(artifact, taskId, attempt),
    sha256: project.blobs.put(kept),
    bytes: Buffer.byteLength(kept),
    role,
    task_id: taskId,
    kind,
    ...(by === undefined ? {} : { by }),
    description,
    mapping,
  };
}

/**
 * Keeps artifacts and answers the events that record them, and where each lies. What is there never changes: what is
 * measured again stands beside it, as `proof-2.json`.
 */
export function keepArtifacts(
  turn: Pick<Turn, "project" | "journal" | "redact">,
  artifacts: readonly Artifact[],
  owner: ArtifactOwner,
): { events: RunEvent[]; paths: string[] } {
  const events: RunEvent[] = [];
  const { hashes: there, folded } = recordedPaths(turn.journal.state.evidence);
  const fresh = new Map<string, string>();
  // One whose name some disks take for another's stands beside it under a number of its own (H3A-31).
  const isTaken = (path: string): boolean => {
    const name = asOnDisk(path);
    return (fresh.get(name) ?? folded.get(name) ?? path) !== path;
  };
  const paths = artifacts.map((artifact) => {
    const event = keepArtifact(turn, artifact, owner);
    let { path } = event;
    for (let number = 2; isTaken(path) || (there.get(path) ?? event.sha256) !== event.sha256; number += 1)
      path = numbered(event.path, number);
    fresh.set(asOnDisk(path), path);
    if (!there.has(path)) events.push({ ...event, path });
    return path;
  });
  return { events, paths };
}

function numbered(path: string, number: number): string {
  const [, stem = path, extensions = ""] = /^(.*?[^/.][^/.]*)((?:\.[^/]*)?)$/s.exec(path) ?? [];
  return `${stem}-${number}${extensions}`;
}

function cut(content: string): string {
  const text = content.toWellFormed();
  if (text.length <= LIMIT_CHARACTERS) return text === "" ? NOTHING_PRINTED : text;
  const half = LIMIT_CHARACTERS / 2;
  return `${text.slice(0, half)}\n… ${text.length - LIMIT_CHARACTERS} characters left out …\n${text.slice(-half)}`;
}
