import { existsSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { openJournal, type RunJournal } from "../../engine/run/record/journal.ts";
import { citedProblems } from "../../engine/run/start/continued.ts";
import { editedProblems } from "../../engine/run/record/edited-around.ts";
import { journalProblems } from "../../engine/run/record/journal-problems.ts";
import { lostProblems } from "../../engine/run/record/kept.ts";
import { isLeased } from "../../engine/run/claims/lease.ts";
import { aliveIn, atHome, runDirectory, withProject, type Project } from "../../engine/run/project.ts";
import { whileUnpublished } from "../../engine/run/record/publish.ts";
import { homeOf } from "../../engine/run/record/unpublished.ts";
import { BatonError, EXIT } from "../../errors.ts";
import { JOURNAL_FILE } from "../../runs/journal-file.ts";
import { marksIn } from "../../runs/marks.ts";
import type { Problem } from "../../runs/problem.ts";
import { isOurs, verifyRun, type Verification } from "../../runs/verify.ts";
import { findLegacy, legacyVerification } from "../legacy.ts";
import { PERSON } from "../change.ts";
import { refused, answered, type Answer } from "../output.ts";
import { colours } from "../render/colours.ts";
import { plain } from "../render/plain.ts";
import { stepsAtHome, stepsElsewhere } from "../steps-for.ts";
import type { Surroundings } from "../surroundings.ts";
import { counted } from "../../core/text/counted.ts";
import { WALL_CLOCK } from "../../util/clock.ts";
import { withRun } from "../with-run.ts";

/** `baton verify [RUN_DIR]`: reads only; on a copied directory it needs no git and no database (H3A-13). */
export async function verifyCommand(
  place: string | undefined,
  flags: { readonly run?: string },
  around: Surroundings,
): Promise<Answer> {
  const legacy = findLegacy(place ?? flags.run, around);
  if (legacy !== null && !isOurs(legacy, around.stateDirectory)) return legacyVerification(legacy);
  const directory = legacy ?? (await directoryOf(place, flags, around));
  const alone = verifyRun(directory, { marks: marksIn(around.stateDirectory) });
  return answerOf(directory, await verifyAtHome(directory, around, alone));
}

const elsewhere = (alone: Verification): Verification => ({ ...alone, problems: stepsElsewhere(alone.problems) });

/** Where the run is at home its journal itself is checked, too; and by that is known what a cut session left. */
async function verifyAtHome(directory: string, around: Surroundings, alone: Verification): Promise<Verification> {
  try {
    return await withProject(around.repository, (here) => {
      const runId = basename(directory);
      const project = atHome(here, runId);
      if (!here.store.runs().includes(runId) || runDirectory(project, runId) !== directory) return elsewhere(alone);
      const problems = journalProblems(project, runId, around.stateDirectory);
      if (problems.length > 0) return { ...alone, problems: stepsAtHome([...problems, ...alone.problems], runId) };
      const journal = openJournal(project.store, runId, PERSON, WALL_CLOCK);
      const look = (): Verification => {
        journal.sync();
        return verifyRun(directory, { marks: marksIn(around.stateDirectory), home: homeOf(project, journal) });
      };
      // A session at work is not cut off: what it is just writing is looked at when that is whole.
      const again = (): Verification => (isLeased(aliveIn(project)) ? whileUnpublished(project, look) : look());
      const verified = alone.problems.length === 0 ? alone : again();
      const cited = citedProblems(project, journal.state);
      return {
        ...verified,
        problems: [
          ...stepsAtHome([...verified.problems, ...lostProblems(project, journal.state)], runId),
          ...cited.problems,
          ...editedProblems(project, journal.state),
        ],
        warnings: [...verified.warnings, ...cited.warnings, ...unpublished(project, journal, verified)],
      };
    });
  } catch (error) {
    if (error instanceof BatonError) return elsewhere(alone);
    throw error;
  }
}

/** What a session that was cut off had no time to publish: no damage, and not in what was verified. */
function unpublished(project: Project, { head, runId }: RunJournal, verified: Verification): Problem[] {
  const more = head.position - verified.head.position;
  if (more <= 0 || isLeased(aliveIn(project))) return [];
  const message = `the journal has ${counted(more, "entry", "entries")} more, which the session that wrote ${more === 1 ? "it" : "them"} did not publish: baton repair --run ${runId}`;
  return [{ code: "SESSION_CUT_OFF", path: JOURNAL_FILE, expected: null, actual: null, message }];
}

/** A folder is taken as it is; anything else names a run of this repository. */
export async function directoryOf(
  place: string | undefined,
  flags: { readonly run?: string },
  around: Surroundings,
): Promise<string> {
  if (place !== undefined && (place.includes("/") || existsSync(resolve(place)))) return resolve(place);
  return withRun(around, { run: place ?? flags.run }, ({ runId }, project) => {
    const directory = runDirectory(project, runId);
    if (existsSync(directory) && statSync(directory).isDirectory()) return directory;
    const what = existsSync(directory) ? "a file, and a folder has to be there" : "gone";
    throw new BatonError("RUN_UNKNOWN", `${directory} is ${what}; the journal still has the run`, {
      hint: `${existsSync(directory) ? "Move it aside, then write" : "Write"} its files again from the journal: baton repair --run ${runId}`,
    });
  });
}

/** `hint` takes the place of the code's own words on what to do. */
export function answerOf(
  directory: string,
  { problems, left, warnings, erased, entries, head }: Verification,
  hint?: string,
): Answer {
  const data = { directory, problems, left, erased, entries, head };
  const gone = erased.map(({ path, reason }) => `  – ${plain(path)} was erased: ${plain(reason)}`);
  const told = warnings.map(({ code, message }) => `${code}: ${message}`);
  const cutOff = left.map(({ path }) => `  – ${plain(path)} was left by a session that was cut off`);
  const [first] = problems;
  if (first === undefined && left.length > 0) {
    const message = `${counted(left.length, "file")} in ${directory} ${left.length === 1 ? "has" : "have"} what the journal says, and its copy there does not name yet`;
    const lines = [`${colours.yellow("?")} SESSION_CUT_OFF: ${plain(message)}`, ...cutOff, ...gone];
    return { ...refused(data, { code: "SESSION_CUT_OFF", message }, lines), warnings: told };
  }
  if (first === undefined) {
    const lines = [
      `${colours.green("✓")} ${entries} entries, and every file that they name, are as recorded · ${directory}`,
      `  head ${head.position} ${head.hash}`,
      ...gone,
      ...told.map((text) => `  ! ${plain(text)}`),
    ];
    return answered(data, lines, told);
  }
  const lines = problems.flatMap(({ code, path, expected, actual, message }) => [
    `${colours.red("✗")} ${code} ${plain(path)}: ${plain(message)}`,
    ...(expected === null ? [] : [`    expected ${plain(expected)}`]),
    ...(actual === null ? [] : [`    actual   ${plain(actual)}`]),
  ]);
  lines.push(...cutOff);
  const message = `${counted(problems.length, "problem")} in ${directory}; the first: ${first.path}: ${first.message}`;
  const next = first.next ?? hint;
  const refusal = { code: first.code, message, exitCode: EXIT.evidence, ...(next === undefined ? {} : { hint: next }) };
  return { ...refused(data, refusal, lines), warnings: told };
}
