import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { EXIT } from "../errors.ts";
import { checkLegacyRun, isLegacyRun, legacyRunsIn, readLegacyRun, type LegacyRun } from "../runs/legacy.ts";
import { findRepository } from "../util/git/discover.ts";
import type { Answer } from "./output.ts";
import { plain } from "./render/plain.ts";
import type { Surroundings } from "./surroundings.ts";
import { counted } from "../util/counted.ts";

/** Where runs of the dual-agent tool lie in this repository. */
export function legacyFolders({ repository }: Surroundings): string[] {
  const { root } = findRepository(repository);
  return root === null ? [] : ["runs", "archive"].map((name) => join(root, name));
}

/** The directory of the dual-agent run that is named: a folder, or an id or unique beginning of one. Null: none is. */
export function findLegacy(given: string | undefined, around: Surroundings): string | null {
  if (given === undefined || given === "") return null;
  if (given.includes("/") || existsSync(resolve(given))) return isLegacyRun(resolve(given)) ? resolve(given) : null;
  const found = legacyFolders(around).flatMap((folder) =>
    legacyRunsIn(folder)
      .filter((name) => name.startsWith(given))
      .map((name) => join(folder, name)),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

export const countOf = ({ tasks }: LegacyRun): string =>
  `${tasks.filter(({ status }) => status === "complete").length}/${tasks.length}`;

/** `status` of such a run: what its own files say, and that nothing vouches for it. */
export function legacyStatus(directory: string): Answer {
  const run = readLegacyRun(directory);
  const data = { kind: "dual_agent", read_only: true, verified: false, directory, ...legacyData(run) };
  const lines = run.tasks.map(
    ({ taskId, status, summary }) => `  ${status.padEnd(20)} ${plain(taskId)}  ${plain(summary)}`,
  );
  const text = [
    `Run ${plain(run.runId)} · dual-agent, read only · ${countOf(run)} complete by its own word`,
    ...lines,
    `Next: baton init --continue ${directory}`,
  ];
  return { data, exitCode: EXIT.ok, text: text.join("\n") };
}

const legacyData = (run: LegacyRun) => ({
  run_id: run.runId,
  brief: run.brief,
  created_at: run.createdAt,
  steps: run.steps,
  tasks: run.tasks.map(({ taskId, status, summary, agent, at }) => ({ id: taskId, status, summary, agent, at })),
});

/** `verify` of such a run: never a success, since nobody recorded what its files were. */
export function legacyVerification(directory: string): Answer {
  const { files, problems } = checkLegacyRun(directory);
  const lines = problems.map(({ code, path, message }) => `✗ ${code} ${plain(path)}: ${plain(message)}`);
  const count = Object.keys(files).length;
  const hint = `Go on with it in a run that records them: baton init --continue ${directory}`;
  const message = `${directory} is a dual-agent run: ${counted(count, "file is", "files are")} readable, and none can be verified`;
  const text = [message, ...lines, `Next: ${hint}`].join("\n");
  return {
    data: { kind: "dual_agent", directory, problems, files },
    exitCode: EXIT.evidence,
    refusal: { code: "RUN_UNHASHED", message, hint },
    text,
  };
}
