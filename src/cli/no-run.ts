import { basename, join, relative } from "node:path";
import { BatonError } from "../errors.ts";
import { legacyRunsIn } from "../runs/legacy.ts";
import { isMarked } from "../runs/marks.ts";
import { findRepository } from "../util/git/discover.ts";
import { findLegacy, legacyFolders } from "./legacy.ts";
import type { Surroundings } from "./surroundings.ts";

type Around = Pick<Surroundings, "repository" | "stateDirectory">;

const NOT_FOUND: ReadonlySet<string> = new Set(["NOT_INITIALIZED", "RUN_UNKNOWN", "RUN_ID_INVALID"]);

/** Why no run was found: as it was thrown, or that the run which was named, or the only one here, is the dual-agent tool's. */
export function whyNoRun(thrown: unknown, given: string | undefined, around: Around): unknown {
  if (!(thrown instanceof BatonError) || !NOT_FOUND.has(thrown.code)) return thrown;
  const named = findLegacy(given, around);
  const all = legacyFolders(around).flatMap((folder) => legacyRunsIn(folder).map((name) => join(folder, name)));
  const only = thrown.code === "NOT_INITIALIZED" ? all.at(-1) : undefined;
  const directory = named ?? only;
  // One of ours whose journal was taken away is none.
  if (directory === undefined || isMarked(around.stateDirectory, basename(directory))) return thrown;
  const place = relative(findRepository(around.repository).root ?? "", directory);
  const onward = `baton init --continue ${place}`;
  if (named !== null)
    return new BatonError(
      "RUN_LEGACY",
      `${place} is a run of the dual-agent tool: it has no journal, and is read only`,
      {
        hint: `Look: baton status --run ${basename(place)}; go on with it: ${onward}`,
      },
    );
  return new BatonError("NOT_INITIALIZED", `${thrown.message} but ${place}, which the dual-agent tool made`, {
    hint: `Go on with it: ${onward}; or look: baton status --run ${basename(place)}`,
  });
}
