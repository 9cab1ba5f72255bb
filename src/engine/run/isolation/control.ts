import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OWN_FILES } from "../../../core/own-files.ts";
import type { Finding } from "../../../errors.ts";
import { JOURNAL_FILE, onlyGrew, sealJournal, type JournalSeal } from "../../../runs/journal-file.ts";
import { readRef } from "../../../util/git/trees.ts";
import type { RunJournal } from "../record/journal.ts";
import { approvalId } from "../../prove/context.ts";
import { runDirectory, type Project } from "../project.ts";
import { damagedFiles, whileUnpublished, type Publisher } from "../record/publish.ts";
import { hashOfFile } from "../../../util/hash-file.ts";
import type { LeftBehind } from "../../../schema/left-behind.ts";
import type { Redact } from "../../../util/redact.ts";
import { changesBetween, hooksIn, readObeyed, type Obeyed } from "../landing/left-behind.ts";

/** What an agent must not reach, compared before and after its turn (design.md §8, isolation I0/I1). */
export interface Control {
  /**
   * Watches an attempt from now on. A difference that the harness did not make voids it. An agent that does not see what is
   * watched cannot have made one: it is a person's.
   */
  watch(isReached: boolean, whose: Whose): { end(): Touched };
  /** Does something that moves what is watched, as the harness does while other agents work. */
  own<T>(work: () => T): T;
}

interface Whose {
  readonly task_id: string;
  readonly attempt: number;
}

export interface Touched {
  readonly findings: readonly Finding[];
  /** Others were at work whenever something was touched: nobody knows which of them did it. */
  readonly isShared: boolean;
}

const UNTOUCHED: Touched = { findings: [], isShared: false };

/** The run's refs, the user's branch, hooks and what is staged, the harness's files, every published file and the published journal. */
export function createControl(project: Project, journal: RunJournal, publisher: Publisher, redact: Redact): Control {
  const open = new Set<Watched>();
  const note = (watched: Watched, name: string): void =>
    void watched.touched.set(name, watched.touched.get(name) === "alone" || open.size === 1 ? "alone" : "beside");
  const settle = (): Look => {
    const now = look(project, journal);
    for (const watched of open) {
      for (const name of Object.keys(now)) if (watched.expected[name] !== now[name]) note(watched, name);
      watched.expected = now;
    }
    return now;
  };
  return {
    watch(isReached, { task_id, attempt }) {
      if (!isReached) return { end: () => UNTOUCHED };
      settle();
      const first = look(project, journal);
      const seal = sealJournal(journalPath(project, journal));
      const obeyed = readObeyed(project);
      const since = journal.head.position;
      const watched: Watched = {
        whose: { task_id, attempt },
        first,
        obeyed,
        since,
        seal,
        expected: first,
        touched: new Map(),
      };
      open.add(watched);
      return {
        end() {
          const last = settle();
          const isAlone = open.size === 1;
          open.delete(watched);
          return touchedIn({ project, journal, publisher, redact }, watched, { last, isAlone });
        },
      };
    },
    own(work) {
      if (open.size === 0) return work();
      const before = settle();
      try {
        return work();
      } finally {
        const now = look(project, journal);
        const foreign = foreignIn(project, journal, before, now);
        for (const watched of open) {
          for (const name of foreign) note(watched, name);
          watched.expected = now;
        }
      }
    },
  };
}

type Look = Readonly<Record<string, string>>;

interface Watched {
  readonly whose: Whose;
  readonly first: Look;
  readonly obeyed: Obeyed;
  /** The journal's end then: an answer to what was found holds for this attempt alone. */
  readonly since: number;
  readonly seal: JournalSeal | null;
  expected: Look;
  /** By name, whether nobody else was at work when it was seen changed. */
  readonly touched: Map<string, "alone" | "beside">;
}

interface Places {
  readonly project: Project;
  readonly journal: RunJournal;
  readonly publisher: Publisher;
  readonly redact: Redact;
}

interface End {
  readonly last: Look;
  readonly isAlone: boolean;
}

function touchedIn(places: Places, watched: Watched, { last, isAlone }: End): Touched {
  const { project, journal, publisher } = places;
  const edited = whileUnpublished(project, () => {
    journal.sync();
    const pending = publisher.pending();
    const damaged = damagedFiles(runDirectory(project, journal.runId), journal.state);
    const entriesAfter = (position: number) => project.store.read(journal.runId, position);
    const isJournalOurs = onlyGrew(journalPath(project, journal), watched.seal, entriesAfter);
    return [...damaged.filter((path) => !pending.has(path)), ...(isJournalOurs ? [] : [JOURNAL_FILE])];
  });
  const changes = changesIn(places, watched);
  const touched = [...watched.touched.keys(), ...edited.map((path) => `runs/${journal.runId}/${path}`)];
  if (touched.length === 0) return UNTOUCHED;
  const message = `changed from outside while the agent worked: ${touched.slice(0, 8).join(", ")}`;
  const finding = { code: "CONTROL_TOUCHED", message, path: touched[0] ?? "" } as const;
  const done = doneByHand(project, watched, { touched, last });
  if (done === null) {
    recordLeft(places, watched, changes);
    const isOwn = [...watched.touched.values()].includes("alone") || (isAlone && edited.length > 0);
    const words = changes.map(({ change }) => change).slice(0, 5);
    const named = words.length === 0 ? message : `${message}: ${words.join("; ")}`;
    return { findings: [{ ...finding, severity: "error", message: named }], isShared: !isOwn };
  }
  const approval = approvalId([watched.since, message, ...done].join("\0"));
  const named = done.length === 0 ? "" : ` (${done.slice(0, 3).join("; ")})`;
  const asked = { severity: "person", approval, message: `${message}${named}; ${WHOSE}` } as const;
  return { findings: [{ ...finding, ...asked }], isShared: false };
}

/** An attempt that fails anyway is asked about no more; then this is what was found. */
const WHOSE = "if that was you, say so when asked (baton approve); if not, the agent did it";

const leftOf = ({ journal }: Places, { place, name }: LeftBehind): LeftBehind | undefined =>
  journal.state.leftBehind.find((one) => one.place === place && one.name === name);

/** What git obeys and is other than when the attempt began. Who puts back what an earlier one left is not in its way. */
function changesIn(places: Places, { touched, obeyed }: Watched): LeftBehind[] {
  if (!touched.has(CONFIG) && !touched.has(HOOKS)) return [];
  const all = changesBetween(places.project, obeyed, readObeyed(places.project), places.redact);
  const isPutBack = (change: LeftBehind): boolean => {
    const earlier = leftOf(places, change);
    return earlier !== undefined && earlier.after === change.before && earlier.before === change.after;
  };
  for (const name of [CONFIG, HOOKS]) {
    const own = all.filter(({ place }) => place === name);
    if (own.length > 0 && own.every(isPutBack)) touched.delete(name);
  }
  return all.filter((change) => !isPutBack(change));
}

/** What stays is the user's to mend: the journal keeps it, so that they are told for as long as it is there. */
function recordLeft(places: Places, { whose }: Watched, changes: readonly LeftBehind[]): void {
  places.journal.append(() => {
    const items = changes.flatMap((change): LeftBehind[] => {
      const earlier = leftOf(places, change);
      if (earlier?.after === change.after) return [];
      // Changed twice, it goes back to what it was at first.
      const isSecond = earlier !== undefined && earlier.after === change.before;
      return [isSecond ? { ...change, before: earlier.before, undo: earlier.undo } : change];
    });
    return items.length === 0 ? [] : [{ type: "changes_left", ...whose, items }];
  });
}

/**
 * What a person who goes on working leaves: an index, commits on top of the branch, another branch checked out with that one's
 * copies of our files. Each in words; null: it is something else.
 */
function doneByHand(
  project: Project,
  { first }: Watched,
  { touched, last }: { readonly touched: readonly string[]; readonly last: Look },
): string[] | null {
  const commits = commitsBetween(project, first[BRANCH] ?? "", last[BRANCH] ?? "");
  const others = touched.filter((name) => !OF_WORK.has(name));
  if (commits === null || others.length === 0) return commits;
  const head = touched.includes(HEAD) ? headOf(project) : null;
  const isCopy = (name: string): boolean =>
    OWN_FILES.includes(name) && last[name] === hashAt(project, head?.commit ?? null, name);
  if (head === null || !others.every((name) => name === HEAD || isCopy(name))) return null;
  return [...commits, `${head.name} is checked out`];
}

/** What is checked out, by its branch or, where there is none, its commit; null: nothing that git made. */
function headOf({ places, git }: Project): { readonly name: string; readonly commit: string } | null {
  const path = join(places.gitDirectory, "HEAD");
  const head = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  const branch = /^ref: refs\/heads\/(\S+)$/.exec(head)?.[1];
  const commit = branch === undefined ? head : readRef(git, `refs/heads/${branch}`);
  if (commit === null || git.attempt(["rev-parse", "--verify", "--quiet", `${commit}^{commit}`]) !== commit)
    return null;
  return { name: branch ?? commit.slice(0, 7), commit };
}

/** Commits on top of the branch, each as its name, author and subject; null: the branch was moved otherwise. */
function commitsBetween({ git }: Project, from: string, to: string): string[] | null {
  if (from === to) return [];
  if (from === "" || git.attempt(["merge-base", "--is-ancestor", from, to]) === null) return null;
  return git(["log", "--format=%h %an: %s", `${from}..${to}`])
    .split("\n")
    .filter(Boolean);
}

const journalPath = (project: Project, { runId }: RunJournal): string =>
  join(runDirectory(project, runId), JOURNAL_FILE);

const HEAD = ".git/HEAD";
const INDEX = ".git/index";
const BRANCH = "your branch";
const CONFIG = ".git/config";
const HOOKS = ".git/hooks";
/** What git notes of branches: which one a new one follows. */
const FOLLOWED = ".git/config, its branches";
const RUN_BRANCHES = "the run's branches";
/** Git's own, which takes no two writers at a time. */
const OF_GIT: ReadonlySet<string> = new Set([INDEX, BRANCH, RUN_BRANCHES]);
/** Work on one's own moves these. */
const OF_WORK: ReadonlySet<string> = new Set([INDEX, BRANCH, FOLLOWED]);

function look({ root, places, git }: Project, { state }: RunJournal): Look {
  const tips = git.attempt(["for-each-ref", "--format=%(refname) %(objectname)", "refs/heads/baton"]);
  return {
    ...Object.fromEntries(OWN_FILES.map((name) => [name, hashOf(join(root, name))])),
    [HEAD]: hashOf(join(places.gitDirectory, "HEAD")),
    ...configIn(join(places.commonDirectory, "config")),
    [HOOKS]: [...hooksIn(join(places.commonDirectory, "hooks"))].map((one) => one.join(" ")).join("\n"),
    [INDEX]: entriesOf(git, join(places.gitDirectory, "index")),
    [BRANCH]: readRef(git, `refs/heads/${state.run.branch}`) ?? "",
    [RUN_BRANCHES]: tips ?? "",
  };
}

/**
 * Sections of branches, which a switch to another one may write, apart from all that git may run something for. Only whole lines as git
 * writes them count as a branch's: a header, and keys that name a remote and a ref.
 */
function configIn(path: string): Look {
  const lines = existsSync(path) ? readFileSync(path, "latin1").split("\n") : [];
  let isBranch = false;
  const [branches, rest]: [string[], string[]] = [[], []];
  for (const [at, line] of lines.entries()) {
    const goesOn = lines[at - 1]?.endsWith("\\") === true;
    isBranch = !goesOn && (BRANCH_HEADER.test(line) || (isBranch && BRANCH_KEY.test(line)));
    (isBranch ? branches : rest).push(line);
  }
  const hashed = (kept: readonly string[]): string => sha256(Buffer.from(kept.join("\n")));
  return { [CONFIG]: hashed(rest), [FOLLOWED]: hashed(branches) };
}

const BRANCH_HEADER = /^\[branch "[^"\\\]]+"\]$/;
/** A remote by its name: an address, or a program in its place, is nothing that a switch writes. */
const BRANCH_KEY =
  /^\t(?:(?:remote|pushRemote) = (?:\.|\w[\w.-]*)|merge = refs\/heads\/[^\s\\"#;]+|rebase = (?:true|false)|[a-z]+-[a-z-]+ = [\w./#-]+)$/;

/** What is staged. The times that `git status` notes beside it say nothing. */
function entriesOf(git: Project["git"], index: string): string {
  if (!existsSync(index)) return "";
  const entries = git.attempt(["ls-files", "--stage", "-z"], { index });
  return entries === null ? hashOf(index) : sha256(Buffer.from(entries));
}

/** What somebody else changed while the harness moved things: its files become those of its newest commit and nothing else. */
function foreignIn({ git }: Project, { state }: RunJournal, before: Look, now: Look): string[] {
  const isOurs = (name: string): boolean => OWN_FILES.includes(name) && now[name] === hashAt({ git }, state.tip, name);
  return Object.keys(now).filter((name) => !OF_GIT.has(name) && now[name] !== before[name] && !isOurs(name));
}

/** The hash of a commit's file as `look` has that of the work tree's. */
function hashAt({ git }: Pick<Project, "git">, commit: string | null, name: string): string {
  const blob = commit === null ? null : git.attempt(["rev-parse", "--verify", "--quiet", `${commit}:${name}`]);
  return blob === null ? "" : sha256(git.raw(["cat-file", "blob", blob]));
}

const hashOf = (path: string): string => hashOfFile(path) ?? "";

const sha256 = (bytes: Buffer): string => hash("sha256", bytes);
