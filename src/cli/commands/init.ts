import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { initRun } from "../../engine/run/init.ts";
import { withProject } from "../../engine/run/project.ts";
import { BatonError, EXIT } from "../../errors.ts";
import type { Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";

export interface InitFlags {
  readonly spec?: string;
  readonly taskBrief?: string;
  readonly land?: string;
  readonly dryRun?: boolean;
}

/** `baton init --spec FILE`, or `--task-brief TEXT` for a run of one feature. */
export async function initCommand(flags: InitFlags, around: Surroundings): Promise<Answer> {
  const { text, name, brief } = specOf(flags);
  const result = await withProject(around.repository, (project) =>
    initRun(project, {
      spec: text,
      specName: name,
      brief,
      stateDirectory: around.stateDirectory,
      land: landOf(flags.land),
      budget: {},
      dryRun: flags.dryRun === true,
      now: () => new Date(),
    }),
  );
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

function specOf({ spec, taskBrief }: InitFlags): { text: string; name: string; brief: string | null } {
  if (spec !== undefined) {
    const name = spec === "-" ? "the spec" : basename(spec);
    return { text: readSpec(spec), name, brief: taskBrief ?? null };
  }
  if (taskBrief === undefined || taskBrief.trim() === "")
    throw new BatonError("USAGE_INVALID", "init needs --spec FILE or --task-brief TEXT");
  const [title = ""] = taskBrief.trim().split("\n");
  return {
    text: `# ${title}\n\n## ${title}\n\n- ${taskBrief.trim().replaceAll(/\s+/g, " ")}\n`,
    name: "the task brief",
    brief: taskBrief.trim(),
  };
}

function landOf(land: string | undefined): "auto" | "branch" {
  if (land === undefined || land === "auto") return "auto";
  if (land === "branch") return "branch";
  throw new BatonError("USAGE_INVALID", `--land ${land} is not one of auto, branch`);
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
