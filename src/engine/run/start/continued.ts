import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { RunState } from "../../../core/run/state.ts";
import { legacyRunsIn, readLegacyRun } from "../../../runs/legacy.ts";
import { presentIn } from "../../../runs/present.ts";
import type { Problem } from "../../../runs/problem.ts";
import { readText } from "../../../store/blobs.ts";
import { verifyLegacyRun } from "../../../runs/verify-legacy.ts";
import { oneLine } from "../../../core/text/one-line.ts";
import { runDirectory, type Project } from "../project.ts";

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

/** Files of the run that this one goes on from, as it cited them, which are gone or other by now; and what cannot be looked at. */
export function citedProblems(
  project: Project,
  { runId, run }: RunState,
): { readonly problems: Problem[]; readonly warnings: Problem[] } {
  if (run.continues === undefined) return { problems: [], warnings: [] };
  const { run_id: cited, manifest } = run.continues;
  const text = readText(project.blobs, manifest);
  const directory = legacyDirectory(project, cited);
  if (text === null || directory === null) {
    const message = `what ${cited} left cannot be compared: ${text === null ? "the list of its files is not kept any more" : "it is not here any more"}`;
    return { problems: [], warnings: [{ ...NOTHING, code: "ARTIFACT_MISSING", path: cited, message }] };
  }
  const { files } = JSON.parse(text) as { readonly files: Readonly<Record<string, string>> };
  const present = presentIn(directory);
  const from = relative(runDirectory(project, runId), directory);
  const problems = Object.entries(files).flatMap(([path, expected]): Problem[] => {
    const file = present.get(path);
    if (file?.sha256 === expected) return [];
    const [code, what] = file === undefined ? (["ARTIFACT_MISSING", "gone"] as const) : CHANGED;
    const actual = file === undefined ? null : (file.sha256 ?? file.reason);
    const message = `${path} of ${cited} was cited, and is ${what}`;
    return [{ code, path: join(from, path), expected, actual, message, next: "Restore it from a copy." }];
  });
  return { problems, warnings: [] };
}

const CHANGED = ["ARTIFACT_CHANGED", "another now"] as const;
const NOTHING = { expected: null, actual: null } as const;

/** Where a dual-agent run lies, by its folder or by what it says of itself. */
function legacyDirectory({ root }: Project, runId: string): string | null {
  const folders = ["runs", "archive"].map((name) => join(root, name));
  const named = folders.map((folder) => join(folder, runId)).find((place) => existsSync(place));
  const all = folders.flatMap((folder) => legacyRunsIn(folder).map((name) => join(folder, name)));
  return named ?? all.find((place) => saysOf(place) === runId) ?? null;
}

function saysOf(directory: string): string | null {
  try {
    return readLegacyRun(directory).runId;
  } catch {
    // Damaged: it says nothing.
    return null;
  }
}
