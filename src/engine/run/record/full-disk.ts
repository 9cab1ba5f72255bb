import { closeSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DISK_WAS_FULL } from "../../../core/run/losses.ts";
import { BatonError, codedError } from "../../../errors.ts";
import type { Turn } from "../context.ts";
import type { Loss } from "../attempt/lose.ts";
import type { Which } from "../attempt/metered.ts";
import { openUnlinked } from "../../../util/unlinked.ts";

/** Empty, so that a full disk has room for it; beside the folders, since a new one may need some. */
const fileOf = ({ project, journal }: Turn, { task_id: taskId, attempt, review }: Which): string => {
  const turn = review === undefined ? "" : `-${review.gate}-${review.round}`;
  return join(project.truth, `full-${journal.runId}-${taskId}-${attempt}${turn}`);
};

/** Also behind a store that refuses everything since. */
function isFullDisk(thrown: unknown): boolean {
  const coded = codedError(thrown, "");
  if (coded instanceof BatonError && coded.code === "DISK_FULL") return true;
  return thrown instanceof Error && thrown.cause !== undefined && isFullDisk(thrown.cause);
}

/** An attempt or a review stays open where a full disk ends its harness: nothing could be recorded. The next one says why. */
export function noteFullDisk(turn: Turn, which: Which, thrown: unknown): void {
  if (!isFullDisk(thrown)) return;
  try {
    closeSync(openUnlinked(fileOf(turn, which), "overwrite"));
  } catch {
    // Not even a name: then its harness is said to have died.
  }
}

/** What an earlier harness noted; undefined: it died without a word. */
export const notedFullDisk = (turn: Turn, which: Which): Loss | undefined =>
  existsSync(fileOf(turn, which)) ? { code: "DISK_FULL", detail: DISK_WAS_FULL } : undefined;

/** Once it is recorded. */
export const forgetFullDisk = (turn: Turn, which: Which): void => rmSync(fileOf(turn, which), { force: true });
