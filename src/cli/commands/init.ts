import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { initRun } from "../../engine/run/init.ts";
import { BatonError, EXIT } from "../../errors.ts";
import type { Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";

/** `baton init --spec FILE`. */
export async function initCommand(
  flags: { readonly spec?: string; readonly dryRun?: boolean },
  around: Surroundings,
): Promise<Answer> {
  const file = flags.spec ?? "-";
  const result = await initRun({
    repository: around.repository,
    spec: readSpec(file),
    specName: file === "-" ? "the spec" : basename(file),
    dryRun: flags.dryRun === true,
    now: () => new Date(),
  });
  const data = {
    run_id: result.runId,
    features: result.features.length,
    feature_ids: result.features.map(({ id }) => id),
    files: result.files,
    commit: result.commit,
  };
  const longest = Math.max(...data.feature_ids.map(({ length }) => length));
  const lines = [
    result.commit === null ? "Would initialize (nothing was written):" : `Initialized run ${result.runId}`,
    ...result.features.map(
      ({ id, priority, description }) => `  ${id.padEnd(longest)}  ${priority.padEnd(8)} ${plain(description)}`,
    ),
    ...result.warnings.map((warning) => `  ! ${plain(warning)}`),
    `  ${result.files.join(", ")} ${result.commit === null ? "would be committed" : "committed"}`,
    result.commit === null ? "Next: the same without --dry-run." : "Next: baton run --agent command:PROGRAM",
  ];
  return { data, exitCode: EXIT.ok, text: lines.join("\n"), warnings: result.warnings };
}

/** Text, or SPEC_INVALID: a binary or unreadable file is no spec. */
function readSpec(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file === "-" ? 0 : file);
  } catch (error) {
    throw new BatonError("SPEC_INVALID", `${file} cannot be read`, {
      cause: error,
      hint: "Give --spec an existing Markdown file.",
    });
  }
  try {
    return new TextDecoder("utf8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new BatonError("SPEC_INVALID", `${file} is not UTF-8 text`, { cause: error });
  }
}
