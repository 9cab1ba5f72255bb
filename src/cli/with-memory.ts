import assert from "node:assert";
import { join } from "node:path";
import { createMemoryBus, type BusOptions, type MemoryBus } from "../engine/memory/bus.ts";
import { governorSettings } from "../engine/governor/settings.ts";
import { hasMemory, MEMORY_DEFAULTS, openMemory } from "../engine/memory/open.ts";
import type { MemoryStores } from "../store/bus/port.ts";
import { findRepository } from "../util/git/discover.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * A command's view of the repository's memory. One that only reads makes no file: where nothing was ever remembered, it sees an
 * empty one; one that only tries has what it did undone. Memory needs no run: what a person knows can be written before the first.
 */
export function withMemory<T>(
  around: Surroundings,
  intent: "read" | "write" | "try",
  work: (stores: MemoryStores, bus: MemoryBus) => T,
  onWriteCompleted?: BusOptions["onWriteCompleted"],
): T {
  const truth = join(findRepository(around.repository).commonDirectory, "baton");
  const now = (): Date => new Date();
  const writes = intent !== "read";
  const { stateDirectory, env } = around;
  const settings = writes
    ? governorSettings({ repository: around.repository, stateDirectory, env, flags: [] }).config
    : MEMORY_DEFAULTS;
  const stores = openMemory(intent === "write" || hasMemory(truth) ? truth : null, { now, settings });
  const bus = createMemoryBus(stores, {
    redact: around.redact,
    ...(onWriteCompleted === undefined ? {} : { onWriteCompleted }),
  });
  try {
    return intent === "try" ? undone(stores, () => work(stores, bus)) : work(stores, bus);
  } finally {
    stores.close();
  }
}

/** What work would answer, without what it would write. */
function undone<T>(stores: MemoryStores, work: () => T): T {
  const done: T[] = [];
  const rollBack = new Error("tried");
  try {
    stores.together(() => {
      done.push(work());
      throw rollBack;
    });
  } catch (error) {
    if (error !== rollBack) throw error;
  }
  const [result] = done;
  assert.ok(result !== undefined, "what was tried has answered");
  return result;
}
