import { readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { HARNESS_FILES } from "../../../core/own-files.ts";
import { agentNotes } from "../../../core/progress/progress-file.ts";
import { isFinished, type RunState } from "../../../core/run/state.ts";
import { BatonError } from "../../../errors.ts";
import type { Problem } from "../../../runs/problem.ts";
import { jsonOrNull } from "../../../schema/json.ts";
import type { Git } from "../../../util/git/git.ts";
import { blobName, objectsAt, readBlobs } from "../../../util/git/trees.ts";
import { branchTip, runDirectory, type Project } from "../project.ts";

/** A file of the harness's own that somebody wrote around the tool; `commit` is null where only the work tree has it so. */
export interface EditAround {
  readonly path: string;
  readonly commit: string | null;
  /** It is not there any more. */
  readonly isGone: boolean;
}

/**
 * The harness's own files as the run's branch and its work tree have them, where no run ever wrote them so (H3A-25). Notes
 * below the line of claude-progress.txt and another layout of JSON say nothing else: they are no edits. Nor is it one to tidy
 * the files away when the run is finished. A shallow or partial clone may lack what they are compared with: then nothing is
 * said.
 */
export function editsAround(project: Project, state: RunState): EditAround[] {
  try {
    return editsIn(project, state);
  } catch (error) {
    if (error instanceof BatonError && error.code === "GIT_FAILED") return [];
    throw error;
  }
}

function editsIn(project: Project, state: RunState): EditAround[] {
  const { tip, run } = state;
  const { git } = project;
  const target = branchTip(git, run.branch);
  if (target === null || tip === null) return [];
  const recorded = objectsAt(git, tip, HARNESS_FILES);
  const committed = target === tip ? recorded : objectsAt(git, target, HARNESS_FILES);
  const isOut = isCheckedOut(project, run.branch);
  const suspects = HARNESS_FILES.flatMap((path): Suspect[] => {
    const oid = committed.get(path);
    const here = isOut && oid !== undefined ? hereOf(project, path, oid) : { path, oid, text: null };
    const isCommitted = oid !== recorded.get(path);
    return [
      ...(isCommitted ? [{ path, oid, text: null, isCommitted }] : []),
      ...(here.oid === oid ? [] : [{ ...here, isCommitted: false }]),
    ];
  });
  if (suspects.length === 0) return [];
  const history = historyOf(git, run.base_commit, [target, tip]);
  return suspects
    .filter((suspect) => (suspect.oid === undefined ? !isFinished(state) : !isOurs(git, suspect, suspect.oid, history)))
    .map(({ path, oid, isCommitted }) => ({
      path,
      commit: isCommitted ? (makerOf(history, path, oid) ?? target) : null,
      isGone: oid === undefined,
    }));
}

/** In a sentence, for whoever is to put it right. */
export const editText = ({ path, commit, isGone }: EditAround): string =>
  `${path} was ${isGone ? "deleted" : "edited"} ${
    commit === null ? "in the work tree" : `by the commit ${commit.slice(0, 7)}, which is no run's`
  }`;

/** Nothing but a landing changes these files, so that nobody's words in them are lost: what was written there is for its writer to keep. */
export const wayBack = ({ runId }: RunState, { path }: EditAround): string =>
  `\`git checkout baton/${runId} -- ${path}\` brings back what the run wrote, and drops whatever else was written there.`;

/** As `baton verify` names them, with the way back. */
export const editedProblems = (project: Project, state: RunState): Problem[] =>
  editsAround(project, state).map((edit) => ({
    code: "FILE_EDITED",
    path: relative(runDirectory(project, state.runId), join(project.root, edit.path)),
    expected: null,
    actual: null,
    message: editText(edit),
    next: wayBack(state, edit),
  }));

interface Suspect {
  readonly path: string;
  /** Undefined: the file is not there. */
  readonly oid: string | undefined;
  /** Null: it is the object's. */
  readonly text: string | null;
  readonly isCommitted: boolean;
}

const isCheckedOut = ({ places }: Project, branch: string): boolean =>
  readFileSync(join(places.gitDirectory, "HEAD"), "utf8").trim() === `ref: refs/heads/${branch}`;

/** A file of the work tree; line ends as a checkout on Windows makes them are git's. */
function hereOf({ root }: Project, path: string, like: string): Omit<Suspect, "isCommitted"> {
  const file = join(root, path);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return { path, oid: undefined, text: null };
  const text = readFileSync(file, "utf8").replaceAll("\r\n", "\n");
  return { path, oid: blobName(Buffer.from(text), like), text };
}

/** A commit that wrote some of the files, the newest first. */
interface Writing {
  readonly commit: string;
  readonly isRun: boolean;
  readonly written: ReadonlyMap<string, string>;
}

/** What came since the run began, by whomever; and what it found. */
function historyOf(git: Git, base: string | null, tips: readonly string[]): Writing[] {
  const format = "--format=%x01%H %(trailers:key=Baton-Run,valueonly,separator=%x2C)";
  const since = base === null ? tips : [...tips, `^${base}`];
  const log = git([
    "log",
    "--full-history",
    "--raw",
    "--no-abbrev",
    "--no-renames",
    format,
    ...since,
    "--",
    ...HARNESS_FILES,
  ]);
  const writings = log.split("\x01").flatMap((block): Writing[] => {
    const [head = "", ...changes] = block.split("\n");
    const [commit = "", runs = ""] = head.split(" ");
    if (commit === "") return [];
    const written = changes.flatMap((line): [string, string][] => {
      const [meta, path] = line.split("\t");
      const oid = meta?.split(" ")[3];
      return path === undefined || oid === undefined ? [] : [[path, oid]];
    });
    return [{ commit, isRun: runs !== "", written: new Map(written) }];
  });
  if (base === null) return writings;
  return [...writings, { commit: base, isRun: true, written: objectsAt(git, base, HARNESS_FILES) }];
}

function isOurs(git: Git, { path, text }: Suspect, oid: string, history: readonly Writing[]): boolean {
  const ours = history.flatMap(({ isRun, written }) => (isRun ? (written.get(path) ?? []) : []));
  if (ours.includes(oid)) return true;
  const near = ours.slice(0, LIKELY);
  const texts = readBlobs(git, text === null ? [oid, ...near] : near);
  const theirs = text ?? texts.get(oid)?.toString("utf8") ?? "";
  return near.some((one) => saysTheSame(path, texts.get(one)?.toString("utf8") ?? "", theirs));
}

/** So many of our newest versions can be the one that somebody laid out anew, or appended to. */
const LIKELY = 16;

function saysTheSame(path: string, ours: string, theirs: string): boolean {
  if (!path.endsWith(".json")) return !agentNotes(ours, theirs).edited;
  const parsed = jsonOrNull(theirs);
  return parsed !== null && isDeepStrictEqual(jsonOrNull(ours), parsed);
}

/** The newest commit that made it so, and is no run's; undefined where a merge did, of which no change is listed. */
const makerOf = (history: readonly Writing[], path: string, oid: string | undefined): string | undefined =>
  history.find(({ isRun, written }) => !isRun && (oid === undefined ? written.has(path) : written.get(path) === oid))
    ?.commit;
