import { join } from "node:path";
import { createMemoryBus, type MemoryBus } from "../engine/memory/bus.ts";
import { governorSettings } from "../engine/governor/settings.ts";
import { hasMemory, MEMORY_DEFAULTS, openMemory } from "../engine/memory/open.ts";
import type { MemoryStores } from "../store/bus/port.ts";
import { findRepository } from "../util/git/discover.ts";
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
  const { stateDirectory, env } = around;
  const settings = writes
    ? governorSettings({ repository: around.repository, stateDirectory, env, flags: [] }).config
    : MEMORY_DEFAULTS;
  const stores = openMemory(writes || hasMemory(truth) ? truth : null, { now, settings });
  try {
    return work(stores, createMemoryBus(stores, { redact: around.redact }));
  } finally {
    stores.close();
  }
}
