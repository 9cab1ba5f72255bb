import { join } from "node:path";
import { createMemoryBus, type MemoryBus } from "../engine/memory/bus.ts";
import { hasMemory, MEMORY_DEFAULTS, openMemory, type MemorySettings } from "../engine/memory/open.ts";
import { readConfig } from "../engine/prove/context.ts";
import { openRepository } from "../engine/prove/subject.ts";
import { openTree } from "../engine/prove/tree-reader.ts";
import { BatonError } from "../errors.ts";
import type { MemoryStores } from "../store/bus/port.ts";
import { findRepository } from "../util/git/discover.ts";
import { treeOf } from "../util/git/trees.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * A command's view of the repository's memory. One that only reads makes no file: where nothing was ever remembered, it sees an
 * empty one. Memory needs no run: what a person knows can be written before the first.
 */
export function withMemory<T>(
  around: Surroundings,
  intent: "read" | "write",
  work: (stores: MemoryStores, bus: MemoryBus) => T,
): T {
  const truth = join(findRepository(around.repository).commonDirectory, "baton");
  const now = (): Date => new Date();
  const writes = intent === "write";
  const settings = writes ? settingsOf(around) : MEMORY_DEFAULTS;
  const stores = openMemory(writes || hasMemory(truth) ? truth : null, { now, settings });
  try {
    return work(stores, createMemoryBus(stores, { redact: around.redact }));
  } finally {
    stores.close();
  }
}

/** As committed; what has no commit yet has the defaults. */
function settingsOf(around: Surroundings): MemorySettings {
  try {
    const { git, commit } = openRepository(around, "HEAD");
    return readConfig(openTree(git, treeOf(git, commit))).governor;
  } catch (error) {
    if (error instanceof BatonError && error.code === "REVISION_UNKNOWN") return MEMORY_DEFAULTS;
    throw error;
  }
}
