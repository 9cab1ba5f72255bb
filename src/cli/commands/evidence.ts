import { findRun, withProject } from "../../engine/run/project.ts";
import { EXIT } from "../../errors.ts";
import type { Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";

export interface EvidenceFlags {
  readonly run?: string;
  readonly task?: string;
}

const HASH_SHOWN = 16;

/** `baton evidence list`: every artifact with its hash, what it shows, and whether it is a claim. */
export async function evidenceListCommand(flags: EvidenceFlags, around: Surroundings): Promise<Answer> {
  return withProject(around.repository, (project) => {
    const { state } = findRun(project, flags.run ?? null, "baton", { now: () => new Date() });
    const evidence = state.evidence.filter(({ task_id: id }) => flags.task === undefined || id === flags.task);
    const lines = evidence.map(
      ({ path, sha256, kind, description }) =>
        `  ${sha256.slice(0, HASH_SHOWN)}  ${kind === "claim" ? "claim  " : "harness"}  ${plain(path)}  ${plain(description)}`,
    );
    const text = [`${evidence.length} artifacts of run ${state.runId}`, ...lines, "Next: baton evidence verify"].join(
      "\n",
    );
    return { data: { run_id: state.runId, evidence }, exitCode: EXIT.ok, text };
  });
}
