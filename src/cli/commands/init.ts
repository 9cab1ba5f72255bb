import { basename } from "node:path";
import { initRun, type InitResult } from "../../engine/run/init.ts";
import { withProject } from "../../engine/run/project.ts";
import { findAmendment, readSpec } from "../../engine/run/spec.ts";
import { BatonError, EXIT } from "../../errors.ts";
import type { Answer } from "../output.ts";
import { readSpecFile } from "../read-spec.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { amendCommand } from "./amend.ts";

export interface InitFlags {
  readonly spec?: string;
  readonly taskBrief?: string;
  readonly land?: string;
  readonly dryRun?: boolean;
  readonly amend?: boolean;
}

/**
 * `baton init --spec FILE`, or `--task-brief TEXT` for a run of one feature. A newer text of an unfinished run's spec
 * changes that run's plan instead.
 */
export async function initCommand(flags: InitFlags, around: Surroundings): Promise<Answer> {
  const { text, name, brief } = specOf(flags);
  readSpec(text, name);
  return withProject(around.repository, async (project) => {
    const clock = { now: (): Date => new Date() };
    const amendment = flags.spec === undefined ? null : findAmendment(project, text, name, clock);
    if (amendment !== null) return amendCommand(project, amendment, text, { ...flags, spec: flags.spec ?? "" }, around);
    const result = await initRun(project, {
      spec: text,
      specName: name,
      brief,
      stateDirectory: around.stateDirectory,
      land: landOf(flags.land),
      budget: {},
      dryRun: flags.dryRun === true,
      now: clock.now,
    });
    return answerOf(result);
  });
}

function answerOf(result: InitResult): Answer {
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
    return { text: readSpecFile(spec), name, brief: taskBrief ?? null };
  }
  if (taskBrief === undefined || taskBrief.trim() === "")
    throw new BatonError("USAGE_INVALID", "init needs --spec FILE or --task-brief TEXT", {
      hint: "See `baton init --help`.",
    });
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
