import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/** Marks every descendant, so that one which left its process group is still found. */
export const PROCESS_MARK = "BATON_PROCESS";
const KERNEL_PATIENCE_MS = 1000;

/** Names the folder too: whoever comes after a harness that was killed knows no more than that. */
export const processMark = (id: string, folder: string): string => `${id}:${folder}`;

/**
 * Ends a process group and every other process that carries the mark in its environment, and returns whether one of these
 * was still at work. Works without the mark's help where there is no /proc (macOS): then only the group is ended.
 */
export function endLeftovers(groupId: number | undefined, mark: string): boolean {
  if (groupId !== undefined) kill(-groupId);
  const marked = markedProcesses(mark);
  for (const pid of marked) kill(pid);
  return marked.length > 0;
}

/** The same, and waits until none can run any more (a signal is no end yet), though not for one that the kernel holds. */
export async function awaitLeftovers(groupId: number | undefined, mark: string): Promise<void> {
  const patience = performance.now() + KERNEL_PATIENCE_MS;
  while (endLeftovers(groupId, mark) && performance.now() < patience) await setTimeout(1);
}

/** Ends every process that works below a folder or was started there: what a harness that was killed left running. */
export function endProcessesBelow(folder: string): void {
  for (const pid of processIds().filter((each) => each !== process.pid))
    if ([workingFolder(pid), startingFolder(pid)].some((at) => at === folder || at.startsWith(`${folder}/`))) kill(pid);
}

function startingFolder(pid: number): string {
  const mark = Buffer.from(read(`/proc/${pid}/environ`), "latin1")
    .toString("utf8")
    .split("\0")
    .find((line) => line.startsWith(`${PROCESS_MARK}=`));
  return mark?.slice(mark.indexOf(":") + 1) ?? "";
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return ""; // Gone, or not ours to look at.
  }
}

/** Resident memory of a process and its descendants, in bytes; 0 where there is no /proc. */
export function treeMemoryBytes(rootPid: number): number {
  const members = new Set([rootPid]);
  const parents = processIds().map((pid) => [pid, parentOf(pid)] as const);
  for (let size = 0; size !== members.size;) {
    size = members.size;
    for (const [pid, parent] of parents) if (members.has(parent)) members.add(pid);
  }
  return [...members].reduce((sum, pid) => sum + residentBytes(pid), 0);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Already gone.
  }
}

function markedProcesses(mark: string): number[] {
  return processIds().filter((pid) => pid !== process.pid && read(`/proc/${pid}/environ`).includes(mark));
}

function processIds(): number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function parentOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? -1);
}

const PAGE_BYTES = 4096;

function residentBytes(pid: number): number {
  return Number(read(`/proc/${pid}/statm`).split(" ")[1] ?? 0) * PAGE_BYTES;
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
