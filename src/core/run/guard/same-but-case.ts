import type { RunEvent } from "../../../schema/event.ts";
import { asOnDisk } from "../../text/on-disk.ts";
import { remembered } from "../remembered.ts";
import type { RunState } from "../state.ts";

/** What is known of one list of evidence, so that each entry is looked at once. */
interface Known {
  seen: number;
  readonly paths: Map<string, string>;
}
const knownOf = remembered((_evidence: RunState["evidence"]): Known => ({ seen: 0, paths: new Map() }));

/**
 * An artifact's path that differs from a recorded one by case alone: on some disks they are one file (H3A-31). Null: none
 * of these events would record such a one.
 */
export function sameButCase(
  { evidence }: Pick<RunState, "evidence">,
  events: readonly RunEvent[],
): [string, string] | null {
  const known = knownOf(evidence);
  for (; known.seen < evidence.length; known.seen += 1) {
    const path = evidence[known.seen]?.path ?? "";
    known.paths.set(asOnDisk(path), path);
  }
  const fresh = new Map<string, string>();
  for (const event of events) {
    if (event.type !== "evidence_recorded") continue;
    const other = known.paths.get(asOnDisk(event.path)) ?? fresh.get(asOnDisk(event.path));
    if (other !== undefined && other !== event.path) return [other, event.path];
    fresh.set(asOnDisk(event.path), event.path);
  }
  return null;
}
