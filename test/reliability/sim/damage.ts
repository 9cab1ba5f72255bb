import { exclusively, runDirectory } from "../../../src/engine/run/project.ts";
import { artifactsOf } from "../../../src/engine/run/record/artifacts.ts";
import { createPublisher } from "../../../src/engine/run/record/publish.ts";
import { JOURNAL_FILE } from "../../../src/runs/journal-file.ts";
import { marksIn } from "../../../src/runs/marks.ts";
import { verifyRun } from "../../../src/runs/verify.ts";
import { Death } from "./faults.ts";
import type { Problems } from "./invariants.ts";
import { journalOf, openSimulated, session, type Plot } from "./story.ts";
import { STATE, type World } from "./world.ts";

/** Mending one file makes about so many changing calls. */
const CALLS = 8;

/**
 * A bit of a finished run's files flips on the disk: it is found and named. Then it is mended, by processes of which the
 * first is killed on the way, and stays mended when the power goes. Where only the end of the journal is damaged, any
 * session mends it.
 */
export async function flipBit(world: World, plot: Plot, problems: Problems): Promise<void> {
  const { faults, random } = world;
  const { path, atEnd } = world.calmly(() => flip(world));
  const mend = (): Promise<unknown> => (atEnd ? session(world, plot, () => {}) : repair(world));
  const named = world.calmly(() => findings(world));
  if (!named.some((line) => line.includes(path)))
    problems.push(`a flipped bit of ${path} is not found: ${named.join()}`);
  faults.plan({ kind: "kill", at: 1 + random.below(CALLS) });
  try {
    await world.settle(mend());
  } catch (error) {
    if (!(error instanceof Death)) throw error;
  }
  world.endHarness();
  faults.plan(null);
  await world.settle(mend());
  world.endHarness();
  world.cutPower();
  const left = world.calmly(() => findings(world));
  if (left.length > 0) problems.push(`after a flipped bit of ${path} was mended: ${left.join()}`);
}

interface Flipped {
  /** In the run directory. */
  readonly path: string;
  /** Whether it is the last line of the journal. */
  readonly atEnd: boolean;
}

function flip(world: World): Flipped {
  const { random, disk } = world;
  const project = openSimulated(world);
  const journal = journalOf(project, world);
  if (journal === null) throw new Error("there is no run");
  const { state, runId } = journal;
  const others = [...Object.keys(state.published), ...artifactsOf(state).map(({ path }) => path)];
  const atEnd = random.chance(0.4);
  const path = atEnd || random.chance(0.2) ? JOURNAL_FILE : random.pick(others);
  const node = disk.find(`${runDirectory(project, runId)}/${path}`);
  if (node?.kind !== "file") throw new Error(`${path} is no file`);
  const bytes = Buffer.from(node.bytes);
  const from = atEnd ? bytes.lastIndexOf("\n", bytes.length - 2) + 1 : 0;
  const at = from + random.below(bytes.length - from);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.below(8)), at);
  node.bytes = bytes;
  disk.sync(node);
  return { path, atEnd };
}

/** `baton repair`, where nothing is to be landed. */
function repair(world: World): Promise<void> {
  const project = openSimulated(world);
  return exclusively(project, async () => {
    const journal = journalOf(project, world);
    if (journal !== null) createPublisher(project, journal, STATE).repair();
  });
}

function findings(world: World): string[] {
  const project = openSimulated(world);
  const [runId = ""] = project.store.runs();
  const { problems } = verifyRun(runDirectory(project, runId), { marks: marksIn(STATE) });
  return problems.map(({ code, path, message }) => `${code} ${path} ${message}`);
}
