import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { CONFIDENCE } from "../../core/governor/learning/confidence.ts";
import type { PatternId } from "../../core/governor/learning/generalizer.ts";
import { canonical } from "../../core/governor/learning/match.ts";
import { piecesOf } from "../../core/memory/words.ts";
import { openMemoryStores } from "../../store/bus/open.ts";
import type { MemoryStores } from "../../store/bus/port.ts";

/** The part of the governor's configuration that memory and learning follow (HRM §10). */
export interface MemorySettings {
  readonly working_set_default_ttl_hours: number;
  readonly memory_file_locking: boolean;
  readonly pattern_creation_threshold: number;
  readonly pattern_match_threshold: number;
}

export const MEMORY_DEFAULTS: MemorySettings = {
  working_set_default_ttl_hours: 2,
  memory_file_locking: true,
  pattern_creation_threshold: 3,
  pattern_match_threshold: 0.7,
};

/** One for a repository, beside its journal: what one run learned is offered to the next. */
const memoryPath = (truth: string): string => join(truth, "memory.db");

export const hasMemory = (truth: string): boolean => existsSync(memoryPath(truth));

/** Opens the memory below a repository's truth; null: one that is gone with this process. */
export function openMemory(
  truth: string | null,
  options: { readonly now: () => Date; readonly settings?: MemorySettings; readonly patienceMs?: number },
): MemoryStores {
  const { now, settings = MEMORY_DEFAULTS, patienceMs } = options;
  return openMemoryStores({
    path: truth === null ? null : memoryPath(truth),
    fileLocking: settings.memory_file_locking,
    ttlHours: settings.working_set_default_ttl_hours,
    now,
    confidence: CONFIDENCE,
    piecesOf,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
}

/** A pattern's id is what it says, so that two processes that learn the same thing learn one pattern. */
export const patternId: PatternId = ({ pattern_type, input_signature, recommended_action }) =>
  `pattern_${hash("sha256", canonical({ pattern_type, input_signature, recommended_action })).slice(0, 12)}`;
