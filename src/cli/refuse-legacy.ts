import { relative } from "node:path";
import { BatonError } from "../errors.ts";
import { isOurs } from "../runs/verify.ts";
import { findRepository } from "../util/git/discover.ts";
import { findLegacy } from "./legacy.ts";
import type { Surroundings } from "./surroundings.ts";

/** Throws RUN_LEGACY where a dual-agent run is named, for what needs a journal. */
export function refuseLegacy(given: string | undefined, around: Surroundings, what: string): void {
  const legacy = findLegacy(given, around);
  if (legacy === null || isOurs(legacy, around.stateDirectory)) return;
  const place = relative(findRepository(around.repository).root ?? "", legacy);
  throw new BatonError(
    "RUN_LEGACY",
    `${place} is a run of the dual-agent tool: it has no journal, so it cannot be ${what}`,
  );
}
