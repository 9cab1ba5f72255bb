import { rmSync } from "node:fs";
import { join } from "node:path";
import { FIRST_RUN, goOn } from "../../core/run/go-on.ts";
import { isFinished, type RunState } from "../../core/run/state.ts";
import { readText } from "../../store/blobs.ts";
import { exportBundle, readBundle } from "../../engine/run/start/handoff.ts";
import { runDirectory } from "../../engine/run/project.ts";
import { damageOf, withoutCopy } from "../../engine/run/record/publish.ts";
import { heldOutHere } from "../../engine/run/checks/held-out.ts";
import { checkStart, unreadableStart, type StartLine } from "../../engine/run/start/start-check.ts";
import { BatonError } from "../../errors.ts";
import { findRepository } from "../../util/git/discover.ts";
import { openGit } from "../../util/git/git.ts";
import { makeTemporary } from "../../util/temporary.ts";
import { refused, answered, type Answer } from "../output.ts";
import { asWord } from "../render/as-word.ts";
import { colours } from "../render/colours.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { readBundleFile } from "./handoff.ts";
import { withRun } from "../with-run.ts";

export interface StartFlags {
  readonly bundle?: string;
  readonly run?: string;
}

/** `baton start --check`: one line each, and the exit code of the first that does not hold. */
export async function startCheckCommand(flags: StartFlags, around: Surroundings): Promise<Answer> {
  const now = new Date();
  if (flags.bundle !== undefined) return checkOfBundle(flags.bundle, around, now);
  return withRun(around, { ...flags, whole: true }, (journal, project) => {
    const blob = (sha256: string): string | null => readText(project.blobs, sha256);
    const { state } = journal;
    const heldOut = heldOutHere(project, state);
    const { lost } = damageOf(project, runDirectory(project, journal.runId), state);
    const start = { source: "the run here", bundle: exportBundle(project, journal), state, blob, heldOut, lost };
    const hint = lost[0] === undefined ? undefined : withoutCopy(state, lost[0]);
    const next = isFinished(state)
      ? `nothing, the run is ${state.status.replace("_", " ")}: baton status`
      : onward(state);
    return answerOf(journal.runId, checkStart(project.git, start, now), { next, ofFiles: hint });
  });
}

/** A run that has had no agent yet is told which. */
const onward = (state: RunState): string => (state.agentSpecification === null ? FIRST_RUN : goOn(state, "resume"));

/** In a repository that has no run yet, and gets none by being looked at. */
function checkOfBundle(file: string, around: Surroundings, now: Date): Answer {
  const read = readBundle(readBundleFile(file));
  const { bundle, state, problems } = read;
  if (problems.length > 0 || bundle === null)
    return answerOf(bundle?.run_id ?? null, unreadableStart(file, problems), { next: "" });
  if (state === null)
    throw new BatonError("HANDOFF_INVALID", "continuation: it is missing, so no session can start from this bundle");
  const folder = makeTemporary("baton-start-");
  try {
    const git = openGit(findRepository(around.repository), join(folder, "git"), "own");
    const blob = (sha256: string): string | null => bundle.continuation?.texts[sha256] ?? null;
    const start = { source: file, bundle, state, blob, heldOut: null, lost: null };
    return answerOf(bundle.run_id, checkStart(git, start, now), {
      next: `baton handoff import ${asWord(file)}, then ${onward(state)}`,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Hints {
  /** What to type where everything holds, and where the files do not. */
  readonly next: string;
  readonly ofFiles?: string | undefined;
}

function answerOf(runId: string | null, checks: readonly StartLine[], { next, ofFiles }: Hints): Answer {
  const data = { run_id: runId, checks: checks.map((line) => ({ ...line, ok: line.code === null })) };
  const lines = checks.map(({ check, code, detail }) =>
    code === null
      ? `${colours.green("✓")} ${check.padEnd(10)} ${plain(detail)}`
      : `${colours.red("✗")} ${check.padEnd(10)} ${code}: ${plain(detail)}`,
  );
  const failed = checks.find(({ code }) => code !== null);
  if (failed?.code === undefined || failed.code === null) return answered(data, [...lines, `Next: ${next}`]);
  const hint = failed.check === "files" && ofFiles !== undefined ? { hint: ofFiles } : {};
  return refused(data, { code: failed.code, message: `${failed.check}: ${failed.detail}`, ...hint }, lines);
}
