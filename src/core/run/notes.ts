import type { ReportedFinding } from "../../schema/event.ts";
import type { RunState } from "./state.ts";

const NOTES_LIMIT = 2000;
const IDS_SHOWN = 5;

/** What went wrong, for the next agent: findings first, then what the answer lacked. */
export function failureNotes(
  findings: readonly ReportedFinding[],
  violations: readonly { readonly code: string; readonly message: string }[] = [],
): string {
  const wrong = findings.filter(({ severity }) => severity === "error" || severity === "person");
  const lines = wrong.map(({ code, message, ids = [] }) =>
    ids.length === 0 ? `${code}: ${message}` : `${code}: ${message} [${ids.slice(0, IDS_SHOWN).join("; ")}]`,
  );
  return lastCharacters(
    [...lines, ...violations.map(({ code, message }) => `${code}: ${message}`)].join("\n"),
    NOTES_LIMIT,
  );
}

/** The last `limit` characters, never half of a surrogate pair. */
function lastCharacters(text: string, limit: number): string {
  const end = text.trimEnd().slice(-limit);
  return /^[\uDC00-\uDFFF]/.test(end) ? end.slice(1) : end;
}

/** Hashes of what people noted for tasks, and agents for each other: the next packets and the progress file hold the texts. */
export function notesIn({ tasks, progress }: RunState): string[] {
  const hashes = new Set<string>();
  for (const task of Object.values(tasks)) for (const note of task.notes) hashes.add(note);
  for (const line of progress) if (line.kind === "notes") hashes.add(line.sha256);
  return [...hashes];
}
