import { hash } from "node:crypto";
import { realpathSync } from "node:fs";
import { relative, isAbsolute } from "node:path";
import { z } from "zod";
import type { RunState, TaskState } from "../../../core/run/state.ts";
import { BatonError } from "../../../errors.ts";
import type { Config } from "../../../schema/config.ts";
import type { RunFacts } from "../../../schema/event.ts";
import type { SourceFile } from "../../../schema/source.ts";
import { readText } from "../../../store/blobs.ts";
import { createRoles } from "../../prove/context.ts";
import { readHeldOut } from "../../prove/held-out.ts";
import type { Turn } from "../context.ts";
import type { Project } from "../project.ts";

/** The held-out tests of a run: where each belongs, the feature whose proof it waits for (null: none), its bytes as a blob. */
const Manifest = z.array(z.strictObject({ path: z.string(), feature: z.string().nullable(), sha256: z.string() }));

const FEATURE_FOLDER = /^(feat_\d+[^/]*)\/(.+)$/;

/**
 * What a run asks of each proof besides R0–R4. Held-out tests are copied out of their folder, so that what is asked later is
 * what was given now, and no agent's folder or packet has a word of them. Absent: nothing is asked. Throws USAGE_INVALID,
 * CONFIG_INVALID where the configuration wants held-out tests and none are given.
 */
export function proofPolicy(
  project: Project,
  { proof, test_files }: Config,
  given: {
    readonly heldOut: string | null;
    readonly features: readonly { readonly id: string }[];
    readonly dryRun: boolean;
  },
): { proof?: NonNullable<RunFacts["policy"]["proof"]> } {
  const { heldOut, features, dryRun } = given;
  if (proof.held_out && heldOut === null)
    throw new BatonError("CONFIG_INVALID", "proof.held_out asks for tests that no agent sees, and none are given", {
      hint: "baton init --spec FILE --held-out FOLDER, a folder outside of the repository.",
    });
  if (heldOut === null) return proof.flip ? { proof: { flip: true, held_out: null } } : {};
  refuseInside(project, heldOut);
  const ids = features.map(({ id }) => id);
  const files = readHeldOut(heldOut, createRoles({ test_files }), (path) => placed(path, ids).path);
  const keep = dryRun ? () => "0".repeat(64) : (text: string): string => project.blobs.put(text);
  const entries = files.map(({ path, text }) => ({ ...placed(path, ids), sha256: keep(text) }));
  const twice = entries.find(({ path }, at) => entries.findIndex((other) => other.path === path) !== at);
  if (twice !== undefined) throw unusable(`two held-out files belong at ${twice.path}`);
  return { proof: { flip: proof.flip, held_out: { manifest: keep(JSON.stringify(entries)), files: entries.length } } };
}

/** `feat_001/test/a.test.js` is asked from the first feature on; what lies in no such folder is asked of every task. */
function placed(path: string, ids: readonly string[]): { readonly path: string; readonly feature: string | null } {
  const [, folder, rest] = FEATURE_FOLDER.exec(path) ?? [];
  if (folder === undefined || rest === undefined) return { path, feature: null };
  const feature = ids.find((id) => id === folder || id.startsWith(`${folder}_`));
  if (feature === undefined) throw unusable(`${folder} is no feature of the spec`);
  return { path: rest, feature };
}

const unusable = (message: string): BatonError =>
  new BatonError("USAGE_INVALID", message, { hint: "Lay the folder out like the repository, or as feat_001/test/…" });

function refuseInside({ root }: Project, folder: string): void {
  let real: string;
  try {
    real = realpathSync(folder);
  } catch (error) {
    throw new BatonError("USAGE_INVALID", `${folder} is no folder that can be read`, { cause: error });
  }
  const inside = relative(realpathSync(root), real);
  if (inside.startsWith("..") || isAbsolute(inside)) return;
  throw new BatonError("USAGE_INVALID", `${folder} lies in the repository, where agents would see it`, {
    hint: "Keep held-out tests in a folder outside of the repository.",
  });
}

/** Those that a task's proof asks for: of its own feature, of features that are proven, and of none. Throws HELD_OUT_MISSING. */
export function heldOutFor({ project, journal }: Turn, task: TaskState): SourceFile[] {
  const { features } = journal.state;
  requireHeldOut(project, journal.state);
  return (manifestOf(project, journal.state) ?? [])
    .filter(({ feature }) => feature === null || feature === task.plan.feature_id || features[feature]?.passes === true)
    .map(({ path, sha256 }) => ({ path, text: project.blobs.get(sha256).toString("utf8") }));
}

/** How many held-out tests a run has, and whether this machine has all of them; null: it has none. */
export interface HeldOutHere {
  readonly files: number;
  readonly isHere: boolean;
}

export function heldOutHere(project: Pick<Project, "blobs">, state: Pick<RunState, "run">): HeldOutHere | null {
  const asked = state.run.policy.proof?.held_out ?? null;
  if (asked === null) return null;
  const entries = manifestOf(project, state);
  return { files: asked.files, isHere: entries?.every(({ sha256 }) => project.blobs.has(sha256)) === true };
}

export const heldOutMissing = ({ files }: HeldOutHere): string =>
  `the run asks for ${files} held-out ${files === 1 ? "file" : "files"} of tests that ${files === 1 ? "is" : "are"} not on this machine`;

/** Without them no proof can pass, and an attempt would be for nothing. Throws HELD_OUT_MISSING. */
export function requireHeldOut(project: Pick<Project, "blobs">, state: Pick<RunState, "run">): void {
  const here = heldOutHere(project, state);
  if (here !== null && !here.isHere) throw new BatonError("HELD_OUT_MISSING", heldOutMissing(here));
}

/**
 * Reads the tests of a run that began elsewhere, from the folder it began with: the recorded hash says whether they are those.
 * Answers what keeps them. Throws USAGE_INVALID when the run has none or the folder is unusable, HELD_OUT_MISMATCH.
 */
export function readHeldOutAgain(project: Project, state: RunState, folder: string): () => void {
  const asked = state.run.policy.proof?.held_out ?? null;
  if (asked === null) throw new BatonError("USAGE_INVALID", `run ${state.runId} began without held-out tests`);
  refuseInside(project, folder);
  // What is a test was decided when the run began; here only the hash decides.
  const files = readHeldOut(folder, () => "test");
  const ids = Object.keys(state.features);
  const entries = files.map(({ path, text }) => ({ ...placed(path, ids), sha256: hash("sha256", text) }));
  const manifest = JSON.stringify(entries);
  if (hash("sha256", manifest) !== asked.manifest)
    throw new BatonError(
      "HELD_OUT_MISMATCH",
      `${folder} holds ${files.length} files, and not the ${asked.files} that run ${state.runId} began with`,
    );
  return () => {
    for (const { text } of files) project.blobs.put(text);
    project.blobs.put(manifest);
  };
}

/** Null: it is not on this machine. */
function manifestOf(
  { blobs }: Pick<Project, "blobs">,
  { run }: Pick<RunState, "run">,
): z.infer<typeof Manifest> | null {
  const manifest = run.policy.proof?.held_out?.manifest;
  const text = manifest === undefined ? null : readText(blobs, manifest);
  return text === null ? null : Manifest.parse(JSON.parse(text));
}
