import { AGENT_BLOCKED } from "./people/quarantine.ts";

/**
 * What cut an attempt short from outside is no build and no lesson of it; but a task at which the harness dies again and again
 * would keep every run busy, so it is one of the three that a task may lose (decisions.md, Gates and criteria; Time).
 */
export const HARNESS_DIED = "the harness died";
export const HARNESS_SILENT = "the harness gave no sign of life";
export const DISK_WAS_FULL = "the disk was full";
const OF_HARNESS: ReadonlySet<string> = new Set([HARNESS_DIED, HARNESS_SILENT, DISK_WAS_FULL]);
export const isOfHarness = (detail: string): boolean => OF_HARNESS.has(detail);
/** Not counted at all: one that a person ended. */
export const STOPPED_BY_PERSON = "stopped by a person";
/** Nor one that never began: what its program said follows. */
export const AGENT_FAILED = "the agent's program failed before it did anything";
/** Nor one that a person had open where the run was taken over from. */
export const LEFT_THERE = "it was open where the run comes from, and its clone stayed there";
const UNCOUNTED: ReadonlySet<string> = new Set([STOPPED_BY_PERSON, AGENT_FAILED, LEFT_THERE]);
/** Nor one that waits for a person outside, for a login, for more money: it is not even an attempt of the run. */
const REFUSED_CODES: readonly string[] = ["AGENT_UNAUTHORIZED", "BUDGET_SPENT"];
/** Nor one that its worker gave back. */
const UNCOUNTED_CODES: ReadonlySet<string> = new Set([...REFUSED_CODES, "ATTEMPT_RELEASED", AGENT_BLOCKED]);

/** Whether nobody served who was at work, so that the run may have the attempt again. */
export const isRefused = (code: string): boolean => REFUSED_CODES.includes(code);

/** Whether a loss says nothing of who was at work. */
export const isUncounted = (code: string, detail: string): boolean =>
  UNCOUNTED_CODES.has(code) || UNCOUNTED.has(detail) || detail.startsWith(`${AGENT_FAILED}: `);
