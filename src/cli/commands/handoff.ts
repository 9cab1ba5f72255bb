import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { goOn } from "../../core/run/go-on.ts";
import { jsonText } from "../../core/views/text.ts";
import { exportBundle, importBundle, readBundle, type ReadBundle } from "../../engine/run/start/handoff.ts";
import { endLeftThere } from "../../engine/run/start/left-there.ts";
import { heldOutMissing, type HeldOutHere } from "../../engine/run/checks/held-out.ts";
import { governorSettings } from "../../engine/governor/settings.ts";
import { learnLessons, lessonsOf } from "../../engine/memory/lessons.ts";
import { findRun, withProject, type Project } from "../../engine/run/project.ts";
import { BatonError, CODES } from "../../errors.ts";
import { writeFileAtomic } from "../../util/atomic-file.ts";
import { refused, answered, type Answer } from "../output.ts";
import { colours } from "../render/colours.ts";
import { willRun } from "../render/will-run.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import type { RunState } from "../../core/run/state.ts";
import type { HandoffBundle } from "../../schema/bundle.ts";
import type { Lesson } from "../../schema/lesson.ts";
import { counted } from "../../core/text/counted.ts";
import { atNamed } from "../unwritable.ts";
import { readUtf8 } from "../read-input.ts";
import { withMemory } from "../with-memory.ts";
import { withRun } from "../with-run.ts";
import { runOptions } from "./run.ts";
import { WALL_CLOCK } from "../../util/clock.ts";

/** `baton handoff export`: the bundle itself on standard output, or in a file. */
export async function handoffExportCommand(
  flags: { readonly out?: string; readonly run?: string },
  around: Surroundings,
): Promise<Answer> {
  const file = flags.out === undefined || flags.out === "-" ? null : fileToWrite(flags.out);
  return withRun(around, { ...flags, whole: true }, (journal, project) => {
    const { value: lessons, warnings } = asFarAs(
      () => withMemory(around, "read", (stores) => lessonsOf(stores, journal.runId)),
      [],
    );
    const bundle = withLessons(exportBundle(project, journal), lessons);
    const text = jsonText(bundle);
    if (file === null) return answered(bundle, text, warnings);
    atNamed(NAME_ONE, () => writeFileAtomic(file, text));
    const data = { run_id: bundle.run_id, file, tasks: bundle.ledger.length };
    const next = "Next, in another clone: baton handoff import FILE";
    return answered(
      data,
      [`✓ ${counted(bundle.ledger.length, "task")} of run ${bundle.run_id} · ${file}`, ...warnings, next],
      warnings,
    );
  });
}

const NAME_ONE = "Name a file in a folder that is there: --out FILE";

/** The file that `--out` names. No folder is made for it: that it is missing is most often a slip. Throws USAGE_INVALID. */
function fileToWrite(given: string): string {
  const refuse = (what: string): never => {
    throw new BatonError("USAGE_INVALID", what, { hint: NAME_ONE });
  };
  if (given.trim() === "") refuse("--out is empty");
  const file = resolve(given);
  if (existsSync(file) && !statSync(file).isFile()) refuse(`--out names a file, and ${file} is none`);
  if (!existsSync(dirname(file))) refuse(`--out names a file in ${dirname(file)}, and that folder is not there`);
  return file;
}

/** `baton handoff validate`: every problem, with its code and its place. */
export async function handoffValidateCommand(file: string): Promise<Answer> {
  return validation(file, readBundle(readBundleFile(file)));
}

/** `baton handoff import`. */
export async function handoffImportCommand(
  file: string,
  flags: { readonly dryRun?: boolean; readonly heldOut?: string },
  around: Surroundings,
): Promise<Answer> {
  const read = readBundle(readBundleFile(file));
  if (read.problems.length > 0) return validation(file, read);
  if (read.bundle?.continuation === undefined)
    throw new BatonError(
      "HANDOFF_INVALID",
      "continuation: it is missing, so the bundle tells of a run and cannot go on with it",
    );
  const dryRun = flags.dryRun === true;
  const options = { ...WALL_CLOCK, stateDirectory: around.stateDirectory, dryRun, heldOut: flags.heldOut ?? null };
  return withProject(
    around.repository,
    async (project) => {
      const { runId, missing, heldOut, waits } = await importBundle(project, read, options);
      const { bundle } = read;
      const ended = dryRun ? [] : await endedHere(project, runId, around);
      const learned = asFarAs(() => (dryRun || bundle === null ? undefined : learnHere(bundle, around)), undefined);
      const warnings = [
        ...learned.warnings,
        ...missing.map((sha256) => `the bundle lacks the text ${sha256}: it was erased`),
        ...heldOutWarning(heldOut),
        ...(waits === null ? [] : [takenOnTrust(waits, read.state)]),
        ...ended,
      ];
      const head = `${dryRun ? "Would import" : "✓ imported"} run ${runId}`;
      const starts = read.state === null ? null : willRun(read.state);
      const lines = [
        head,
        ...(starts === null ? [] : [starts.line]),
        ...warnings.map((text) => `  ! ${text}`),
        `Next: baton start --check, then ${read.state === null ? "baton resume" : goOn(read.state, "resume")}`,
      ];
      const data = {
        run_id: runId,
        dry_run: dryRun,
        missing,
        held_out: heldOutData(heldOut),
        waits,
        starts: starts?.data ?? null,
      };
      return answered(data, lines, warnings);
    },
    true,
  );
}

/** What persons had open where a run comes from, which is over here. */
export async function endedHere(project: Project, runId: string, around: Surroundings): Promise<readonly string[]> {
  const journal = findRun(project, runId, "baton", WALL_CLOCK);
  return endLeftThere(project, journal, () => runOptions(project, journal, {}, around, []));
}

/** What the branch is to follow to, and nothing here has proven. */
function takenOnTrust(tip: string, state: RunState | null): string {
  const { run, runId = "RUN" } = state ?? {};
  const commits = `${run?.branch ?? "the branch"}..baton/${runId} (to ${tip.slice(0, 12)})`;
  return `${commits} was proven elsewhere, by the bundle's word: nothing of it lands before you say so: baton land, or baton resume --land auto`;
}

/** A bundle with what the run taught the memory here. */
function withLessons(bundle: HandoffBundle, lessons: readonly Lesson[]): HandoffBundle {
  const { continuation } = bundle;
  if (continuation === undefined || lessons.length === 0) return bundle;
  return { ...bundle, continuation: { ...continuation, lessons: [...lessons] } };
}

/** Memory is a help, never a condition (M1): what fails in it is said, and left out. */
function asFarAs<T>(work: () => T, otherwise: T): { readonly value: T; readonly warnings: readonly string[] } {
  try {
    return { value: work(), warnings: [] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { value: otherwise, warnings: [`memory is left out: ${message}`] };
  }
}

function learnHere({ run_id: runId, continuation }: HandoffBundle, around: Surroundings): void {
  const { lessons = [] } = continuation ?? {};
  if (lessons.length === 0) return;
  const { repository, stateDirectory, env } = around;
  const settings = governorSettings({ repository, stateDirectory, env, flags: [] }).config;
  withMemory(around, "write", (stores, bus) => learnLessons(stores, bus, runId, { lessons, ...WALL_CLOCK, settings }));
}

/** What has to be supplied before the run can go on. */
export const heldOutWarning = (here: HeldOutHere | null): string[] =>
  here === null || here.isHere ? [] : [`HELD_OUT_MISSING: ${heldOutMissing(here)}: ${CODES.HELD_OUT_MISSING.remedy}`];

export const heldOutData = (here: HeldOutHere | null): { files: number; here: boolean } | null =>
  here === null ? null : { files: here.files, here: here.isHere };

/** A bundle's text, `-` from standard input. Throws HANDOFF_INVALID. */
export function readBundleFile(file: string): string {
  return readUtf8(file, {
    code: "HANDOFF_INVALID",
    hint: "Name a file that `baton handoff export --out FILE` wrote.",
  });
}

export function validation(file: string, { bundle, problems }: ReadBundle): Answer {
  const data = { file, run_id: bundle?.run_id ?? null, importable: bundle?.continuation !== undefined, problems };
  const [first] = problems;
  if (first === undefined) {
    const warnings = data.importable ? [] : ["the bundle has no continuation: it cannot be imported"];
    const lines = [
      `${colours.green("✓")} a handoff bundle of run ${data.run_id}, ${counted(bundle?.ledger.length ?? 0, "task")}`,
      ...warnings.map((text) => `  ! ${text}`),
    ];
    return answered(data, lines, warnings);
  }
  const place = (path: string): string => (path === "" ? "the bundle" : path);
  const count = counted(problems.length, "problem");
  const lines = problems.map(
    ({ code, path, message }) => `${colours.red("✗")} ${code} ${plain(place(path))}: ${plain(message)}`,
  );
  const message = `${count} in ${file}; the first: ${place(first.path)}: ${first.message}`;
  return refused(data, { code: first.code, message }, lines);
}
