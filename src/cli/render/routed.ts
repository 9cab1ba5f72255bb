import type { Routed } from "../../core/run/state.ts";
import { armLines } from "../../core/views/route-words.ts";
import { plain } from "./plain.ts";
import { counted } from "../../core/text/counted.ts";

/** Where the turn of an attempt stood, and under which approval it began. */
export function governedWords({
  altitude,
  stance,
  gates,
  commitment_turns: turns,
  stakes,
  strategy,
  approval,
  arms,
  kind,
  review,
}: Routed) {
  const lease = turns === null ? "no commitment" : `commitment of ${counted(turns, "turn")}`;
  return [
    plain(`  governed: ${altitude} · ${stance} · stakes ${stakes} · ${strategy} · ${lease}`),
    ...gates.map(({ gate, passed, from, to }) => `  gate: ${passed ? "✓" : "✗"} ${gate}: ${from} → ${to}`),
    plain(`  approval: ${approval.approved ? "✓" : "✗"} ${approval.action}: ${approval.reason}`),
    ...armLines({ arms, kind, review }).map((line) => plain(`  ${line}`)),
  ];
}
