import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../../errors.ts";
import { AGENT_STATE, FEATURE_LIST, INIT_SCRIPT, PROGRESS } from "../../runs/project-files.ts";
import type { RunRecord } from "../../schema/run-record.ts";
import type { Project } from "./project.ts";

/**
 * Compares what an agent must not reach before and after its turn: the run's refs, the user's branch and index, the
 * harness's files (design.md §8, isolation I0/I1). A difference voids the attempt.
 */
export function watchControl(project: Project, record: RunRecord): { findings(): Finding[] } {
  const before = look(project, record);
  return {
    findings() {
      const after = look(project, record);
      const touched = Object.keys(before).filter((name) => before[name] !== after[name]);
      if (touched.length === 0) return [];
      const message = `changed from outside while the agent worked: ${touched.join(", ")}`;
      return [{ code: "CONTROL_TOUCHED", severity: "error", message, path: touched[0] ?? "" }];
    },
  };
}

function look({ root, places, git }: Project, record: RunRecord): Record<string, string> {
  const files = [FEATURE_LIST, PROGRESS, AGENT_STATE, INIT_SCRIPT].map((name) => join(root, name));
  const live = [FEATURE_LIST, PROGRESS, AGENT_STATE].map((name) => join(root, "runs", record.run_id, "project", name));
  const control = [
    join(places.gitDirectory, "HEAD"),
    join(places.gitDirectory, "index"),
    join(places.commonDirectory, "config"),
  ];
  const refs = git.attempt([
    "for-each-ref",
    "--format=%(refname) %(objectname)",
    `refs/heads/${record.branch}`,
    `refs/heads/baton`,
  ]);
  const hashes = [...files, ...live, ...control].map((path) => [path.slice(root.length + 1), hashOf(path)] as const);
  return { ...Object.fromEntries(hashes), "the run's branches": refs ?? "" };
}

function hashOf(path: string): string {
  return existsSync(path) ? createHash("sha256").update(readFileSync(path)).digest("hex") : "";
}
