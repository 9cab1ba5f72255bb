import type { RunState } from "../run/state.ts";
import { agentState } from "./agent-state.ts";
import { currentTask } from "./current-task.ts";
import { evidenceLogFile } from "./evidence-log.ts";
import { featureListFile } from "./feature-list.ts";
import { gatesLedgerFile } from "./gates-ledger.ts";
import { piece, wholeText, type FileText } from "./growing.ts";
import { laneTaskFiles } from "./lane-tasks.ts";
import { progressFile } from "./progress.ts";
import { readmeFile } from "./readme.ts";
import { reportFiles, type Report } from "./reports.ts";
import { roadmapFile } from "./roadmap.ts";
import type { SealedPart, Sealing } from "./sealing.ts";
import { sessionHandoffFile } from "./session-handoff.ts";
import { stateFile } from "./state-file.ts";
import { jsonText } from "./text.ts";
import type { ViewFacts } from "./view-facts.ts";

/** Runs of earlier versions do not say where their files are cut: never. */
const sealingOf = ({ run }: RunState, { sha256 }: Pick<ViewFacts, "sha256">): Sealing => ({
  limitBytes: run.seal_bytes ?? null,
  sha256,
});

/** The growing reports, each with the line that the evidence log gets when it has grown. */
export const renderReports = (state: RunState, facts: Pick<ViewFacts, "sha256">): Report[] =>
  reportFiles(state, sealingOf(state, facts));

/** Every file of the run directory that is a view, by its path in it: reports first, then what cites them. */
export function renderRun(state: RunState, facts: ViewFacts): Map<string, string> {
  return new Map([...viewsOf(state, facts)].map(([path, text]) => [path, wholeText(text)]));
}

/** The same in pieces; what a file names stands before it. */
export function viewsOf(state: RunState, facts: ViewFacts): Map<string, FileText> {
  const sealing = sealingOf(state, facts);
  const sealed: SealedPart[] = [];
  const views = new Map<string, FileText>();
  const add = (path: string, { head, parts }: { head: FileText; parts: readonly SealedPart[] }): void => {
    for (const part of parts) views.set(part.path, [part.text]);
    sealed.push(...parts);
    views.set(path, head);
  };
  for (const { path, file } of renderReports(state, facts)) add(path, file);
  add("state.json", stateFile(state, facts, sealing));
  views.set("state/ROADMAP.md", roadmapFile(state));
  views.set("state/CURRENT_TASK.json", [piece(jsonText(currentTask(state, facts)))]);
  for (const [path, text] of laneTaskFiles(state, facts)) views.set(path, text);
  add("state/GATES_LEDGER.md", gatesLedgerFile(state, sealing));
  add("state/EVIDENCE_LOG.md", evidenceLogFile(state, sealing));
  add("state/SESSION_HANDOFF.json", sessionHandoffFile(state, sealing));
  for (const [name, text] of projectFiles(state, facts)) views.set(`project/${name}`, text);
  views.set("README.md", readmeFile(state, facts, sealed));
  return views;
}

const projectFiles = (state: RunState, facts: Pick<ViewFacts, "blob">): [string, FileText][] => [
  ["feature_list.json", featureListFile(state, facts)],
  ["claude-progress.txt", progressFile(state, facts)],
  ["agent_state.json", [piece(jsonText(agentState(state)))]],
];

/** The files of the project as the next commit has them: the same bytes as the live copies (decisions.md, Places). */
export const renderProjectFiles = (state: RunState, blob: ViewFacts["blob"]): Map<string, string> =>
  new Map(projectFiles(state, { blob }).map(([name, text]) => [name, wholeText(text)]));
