import { z } from "zod";
import { Usage } from "./usage.ts";

/** What an agent's answer is to the governor (HRM §4.6, AgentOutput; decisions.md, Governor). */
export const AgentOutput = z.strictObject({
  /** The process's identity, never what the text says of itself. */
  agent_id: z.string().min(1).max(200),
  /** `artifact` when a tree changed, `data` for QA and review, else `proposal`. */
  output_type: z.enum(["proposal", "data", "artifact"]),
  content: z.strictObject({
    output: z.string().max(1_000_000),
    next_actions: z.array(z.string().max(100_000)).max(1000),
  }),
  requested_capabilities: z.array(z.string().regex(/^[a-z][a-z0-9_.:-]{0,63}$/)).max(1000),
  metadata: z.strictObject({ usage: Usage.optional() }),
});
export type AgentOutput = z.infer<typeof AgentOutput>;

export const FirewallRule = z.enum(["no_decisions", "no_unauthorized_capabilities", "valid_packet", "no_injection"]);
export type FirewallRule = z.infer<typeof FirewallRule>;

/** One broken rule (HRM §4.6, FirewallViolation). */
export interface FirewallViolation {
  readonly rule: FirewallRule;
  readonly message: string;
}
