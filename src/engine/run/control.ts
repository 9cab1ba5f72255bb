import { hash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../../errors.ts";
import { HARNESS_FILES } from "../../core/proof/paths.ts";
import { JOURNAL_FILE, onlyGrew, sealJournal, type JournalSeal } from "../../runs/journal-file.ts";
import { INIT_SCRIPT } from "../../runs/init-script.ts";
import { readRef } from "../../util/git/trees.ts";
import type { RunJournal } from "./journal.ts";
import { approvalId } from "../prove/context.ts";
import { runDirectory, type Project } from "./project.ts";
import { damagedFiles, whileUnpublished, type Publisher } from "./publish.ts";
import { hashOfFile } from "../../util/hash-file.ts";
import { namesIn } from "../../util/list-folder.ts";

/** What an agent must not reach, compared before and after its turn (design.md §8, isolation I0/I1). */
export interface Control {
  /**
   * Watches from now on. A difference that the harness did not make voids the attempt. An agent that does not see what is
   * watched cannot have made one: it is a person's.
   */
  watch(isReached: boolean): { findings(): Finding[] };
  /** Does something that moves what is watched, as the harness does while other agents work. */
  own<T>(work: () => T): T;
}

/** The run's refs, the user's branch, hooks and what is staged, the harness's files, every published file and the published journal. */
export function createControl(project: Project, journal: RunJournal, publisher: Publisher): Control {
  const open = new Set<Watched>();
  const settle = (): Look => {
    const now = look(project, journal);
    for (const watched of open) {
      for (const name of Object.keys(now)) if (watched.expected[name] !== now[name]) watched.touched.add(name);
      watched.expected = now;
    }
    return now;
  };
  return {
    watch(isReached) {
      if (!isReached) return { findings: () => [] };
      const first = look(project, journal);
      const seal = sealJournal(journalPath(project, journal));
      const watched: Watched = { first, since: journal.head.position, seal, expected: first, touched: new Set() };
      open.add(watched);
      return {
        findings() {
          const last = settle();
          open.delete(watched);
          return findingsOf({ project, journal, publisher }, watched, last);
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
          for (const name of foreign) watched.touched.add(name);
          watched.expected = now;
        }
      }
    },
  };
}

type Look = Readonly<Record<string, string>>;

interface Watched {
  readonly first: Look;
  /** The journal's end then: an answer to what was found holds for this attempt alone. */
  readonly since: number;
  readonly seal: JournalSeal | null;
  expected: Look;
  readonly touched: Set<string>;
}

interface Places {
  readonly project: Project;
  readonly journal: RunJournal;
  readonly publisher: Publisher;
}

function findingsOf({ project, journal, publisher }: Places, watched: Watched, last: Look): Finding[] {
  const edited = whileUnpublished(project, () => {
    journal.sync();
    const pending = publisher.pending();
    const damaged = damagedFiles(runDirectory(project, journal.runId), journal.state);
    const entriesAfter = (position: number) => project.store.read(journal.runId, position);
    const isJournalOurs = onlyGrew(journalPath(project, journal), watched.seal, entriesAfter);
    return [...damaged.filter((path) => !pending.has(path)), ...(isJournalOurs ? [] : [JOURNAL_FILE])];
  });
  const touched = [...watched.touched, ...edited.map((path) => `runs/${journal.runId}/${path}`)];
  if (touched.length === 0) return [];
  const message = `changed from outside while the agent worked: ${touched.slice(0, 8).join(", ")}`;
  const finding = { code: "CONTROL_TOUCHED", message, path: touched[0] ?? "" } as const;
  const commits = touched.every((name) => name === INDEX || name === BRANCH)
    ? commitsBetween(project, watched.first[BRANCH] ?? "", last[BRANCH] ?? "")
    : null;
  if (commits === null) return [{ ...finding, severity: "error" }];
  const approval = approvalId([watched.since, message, ...commits].join("\0"));
  const named = commits.length === 0 ? "" : ` (${commits.slice(0, 3).join("; ")})`;
  return [{ ...finding, severity: "person", approval, message: `${message}${named}; say yes if it was you` }];
}

/**
 * What a person who goes on working leaves: an index, commits on top of the branch. Each as its name, author and subject; null:
 * the branch was moved otherwise.
 */
function commitsBetween({ git }: Project, from: string, to: string): string[] | null {
  if (from === to) return [];
  if (from === "" || git.attempt(["merge-base", "--is-ancestor", from, to]) === null) return null;
  return git(["log", "--format=%h %an: %s", `${from}..${to}`])
    .split("\n")
    .filter(Boolean);
}

const journalPath = (project: Project, { runId }: RunJournal): string =>
  join(runDirectory(project, runId), JOURNAL_FILE);

const OWN_FILES: readonly string[] = [...HARNESS_FILES, INIT_SCRIPT];
const INDEX = ".git/index";
const BRANCH = "your branch";
const RUN_BRANCHES = "the run's branches";
/** Git's own, which takes no two writers at a time. */
const OF_GIT: ReadonlySet<string> = new Set([INDEX, BRANCH, RUN_BRANCHES]);

function look({ root, places, git }: Project, { state }: RunJournal): Look {
  const tips = git.attempt(["for-each-ref", "--format=%(refname) %(objectname)", "refs/heads/baton"]);
  return {
    ...Object.fromEntries(OWN_FILES.map((name) => [name, hashOf(join(root, name))])),
    ".git/HEAD": hashOf(join(places.gitDirectory, "HEAD")),
    ".git/config": hashOf(join(places.commonDirectory, "config")),
    ".git/hooks": hooksIn(join(places.commonDirectory, "hooks")),
    [INDEX]: entriesOf(git, join(places.gitDirectory, "index")),
    [BRANCH]: readRef(git, `refs/heads/${state.run.branch}`) ?? "",
    [RUN_BRANCHES]: tips ?? "",
  };
}

/** What git would run: its own samples it never does. */
function hooksIn(folder: string): string {
  const names = namesIn(folder).filter((name) => !name.endsWith(".sample"));
  const isFile = (name: string): boolean => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true;
  return names
    .toSorted()
    .map((name) => `${name} ${isFile(name) ? hashOf(join(folder, name)) : ""}`)
    .join("\n");
}

/** What is staged. The times that `git status` notes beside it say nothing. */
function entriesOf(git: Project["git"], index: string): string {
  if (!existsSync(index)) return "";
  const entries = git.attempt(["ls-files", "--stage", "-z"], { index });
  return entries === null ? hashOf(index) : sha256(Buffer.from(entries));
}

/** What somebody else changed while the harness moved things: its files become those of its newest commit and nothing else. */
function foreignIn({ git }: Project, { state }: RunJournal, before: Look, now: Look): string[] {
  const ours = (name: string): string => {
    const blob = state.tip === null ? null : git.attempt(["rev-parse", "--verify", "--quiet", `${state.tip}:${name}`]);
    return blob === null ? "" : sha256(git.raw(["cat-file", "blob", blob]));
  };
  return Object.keys(now).filter(
    (name) =>
      !OF_GIT.has(name) && now[name] !== before[name] && !(OWN_FILES.includes(name) && now[name] === ours(name)),
  );
}

const hashOf = (path: string): string => hashOfFile(path) ?? "";

const sha256 = (bytes: Buffer): string => hash("sha256", bytes);
