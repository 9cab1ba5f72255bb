import type { GateType, OrchestrationMode, Stance, Strategy } from "../../../schema/governor-enums.ts";
import type { AgentBundleProposal, CandidateAction } from "../../../schema/governor-reasoning.ts";

/** What each stance is for (HRM §1.1, design.md §6). */
export const ALLOWED_ACTIONS: Readonly<Record<Stance, readonly string[]>> = {
  sensemaking: ["question", "clarify", "explore", "reframe"],
  discovery: ["brainstorm", "prototype", "experiment", "diverge"],
  execution: ["execute", "deliver", "implement", "progress"],
  evaluation: ["assess", "compare", "measure", "decide"],
};

/** Where each gate leads from each stance. What is not listed here is no way; two of the gates move no stance. */
export const WAYS: Readonly<Record<GateType, Readonly<Record<Stance, readonly Stance[]>>>> = {
  framing: everywhere(["sensemaking", "discovery"]),
  commitment: everywhere(["execution"]),
  evaluation: {
    sensemaking: ["evaluation"],
    discovery: ["evaluation"],
    execution: ["evaluation"],
    evaluation: ["sensemaking", "execution"],
  },
  emergency: everywhere(["sensemaking"]),
  write_approval: everywhere([]),
  agent_approval: everywhere([]),
};

function everywhere(to: readonly Stance[]): Readonly<Record<Stance, readonly Stance[]>> {
  return { sensemaking: to, discovery: to, execution: to, evaluation: to };
}

/** Bundles that a stance allows, by their strategy or by their mode (HRM §4.4). */
export const ALLOWED_BUNDLES: Readonly<Record<Stance, readonly (Strategy | OrchestrationMode)[]>> = {
  sensemaking: ["exploration", "verification"],
  discovery: ["exploration", "decomposition"],
  execution: ["pipeline", "parallel", "hierarchical"],
  evaluation: ["voting", "verification"],
};

export const stanceAllowsBundle = (
  stance: Stance,
  { strategy, orchestration_mode: mode }: Pick<AgentBundleProposal, "strategy" | "orchestration_mode">,
): boolean => ALLOWED_BUNDLES[stance].includes(strategy) || ALLOWED_BUNDLES[stance].includes(mode);

/** An action without agents: only work needs the stance of work; to answer, to ask and to wait is always open. */
export const stanceAllowsAction = (stance: Stance, type: CandidateAction["action_type"]): boolean =>
  type !== "execute" || stance === "execution";
