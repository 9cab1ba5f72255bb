import type { Tiebreaker } from "../../../schema/governor-enums.ts";

/** What votes come to. `open`: whoever has not been asked can still decide it. */
export type Tally =
  | { readonly kind: "open" }
  | { readonly kind: "decided"; readonly vote: string }
  | { readonly kind: "abstained" }
  /** A person decides; `said` is what the voters said. */
  | { readonly kind: "escalated"; readonly said: string };

export interface Ballots {
  /** In the order of the voters, of those who were asked; null: said nothing that counts. */
  readonly votes: readonly (string | null)[];
  /** How many may vote at all. */
  readonly voters: number;
  readonly threshold: number;
  readonly tiebreaker: Tiebreaker;
}

/**
 * Decided is what at least the threshold's share of all voters says, as soon as nobody can change it any more; what nobody can decide
 * any more goes to the tiebreaker (HRM §3.5): the vote that was given first of those with the most, none, or a person's.
 */
export function tallyVotes({ votes, voters, threshold, tiebreaker }: Ballots): Tally {
  const counts = new Map<string, number>();
  for (const vote of votes) if (vote !== null) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const left = voters - votes.length;
  // In the order of the voters, so the first of those with the most votes is the one that was given first.
  const [first, second] = [...counts].filter(([, count]) => count === most).map(([vote]) => vote);
  const isReached = most / voters >= threshold;
  if (first !== undefined && second === undefined && isReached && (left === 0 || most > voters / 2))
    return { kind: "decided", vote: first };
  // Who has not been asked may still be among the first of those with the most votes.
  if (left > 0 && (tiebreaker === "first" || (most + left) / voters >= threshold)) return { kind: "open" };
  if (tiebreaker === "abstain") return { kind: "abstained" };
  if (tiebreaker === "first" && first !== undefined) return { kind: "decided", vote: first };
  const said = [...counts].map(([vote, count]) => `${vote}: ${count}`).join(", ") || "nobody voted";
  return { kind: "escalated", said };
}
