import { AgentOutput, type FirewallViolation } from "../../../schema/agent-output.ts";
import type { PartialEnvelope } from "../../../schema/envelope.ts";
import type { Role } from "../../../schema/packet.ts";
import type { Usage } from "../../../schema/usage.ts";
import { decisionIn } from "./decision.ts";
import { scoreText, type Score } from "./score.ts";

/** What each role may use; anything that is not listed is refused (security.md). Named as the Agent Client Protocol does. */
const CAPABILITIES: Readonly<Record<Role, readonly string[]>> = {
  executor: ["read", "search", "think", "fetch", "edit", "delete", "move", "execute", "other"],
  planner: ["read", "search", "think", "fetch"],
  // It writes reports; whatever else it changes is thrown away.
  validator: ["read", "search", "think", "fetch", "edit", "execute", "other"],
  orchestrator: [],
  human: [],
};
export const capabilitiesOf = (role: Role): readonly string[] => CAPABILITIES[role];

const CAPABILITY = /^\W{0,6}CAPABILITY\s{0,3}:\s{0,3}([^\s,;]{1,200})/gim;

/** Names that an answer's NEXT_ACTIONS ask for, as `CAPABILITY: name` lines. */
const askedFor = (actions: readonly string[]): string[] =>
  actions.flatMap((action) => [...action.matchAll(CAPABILITY)].map(([, name = ""]) => name.toLowerCase()));

interface Spoken {
  /** The process's identity. */
  readonly agentId: string;
  readonly role: Role;
  readonly envelope: Pick<PartialEnvelope, "OUTPUT" | "NEXT_ACTIONS">;
  readonly treeChanged: boolean;
  /** What kinds of tools the driver saw used. */
  readonly toolsSeen: readonly string[];
  readonly usage?: Usage;
}

/** An accepted envelope as the governor sees it (decisions.md, Governor). */
export function agentOutputOf({ agentId, role, envelope, treeChanged, toolsSeen, usage }: Spoken): AgentOutput {
  const { OUTPUT: output = "", NEXT_ACTIONS: actions = [] } = envelope;
  return {
    agent_id: agentId,
    output_type: treeChanged ? "artifact" : role === "validator" ? "data" : "proposal",
    content: { output, next_actions: actions },
    requested_capabilities: [...new Set([...askedFor(actions), ...toolsSeen])],
    metadata: usage === undefined ? {} : { usage },
  };
}

export const isValidPacket = (output: unknown): output is AgentOutput => AgentOutput.safeParse(output).success;

/** What an agent speaks as prose: the text that rule 4 looks at. */
export const textOf = ({ content }: Pick<AgentOutput, "content">): string =>
  [content.output, ...content.next_actions].join("\n\n");

export interface Checked {
  readonly violations: readonly FirewallViolation[];
  /** Of rule 4. */
  readonly score: Score;
}

/** Rules 1 to 3: the agent can mend what breaks them (HRM-14). */
export function structureViolations(output: AgentOutput, allowed: readonly string[]): FirewallViolation[] {
  const parsed = AgentOutput.safeParse(output);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return [{ rule: "valid_packet", message: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is no output"}` }];
  }
  const found: FirewallViolation[] = [];
  const decision = decisionIn(output);
  if (decision !== null) {
    const message = `agents propose, they do not decide: ${JSON.stringify(decision.slice(0, 100))}`;
    found.push({ rule: "no_decisions", message });
  }
  for (const name of output.requested_capabilities.filter((one) => !allowed.includes(one)))
    found.push({ rule: "no_unauthorized_capabilities", message: `${name} is not among what this role may use` });
  return found;
}

/** All four rules over one output (HRM §4.6, `validate`). Pure; linear in its text. */
export function validate(output: AgentOutput, allowed: readonly string[]): Checked {
  const score = scoreText(textOf(output));
  const [hit] = score.hits;
  const injected: FirewallViolation[] =
    hit === undefined
      ? []
      : [{ rule: "no_injection", message: `a passage speaks to its reader (${hit.features.join(", ")})` }];
  return { violations: [...structureViolations(output, allowed), ...injected], score };
}
