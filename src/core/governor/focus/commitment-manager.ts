import type { Commitment } from "../../../schema/governor-focus.ts";
import { FocusError } from "../errors.ts";

/** Lease-based focus (HRM §4.3): one commitment at a time, for so many turns. */
export interface CommitmentManager {
  /** Throws COMMITMENT_REFUSED when one is active, or the turns are out of range. */
  create(problemId: string, description: string, turns: number): Commitment;
  getActive(): Commitment | null;
  /** One turn less; null when none is active any more. */
  tick(): Commitment | null;
  complete(): boolean;
  abandon(reason: string): boolean;
  /** Those that have ended, oldest first, with why. */
  readonly ended: readonly EndedCommitment[];
}

export interface EndedCommitment {
  readonly commitment: Commitment;
  readonly reason: string;
  readonly at: string;
}

export interface CommitmentOptions {
  readonly maxTurns: number;
  readonly now: () => string;
  readonly newId: () => string;
  /** The one that was active before. */
  readonly active?: Commitment | null;
}

export function createCommitmentManager({ maxTurns, now, newId, active = null }: CommitmentOptions): CommitmentManager {
  let current = active;
  const ended: EndedCommitment[] = [];
  const end = (status: "completed" | "abandoned", reason: string): boolean => {
    if (current === null) return false;
    ended.push({ commitment: { ...current, status }, reason, at: now() });
    current = null;
    return true;
  };
  return {
    ended,
    getActive: () => current,
    create(problemId, description, turns) {
      if (current !== null)
        throw new FocusError("COMMITMENT_REFUSED", `${current.problem_id} is committed to already`, {
          details: { active: current.id, problem_id: current.problem_id },
        });
      if (!Number.isInteger(turns) || turns < 1 || turns > maxTurns)
        throw new FocusError("COMMITMENT_REFUSED", `${turns} turns are not between 1 and ${maxTurns}`, {
          details: { turns, max_commitment_turns: maxTurns },
        });
      if (problemId === "" || description.trim() === "")
        throw new FocusError("COMMITMENT_REFUSED", "a commitment names its problem and describes it");
      current = {
        id: newId(),
        problem_id: problemId,
        description,
        turns_remaining: turns,
        turns_total: turns,
        created_at: now(),
        status: "active",
      };
      return current;
    },
    tick() {
      if (current === null) return null;
      current = { ...current, turns_remaining: current.turns_remaining - 1 };
      if (current.turns_remaining > 0) return current;
      end("abandoned", `its ${current.turns_total} turns are over`);
      return null;
    },
    complete: () => end("completed", "done"),
    abandon: (reason) => end("abandoned", reason),
  };
}
