import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { BatonError } from "../errors.ts";
import type { CheckedEntry, Head } from "../schema/journal.ts";
import { GENESIS } from "../util/chain.ts";
import { explainedBy, type Home } from "./cut-off.ts";
import { JOURNAL_FILE, readJournalFile } from "./journal-file.ts";
import { readObject, textOf } from "./legacy.ts";
import { isMarked, type MarkReader } from "./marks.ts";
import { presentIn, type PresentFile } from "./present.ts";
import type { Problem } from "./problem.ts";
import { PROGRESS_FILE } from "./progress-file.ts";
import { recordedIn, type RecordedFile } from "./recorded.ts";

export interface Verification {
  readonly problems: readonly Problem[];
  /** What a session that was cut off wrote and could not enter any more; only where the run is at home. */
  readonly left: readonly Problem[];
  /** What could not be looked at, such as a cut that no mark would show. */
  readonly warnings: readonly Problem[];
  /** Evidence whose content was erased on purpose. */
  readonly erased: readonly { readonly path: string; readonly sha256: string; readonly reason: string }[];
  /** How many entries of the journal hold. */
  readonly entries: number;
  readonly head: Head;
}

const README = "README.md";
/** The line of README.md that names the head of the journal when it was published: a witness that travels along. */
const WITNESS = /^Journal: (\d{1,15}) ([0-9a-f]{64})$/m;

/**
 * Checks a run directory by itself: its journal, each file against its newest recorded hash, and whether the journal
 * still has what the marks and its README saw. Reads only; needs no git and no database (H3A-13, design.md §3). Throws
 * RUN_UNKNOWN when there is no such folder, STATE_FILE_CORRUPT for a damaged mark.
 */
export function verifyRun(
  directory: string,
  { marks, home = null }: { readonly marks: MarkReader | null; readonly home?: Home | null },
): Verification {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new BatonError("RUN_UNKNOWN", `${directory} is not a run directory`);
  const { entries, problems: chain } = readJournalFile(join(directory, JOURNAL_FILE));
  const recorded = recordedIn(entries);
  const journal = [...chain, ...recorded.problems];
  const last = entries.at(-1);
  const present = presentIn(directory);
  const seal = {
    erased: erasedIn(recorded.files),
    entries: entries.length,
    head: last === undefined ? GENESIS : headOf(last),
  };
  if (journal.length > 0) {
    // What follows the damage is unknown: newer views, newer files. Evidence before it stays what it was.
    const evidence = new Map([...recorded.files].filter(([, { kind }]) => kind === "evidence"));
    return { ...seal, problems: [...journal, ...compare(evidence, present)], left: [], warnings: [] };
  }
  const files = [...compare(recorded.files, present), ...unlisted(recorded.files, present)];
  const mark = markProblem(entries, recorded.workspace, marks);
  const witness = witnessProblem(directory, entries, present);
  const isWarning = ({ code }: Problem): boolean => code === "HEAD_UNKNOWN";
  const explains = home === null ? () => false : explainedBy(home, directory, seal.head);
  const left = files.filter(explains);
  // A README that the journal itself renders is no witness against it.
  const isOwn = left.some(({ path }) => path === README);
  const cut = [mark, isOwn ? null : witness].filter((problem) => problem !== null);
  return {
    ...seal,
    problems: [...cut.filter((problem) => !isWarning(problem)), ...files.filter((problem) => !left.includes(problem))],
    left,
    warnings: cut.filter(isWarning),
  };
}

/** A run of ours whose journal was taken away is none of the dual-agent tool: its README and this machine have seen entries. */
export function isOurs(directory: string, stateDirectory: string): boolean {
  const readme = join(directory, README);
  if (existsSync(readme) && WITNESS.test(readFileSync(readme, "utf8"))) return true;
  return [basename(directory), textOf(readObject(directory, "state.json")["run_id"]) ?? ""].some((runId) =>
    isMarked(stateDirectory, runId),
  );
}

const erasedIn = (recorded: ReadonlyMap<string, RecordedFile>): Verification["erased"] =>
  [...recorded].flatMap(([path, { sha256, erased }]) => (erased === null ? [] : [{ path, sha256, reason: erased }]));

const headOf = ({ position, hash }: Head): Head => ({ position, hash });

function compare(recorded: ReadonlyMap<string, RecordedFile>, present: ReadonlyMap<string, PresentFile>): Problem[] {
  const problems: Problem[] = [];
  for (const [path, { sha256: expected, erased }] of recorded) {
    const file = present.get(path);
    if (file === undefined) {
      const message = `${path} was recorded and is gone`;
      if (erased === null) problems.push({ code: "ARTIFACT_MISSING", path, expected, actual: null, message });
    } else if (file.sha256 !== expected) {
      const message = `${path} is not what was recorded`;
      problems.push({ code: "ARTIFACT_CHANGED", path, expected, actual: actualOf(file), message });
    } else if (erased !== null) {
      const message = `${path} was erased on record, and its content is still here`;
      problems.push({ code: "ERASURE_UNFINISHED", path, expected: null, actual: expected, message });
    }
  }
  return problems;
}

/** The journal is what lists; what a session tells while it goes is no part of the record. */
const BESIDE: ReadonlySet<string> = new Set([JOURNAL_FILE, PROGRESS_FILE]);

function unlisted(recorded: ReadonlyMap<string, RecordedFile>, present: ReadonlyMap<string, PresentFile>): Problem[] {
  const strangers = [...present].filter(([path]) => !BESIDE.has(path) && !recorded.has(path));
  return strangers.map(([path, file]) => ({
    code: "ARTIFACT_UNLISTED",
    path,
    expected: null,
    actual: actualOf(file),
    message: path.endsWith(".tmp")
      ? `${path} was never recorded: so is called what is being written, and stays where that was cut short`
      : `${path} was never recorded`,
  }));
}

const actualOf = (file: PresentFile): string => file.sha256 ?? file.reason;

function markProblem(
  entries: readonly CheckedEntry[],
  workspace: string | null,
  marks: MarkReader | null,
): Problem | null {
  const runId = entries[0]?.entry.run_id;
  const mark = marks === null || runId === undefined || workspace === null ? null : marks(runId, workspace);
  if (mark !== null) return cutProblem(entries, mark, "this machine saw");
  const message = "no mark of this run is known here: a cut of its newest entries could not be seen";
  return { code: "HEAD_UNKNOWN", path: JOURNAL_FILE, expected: null, actual: null, message };
}

function witnessProblem(
  directory: string,
  entries: readonly CheckedEntry[],
  present: ReadonlyMap<string, PresentFile>,
): Problem | null {
  if ((present.get(README)?.sha256 ?? null) === null) return null;
  const [, position, hash] = WITNESS.exec(readFileSync(join(directory, README), "utf8")) ?? [];
  if (position === undefined || hash === undefined) return null;
  return cutProblem(entries, { position: Number(position), hash }, `${README} names`);
}

/** J2: a journal has every entry that anybody ever saw in it, with the same hash. */
function cutProblem(entries: readonly CheckedEntry[], seen: Head, who: string): Problem | null {
  const there = seen.position === 0 ? GENESIS : entries[seen.position - 1];
  if (there?.hash === seen.hash) return null;
  const message =
    there === undefined
      ? `${who} entry ${seen.position}, the journal ends at ${entries.length}`
      : `${who} another entry ${seen.position}`;
  return { code: "JOURNAL_CUT", path: JOURNAL_FILE, expected: seen.hash, actual: there?.hash ?? null, message };
}
