import { existsSync, readFileSync } from "node:fs";
import { archiveRun } from "../../../src/engine/run/record/archive.ts";
import { eraseEvidence } from "../../../src/engine/run/record/erase.ts";
import { archiveDirectory } from "../../../src/engine/run/project.ts";
import { artifactsOf } from "../../../src/engine/run/record/artifacts.ts";
import { createPublisher } from "../../../src/engine/run/record/publish.ts";
import { BatonError, codedError } from "../../../src/errors.ts";
import { marksIn } from "../../../src/runs/marks.ts";
import { verifyRun } from "../../../src/runs/verify.ts";
import { Death, FAULT_KINDS } from "./faults.ts";
import type { Problems } from "./invariants.ts";
import { journalOf, openSimulated } from "./story.ts";
import { REPOSITORY, STATE, type World } from "./world.ts";

/** What a person takes away for good, and where it was published. */
interface Taken {
  readonly sha256: string;
  readonly paths: readonly string[];
}

/**
 * A finished run is put away: something is erased, the run is archived. Struck in the middle now and then and asked again;
 * what was answered then outlives a power cut.
 */
export function putAway(world: World, problems: Problems): void {
  const { faults, random } = world;
  const taken = world.calmly(() => choose(world));
  if (random.chance(0.6)) {
    faults.plan({ kind: random.pick(FAULT_KINDS), at: 1 + random.below(60) });
    try {
      takeAway(world, taken);
    } catch (error) {
      const isExpected = error instanceof Death || codedError(error, "") instanceof BatonError;
      if (!isExpected) problems.push(`no coded error: ${error instanceof Error ? (error.stack ?? "") : String(error)}`);
    }
    world.endHarness();
    if (random.chance(0.7)) world.cutPower();
  }
  faults.plan(null);
  // Each by itself: what is done next may sync for what was done before.
  for (const step of [erase, archive]) {
    step(world, taken);
    world.endHarness();
    world.cutPower();
    world.calmly(() => checkErased(world, taken, problems));
  }
  world.calmly(() => checkArchived(world, problems));
}

function choose(world: World): Taken | null {
  const journal = journalOf(openSimulated(world), world);
  const entry = journal === null ? undefined : artifactsOf(journal.state)[0];
  if (journal === null || entry === undefined) return null;
  const same = artifactsOf(journal.state).filter(({ sha256 }) => sha256 === entry.sha256);
  return { sha256: entry.sha256, paths: same.map(({ path }) => path) };
}

function takeAway(world: World, taken: Taken | null): void {
  erase(world, taken);
  archive(world);
}

function erase(world: World, taken: Taken | null): void {
  const project = openSimulated(world);
  const archived = journalOf(project, world)?.state.archived ?? false;
  if (taken === null || archived) return;
  const clock = { now: world.now };
  eraseEvidence(project, taken.sha256, "private", {
    stateDirectory: STATE,
    dryRun: false,
    actor: "person",
    by: () => "ann",
    clock,
  });
}

function archive(world: World): void {
  const project = openSimulated(world);
  const journal = journalOf(project, world);
  if (journal === null) return;
  // What a cut took of the folder is written again first, as `repair` does.
  createPublisher(project, journal, STATE).repair();
  archiveRun(project, journal, { stateDirectory: STATE, by: "ann" });
}

function checkErased(world: World, taken: Taken | null, problems: Problems): void {
  const project = openSimulated(world);
  const [runId = ""] = project.store.runs();
  if (taken === null) return;
  if (project.blobs.has(taken.sha256)) problems.push("what was erased is there again");
  for (const directory of [`${REPOSITORY}/runs/${runId}`, archiveDirectory(project, runId)])
    for (const path of taken.paths)
      if (existsSync(`${directory}/${path}`) && readFileSync(`${directory}/${path}`).length > 0)
        problems.push(`${path} was erased and is there again`);
}

function checkArchived(world: World, problems: Problems): void {
  const project = openSimulated(world);
  const [runId = ""] = project.store.runs();
  const directory = archiveDirectory(project, runId);
  if (existsSync(`${REPOSITORY}/runs/${runId}`)) problems.push("the archived run lies in runs/ again");
  if (!existsSync(directory)) return void problems.push("the archived run is gone");
  for (const { code, path, message } of verifyRun(directory, { marks: marksIn(STATE) }).problems)
    problems.push(`verify of the archive: ${code} ${path} ${message}`);
}
