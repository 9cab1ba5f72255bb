import type { TraceEvent } from "../../schema/trace.ts";
import { colours } from "./colours.ts";
import { plain } from "./plain.ts";
import { oneLine } from "../../core/text/one-line.ts";

const BAR = 28;
const NAME = 26;
const SAID = 80;

/** A trace as a waterfall: what was done, when within the whole, how long, and what came of it. */
export function waterfall(spans: readonly TraceEvent[]): string[] {
  const starts = spans.map(({ timestamp }) => Date.parse(timestamp));
  const first = Math.min(...starts);
  const whole = Math.max(1, ...spans.map(({ duration_ms: ms }, at) => (starts[at] ?? first) + (ms ?? 0) - first));
  const parents = new Map(spans.map(({ trace_id: id, parent_id: parent }) => [id, parent]));
  return spans.map((span, at) => {
    const { duration_ms: ms, status, component, operation, hrm } = span;
    const from = Math.min(BAR - 1, Math.floor((((starts[at] ?? first) - first) / whole) * BAR));
    const length = Math.max(1, Math.min(BAR - from, Math.round(((ms ?? 0) / whole) * BAR)));
    const bar = `${" ".repeat(from)}${((ms ?? 0) === 0 ? "·" : "█").repeat(length)}`.padEnd(BAR);
    const name = `${"  ".repeat(depthOf(span, parents))}${operation}`.padEnd(NAME).slice(0, NAME);
    const ok = status !== "error";
    const glyph = ok ? colours.green("✓") : colours.red("✗");
    const tail = plain(oneLine(saidBy(span))).slice(0, SAID);
    return `${glyph} ${plain(name)} ${ok ? bar : colours.red(bar)} ${seconds(ms ?? 0).padStart(9)}  ${hrm.padEnd(9)} ${plain(component).padEnd(15)} ${tail}`.trimEnd();
  });
}

/** An event says what it is about, and came to nothing. */
function saidBy({ output_summary: said, status, metadata }: TraceEvent): string {
  if (said !== null || status !== "info") return said ?? "";
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}

function depthOf({ parent_id: parent }: TraceEvent, parents: ReadonlyMap<string, string | null>): number {
  let depth = 0;
  for (let at = parent; at !== null && depth < 8; at = parents.get(at) ?? null) depth += 1;
  return depth;
}

export const seconds = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);
