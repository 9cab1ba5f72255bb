import { join } from "node:path";
import { openSlot, type Slot } from "../../../checks/slots/slot.ts";
import { allOf } from "../../../util/all-of.ts";
import type { SuiteCall, SuitesOptions } from "./suites.ts";

export type SlotFor = (call: Pick<SuiteCall, "tree" | "layer">, shard?: number) => Promise<Slot>;

/** As many slots of a dependency layer as there are shards, each opened when it is first asked for. */
export function createSlots(options: SuitesOptions) {
  const { shards } = options.config.environment;
  const slots = new Map<string, Slot>();
  const opening = new Map<string, Promise<Slot>>();
  const whole = new Set<string>();
  let prepareMs = 0;
  const open = async (call: Pick<SuiteCall, "tree" | "layer">, shard: number): Promise<Slot> => {
    const place = `${call.layer.key} ${shard}`;
    const known = opening.get(place);
    if (known !== undefined) return known;
    const opened = openSlot(requestFor(options, call, options.again === true ? shards + shard : shard));
    // Asked for at the same time, it is opened once; what could not be opened is tried again.
    opening.set(place, opened);
    try {
      const slot = await opened;
      slots.set(place, slot);
      if (shard === 0) prepareMs += slot.prepareMs;
      return slot;
    } catch (error) {
      opening.delete(place);
      throw error;
    }
  };
  /** Whoever holds a first slot finds one for each further shard; whoever waited for it with those in hand could wait for ever. */
  const slotFor: SlotFor = async (call, shard = 0) => {
    const first = await open(call, 0);
    return shard === 0 ? first : open(call, shard);
  };
  /** Opens every slot of a layer at once, for a run that needs all of them. */
  const openAll = async (call: Pick<SuiteCall, "tree" | "layer">): Promise<void> => {
    const [first, ...others] = await allOf([slotFor(call), ...from(1, shards).map((shard) => slotFor(call, shard))]);
    if (whole.has(first.layerKey)) return;
    whole.add(first.layerKey);
    prepareMs += Math.max(0, ...others.map((slot) => slot.prepareMs));
  };
  return {
    slotFor,
    openAll,
    /** What runs waited for. */
    prepareMs: () => prepareMs,
    lacks: () => [...new Set([...slots.values()].flatMap((slot) => slot.lacks))],
    async close() {
      const opened = [...slots.values()];
      slots.clear();
      opening.clear();
      const released = await Promise.allSettled(opened.map((slot) => slot.release()));
      for (const each of released) if (each.status === "rejected") throw each.reason;
    },
  };
}

const from = (first: number, end: number): number[] => Array.from({ length: end - first }, (_, at) => first + at);

const requestFor = (
  { git, stateDirectory, env, config, onPrepare, signal }: SuitesOptions,
  { layer, tree }: Pick<SuiteCall, "tree" | "layer">,
  shard: number,
) => ({
  slotsDirectory: join(stateDirectory, "slots"),
  git,
  layer,
  tree,
  env,
  prepareTimeoutMs: config.limits.prepare_seconds * 1000,
  onPrepare,
  services: config.environment.services,
  shard,
  ...(signal === undefined ? {} : { signal }),
});
