import { realpathSync } from "node:fs";
import { relative, isAbsolute } from "node:path";
import { z } from "zod";
import type { TaskState } from "../../core/run/state.ts";
import { BatonError } from "../../errors.ts";
import type { Config } from "../../schema/config.ts";
import type { RunFacts } from "../../schema/event.ts";
import type { SourceFile } from "../../schema/source.ts";
import { createRoles } from "../prove/context.ts";
import { readHeldOut } from "../prove/held-out.ts";
import type { Turn } from "./context.ts";
import type { Project } from "./project.ts";

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
  const files = readHeldOut(heldOut, createRoles({ test_files } as Config), (path) => placed(path, ids).path);
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

/** Those that a task's proof asks for: of its own feature, of features that are proven, and of none. */
export function heldOutFor({ project, journal }: Turn, task: TaskState): SourceFile[] {
  const { run, features } = journal.state;
  const manifest = run.policy.proof?.held_out?.manifest;
  if (manifest === undefined) return [];
  return Manifest.parse(JSON.parse(project.blobs.get(manifest).toString("utf8")))
    .filter(({ feature }) => feature === null || feature === task.plan.feature_id || features[feature]?.passes === true)
    .map(({ path, sha256 }) => ({ path, text: project.blobs.get(sha256).toString("utf8") }));
}
