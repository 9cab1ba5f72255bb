import type { Hit, Score } from "./score.ts";
import { scoreText } from "./score.ts";

/** A text with each hit between marks, for a person to read: nothing is left out. */
export function markHits(text: string, { hits }: Pick<Score, "hits">): string {
  const parts: string[] = [];
  let at = 0;
  for (const hit of apart(hits)) {
    parts.push(
      text.slice(at, hit.start),
      `⟦${hit.features.join(", ")}: `,
      text.slice(hit.start, hit.end).trimEnd(),
      "⟧",
    );
    at = hit.start + text.slice(hit.start, hit.end).trimEnd().length;
  }
  return [...parts, text.slice(at)].join("");
}

/**
 * Text of agents and tests for the next agent's packet: quoted line by line, and without passages that speak to their
 * reader; what is left out is named, and stands whole in the record.
 */
export function quoteForAgents(text: string): string {
  return quote(withhold(text));
}

/** Quoted, and otherwise as it is: what a person wrote for an agent. */
export const quote = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join("\n");

/** Text with each passage that speaks to its reader replaced by a word about it. */
export function withhold(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of apart(scoreText(text).hits)) {
    const passage = text.slice(start, end);
    parts.push(text.slice(at, start), `[${passage.trim().length} characters withheld by the firewall]`);
    at = end - (passage.length - passage.trimEnd().length);
  }
  return [...parts, text.slice(at)].join("");
}

/** Hits that do not overlap, in order; where they do, one over the whole. */
function apart(hits: readonly Hit[]): Hit[] {
  const found: Hit[] = [];
  for (const hit of hits.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last !== undefined && hit.start < last.end)
      found[found.length - 1] = {
        ...last,
        end: Math.max(last.end, hit.end),
        features: [...new Set([...last.features, ...hit.features])],
      };
    else found.push(hit);
  }
  return found;
}
