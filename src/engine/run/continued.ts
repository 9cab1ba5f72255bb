import { readLegacyRun } from "../../runs/legacy.ts";
import { verifyLegacyRun } from "../../runs/verify-legacy.ts";
import { oneLine } from "../../core/text/one-line.ts";

/** A dual-agent run that a new one goes on from. */
export interface Continued {
  readonly runId: string;
  readonly brief: string | null;
  /** Its files with their hashes as they were found, as JSON: the evidence that the new run cites. */
  readonly manifest: string;
  /** What it left undone, as a spec. Null: everything is complete by its own word. */
  readonly spec: string | null;
}

/** Reads a dual-agent run to go on from (H3A-19). Throws STATE_FILE_MISSING, STATE_FILE_CORRUPT. */
export function continuedFrom(directory: string): Continued {
  const run = readLegacyRun(directory);
  const { files } = verifyLegacyRun(directory);
  const open = run.tasks.filter(({ status }) => status !== "complete");
  const title = run.brief ?? `Go on with ${run.runId}`;
  const sections = open.map(({ taskId, summary, status }) => {
    const goal = oneLine(summary);
    return `## ${taskId} ${goal}\n\n- ${goal}\n\nIt was ${status} in the run ${run.runId}.\n`;
  });
  return {
    runId: run.runId,
    brief: run.brief,
    manifest: `${JSON.stringify({ run_id: run.runId, files }, null, 2)}\n`,
    spec: open.length === 0 ? null : `# ${oneLine(title)}\n\n${sections.join("\n")}`,
  };
}
