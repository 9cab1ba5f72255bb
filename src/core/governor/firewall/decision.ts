import type { AgentOutput } from "../../../schema/agent-output.ts";

/**
 * What only the engine or a person does (decisions.md, Gates and criteria): an approval, a waiver, a changed assignment,
 * threshold or gate. A verdict on a gate that the role may evidence is a proposal; STATUS and gates the envelope checks.
 */
const DECISIONS: readonly RegExp[] = [
  /^\W{0,6}(?:final )?(?:decision|approval|waiver|sign-?off)\s{0,3}:\s{0,3}\S/im,
  /\b(?:i|we)(?: hereby| now| have| am| are|'ve){0,2} (?:approved?|waived?|sign(?:ed)? off|accept(?:ed)? (?:the|this) (?:risk|gate|feature|task)|overrid(?:e|den)) (?:on )?(?:this|the|my|our|all|gate|g[0-3])\b/i,
  /\b(?:gate-[a-z-]{2,20}|g[0-3]) (?:is|has been|was) (?:hereby |now )?(?:waived|approved|disabled|removed)\b/i,
  /\b(?:i|we)(?: have| hereby)? (?:lower|lowered|raise|raised|chang(?:e|ed)|set) the (?:coverage |mutation |gate )?threshold\b/i,
  /\b(?:i|we)(?: have| hereby)? (?:reassign(?:ed)?|re-assign(?:ed)?) (?:this|the|it)\b/i,
];

/** The decision in an output, as it is written; null when it only proposes. */
export function decisionIn({ content }: Pick<AgentOutput, "content">): string | null {
  for (const text of [content.output, ...content.next_actions])
    for (const pattern of DECISIONS) {
      const found = pattern.exec(text)?.[0];
      if (found !== undefined) return found.trim();
    }
  return null;
}

export const containsDecision = (output: Pick<AgentOutput, "content">): boolean => decisionIn(output) !== null;
