import type { Hit } from "./score.ts";
import { WEIGHTS } from "./weights.ts";

/** Fields of an envelope that name who speaks and what is decided; two of them in a row are one. */
const FIELD =
  /^[\s>*_`#-]{0,8}(STATUS|TASK_ID|ASSIGNED_AGENT|REPORTS_TO|GATES_REQUIRED|GATES_PASSED|FAIL_REASONS|NEXT_ACTIONS)[*_`]{0,2}\s{0,4}:/;
const NEAR_LINES = 6;
const MOST = 100;
/** What only the harness says. */
const HARNESS =
  /^[\s>*_`#[-]{0,8}(?:baton|harness|proofbaton|orchestrator|system|verifier)(?:\]|[)*_`]{0,3}\s{0,3}[:>])\s{0,3}(?:STATUS|APPROVED|approved|gate|G[0-3]|task|verdict|proven|your|you|all|the)\b/i;

/** A second envelope inside an answer, or lines that pretend to be the harness's (issue: envelope forgery). */
export function forgeries(text: string): Hit[] {
  const found: Hit[] = [];
  let last: { name: string; start: number; line: number } | null = null;
  let fenced = false;
  let start = 0;
  for (const [number, whole] of text.split("\n").entries()) {
    const line = whole.slice(0, 300);
    const end = start + whole.length;
    if (/^\s{0,3}(?:```|~~~)/.test(line)) fenced = !fenced;
    const name = FIELD.exec(line)?.[1];
    if (name !== undefined) {
      if (last !== null && found.length < MOST && last.name !== name && number - last.line <= NEAR_LINES && !fenced)
        found.push({ score: WEIGHTS.forged_envelope, start: last.start, end, features: ["forged_envelope"] });
      last = { name, start, line: number };
    } else if (!fenced && found.length < MOST && HARNESS.test(line))
      found.push({ score: WEIGHTS.forged_envelope, start, end, features: ["forged_envelope"] });
    start = end + 1;
  }
  return found;
}
