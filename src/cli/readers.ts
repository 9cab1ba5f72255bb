import { featureListCommand } from "./commands/feature-list.ts";
import { gateStatusCommand } from "./commands/gate.ts";
import { statusCommand } from "./commands/status.ts";
import type { Answer } from "./output.ts";
import { perform } from "./perform.ts";
import type { GlobalFlags, Surroundings } from "./surroundings.ts";

type Flags = GlobalFlags & { readonly run?: string };
type Reader = (flags: Flags, around: Surroundings) => Promise<Answer>;

/** Commands that only read and are asked at every prompt. Built as one file: resolving many costs more than reading. */
const READERS = {
  status: statusCommand,
  "feature list": featureListCommand,
  "gate status": gateStatusCommand,
} as const;
export type ReaderName = keyof typeof READERS;

export async function read(name: ReaderName, flags: Flags): Promise<number> {
  const reader: Reader = READERS[name];
  return perform(name, flags, new AbortController().signal, (around) => reader(flags, around));
}
