import { BatonError } from "../../../errors.ts";
import { marksIn } from "../../../runs/marks.ts";
import { knownWorkspace } from "../../../store/workspace.ts";
import type { Project } from "../project.ts";

/**
 * Small files of ours that are made anew where they are missing, and cannot be read: which workspace this is, and what this
 * machine saw of each run in it. Which marks are meant is known only once the first can be.
 */
export function unreadableFiles(
  { places, store }: Pick<Project, "places" | "store">,
  stateDirectory: string,
): string[] {
  let workspace: string | null = null;
  const ofWorkspace = unreadable(() => (workspace = knownWorkspace(places.commonDirectory)));
  if (workspace === null) return ofWorkspace;
  const [known, read] = [workspace, marksIn(stateDirectory)];
  return store.runs().flatMap((runId) => unreadable(() => read(runId, known)));
}

function unreadable(look: () => unknown): string[] {
  try {
    look();
    return [];
  } catch (error) {
    if (error instanceof BatonError && error.code === "STATE_FILE_CORRUPT") return [String(error.details["path"])];
    throw error;
  }
}
