import { BatonError } from "../../../errors.ts";
import type { IsolationLevel } from "../../../schema/proof.ts";
import { bubblewrapProblem } from "../../../util/isolation.ts";
import { uncontained, type AgentContainment, type Where } from "./agent-containment.ts";
import { behindMounts } from "./behind-mounts.ts";
import { BUBBLEWRAP, otherUser } from "./other-user.ts";

export interface ContainmentRequest {
  /** What a person asked for; null: what suits the agent. */
  readonly level: IsolationLevel | "auto" | null;
  /** The name of a user that agents run as. */
  readonly user: string | null;
  /** The policy's. */
  readonly least: IsolationLevel;
}

/**
 * What isolation agents get here (design.md §8): what was asked for, at least the policy's. Throws ISOLATION_UNAVAILABLE
 * when that cannot be had, or is less than the policy requires.
 */
export function openContainment(where: Where, { level, user, least }: ContainmentRequest): AgentContainment {
  const path = where.env["PATH"] ?? "";
  if (user !== null || level === "I3" || (least === "I3" && (level === null || level === "auto")))
    return otherUser(where, user, path);
  if (level !== null && level !== "auto" && level < least)
    throw new BatonError("ISOLATION_UNAVAILABLE", `the policy requires isolation ${least}, not ${level}`, {
      hint: `Leave out --isolation, or change policy.require_isolation in the project's configuration.`,
    });
  const wanted = level ?? (least < "I1" ? "I1" : least);
  if (wanted === "I0" || wanted === "I1") return uncontained(wanted);
  const problem = bubblewrapProblem(path, null);
  if (problem === null) return behindMounts(where, null);
  if (wanted === "auto" && least < "I2") return uncontained("I1");
  throw new BatonError("ISOLATION_UNAVAILABLE", `isolation I2 cannot be had here: ${problem}`, { hint: BUBBLEWRAP });
}
