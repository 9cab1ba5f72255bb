import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readText } from "../../store/blobs.ts";
import { replayJournal, type Replay } from "../../engine/run/record/replay.ts";
import { BatonError } from "../../errors.ts";
import { JOURNAL_FILE, readJournalFile } from "../../runs/journal-file.ts";
import { recordedIn } from "../../runs/recorded.ts";
import { refuseLegacy } from "../refuse-legacy.ts";
import { refused, answered, type Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import { colours } from "../render/colours.ts";
import { readInside } from "../../util/read-inside.ts";
import type { Surroundings } from "../surroundings.ts";
import { hash } from "node:crypto";
import { withRun } from "../with-run.ts";

const TEXT_LIMIT_BYTES = 64_000_000;

/** `baton replay [RUN_DIR]`: reads only; on a copied directory it needs no git and no database (FCX-09). */
export async function replayCommand(
  place: string | undefined,
  flags: { readonly run?: string },
  around: Surroundings,
): Promise<Answer> {
  refuseLegacy(place ?? flags.run, around, "replayed");
  if (place !== undefined && (place.includes("/") || existsSync(resolve(place))))
    return answerOf(replayDirectory(resolve(place)));
  return withRun(around, { run: place ?? flags.run, whole: true }, ({ runId, refolded }, { store, blobs }) => {
    if (refolded) throw new BatonError("SNAPSHOT_DIFFERS", "the kept state is not what the journal folds to");
    return answerOf(replayJournal([...store.read(runId, 0)], (sha256) => readText(blobs, sha256)));
  });
}

/** Texts that views show are at hand as far as they are among the artifacts. Throws what is wrong with the journal. */
function replayDirectory(directory: string): Replay {
  if (!existsSync(join(directory, JOURNAL_FILE)))
    throw new BatonError("RUN_UNKNOWN", `${directory} is not a run directory`);
  const { entries, problems } = readJournalFile(join(directory, JOURNAL_FILE));
  const [first] = problems;
  if (first !== undefined) throw new BatonError(first.code, first.message);
  const paths = new Map([...recordedIn(entries).files].map(([path, { sha256 }]) => [sha256, path]));
  return replayJournal(entries, (sha256) => {
    const path = paths.get(sha256);
    if (path === undefined || !existsSync(join(directory, path))) return null;
    const bytes = readInside(directory, path, TEXT_LIMIT_BYTES);
    return hash("sha256", bytes) === sha256 ? bytes.toString("utf8") : null;
  });
}

function answerOf(replay: Replay): Answer {
  const { entries, decisions, hashes, unchecked, difference } = replay;
  const [one] = unchecked;
  const warnings =
    one === undefined
      ? []
      : [`${unchecked.length} published files could not be made again; the first: ${one.path}: ${one.reason}`];
  if (difference === null) {
    const lines = [
      `${colours.green("✓")} ${entries} entries replayed: ${decisions} decisions and ${hashes} hashes of what was published are as recorded`,
      "  whether the files are still what was published, says: baton verify",
      ...warnings.map((text) => `  ! ${plain(text)}`),
    ];
    return answered(replay, lines, warnings);
  }
  const { position, kind, path, recorded, replayed } = difference;
  const message = `entry ${position}, ${path ?? kind}: recorded ${recorded}, replayed ${replayed}`;
  const line = `${colours.red("✗")} REPLAY_DIFFERS: ${plain(message)}`;
  return { ...refused(replay, { code: "REPLAY_DIFFERS", message }, [line]), warnings };
}
