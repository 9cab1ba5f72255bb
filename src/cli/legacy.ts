import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { BatonError, CODES, EXIT } from "../errors.ts";
import { isLegacyRun, legacyRunsIn, readLegacyRun, type LegacyRun } from "../runs/legacy.ts";
import { findRepository } from "../util/git/discover.ts";
import { verifyLegacyRun } from "../runs/verify-legacy.ts";
import { answered, type Answer } from "./output.ts";
import type { Line } from "./record-lines.ts";
import { colours } from "./render/colours.ts";
import { plain } from "./render/plain.ts";
import type { Surroundings } from "./surroundings.ts";
import { counted } from "../core/text/counted.ts";

/** Where runs of the dual-agent tool lie in this repository. */
export function legacyFolders({ repository }: Pick<Surroundings, "repository">): string[] {
  const { root } = findRepository(repository);
  return root === null ? [] : ["runs", "archive"].map((name) => join(root, name));
}

/** The directory of the dual-agent run that is named: a folder, or an id or unique beginning of one. Null: none is. */
export function findLegacy(given: string | undefined, around: Pick<Surroundings, "repository">): string | null {
  if (given === undefined || given === "") return null;
  if (given.includes("/") || existsSync(resolve(given))) return isLegacyRun(resolve(given)) ? resolve(given) : null;
  const found = legacyFolders(around).flatMap((folder) =>
    legacyRunsIn(folder)
      .filter((name) => name.startsWith(given))
      .map((name) => join(folder, name)),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Those that cannot be read, a line each, for `doctor`: nothing of them is in the journal that could mend them. */
export function legacyLines(around: Pick<Surroundings, "repository">): Line[] {
  const all = legacyFolders(around).flatMap((folder) => legacyRunsIn(folder).map((name) => join(folder, name)));
  return all.flatMap((directory): Line[] => {
    try {
      readLegacyRun(directory);
      return [];
    } catch (error) {
      if (!(error instanceof BatonError)) throw error;
      return [{ name: "dual-agent", ok: false, detail: plain(`${directory}: ${error.code} ${error.message}`) }];
    }
  });
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
  return answered(data, text);
}

const legacyData = (run: LegacyRun) => ({
  run_id: run.runId,
  brief: run.brief,
  created_at: run.createdAt,
  steps: run.steps,
  tasks: run.tasks.map(({ taskId, status, summary, agent, at }) => ({ id: taskId, status, summary, agent, at })),
});

/** `verify` of such a run: of what it has, whether it agrees; of what nobody recorded, that it cannot be known. */
export function legacyVerification(directory: string): Answer {
  const { files, problems, warnings } = verifyLegacyRun(directory);
  const told = warnings.map(({ code, message }) => `${code}: ${message}`);
  const data = { kind: "dual_agent", hashed: false, directory, problems, files };
  const [first] = problems;
  const lines = problems.map(
    ({ code, path, message }) => `${colours.red("✗")} ${code} ${plain(path)}: ${plain(message)}`,
  );
  const count = counted(Object.keys(files).length, "file");
  const next = `Next: go on with it in a run that records hashes: baton init --continue ${directory}`;
  if (first === undefined) {
    const held = `${colours.green("✓")} a dual-agent run whose reports agree, with every artifact that they cite (${count}) · ${directory}`;
    const text = [held, ...told.map((line) => `  ! ${plain(line)}`), next].join("\n");
    return answered(data, text, told);
  }
  const message = `${counted(problems.length, "problem")} in ${directory}, a dual-agent run; the first: ${first.path}: ${first.message}`;
  return {
    data,
    exitCode: EXIT.evidence,
    refusal: { code: first.code, message, hint: CODES[first.code].remedy },
    text: [...lines, ...told.map((line) => `! ${plain(line)}`), next].join("\n"),
    warnings: told,
  };
}
