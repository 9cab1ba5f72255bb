import type { Stance } from "../../../schema/governor-enums.ts";
import type { GovernorConfig } from "../../../schema/governor-config.ts";
import type { StanceTransition } from "../../../schema/governor-focus.ts";
import type { AgentBundleProposal } from "../../../schema/governor-reasoning.ts";
import type { TurnFacts } from "../../../schema/turn-facts.ts";
import type { CommitmentManager } from "./commitment-manager.ts";
import type { StanceMachine } from "./stance-machine.ts";
import { stanceAllowsBundle } from "./stances.ts";

/** What a task is and how it is to be done, for the gates that ask for it. */
export interface Work {
  readonly description: string;
  readonly plan: unknown;
  readonly result?: unknown;
}

const FRAMED: readonly Stance[] = ["sensemaking", "discovery"];

/**
 * What is asked in words is work that nobody has committed to: its bundle belongs where a problem is understood or planned, and
 * the framing gate leads there. A bundle that neither allows goes nowhere, and is denied where it stands.
 */
export function stanceForBundle(bundle: AgentBundleProposal | null, stance: StanceMachine): StanceTransition[] {
  const current = stance.getCurrent();
  if (bundle === null || (FRAMED.includes(current) && stanceAllowsBundle(current, bundle))) return [];
  const to = FRAMED.find((one) => stanceAllowsBundle(one, bundle));
  return to === undefined ? [] : [stance.passGate("framing", { to })];
}

/** Planning is discovery, work execution under a lease, validation evaluation: each through its gate (ONE-03). */
export function stanceForTask(
  { task_id: taskId, phase }: TurnFacts,
  { config, work }: { readonly config: GovernorConfig; readonly work?: Work | null },
  { stance, commitments }: { readonly stance: StanceMachine; readonly commitments: CommitmentManager },
): StanceTransition[] {
  const active = commitments.getActive();
  if (phase === "planning") {
    const isPlanning = stance.getCurrent() === "sensemaking" || stance.getCurrent() === "discovery";
    return isPlanning ? [] : [stance.passGate("framing", { to: "discovery", problem_id: taskId })];
  }
  if (phase === "validation") {
    if (stance.getCurrent() === "evaluation") return [];
    return [stance.passGate("evaluation", { to: "evaluation", result: work?.result, commitment: active })];
  }
  if (stance.getCurrent() === "execution" && active !== null) return [];
  // What came of the attempt before was judged: the lease goes on from there.
  if (stance.getCurrent() === "evaluation" && active !== null) {
    const back = stance.passGate("evaluation", { to: "execution", commitment: active });
    if (back.success) return [back];
  }
  const { description = null, plan = null } = work ?? {};
  const passed = stance.passGate("commitment", { to: "execution", problem_id: taskId, description, plan });
  if (passed.success && active === null && taskId !== null)
    commitments.create(taskId, description ?? taskId, config.max_commitment_turns);
  return [passed];
}
