import { asOnDisk } from "../../text/on-disk.ts";
import { foldGrowing } from "../pages.ts";
import type { RunState } from "../state.ts";

/** The paths of recorded evidence, with the newest hash of each, and by how a disk that ignores case compares them. */
export interface RecordedPaths {
  readonly hashes: ReadonlyMap<string, string>;
  readonly folded: ReadonlyMap<string, string>;
}

/** Each entry is looked at once, however often it is asked: a turn asks several times. */
export const recordedPaths: (evidence: RunState["evidence"]) => RecordedPaths = foldGrowing(
  () => ({ hashes: new Map<string, string>(), folded: new Map<string, string>() }),
  ({ hashes, folded }, { path, sha256 }: RunState["evidence"][number]) => {
    if (!hashes.has(path)) folded.set(asOnDisk(path), path);
    hashes.set(path, sha256);
  },
);
