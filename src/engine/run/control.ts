import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../../errors.ts";
import { HARNESS_FILES } from "../../core/proof/paths.ts";
import { INIT_SCRIPT } from "../../runs/init-script.ts";
import type { RunJournal } from "./journal.ts";
import { runDirectory, type Project } from "./project.ts";
import { damagedFiles, whileUnpublished, type Publisher } from "./publish.ts";

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

/** The run's refs, the user's branch and index, the harness's files, and every published file. */
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
      const watched: Watched = { expected: look(project, journal), touched: new Set() };
      open.add(watched);
      return {
        findings() {
          settle();
          open.delete(watched);
          return findingsOf(project, journal, publisher, watched.touched);
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
  expected: Look;
  readonly touched: Set<string>;
}

function findingsOf(
  project: Project,
  journal: RunJournal,
  publisher: Publisher,
  moved: ReadonlySet<string>,
): Finding[] {
  const edited = whileUnpublished(project, () => {
    journal.sync();
    const pending = publisher.pending();
    return damagedFiles(runDirectory(project, journal.runId), journal.state).filter((path) => !pending.has(path));
  });
  const touched = [...moved, ...edited.map((path) => `runs/${journal.runId}/${path}`)];
  if (touched.length === 0) return [];
  const message = `changed from outside while the agent worked: ${touched.slice(0, 8).join(", ")}`;
  return [{ code: "CONTROL_TOUCHED", severity: "error", message, path: touched[0] ?? "" }];
}

const OWN_FILES: readonly string[] = [...HARNESS_FILES, INIT_SCRIPT];
const INDEX = ".git/index";
const BRANCHES = "the run's branches";

function look({ root, places, git }: Project, { state }: RunJournal): Look {
  const refs = git.attempt([
    "for-each-ref",
    "--format=%(refname) %(objectname)",
    `refs/heads/${state.run.branch}`,
    "refs/heads/baton",
  ]);
  return {
    ...Object.fromEntries(OWN_FILES.map((name) => [name, hashOf(join(root, name))])),
    ".git/HEAD": hashOf(join(places.gitDirectory, "HEAD")),
    ".git/config": hashOf(join(places.commonDirectory, "config")),
    [INDEX]: hashOf(join(places.gitDirectory, "index")),
    [BRANCHES]: refs ?? "",
  };
}

/**
 * What somebody else changed while the harness moved things: its files become those of its newest commit and nothing else.
 * The index and the branches are git's, which takes no two writers at a time.
 */
function foreignIn({ git }: Project, { state }: RunJournal, before: Look, now: Look): string[] {
  const ours = (name: string): string => {
    const blob = state.tip === null ? null : git.attempt(["rev-parse", "--verify", "--quiet", `${state.tip}:${name}`]);
    return blob === null ? "" : sha256(git.raw(["cat-file", "blob", blob]));
  };
  return Object.keys(now).filter(
    (name) =>
      name !== INDEX &&
      name !== BRANCHES &&
      now[name] !== before[name] &&
      !(OWN_FILES.includes(name) && now[name] === ours(name)),
  );
}

function hashOf(path: string): string {
  return existsSync(path) ? sha256(readFileSync(path)) : "";
}

const sha256 = (bytes: Buffer): string => hash("sha256", bytes);
