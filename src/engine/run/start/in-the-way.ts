import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HARNESS_FILES } from "../../../core/own-files.ts";
import { isProgressFile } from "../../../core/progress/progress-file.ts";
import { isFinished } from "../../../core/run/state.ts";
import { BatonError } from "../../../errors.ts";
import { AgentState } from "../../../schema/agent-state.ts";
import { FeatureList } from "../../../schema/feature-list.ts";
import { jsonOrNull } from "../../../schema/json.ts";
import { isRunId } from "../../../schema/run-id.ts";
import { requireAllFinished, withoutDatabase, type Project } from "../project.ts";
import type { Clock } from "../record/journal.ts";

/**
 * Files that we would write must not be there, unless a run of ours wrote them: one of this repository, or, in a clone, one
 * that ended elsewhere, whose files tell by their content. Throws ALREADY_INITIALIZED, FEATURE_LIST_FOREIGN naming all of them.
 */
export function refuseInTheWay(project: Project, clock: Clock): void {
  requireAllFinished(project, clock);
  if (project.store.runs().length > 0) return;
  const { root } = project;
  const present = HARNESS_FILES.filter((name) => lstatSync(join(root, name), { throwIfNoEntry: false }) !== undefined);
  if (present.length === 0) return;
  const foreign = present.filter((name) => OWN_BY_CONTENT[name]?.(textOf(root, name)) !== true);
  const are = (names: readonly string[]): string => `${names.join(", ")} ${names.length === 1 ? "is" : "are"}`;
  // Moved aside, a second run would begin over the first.
  const adopts = withoutDatabase(root);
  if (adopts !== null) throw new BatonError("FEATURE_LIST_FOREIGN", `${are(present)} there already`, { hint: adopts });
  if (foreign.length > 0)
    throw new BatonError("FEATURE_LIST_FOREIGN", `${are(foreign)} there already, and no run of Proofbaton wrote them`, {
      hint: `Move ${foreign.length === 1 ? "it" : "them"} aside, then type the same again: ${moving(root, foreign)}`,
    });
  const unfinished = unfinishedRun(root);
  if (unfinished !== null)
    throw new BatonError(
      "FEATURE_LIST_FOREIGN",
      `${are(present)} of run ${unfinished}, which is neither finished nor here`,
      {
        hint: `Go on with it: \`baton handoff export\` where it is, then \`baton handoff import FILE\` here. Where nobody does, move its files aside, then type the same again: ${moving(root, present)}`,
      },
    );
}

const parsed = (text: string): unknown => jsonOrNull(text.replace(/^\uFEFF/, ""));

const OWN_BY_CONTENT: Readonly<Record<string, (text: string) => boolean>> = {
  "feature_list.json": (text) => FeatureList.safeParse(parsed(text)).success,
  "claude-progress.txt": isProgressFile,
  "agent_state.json": (text) => isRunId(AgentState.safeParse(parsed(text)).data?.run_id ?? ""),
};

/** What is no readable file is none of ours. */
function textOf(root: string, name: string): string {
  const path = join(root, name);
  return lstatSync(path).isFile() ? readFileSync(path, "utf8") : "";
}

function unfinishedRun(root: string): string | null {
  const name = "agent_state.json";
  const state = existsSync(join(root, name)) ? AgentState.safeParse(parsed(textOf(root, name))).data : undefined;
  return state === undefined || isFinished(state) ? null : state.run_id;
}

function moving(root: string, names: readonly string[]): string {
  const folder = freeName(root);
  return `mkdir ${folder} && mv ${names.join(" ")} ${folder}/`;
}

function freeName(root: string): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? "before-baton" : `before-baton-${count}`;
    if (lstatSync(join(root, name), { throwIfNoEntry: false }) === undefined) return name;
  }
}
