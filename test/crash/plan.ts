import type { Place, Strike } from "./strike.ts";
import { takesDescriptor } from "./trace.ts";

/** Every so many of the beginnings are followed by a whole run. */
const RUN_FROM_INIT = 7;

/**
 * SIGKILL at the points: one for each kind of place, and every single commit of the journal; with `every` at all of
 * them. Where git is struck, the harness dies with it every other time.
 */
export function planKills(places: readonly Place[], every: boolean): Strike[] {
  const seen = new Set<string>();
  return places
    .filter(({ stage, point }) => {
      if (takesDescriptor(point.syscall)) return false;
      const isCommit = point.syscall === "fsync" && point.label.endsWith("journal.db-wal");
      const kind = `${point.label}${isCommit ? `${stage} ${point.ordinal}` : ""}`;
      const isNew = !seen.has(kind);
      seen.add(kind);
      return every || isNew;
    })
    .map(({ stage, point }, at) => ({
      stage,
      point,
      effect: "signal=SIGKILL",
      parentToo: point.gitCall !== null && at % 2 === 0,
      toTheEnd: stage !== "init" || at % RUN_FROM_INIT === 0,
    }));
}

/** `count` of them, evenly over all. */
export function sample<T>(items: readonly T[], count: number): T[] {
  if (count >= items.length) return [...items];
  return Array.from({ length: count }, (_, at) => items[Math.floor(((at + 0.5) * items.length) / count)] as T);
}
