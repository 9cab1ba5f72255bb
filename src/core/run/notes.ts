import type { ReportedFinding } from "../../schema/event.ts";
import { violationText } from "../../schema/violation-text.ts";
import type { Feature } from "../../schema/feature-list.ts";
import { foldGrowing, perTaskPage } from "./pages.ts";
import type { ProgressLine, RunState } from "./state.ts";

export const NOTES_LIMIT = 2000;
const IDS_SHOWN = 5;

/** What went wrong, for the next agent: findings first, then what the answer lacked. */
export function failureNotes(
  findings: readonly ReportedFinding[],
  violations: readonly ReportedFinding[] = [],
): string {
  const wrong = findings.filter(({ severity }) => severity === "error" || severity === "person");
  const lines = wrong.map(({ code, message, ids = [] }) =>
    ids.length === 0 ? `${code}: ${message}` : `${code}: ${message} [${ids.slice(0, IDS_SHOWN).join("; ")}]`,
  );
  // What decides comes first, so it is the end that is left out.
  const all = [...lines, ...violations.map(violationText)].join("\n");
  return all.slice(0, NOTES_LIMIT).toWellFormed();
}

/** A failed feature's notes with the end of what its tests printed, as far as that is still kept. */
export function notesWith(
  state: Pick<RunState, "printed">,
  { id, agent_notes: notes }: Pick<Feature, "id" | "agent_notes">,
  blob: (sha256: string) => string | null,
): string {
  const sha256 = notes === "" ? undefined : state.printed[id];
  const printed = sha256 === undefined ? null : blob(sha256);
  if (printed === null) return notes;
  const room = Math.max(NOTES_LIMIT - notes.length - 1, NOTES_LIMIT / 2);
  return lastCharacters(`${notes}\n${lastCharacters(printed, room)}`, NOTES_LIMIT);
}

/** The last `limit` characters, never half of a surrogate pair. */
export function lastCharacters(text: string, limit: number): string {
  const end = text.trimEnd().slice(-limit);
  return /^[\uDC00-\uDFFF]/.test(end) ? end.slice(1) : end;
}

const notesOfTasks = perTaskPage((tasks) => tasks.flatMap(({ notes }) => notes));
const notesOfAgents = foldGrowing<ProgressLine, string[]>(
  () => [],
  (hashes, line) => void (line.kind === "notes" && hashes.push(line.sha256)),
);

/** Where a text is published. It is named by its content, so that it never changes. */
export const textPath = (sha256: string): string => `texts/${sha256}.txt`;

/** Of a text that is not at hand: whether it was published and not erased since. */
export const isLostText = ({ published }: Pick<RunState, "published">, sha256: string): boolean =>
  published[textPath(sha256)] !== undefined;

/** What stands in the place of a text that is not at hand. */
export const wordFor = (state: Pick<RunState, "published">, sha256: string): "lost" | "erased" =>
  isLostText(state, sha256) ? "lost" : "erased";

/** Hashes of what people noted for tasks, and agents for each other: the next packets and the progress file hold the texts. */
export const notesIn = (state: RunState): string[] => [
  ...new Set([...notesOfTasks(state).flat(), ...notesOfAgents(state.progress), ...Object.values(state.printed)]),
];
