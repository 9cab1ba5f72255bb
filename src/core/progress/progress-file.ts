import {
  APPEND_HINT,
  CODING_STARTS_LINE,
  DO_NOT_EDIT_LINE,
  INITIALIZED_LINE,
  renderSession,
} from "./render-progress.ts";
import type { Session } from "./render-progress.ts";

/** Notes of one attempt beyond this are cut: the file is read by every later agent. */
const APPENDED_NOTES_LIMIT = 8000;
const LOG_LINE = /^\[(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\] Completed (\S+): (PASS|FAIL)$/;

/** The parts of the file. `session` is null before the first one; `below` is what only grows. */
export interface ProgressFile {
  readonly initialization: string;
  readonly session: Session | null;
  readonly below: string;
}

export interface LogEntry {
  readonly time: string;
  readonly featureId: string;
  readonly passes: boolean;
}

/**
 * The file without its last newline, up to what was appended: the initialization note, and after the first turn the one SESSION
 * block with the do-not-edit line. Everything that was ever appended follows in its order, each after a blank line.
 */
export function renderProgressHead(initialization: string, session: Session | null): string {
  const block = session === null ? [] : [`${renderSession(session)}\n${DO_NOT_EDIT_LINE}\n${APPEND_HINT}`];
  return [initialization, ...block].map((part) => part.trimEnd()).join("\n\n");
}

/** What an agent wrote, as it stands in the file. A line that looks like the harness's is quoted: nobody can forge one. */
export function notesBlock(notes: string): string {
  const trimmed = normalise(notes).trim();
  if (trimmed === "") return "";
  const cut = trimmed.length > APPENDED_NOTES_LIMIT ? `${trimmed.slice(0, APPENDED_NOTES_LIMIT)}\n… (cut)` : trimmed;
  const isOurs = (line: string): boolean =>
    LOG_LINE.test(line.trim()) || /^(?:===|---) .* (?:===|---)$/.test(line.trim());
  return cut
    .split("\n")
    .map((line) => (isOurs(line) ? `> ${line.trim()}` : line.trimEnd()))
    .join("\n");
}

/** Whether a text begins as the harness begins this file. */
export function isProgressFile(text: string): boolean {
  const lines = normalise(text).split("\n");
  return lines[0] === INITIALIZED_LINE && lines.includes(CODING_STARTS_LINE);
}

export function parseProgress(text: string): ProgressFile {
  const { initialization, session, below } = split(text);
  return { initialization, session: session === "" ? null : parseSession(session), below };
}

/** The PASS and FAIL lines below the do-not-edit line, oldest first. */
export function logEntries(text: string): LogEntry[] {
  const { below } = split(text);
  return below.split("\n").flatMap((line) => {
    const [, time, featureId, word] = LOG_LINE.exec(line) ?? [];
    return time === undefined || featureId === undefined ? [] : [{ time, featureId, passes: word === "PASS" }];
  });
}

export interface AgentNotes {
  readonly notes: string;
  /** Something that was there before is gone or different: above the line, or among earlier notes. */
  readonly edited: boolean;
}

/** What an agent added to the file it was given. Other line ends and blank lines at the end are no edit. */
export function agentNotes(recorded: string, returned: string): AgentNotes {
  const before = normalise(recorded).trimEnd();
  const after = normalise(returned).trimEnd();
  const rest = after.slice(before.length);
  if (after.startsWith(before) && (rest === "" || rest.startsWith("\n"))) return { notes: rest.trim(), edited: false };
  const known = new Set(before.split("\n").map((line) => line.trimEnd()));
  const added = after.split("\n").filter((line) => line.trim() !== "" && !known.has(line.trimEnd()));
  return { notes: added.join("\n"), edited: true };
}

interface Parts {
  readonly initialization: string;
  readonly session: string;
  readonly below: string;
}

/** The first line of each kind decides: everything after it may hold an agent's words. */
function split(text: string): Parts {
  const lines = normalise(text).split("\n");
  const line = lines.indexOf(DO_NOT_EDIT_LINE);
  if (line < 0) {
    const start = lines.indexOf(CODING_STARTS_LINE);
    const end = start < 0 ? lines.length : start + 1;
    const notes = lines.slice(end).join("\n").trim();
    const below = notes === "" ? "" : `${APPEND_HINT}\n\n${notes}\n`;
    return { initialization: lines.slice(0, end).join("\n"), session: "", below };
  }
  const found = lines.findIndex((one) => one.startsWith("=== SESSION "));
  const start = found < 0 || found > line ? line : found;
  return {
    initialization: lines.slice(0, start).join("\n").trimEnd(),
    session: lines.slice(start, line).join("\n").trimEnd(),
    below: lines.slice(line + 1).join("\n"),
  };
}

function parseSession(block: string): Session {
  const lines = block.split("\n");
  const value = (name: string): string => {
    const line = lines.find((one) => one.startsWith(`${name}: `));
    return line === undefined ? "" : line.slice(name.length + 2);
  };
  const section = (name: string): string[] => {
    const start = lines.indexOf(`${name}:`);
    const end = lines.indexOf("", start);
    return start < 0 ? [] : lines.slice(start + 1, end < 0 ? undefined : end).map((line) => line.replace(/^- /, ""));
  };
  return {
    time: /^=== SESSION (\S+) ===$/.exec(lines[0] ?? "")?.[1] ?? "",
    currentFeature: value("CURRENT FEATURE"),
    status: value("STATUS"),
    lastAgent: value("LAST AGENT"),
    whatWasDone: section("WHAT WAS DONE"),
    nextAgent: value("NEXT AGENT"),
    whatToDo: section("WHAT TO DO"),
    context: section("CONTEXT"),
    stateFilesUpdated: section("STATE FILES UPDATED"),
    continueFrom: value("CONTINUE FROM"),
  };
}

function normalise(text: string): string {
  return text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
}
