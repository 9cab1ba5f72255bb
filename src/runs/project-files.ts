import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { BatonError } from "../errors.ts";
import { AgentState } from "../schema/agent-state.ts";
import { FeatureList } from "../schema/feature-list.ts";
import { RunRecord } from "../schema/run-record.ts";
import { writeFileAtomic, writeJsonAtomic } from "../util/atomic-file.ts";

/** What the two-agent loop knows between turns: the feature list, the progress file, the agent state. */
export interface ProjectState {
  readonly list: FeatureList;
  readonly progress: string;
  readonly state: AgentState;
}

export const FEATURE_LIST = "feature_list.json";
export const PROGRESS = "claude-progress.txt";
export const AGENT_STATE = "agent_state.json";
export const INIT_SCRIPT = "init.sh";

/** The texts of a state as they are committed. */
export function renderProject({ list, progress, state }: ProjectState): Map<string, string> {
  return new Map([
    [FEATURE_LIST, toJson(list)],
    [PROGRESS, progress],
    [AGENT_STATE, toJson(state)],
  ]);
}

/** Reads a state from wherever its three files are; null when none is there. Throws STATE_FILE_CORRUPT. */
export function parseProject(read: (name: string) => string | null): ProjectState | null {
  const list = read(FEATURE_LIST);
  const state = read(AGENT_STATE);
  if (list === null && state === null) return null;
  const parsedState = parseFile(AgentState, AGENT_STATE, state);
  return { list: parseFile(FeatureList, FEATURE_LIST, list), progress: read(PROGRESS) ?? "", state: parsedState };
}

/**
 * Where a run's live copies and its record lie: `runs/<id>/project/` and the git common directory. The committed files
 * change only by landing a commit; between commits these copies are the newest word (decisions.md, Places).
 */
export function openProjectStore(root: string, commonDirectory: string) {
  const records = join(commonDirectory, "baton", "runs");
  const live = (runId: string): string => join(root, "runs", runId, "project");
  return {
    load: (runId: string): ProjectState | null => parseProject((name) => readIfThere(join(live(runId), name))),
    save(project: ProjectState): void {
      for (const [name, text] of renderProject(project)) writeFileAtomic(join(live(project.state.run_id), name), text);
    },
    record(runId: string): RunRecord {
      return parseFile(RunRecord, `${runId}.json`, readIfThere(join(records, `${runId}.json`)));
    },
    saveRecord: (record: RunRecord): void => writeJsonAtomic(join(records, `${record.run_id}.json`), record),
    /** The newest run that was initialized here; null when there is none. Ids sort by time. */
    newestRun(): string | null {
      const names = existsSync(records) ? readdirSync(records).filter((name) => name.endsWith(".json")) : [];
      return (
        names
          .toSorted()
          .at(-1)
          ?.replace(/\.json$/, "") ?? null
      );
    },
  };
}

export type ProjectStore = ReturnType<typeof openProjectStore>;

function parseFile<T>(schema: z.ZodType<T>, name: string, text: string | null): T {
  if (text === null) throw new BatonError("STATE_FILE_MISSING", `${name} is missing`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BatonError("STATE_FILE_CORRUPT", `${name} is not JSON: ${error instanceof Error ? error.message : ""}`, {
      cause: error,
    });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BatonError("STATE_FILE_CORRUPT", `${name}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
}

const readIfThere = (path: string): string | null => (existsSync(path) ? readFileSync(path, "utf8") : null);
const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
