import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { EvidenceEntry, RunState } from "../../core/run/state.ts";
import { wordOf } from "../../core/views/evidence-log.ts";
import { eraseEvidence } from "../../engine/run/record/erase.ts";
import { openJournal } from "../../engine/run/record/journal.ts";
import { runDirectory, withProject, type Project } from "../../engine/run/project.ts";
import { BatonError } from "../../errors.ts";
import { SHA256 } from "../../schema/journal.ts";
import { readInside } from "../../util/read-inside.ts";
import { nearest } from "../../util/nearest.ts";
import { PERSON, personOf, reasonOf } from "../change.ts";
import { taskId } from "../ids.ts";
import { answered, type Answer } from "../output.ts";
import { pageOf, type PageFlags } from "../paging.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { withRun } from "../with-run.ts";
import { WALL_CLOCK } from "../../util/clock.ts";

export interface EvidenceFlags extends PageFlags {
  readonly run?: string;
  readonly task?: string;
}

const HASH_SHOWN = 16;

/** `baton evidence list`: every artifact with its hash, what it shows, and whether it is a claim; in pages past a hundred. */
export async function evidenceListCommand(flags: EvidenceFlags, around: Surroundings): Promise<Answer> {
  return withRun(around, flags, ({ state }) => {
    const all = state.evidence.filter(({ task_id: id }) => flags.task === undefined || id === flags.task);
    // A session and a release have evidence and are no tasks.
    if (flags.task !== undefined && all.length === 0) taskId(state, flags.task);
    const command = `baton evidence list${flags.task === undefined ? "" : ` --task ${flags.task}`}`;
    const { shown: evidence, paging, lines: more } = pageOf(all, flags, command);
    const lines = evidence.map(({ path, sha256, kind, by, description }) => {
      const word = by === undefined ? "" : wordOf({ kind, by, path });
      const whose = word === "" ? "" : ` (${plain(word)})`;
      return `  ${sha256.slice(0, HASH_SHOWN)}  ${kind === "claim" ? "claim  " : "harness"}  ${plain(path)}  ${plain(description)}${whose}`;
    });
    const head = `${paging.total} artifacts of run ${state.runId}`;
    const text = [head, ...lines, ...more, "Next: baton evidence verify"].join("\n");
    return answered({ run_id: state.runId, ...paging, evidence }, text);
  });
}

/** `baton evidence show PATH|HASH`: the bytes, only when they are those that were recorded. */
export async function evidenceShowCommand(
  name: string,
  flags: { readonly run?: string },
  around: Surroundings,
): Promise<Answer> {
  return withRun(around, flags, ({ state, runId }, project) => {
    const entry = artifactNamed(state.evidence, name.replace(`runs/${runId}/`, ""));
    const bytes = bytesOf(project, state, entry);
    const isText = isUtf8(bytes);
    const content = bytes.toString(isText ? "utf8" : "base64");
    const data = { run_id: runId, ...entry, encoding: isText ? "utf8" : "base64", content };
    const text = isText ? plain(content) : `${bytes.length} bytes that are no text; --json gives them as base64`;
    return answered(data, text);
  });
}

/** `baton evidence erase HASH --reason TEXT`. */
export async function evidenceEraseCommand(
  name: string,
  flags: { readonly reason?: string; readonly as?: string; readonly dryRun?: boolean },
  around: Surroundings,
): Promise<Answer> {
  const dryRun = flags.dryRun === true;
  const reason = reasonOf(flags.reason, around);
  return withProject(around.repository, (project) => {
    const all = project.store.runs().flatMap((id) => openJournal(project.store, id, PERSON, WALL_CLOCK).state.evidence);
    const sha256 = SHA256.test(name) ? name : artifactNamed(all, name).sha256;
    const { stateDirectory } = around;
    const { runs } = eraseEvidence(project, sha256, reason, {
      stateDirectory,
      dryRun,
      actor: PERSON,
      by: (state) => personOf(flags, state, around),
      clock: WALL_CLOCK,
    });
    const lines = runs.flatMap(({ run_id: id, paths }) => [
      `  run ${id}${paths.length === 0 ? ": no published copy" : ""}`,
      ...paths.map((path) => `    ${plain(path)}`),
    ]);
    const head = `${dryRun ? "Would erase" : "Erased"} ${sha256}`;
    const next = `Next: ${dryRun ? "the same without --dry-run." : "baton evidence verify"}`;
    const data = { sha256, reason, dry_run: dryRun, runs };
    return answered(data, [head, ...lines, next]);
  });
}

const SHORTEST = 8;
const LIMIT_BYTES = 256_000_000;

/** The artifact that a path or the beginning of a hash means: of a path that was recorded again, the newest. */
function artifactNamed(evidence: readonly EvidenceEntry[], name: string): EvidenceEntry {
  const byPath = evidence.findLast(({ path }) => path === name);
  if (byPath !== undefined) return byPath;
  const byHash = evidence.filter(({ sha256 }) => name.length >= SHORTEST && sha256.startsWith(name));
  const found = byHash.at(-1);
  if (found !== undefined && new Set(byHash.map(({ sha256 }) => sha256)).size === 1) return found;
  const meant = nearest(
    name,
    evidence.map(({ path }) => path),
  );
  const hint = meant === null ? "" : `Did you mean ${meant}? `;
  throw new BatonError("EVIDENCE_UNKNOWN", `no artifact ${JSON.stringify(name)}`, {
    hint: `${hint}List them with \`baton evidence list\`; 8 digits of a hash are enough.`,
  });
}

/** Kept content first; what was only published (a growing report) from its file. Throws EVIDENCE_ERASED, ARTIFACT_CHANGED. */
function bytesOf(project: Project, state: RunState, { path, sha256, erased }: EvidenceEntry): Buffer {
  if (erased !== undefined) throw new BatonError("EVIDENCE_ERASED", `${path} was erased: ${erased}`);
  if (project.blobs.has(sha256)) return project.blobs.get(sha256);
  const directory = runDirectory(project, state.runId);
  if (!existsSync(join(directory, path))) throw new BatonError("ARTIFACT_MISSING", `${path} is gone`);
  const bytes = readInside(directory, path, LIMIT_BYTES);
  const actual = hash("sha256", bytes);
  if (actual === sha256) return bytes;
  throw new BatonError("ARTIFACT_CHANGED", `${path} is not what was recorded`, {
    details: { expected: sha256, actual },
  });
}
