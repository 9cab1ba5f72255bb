import { evolve, type RunEntry } from "../../../core/run/fold/evolve.ts";
import { notesIn } from "../../../core/run/notes.ts";
import type { RunState } from "../../../core/run/state.ts";
import { wholeText } from "../../../core/views/growing.ts";
import { isLaneTask } from "../../../core/views/lane-tasks.ts";
import { renderReports, viewsOf } from "../../../core/views/render-run.ts";
import type { EventOf, RunEvent } from "../../../schema/event.ts";
import type { CheckedEntry, Head } from "../../../schema/journal.ts";
import { GENESIS } from "../../../util/chain.ts";
import { createFileKeeper } from "./file-keeper.ts";
import { metaAt, RENDERER, sha256Of } from "./publish.ts";

/** The text of a blob; null when it is not at hand. */
export type Blob = (sha256: string) => string | null;

/** Files that show texts which are kept outside of the journal. */
const WITH_TEXTS: ReadonlySet<string> = new Set([
  "project/claude-progress.txt",
  "project/feature_list.json",
  "state/CURRENT_TASK.json",
]);

/** A file whose bytes come to another hash than was recorded. */
export interface Other {
  readonly path: string;
  readonly recorded: string;
  readonly replayed: string;
}

export interface Comparison {
  /** How many hashes are the same. */
  readonly compared: number;
  readonly differing: readonly Other[];
  readonly unchecked: readonly { readonly path: string; readonly reason: string }[];
}

/** Renders what events recorded the hashes of, and compares; entries are given in their order, each with the state before it. */
export function createByteReplay(entries: readonly CheckedEntry[], blob: Blob) {
  const keepers = new Map<string, ReturnType<typeof createFileKeeper>>();
  let published = 0;
  const hashOf: HashOf = (path, text) => {
    const keeper = keepers.get(path) ?? createFileKeeper();
    keepers.set(path, keeper);
    return keeper(text).sha256;
  };
  /** Null where an event records no bytes that are rendered. */
  return (state: RunState, index: number, event: RunEvent): Comparison | null => {
    if (event.type === "evidence_recorded") return compareReport(state, event, hashOf);
    if (event.type !== "published") return null;
    const since = published + 1;
    published = index;
    const result = compareViews(state, headAt(entries, index), event, { blob, hashOf });
    if (result.differing.length === 0) return result;
    return earlier(entries, since, index, event, blob) ?? result;
  };
}

type HashOf = (path: string, text: Parameters<ReturnType<typeof createFileKeeper>>[0]) => string;

/** Every view of the state, against what the event says of it or, where it says nothing, what was said before. */
function compareViews(
  state: RunState,
  journal: Head,
  event: EventOf<"published">,
  { blob, hashOf }: { readonly blob: Blob; readonly hashOf: HashOf },
): Comparison {
  if (event.renderer !== RENDERER) {
    const reason = `rendered by ${event.renderer}, this is ${RENDERER}`;
    return { compared: 0, differing: [], unchecked: Object.keys(event.files).map((path) => ({ path, reason })) };
  }
  const missing = new Set<string>();
  const texts: Blob = (sha256) => {
    const text = blob(sha256);
    if (text === null) missing.add(sha256);
    return text;
  };
  const commit = state.tip ?? state.run.base_commit ?? "";
  const views = viewsOf(state, { meta: metaAt(commit, state), journal, blob: texts, sha256: sha256Of });
  const paths = new Set([...views.keys(), ...Object.keys(event.files)]);
  const hashes = [...paths].map((path) => {
    const text = views.get(path);
    const replayed = text === undefined ? (textNamed(path, state) ?? "no such file") : hashOf(path, text);
    return { path, recorded: event.files[path] ?? state.published[path] ?? "nothing", replayed };
  });
  const other = hashes.filter(({ recorded, replayed }) => recorded !== replayed);
  const isLacking = ({ path }: Other): boolean => missing.size > 0 && (WITH_TEXTS.has(path) || isLaneTask(path));
  const [lacking] = missing;
  const reason = `the text ${lacking} is not at hand, or was erased`;
  return {
    compared: hashes.length - other.length,
    differing: other.filter((one) => !isLacking(one)),
    unchecked: other.filter(isLacking).map(({ path }) => ({ path, reason })),
  };
}

/** What people wrote is published under its own hash. */
function textNamed(path: string, state: RunState): string | null {
  const sha256 = /^texts\/([0-9a-f]{64})\.txt$/.exec(path)?.[1];
  return sha256 !== undefined && notesIn(state).includes(sha256) ? sha256 : null;
}

/**
 * The same at each state since the publishing before: it was rendered at one of them, and others appended before its event.
 * Null when it was not.
 */
function earlier(
  entries: readonly CheckedEntry[],
  from: number,
  index: number,
  event: EventOf<"published">,
  blob: Blob,
): Comparison | null {
  const hashOf: HashOf = (_path, text) => sha256Of(wholeText(text));
  let found: Comparison | null = null;
  eachState(entries, from, index - 1, (state, count) => {
    const result = compareViews(state, headAt(entries, count), event, { blob, hashOf });
    if (result.differing.length === 0) found = result;
  });
  return found;
}

function compareReport(state: RunState, event: EventOf<"evidence_recorded">, hashOf: HashOf): Comparison | null {
  const report = renderReports(state, { sha256: sha256Of }).find(({ path }) => path === event.path);
  if (report === undefined) return null;
  const { path, sha256: recorded } = event;
  const replayed = hashOf(path, report.file.head);
  const isSame = replayed === recorded;
  return { compared: isSame ? 1 : 0, differing: isSame ? [] : [{ path, recorded, replayed }], unchecked: [] };
}

/** Calls back with the state that so many entries fold to, for each number of them from `from` to `to`. */
export function eachState(
  entries: readonly CheckedEntry[],
  from: number,
  to: number,
  visit: (state: RunState, count: number) => void,
): void {
  if (from > to) return;
  let state: RunState | null = null;
  for (const [index, { entry }] of entries.slice(0, to).entries()) {
    state = evolve(state, entry as unknown as RunEntry);
    if (index + 1 >= from) visit(state, index + 1);
  }
}

function headAt(entries: readonly CheckedEntry[], count: number): Head {
  const { position, hash: own } = entries[count - 1] ?? GENESIS;
  return { position, hash: own };
}
