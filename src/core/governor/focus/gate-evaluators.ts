import type { GateType, Stance } from "../../../schema/governor-enums.ts";
import type { AgentBundleProposal } from "../../../schema/governor-reasoning.ts";
import type { Commitment, GateDecision } from "../../../schema/governor-focus.ts";
import { WAYS } from "./stances.ts";

/** What somebody who wants to pass a gate brings along; each gate reads its own part. */
export interface GateContext {
  readonly stance: Stance;
  /** Where to, where a gate leads to more than one stance. */
  readonly to?: Stance;
  readonly reason?: string;
  readonly problem_id?: string | null;
  readonly description?: string | null;
  /** What will be done, in whatever form; null or empty is none. */
  readonly plan?: unknown;
  /** What came of it. */
  readonly result?: unknown;
  readonly commitment?: Commitment | null;
  readonly proposal?: AgentBundleProposal;
  readonly write?: unknown;
}

export type GateEvaluator = (context: GateContext) => GateDecision;

/** What the two gates that other parts decide about ask them. */
export interface GatePorts {
  readonly judgeBundle: (proposal: AgentBundleProposal, stance: Stance, commitment: Commitment | null) => GateDecision;
  /** The write gate of the memory bus (HRM §6.2); null: there is no memory, so nothing may be written. */
  readonly judgeWrite: ((write: unknown) => WriteVerdict) | null;
}

export interface WriteVerdict {
  readonly approved: boolean;
  readonly target: string;
  readonly reason: string;
  readonly conditions: readonly string[];
}

/** The six gates (design.md §6). */
export function defaultEvaluators({ judgeBundle, judgeWrite }: GatePorts): Readonly<Record<GateType, GateEvaluator>> {
  return {
    framing: (context) => move("framing", context, null),
    commitment: (context) => move("commitment", context, lacking(context)),
    evaluation: (context) =>
      move(
        "evaluation",
        context,
        isGiven(context.result) || isActive(context.commitment) ? null : "needs a result or an active commitment",
      ),
    emergency: ({ reason }) => ({
      approved: true,
      gate: "emergency",
      reason: reason ?? "always open",
      transitions_stance_to: "sensemaking",
      metadata: null,
    }),
    write_approval: ({ write }) => {
      const verdict = judgeWrite?.(write) ?? NO_MEMORY;
      const { approved, reason, target, conditions } = verdict;
      return stay("write_approval", approved, reason, { target, conditions: [...conditions] });
    },
    agent_approval: ({ proposal, stance, commitment }) =>
      proposal === undefined
        ? stay("agent_approval", false, "no bundle is proposed")
        : judgeBundle(proposal, stance, commitment ?? null),
  };
}

const NO_MEMORY: WriteVerdict = { approved: false, target: "", reason: "there is no memory here", conditions: [] };

export const stay = (
  gate: GateType,
  approved: boolean,
  reason: string,
  metadata: GateDecision["metadata"] = null,
): GateDecision => ({ approved, gate, reason, transitions_stance_to: null, metadata });

/** Opens towards a stance that the gate leads to from here, unless something lacks. */
function move(gate: GateType, { stance, to, reason }: GateContext, lack: string | null): GateDecision {
  const ways = WAYS[gate][stance];
  const target = to ?? ways[0];
  if (lack !== null) return stay(gate, false, lack);
  if (target === undefined || !ways.includes(target))
    return stay(gate, false, `${gate} leads from ${stance} to ${ways.join(" or ")}, not to ${target ?? "nowhere"}`);
  return {
    approved: true,
    gate,
    reason: reason ?? `${stance} → ${target}`,
    transitions_stance_to: target,
    metadata: null,
  };
}

function lacking({ problem_id: problem, description, plan }: GateContext): string | null {
  const needed = { problem, description, plan };
  const missing = Object.entries(needed).filter(([, value]) => !isGiven(value));
  return missing.length === 0 ? null : `needs ${missing.map(([name]) => `a ${name}`).join(", ")}`;
}

function isGiven(value: unknown): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && (typeof value !== "object" || Object.keys(value).length > 0);
}

const isActive = (commitment: Commitment | null | undefined): boolean =>
  commitment?.status === "active" && commitment.turns_remaining > 0;
