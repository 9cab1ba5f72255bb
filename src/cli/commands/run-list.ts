import { join } from "node:path";
import { agentState } from "../../core/views/agent-state.ts";
import { openJournal } from "../../engine/run/record/journal.ts";
import { withProject, type Project } from "../../engine/run/project.ts";
import { BatonError } from "../../errors.ts";
import { legacyRunsIn, readLegacyRun } from "../../runs/legacy.ts";
import { countOf, legacyFolders } from "../legacy.ts";
import { answered, type Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { WALL_CLOCK } from "../../util/clock.ts";

/** `baton run list`: the runs of this repository, oldest first. */
export async function runListCommand(around: Surroundings): Promise<Answer> {
  const legacy = legacyRuns(around);
  const runs = await ownRuns(around, legacy.length > 0);
  const lines = [
    ...legacy.map(
      ({ run_id: id, brief, count }) =>
        `  ${plain(id)}  dual-agent     ${count} complete  ${plain(brief ?? "")}  (read only)`,
    ),
    ...runs.map(
      (run) =>
        `  ${run.run_id}  ${run.status.padEnd(14)} ${run.completed}/${run.total_features} proven  ${plain(run.brief)}${run.archived ? "  (archived)" : ""}`,
    ),
  ];
  const text = lines.length === 0 ? "No run here yet.\nNext: baton init --spec FILE" : lines.join("\n");
  return answered({ runs, legacy }, text);
}

/** Runs of the dual-agent tool lie there as they were made; a damaged one is named with what is wrong. */
function legacyRuns(around: Surroundings) {
  return legacyFolders(around).flatMap((folder) =>
    legacyRunsIn(folder).map((name) => {
      const directory = join(folder, name);
      try {
        const run = readLegacyRun(directory);
        return { run_id: name, directory, brief: run.brief, count: countOf(run), problem: null };
      } catch (error) {
        if (!(error instanceof BatonError)) throw error;
        return { run_id: name, directory, brief: `${error.code}: ${error.message}`, count: "?", problem: error.code };
      }
    }),
  );
}

/** Where only older runs lie there is no journal, and none is made. */
async function ownRuns(around: Surroundings, hasLegacy: boolean) {
  try {
    return await withProject(around.repository, runsOf);
  } catch (error) {
    if (hasLegacy && error instanceof BatonError && error.code === "NOT_INITIALIZED") return [];
    throw error;
  }
}

function runsOf({ store }: Project) {
  return store.runs().map((id) => {
    const { state } = openJournal(store, id, "human", WALL_CLOCK);
    const features = Object.values(state.features);
    return {
      run_id: id,
      brief: state.run.brief,
      spec: state.run.spec.name,
      status: agentState(state).status,
      completed: features.filter(({ passes }) => passes).length,
      total_features: features.length,
      archived: state.archived,
      created_at: state.createdAt,
      updated_at: state.updatedAt,
    };
  });
}
