import { hash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { notesIn, textPath } from "../../../core/run/notes.ts";
import { recordedPaths } from "../../../core/run/fold/recorded-paths.ts";
import type { RunState } from "../../../core/run/state.ts";
import type { FileText } from "../../../core/views/growing.ts";
import { renderReports, viewsOf } from "../../../core/views/render-run.ts";
import type { ViewFacts } from "../../../core/views/view-facts.ts";
import type { RunEvent } from "../../../schema/event.ts";
import { JOURNAL_FILE, mendJournal, publishJournal, readJournalFile } from "../../../runs/journal-file.ts";
import { marksIn, writeMark } from "../../../runs/marks.ts";
import { allowWrites, forbidWrites } from "../../../runs/read-only.ts";
import { identifyWorkspace } from "../../../store/workspace.ts";
import { makeFolder, syncFolder, writeFilesAtomic } from "../../../util/atomic-file.ts";
import { withFileLock } from "../../../util/patience.ts";
import { LANE_FOLDER } from "../../../core/views/lane-tasks.ts";
import { readText } from "../../../store/blobs.ts";
import { artifactsOf, writeArtifacts, type IsStale } from "./artifacts.ts";
import { createFileKeeper, type FileBytes } from "./file-keeper.ts";
import { isCopied, keptOf, keptTexts, lostIn, takeBack, takeBackTexts, type Kept } from "./kept.ts";
import type { RunJournal } from "./journal.ts";
import { ownRunDirectory, tipOf, type Project } from "../project.ts";
import { hashOfFile } from "../../../util/hash-file.ts";
import { namesIn } from "../../../util/list-folder.ts";
import { unlinkedBelow } from "../../../util/unlinked.ts";

/** Names what rendered the files, so that a later version does not compare its own rendering with ours. */
export const RENDERER = "proofbaton/7";

/** Their folders are there from the first publishing on (H3A State Specification, Directory Structure). */
const ROLES = ["planner", "executor", "validator"];

/** Brings the run directory up to the journal (design.md §3): at turn boundaries and before a command returns. */
export interface Publisher {
  /** Evidence that is recorded and not yet written: what another agent's answer brought in since. */
  pending(): ReadonlySet<string>;
  publish(): void;
  /** Writes `journal.jsonl` and the mark alone: all that a crash after the last `published` can have kept back. */
  seal(): void;
  /** Writes again whatever is not there as recorded, and answers what that was. */
  repair(): Damage;
}

/** Paths of a run directory that are not as the journal has them. */
export interface Damage {
  /** Missing or changed, and written again from what the journal keeps. */
  readonly written: readonly string[];
  /** Erased on record, or left half written: taken away. */
  readonly removed: readonly string[];
  /** Missing or changed, and no copy is kept that they could be written from. */
  readonly lost: readonly string[];
  /** Whole, and lost from the store: taken back from here. */
  readonly takenBack: readonly string[];
}

type BytesOf = (path: string, text: FileText) => FileBytes;

/**
 * Files first, reports before the logs that cite them; then one `published` event with their hashes; then `journal.jsonl`
 * and the mark. A crash in between leaves files that the next publishing writes again.
 */
export function createPublisher(project: Project, journal: RunJournal, stateDirectory: string): Publisher {
  const bytesOf = createKeepers();
  /** So much of the evidence has been looked at, and these texts. */
  let seen = 0;
  let texts = new Set<string>();
  let directory = "";
  const sealAt = createSealer(project, journal, stateDirectory);
  const pathOf = (path: string): string => join(directory, path);
  const keep = (state: RunState, isStale: IsStale): void => {
    writeArtifacts(project, directory, state, { from: seen, isStale });
    seen = state.evidence.length;
  };
  const write = (isStale: IsStale, again: readonly Kept[] = []): void => {
    journal.sync();
    adopt(project, journal);
    makeRoles(project, directory);
    citeReports(journal, bytesOf);
    const { state } = journal;
    keep(state, isStale);
    // A view shows texts: one that was lost is taken back before any is rendered.
    if (texts.size === 0) takeBackTexts(project, directory, state);
    const fromText = textFiles(project, [...notesIn(state), ...again.map(({ sha256 }) => sha256)], texts);
    const files = [...viewFiles(project, journal, bytesOf), ...fromText].filter(
      ({ path, sha256 }) => state.published[path] !== sha256 || isStale(path, sha256),
    );
    writeViews(project, directory, files);
    const fresh = files.filter(({ path, sha256 }) => state.published[path] !== sha256);
    if (fresh.length > 0)
      journal.append((now) => {
        // Another process may have recorded evidence meanwhile: the event counts it as kept.
        keep(now, isStale);
        return [publishedEvent(fresh)];
      });
    seal();
  };
  const seal = (): void => sealAt(pathOf(JOURNAL_FILE));
  const locked = <T>(work: () => T): T =>
    whileUnpublished(project, () => {
      directory = ownRunDirectory(project, journal.runId);
      return journal.state.archived ? unprotected(directory, work) : work();
    });
  let position = 0;
  const mend = (): Damage => {
    seen = 0;
    texts = new Set();
    const damage = mendStore(project, directory, journal.state);
    const stale = new Set([...damage.written, ...damage.removed]);
    // What lies in the archive and is whole stays as it is.
    if (journal.state.archived && stale.size === 0) return damage;
    adopt(project, journal);
    // Nor is a word added to what is whole and published. Texts that no packet quotes any more are published all the same.
    if (stale.size + damage.takenBack.length === 0 && isPublished(project, journal)) seal();
    else write((path) => stale.has(path), keptTexts(journal.state));
    if (stale.has(JOURNAL_FILE)) mendJournal(pathOf(JOURNAL_FILE), (after) => project.store.read(journal.runId, after));
    settleRepair(directory, journal.state, damage);
    return damage;
  };
  return {
    pending: () => new Set(journal.state.evidence.slice(seen).map(({ path }) => path)),
    publish() {
      journal.sync();
      // The README names the journal's head: where nothing was appended, nothing is to be written.
      if (position === journal.head.position) return;
      locked(() => write((path) => !existsSync(pathOf(path))));
      ({ position } = journal.head);
    },
    seal: () => locked(seal),
    repair: () => locked(mend),
  };
}

/** Brings a `journal.jsonl` up to the journal, and then the mark. */
function createSealer({ store }: Project, journal: RunJournal, stateDirectory: string): (path: string) => void {
  /** So much of it is known to be durable. */
  let sealed: number | null = null;
  return (path) => {
    const { workspace } = journal.state.run;
    sealed ??= marksIn(stateDirectory)(journal.runId, workspace)?.position ?? 0;
    publishJournal(path, (after) => store.read(journal.runId, after), sealed);
    sealed = journal.head.position;
    writeMark(stateDirectory, { run_id: journal.runId, workspace, ...journal.head });
  };
}

function writeViews({ root }: Project, directory: string, files: readonly PublishedFile[]): void {
  writeFilesAtomic(
    root,
    files.map(({ path, bytes }) => ({ path: join(directory, path), content: bytes() })),
  );
}

function makeRoles({ root }: Project, directory: string): void {
  const requireUnlinked = unlinkedBelow(root);
  for (const folder of ROLES.map((role) => join(directory, "artifacts", role))) {
    requireUnlinked(folder);
    makeFolder(folder);
  }
}

/** With what the store lost put back into it. Neither written nor taken away through a link. Throws STATE_UNWRITABLE. */
function mendStore(project: Project, directory: string, state: RunState): Damage {
  const requireUnlinked = unlinkedBelow(project.root);
  for (const folder of foldersOf(directory, state)) requireUnlinked(folder);
  const damage = damageOf(project, directory, state);
  takeBack(project, directory, lostIn(project, keptOf(state)));
  return damage;
}

function settleRepair(directory: string, state: RunState, damage: Damage): void {
  for (const path of damage.removed) rmSync(join(directory, path), { force: true });
  syncFolders(directory, state);
}

function unprotected<T>(directory: string, work: () => T): T {
  allowWrites(directory);
  try {
    return work();
  } finally {
    forbidWrites(directory);
  }
}

/** A keeper for each file. */
function createKeepers(): BytesOf {
  const keepers = new Map<string, ReturnType<typeof createFileKeeper>>();
  return (path, text) => {
    const keeper = keepers.get(path) ?? createFileKeeper();
    keepers.set(path, keeper);
    return keeper(text);
  };
}

interface PublishedFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: () => Buffer | readonly Buffer[];
}

function viewFiles(project: Project, { state, head }: RunJournal, bytesOf: BytesOf): PublishedFile[] {
  const blob = (sha256: string): string | null => readText(project.blobs, sha256);
  return [...viewsOf(state, { meta: metaOf(project, state), journal: head, blob, sha256: sha256Of })].map(
    ([path, text]) => {
      const { sha256, bytes } = bytesOf(path, text);
      return { path, sha256, bytes };
    },
  );
}

/** The views as the next publishing would write them. */
export const renderedFiles = (project: Project, journal: RunJournal): ReadonlyMap<string, () => Buffer> =>
  new Map(
    viewFiles(project, journal, createKeepers()).map(({ path, bytes }) => [
      path,
      () => Buffer.concat([bytes()].flat()),
    ]),
  );

/** What people wrote: a copied run directory goes on with it. A text never changes, so each is looked at once. */
function textFiles({ blobs }: Project, hashes: readonly string[], seen: Set<string>): PublishedFile[] {
  const fresh = [...new Set(hashes)].filter((sha256) => !seen.has(sha256));
  for (const sha256 of fresh) seen.add(sha256);
  return fresh
    .filter((sha256) => blobs.has(sha256))
    .map((sha256) => ({ path: textPath(sha256), sha256, bytes: () => blobs.get(sha256) }));
}

/** Publishes what is not published yet. Whoever came to an end left `published` as the last event: then no other follows. */
export function publishRest(project: Project, journal: RunJournal, stateDirectory: string): void {
  const publisher = createPublisher(project, journal, stateDirectory);
  if (isPublished(project, journal)) publisher.seal();
  else publisher.publish();
}

function isPublished({ store }: Project, { runId, head }: RunJournal): boolean {
  const [last] = store.read(runId, head.position - 1);
  return last?.entry.event.type === "published";
}

/** A run that goes on in a copy of its repository goes its own way from here, with marks of its own (design.md §3). */
function adopt({ places }: Project, journal: RunJournal): void {
  const { id } = identifyWorkspace(places.commonDirectory);
  journal.append(({ run: { workspace } }) =>
    workspace === id ? [] : [{ type: "workspace_adopted", from: workspace, to: id }],
  );
}

/** As views are given it. */
export const sha256Of = (text: string): string => hash("sha256", text);

/** A report that has grown is evidence too: its hash is recorded before the log that cites it is rendered (H3A-07). */
function citeReports(journal: RunJournal, bytesOf: BytesOf): void {
  journal.append((state) =>
    renderReports(state, { sha256: sha256Of }).flatMap(({ path, file, line }): RunEvent[] => {
      const { sha256, bytes: parts } = bytesOf(path, file.head);
      if (line === null || recordedPaths(state.evidence).hashes.get(path) === sha256) return [];
      const bytes = parts().reduce((sum, part) => sum + part.length, 0);
      return [{ type: "evidence_recorded", path, sha256, bytes, ...line, kind: "harness", mapping: "" }];
    }),
  );
}

/** Nobody publishes meanwhile: files and what the journal says of them then belong together. */
export function whileUnpublished<T>(project: Project, work: () => T): T {
  return withFileLock(join(project.truth, "alive", "publish.db"), () => {
    project.lease?.check();
    return work();
  });
}

/** Published files and artifacts that are missing, or whose bytes are not what the journal last recorded (H3A-25). */
export function damagedFiles(directory: string, state: RunState): string[] {
  return damagedOf(directory, state).map(({ path }) => path);
}

/** With the recorded hash; null: erased, and to be gone. */
function damagedOf(directory: string, state: RunState): { path: string; sha256: string | null }[] {
  const recorded = new Map<string, string | null>([
    ...Object.entries(state.published),
    ...artifactsOf(state).map(({ path, sha256, erased }) => [path, erased === undefined ? sha256 : null] as const),
  ]);
  return [...recorded].flatMap(([path, sha256]) =>
    hashOfFile(join(directory, path)) === sha256 ? [] : [{ path, sha256 }],
  );
}

/** What a repair would write again, or take away, and what it could not. Views are rendered; of the rest a copy is needed. */
export function damageOf(project: Project, directory: string, state: RunState): Damage {
  const lost = lostIn(project, keptOf(state));
  const gone = new Set(lost.map(({ path }) => path));
  const damaged = damagedOf(directory, state);
  const isBroken = readJournalFile(join(directory, JOURNAL_FILE)).problems.length > 0;
  const isLost = ({ path, sha256 }: (typeof damaged)[number]): boolean => sha256 !== null && gone.has(path);
  const paths = (chosen: typeof damaged): string[] => chosen.map(({ path }) => path);
  return {
    written: [
      ...paths(damaged.filter((file) => file.sha256 !== null && !isLost(file))),
      ...(isBroken ? [JOURNAL_FILE] : []),
    ],
    removed: [...paths(damaged.filter(({ sha256 }) => sha256 === null)), ...leftHalves(directory, state)],
    lost: paths(damaged.filter(isLost)),
    takenBack: lost.filter((one) => isCopied(directory, one)).map(({ path }) => path),
  };
}

/** What to type about a file that no copy is left of. */
export function withoutCopy({ published, evidence }: RunState, path: string): string {
  const sha256 = evidence.findLast((entry) => entry.path === path)?.sha256 ?? published[path] ?? "HASH";
  return `Bring it back, or say for the record that it is gone: baton evidence erase ${sha256} --reason TEXT`;
}

/** Whoever wrote what is found whole may have died before its name was durable. */
function syncFolders(directory: string, state: RunState): void {
  for (const folder of foldersOf(directory, state)) if (existsSync(folder)) syncFolder(folder);
}

function foldersOf(directory: string, state: RunState): ReadonlySet<string> {
  const files = [...Object.keys(state.published), ...artifactsOf(state).map(({ path }) => path)];
  return new Set(files.map((path) => dirname(join(directory, path))));
}

/** What a writer that was killed left beside a file of ours; nobody publishes meanwhile (H3A-20). */
export function leftHalves(directory: string, state: RunState): string[] {
  const own = [JOURNAL_FILE, ...Object.keys(state.published), ...artifactsOf(state).map(({ path }) => path)];
  const halves = own.map((path) => `${path}.tmp`).filter((path) => existsSync(join(directory, path)));
  const ofLanes = namesIn(join(directory, LANE_FOLDER)).filter((name) => /^T\d+\.json\.tmp$/.test(name));
  return [...new Set([...halves, ...ofLanes.map((name) => `${LANE_FOLDER}${name}`)])];
}

function publishedEvent(files: readonly { path: string; sha256: string }[]): RunEvent {
  return {
    type: "published",
    renderer: RENDERER,
    files: Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256])),
  };
}

function metaOf(project: Project, state: RunState): ViewFacts["meta"] {
  return metaAt(state.tip ?? tipOf(project, state), state);
}

/** What `state.json` says of the repository, where the run's newest commit is this. */
export function metaAt(commit: string, { run: { branch, dirty } }: RunState): ViewFacts["meta"] {
  return { commit, commit_short: commit.slice(0, 7), branch, dirty };
}
