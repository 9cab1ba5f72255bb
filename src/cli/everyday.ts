import { featureListCommand } from "./commands/feature-list.ts";
import { gateStatusCommand } from "./commands/gate-status.ts";
import { noteCommand } from "./commands/note.ts";
import { statusCommand } from "./commands/status.ts";
import { taskListCommand } from "./commands/task-list.ts";
import type { ChangeFlags } from "./change.ts";
import type { Answer } from "./output.ts";
import type { PageFlags } from "./paging.ts";
import { perform as performOne } from "./perform.ts";
import type { GlobalFlags, Surroundings } from "./surroundings.ts";

type Flags = GlobalFlags & ChangeFlags & PageFlags;
type Everyday = (flags: Flags, around: Surroundings, args: readonly string[]) => Promise<Answer>;

/** What is asked at every prompt. Built as one file: resolving many costs more than reading. */
const EVERYDAY = {
  status: statusCommand,
  "feature list": featureListCommand,
  "gate status": gateStatusCommand,
  "task list": taskListCommand,
  note: (flags, around, [task = "", text]) => noteCommand(task, text, flags, around),
} as const satisfies Record<string, Everyday>;
export type QuickName = keyof typeof EVERYDAY;

export async function perform(name: QuickName, flags: Flags, args: readonly string[]): Promise<number> {
  const command: Everyday = EVERYDAY[name];
  const typed = { command: name, flags: { ...flags }, args };
  return performOne(typed, new AbortController().signal, (around) => command(flags, around, args));
}
