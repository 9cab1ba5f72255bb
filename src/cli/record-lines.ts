import { existsSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { RunState } from "../core/run/state.ts";
import { editsAround, editText, wayBack, type EditAround } from "../engine/run/record/edited-around.ts";
import { openJournal } from "../engine/run/record/journal.ts";
import { lostProblems } from "../engine/run/record/kept.ts";
import { unreadableFiles } from "../engine/run/record/unreadable.ts";
import { runDirectory, withoutDatabase, withProject, workTreeOf, type Project } from "../engine/run/project.ts";
import { BatonError, CODES } from "../errors.ts";
import { marksIn } from "../runs/marks.ts";
import { verifyRun } from "../runs/verify.ts";
import { WALL_CLOCK } from "../util/clock.ts";
import { findRepository } from "../util/git/discover.ts";
import { stepsAtHome } from "./steps-for.ts";
import type { Surroundings } from "./surroundings.ts";

/** One thing that the doctor looked at. */
export interface Line {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** The record of each run: whether its journal and its files hold, and what mends them (H3A-20). Nothing before `init`. */
export async function recordLines(around: Surroundings): Promise<Line[]> {
  const { commonDirectory, root } = findRepository(around.repository);
  const gone = root === null ? null : withoutDatabase(root);
  const orphan = gone === null ? [] : [{ name: "journal", ok: false, detail: gone }];
  if (!existsSync(join(commonDirectory, "baton", "journal.db"))) return orphan;
  return withProject(around.repository, (project) => {
    if (project.store.runs().length === 0) return orphan;
    const unreadable = unreadableFiles(project, around.stateDirectory).map((path) => ({
      name: "files",
      ok: false,
      detail: `STATE_FILE_CORRUPT ${path}: baton repair sets it aside, and it is made anew`,
    }));
    if (unreadable.length > 0) return unreadable;
    const edits = new Map<string, Line>();
    const lines = project.store.runs().flatMap((runId): Line[] => {
      try {
        const entries = [...project.store.read(runId, 0)].length;
        const journal = { name: "journal", ok: true, detail: `${runId}: ${entries} entries, the chain holds` };
        const { state } = openJournal(project.store, runId, "baton", WALL_CLOCK);
        for (const edit of editsAround(project, state)) edits.set(edit.path, editLine(state, edit));
        return [journal, filesLine(state, project, around.stateDirectory)];
      } catch (error) {
        if (!(error instanceof BatonError)) throw error;
        return [{ name: "journal", ok: false, detail: `${runId}: ${error.code} ${error.message}` }];
      }
    });
    return [...lines, ...edits.values()];
  });
}

const editLine = (state: RunState, edit: EditAround): Line => ({
  name: "files",
  ok: false,
  detail: `FILE_EDITED ${editText(edit)}: ${wayBack(state, edit)}`,
});

function filesLine(state: RunState, project: Project, stateDirectory: string): Line {
  const { runId } = state;
  const directory = runDirectory(project, runId);
  const other = workTreeOf(project, runId);
  if (other !== null)
    return { name: "files", ok: true, detail: `runs/${runId} lies in the work tree ${other}: look at it from there` };
  if (!existsSync(directory))
    return { name: "files", ok: false, detail: `runs/${runId} is gone: baton repair --run ${runId}` };
  if (!statSync(directory).isDirectory())
    return {
      name: "files",
      ok: false,
      detail: `runs/${runId} is a file: move it aside, then baton repair --run ${runId}`,
    };
  const { problems: ofFiles } = verifyRun(directory, { marks: marksIn(stateDirectory) });
  const problems = stepsAtHome([...ofFiles, ...lostProblems(project, state)], runId);
  const [first] = problems;
  if (first === undefined)
    return { name: "files", ok: true, detail: `${relative(project.root, directory)} is as recorded` };
  const more = problems.length === 1 ? "" : ` and ${problems.length - 1} more`;
  return {
    name: "files",
    ok: false,
    detail: `${first.code} ${first.path}${more}: ${first.next ?? CODES[first.code].remedy}`,
  };
}
