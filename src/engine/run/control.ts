import { createHash } from "node:crypto";
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
  const settle = (): void => {
    const now = look(project, journal);
    for (const watched of open) {
      for (const name of Object.keys(now)) if (watched.expected[name] !== now[name]) watched.touched.add(name);
      watched.expected = now;
    }
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
      if (open.size > 0) settle();
      try {
        return work();
      } finally {
        const now = open.size > 0 ? look(project, journal) : {};
        for (const watched of open) watched.expected = now;
      }
    },
  };
}

interface Watched {
  expected: Readonly<Record<string, string>>;
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

function look({ root, places, git }: Project, { state }: RunJournal): Record<string, string> {
  const files = [...HARNESS_FILES, INIT_SCRIPT].map((name) => join(root, name));
  const control = [
    join(places.gitDirectory, "HEAD"),
    join(places.gitDirectory, "index"),
    join(places.commonDirectory, "config"),
  ];
  const refs = git.attempt([
    "for-each-ref",
    "--format=%(refname) %(objectname)",
    `refs/heads/${state.run.branch}`,
    "refs/heads/baton",
  ]);
  const hashes = [...files, ...control].map((path) => [path.slice(root.length + 1), hashOf(path)] as const);
  return { ...Object.fromEntries(hashes), "the run's branches": refs ?? "" };
}

function hashOf(path: string): string {
  return existsSync(path) ? createHash("sha256").update(readFileSync(path)).digest("hex") : "";
}
