import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isLostText, textPath } from "../../../core/run/notes.ts";
import type { RunState } from "../../../core/run/state.ts";
import { BatonError } from "../../../errors.ts";
import type { Problem } from "../../../runs/problem.ts";
import { readText, type BlobStore } from "../../../store/blobs.ts";
import { hashOfFile } from "../../../util/hash-file.ts";
import { artifactsOf, isDamaged } from "./artifacts.ts";
import type { Project } from "../project.ts";

/** What was given and no rendering makes again: the store keeps it, and the run directory has it at this path. */
export interface Kept {
  readonly path: string;
  readonly sha256: string;
}

/** Published texts and evidence, but what was erased on record. */
export const keptOf = (state: RunState): Kept[] => [
  ...keptTexts(state),
  ...artifactsOf(state).flatMap(({ path, sha256, erased }) => (erased === undefined ? [{ path, sha256 }] : [])),
];

export const keptTexts = ({ published }: RunState): Kept[] =>
  Object.entries(published).flatMap(([path, sha256]) => (path === textPath(sha256) ? [{ path, sha256 }] : []));

/** What the store lost of it, or has with other bytes. */
export const lostIn = ({ blobs }: Pick<Project, "blobs">, kept: readonly Kept[]): Kept[] =>
  kept.filter(({ sha256 }) => isDamaged(blobs, sha256));

/** Whether the run directory has its bytes still. */
export const isCopied = (directory: string, { path, sha256 }: Kept): boolean =>
  hashOfFile(join(directory, path)) === sha256;

/** Puts back into the store what it lost and the run directory still has. */
export function takeBack({ blobs }: Pick<Project, "blobs">, directory: string, lost: readonly Kept[]): void {
  for (const one of lost) if (isCopied(directory, one)) blobs.put(readFileSync(join(directory, one.path)));
}

/** Texts alone, and without looking into those that are there: cheap enough for each publishing. */
export function takeBackTexts(project: Pick<Project, "blobs">, directory: string, state: RunState): void {
  const lost = keptTexts(state).filter(({ sha256 }) => !project.blobs.has(sha256));
  takeBack(project, directory, lost);
}

/** What is lost, as problems of the run's record. */
export const lostProblems = (project: Pick<Project, "blobs">, state: RunState): Problem[] =>
  lostIn(project, keptOf(state)).map(({ path, sha256: expected }) =>
    project.blobs.has(expected)
      ? { ...LOST, code: "ARTIFACT_CHANGED", path, expected, message: "its copy in .git/baton has other bytes" }
      : { ...LOST, code: "ARTIFACT_MISSING", path, expected, message: "its copy in .git/baton is gone" },
  );
const LOST = { actual: null } as const;

/** What a person noted; null: it was erased on record. Throws ARTIFACT_MISSING, ARTIFACT_CHANGED. */
export function readNote(blobs: BlobStore, { runId, published }: RunState, sha256: string): string | null {
  const text = readText(blobs, sha256);
  if (text !== null || !isLostText({ published }, sha256)) return text;
  throw new BatonError("ARTIFACT_MISSING", `the note in ${textPath(sha256)} is not kept any more`, {
    hint: `Take it back from the run directory: baton repair --run ${runId}`,
  });
}
