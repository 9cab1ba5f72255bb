import { oneLine } from "../text/one-line.ts";

/** The texts of `claude-progress.txt` (Two-Agent Handoff). Above the do-not-edit line only the harness writes. */

export const INITIALIZED_LINE = "=== INITIALIZATION COMPLETE ===";
export const DO_NOT_EDIT_LINE = "--- DO NOT EDIT ABOVE THIS LINE ---";
export const APPEND_HINT = "(Agent will append notes below)";
export const CODING_STARTS_LINE = "--- CODING AGENT STARTS BELOW ---";

export interface Initialization {
  readonly project: string;
  readonly totalFeatures: number;
  readonly nextAgent: string;
  /** The id of the first feature. */
  readonly startWith: string;
}

/** One session as the next agent reads it. Lists may be empty; texts are one line or several. */
export interface Session {
  /** ISO 8601, whole seconds, UTC. */
  readonly time: string;
  readonly currentFeature: string;
  readonly status: string;
  readonly lastAgent: string;
  readonly whatWasDone: readonly string[];
  readonly nextAgent: string;
  readonly whatToDo: readonly string[];
  readonly context: readonly string[];
  readonly stateFilesUpdated: readonly string[];
  readonly continueFrom: string;
}

/** The note that `init` leaves. */
export function renderInitialization(note: Initialization): string {
  return [
    INITIALIZED_LINE,
    "",
    `PROJECT: ${oneLine(note.project)}`,
    `TOTAL FEATURES: ${note.totalFeatures}`,
    "",
    `NEXT AGENT: ${oneLine(note.nextAgent)}`,
    "WHAT TO DO:",
    "1. Run './init.sh' to set up environment",
    "2. Pick first feature from feature_list.json where passes=false",
    "3. Implement the feature",
    "4. Run the test_command",
    "5. Update feature_list.json with results (the harness does: leave it as it is)",
    "6. Append notes to this file (the harness does: write them in your answer)",
    "",
    `START WITH: Feature ${oneLine(note.startWith)}`,
    "",
    CODING_STARTS_LINE,
    "",
  ].join("\n");
}

/** The block of one session, up to the line before the do-not-edit line. */
export function renderSession(session: Session): string {
  return [
    `=== SESSION ${session.time} ===`,
    "",
    `CURRENT FEATURE: ${oneLine(session.currentFeature)}`,
    `STATUS: ${oneLine(session.status)}`,
    "",
    `LAST AGENT: ${oneLine(session.lastAgent)}`,
    "WHAT WAS DONE:",
    ...bullets(session.whatWasDone),
    "",
    `NEXT AGENT: ${oneLine(session.nextAgent)}`,
    "WHAT TO DO:",
    ...bullets(session.whatToDo),
    "",
    "CONTEXT:",
    ...session.context.map(contextLine),
    "",
    "STATE FILES UPDATED:",
    ...bullets(session.stateFilesUpdated),
    "",
    `CONTINUE FROM: ${oneLine(session.continueFrom)}`,
    "",
  ].join("\n");
}

export function renderLogLine(time: string, featureId: string, passes: boolean): string {
  return `[${time}] Completed ${featureId}: ${passes ? "PASS" : "FAIL"}`;
}

function bullets(lines: readonly string[]): string[] {
  return lines.map((line) => `- ${oneLine(line)}`);
}

/** A blank line, a heading or a rule would end the section, so text from outside can hold none at its start. */
function contextLine(text: string): string {
  const line = oneLine(text);
  return /^(?:$|[A-Z][A-Z ]+:|===|---)/.test(line) ? `> ${line}` : line;
}
