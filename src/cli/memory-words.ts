import { BatonError, EXIT } from "../errors.ts";
import type { EpisodeEntry, MemoryTarget } from "../schema/memory.ts";
import type { MemoryStores } from "../store/bus/port.ts";
import type { Answer } from "./output.ts";
import { plain } from "./render/plain.ts";

/** Where a name is to be found: a key first, then an id. Throws MEMORY_UNKNOWN. */
export function targetOf(stores: MemoryStores, ref: string): MemoryTarget {
  if (stores.shared.listVersions(ref).length > 0) return "shared_reference";
  if (stores.episodic.get(ref) !== null) return "episodic";
  if (stores.working.get(ref) !== null) return "working_set";
  stores.synthesis.getPattern(ref);
  return "synthesis";
}

export function episodeNamed({ episodic }: MemoryStores, id: string): EpisodeEntry {
  const episode = episodic.get(id);
  if (episode === null) throw new BatonError("MEMORY_UNKNOWN", `no episode ${id}`);
  return episode;
}

export function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,8}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new BatonError("USAGE_INVALID", `${name} ${text} is no version`);
}

export function oneOf<T extends string>(name: string, text: string, options: readonly T[]): T {
  const found = options.find((option) => option === text);
  if (found !== undefined) return found;
  throw new BatonError("USAGE_INVALID", `${name} ${text} is none of ${options.join(", ")}`);
}

const LINE_SHOWN = 100;
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, LINE_SHOWN);
export const episodeLine = ({
  id,
  timestamp,
  entry_type: type,
  tags,
  problem_id: problem,
  superseded_by: by,
}: EpisodeEntry): string =>
  plain(
    `${timestamp}  ${id}  ${type}  ${[problem ?? "", ...tags].filter((word) => word !== "").join(" ")}${by === null ? "" : `  superseded by ${by}`}`,
  );
export const answer = (data: unknown, text: string): Answer => ({ data, exitCode: EXIT.ok, text });
