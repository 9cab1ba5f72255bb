import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../../errors.ts";
import { HARNESS_FILES } from "../../core/proof/paths.ts";
import { INIT_SCRIPT } from "../../runs/init-script.ts";
import type { RunJournal } from "./journal.ts";
import { runDirectory, type Project } from "./project.ts";
import { damagedFiles, whileUnpublished } from "./publish.ts";

/**
 * Compares what an agent must not reach before and after its turn: the run's refs, the user's branch and index, the
 * harness's files (design.md §8, isolation I0/I1). A difference voids the attempt. An agent that does not see them cannot have
 * made one: it is a person's.
 */
export function watchControl(project: Project, journal: RunJournal, isReached: boolean): { findings(): Finding[] } {
  if (!isReached) return { findings: () => [] };
  const before = look(project, journal);
  return {
    findings() {
      const after = look(project, journal);
      const moved = Object.keys(before).filter((name) => before[name] !== after[name]);
      const edited = whileUnpublished(project, () => {
        journal.sync();
        return damagedFiles(runDirectory(project, journal.runId), journal.state);
      });
      const touched = [...moved, ...edited.map((path) => `runs/${journal.runId}/${path}`)];
      if (touched.length === 0) return [];
      const message = `changed from outside while the agent worked: ${touched.slice(0, 8).join(", ")}`;
      return [{ code: "CONTROL_TOUCHED", severity: "error", message, path: touched[0] ?? "" }];
    },
  };
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
