/** A time as every published file has it: ISO 8601, UTC, whole seconds (decisions.md, On disk). */
export function timestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** The time of the machine, for whatever is handed its clock. */
export const WALL_CLOCK = { now: (): Date => new Date() };
