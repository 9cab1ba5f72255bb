import { BatonError } from "../errors.ts";
import type { EpisodeEntry, MemoryTarget } from "../schema/memory.ts";
import type { MemoryStores } from "../store/bus/port.ts";
import { nearest } from "../util/nearest.ts";
import type { Answer } from "./output.ts";
import { plain } from "./render/plain.ts";
import { oneLine } from "../core/text/one-line.ts";

export interface TryFlags {
  readonly dryRun?: boolean;
}

/** Of a command with `--dry-run`: whether it writes, and how it says so. */
export const intentOf = ({ dryRun }: TryFlags): "write" | "try" => (dryRun === true ? "try" : "write");

export function asTried<T extends Answer>({ dryRun = false }: TryFlags, answer: T): Answer {
  const data = { dry_run: dryRun, ...(answer.data as object) };
  if (!dryRun || answer.refusal !== undefined) return { ...answer, data };
  const text = `Would be (nothing was written):\n${answer.text}\nNext: the same without --dry-run.`;
  return { ...answer, data, text };
}

/** Where a name is to be found: a key first, then an id. Throws MEMORY_UNKNOWN. */
export function targetOf(stores: MemoryStores, ref: string): MemoryTarget {
  if (stores.shared.listVersions(ref).length > 0) return "shared_reference";
  if (stores.episodic.get(ref) !== null) return "episodic";
  if (stores.working.get(ref) !== null) return "working_set";
  if (isSynthesis(stores, ref)) return "synthesis";
  const keys = stores.shared.list().map(({ key }) => key);
  const meant = nearest(ref, keys);
  const kinds =
    "There are keys (style) and their citations (style@2), tasks with a working set (T001), and ids of episodes and syntheses: `baton memory list` shows them; patterns are in `baton pattern list`.";
  throw new BatonError("MEMORY_UNKNOWN", `nothing in memory is called ${ref}`, {
    hint: meant === null ? kinds : `Did you mean ${meant}? ${kinds}`,
  });
}

/** Whether what has such a name is offered to nobody any more. */
export function isRetired(
  { shared, synthesis, patterns }: MemoryStores,
  target: Parameters<MemoryStores["retire"]>[0],
  ref: string,
): boolean {
  if (target === "pattern") return patterns.get(ref)?.retired ?? false;
  if (target === "synthesis") return !synthesis.search().some(({ id }) => id === ref);
  return shared.listVersions(ref).length > 0 && !shared.list().some(({ key }) => key === ref);
}

/** A retired one stays readable by its name. */
function isSynthesis({ synthesis }: MemoryStores, ref: string): boolean {
  try {
    return synthesis.getPattern(ref).id === ref;
  } catch (error) {
    if (error instanceof BatonError && error.code === "MEMORY_UNKNOWN") return false;
    throw error;
  }
}

export function episodeNamed({ episodic }: MemoryStores, id: string): EpisodeEntry {
  const episode = episodic.get(id);
  if (episode === null) throw new BatonError("MEMORY_UNKNOWN", `no episode ${id}`);
  return episode;
}

/** A version's number; `said` is what was typed. */
export function versionOf(said: string, text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,8}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new BatonError("USAGE_INVALID", `${said} names no version`, {
    hint: "Versions are 1, 2 and so on: `baton memory versions KEY` lists them.",
  });
}

export function oneOf<T extends string>(name: string, text: string, options: readonly T[]): T {
  const found = options.find((option) => option === text);
  if (found !== undefined) return found;
  throw new BatonError("USAGE_INVALID", `${name} ${text} is none of ${options.join(", ")}`);
}

const LINE_SHOWN = 100;
export const beginning = (text: string): string => oneLine(text).slice(0, LINE_SHOWN);
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
