import { createAgent, createThinker, isAgentForm } from "../agents/create-agent.ts";
import { CODE_REVIEWER } from "../core/gate/registry.ts";
import { agentField } from "../engine/run/registry.ts";
import { BatonError } from "../errors.ts";
import type { Config } from "../schema/config.ts";

export interface AgentFlaws {
  /** Names that are no agent anywhere. */
  readonly wrong: readonly string[];
  /** Agents that cannot be started on this machine. */
  readonly absent: readonly string[];
}

/** What `run` would refuse of the reviewers that a configuration names, each with the field that it stands in. */
export function configuredAgentFlaws(
  { review, qa, roles }: Config,
  env: Readonly<Record<string, string | undefined>>,
): AgentFlaws {
  const named = { [CODE_REVIEWER]: review.agent, "visual-qa": qa.visual, "a11y-auditor": qa.a11y };
  const others = Object.entries(roles).map(([id, { agent }]) => [id, agent] as const);
  const wrong: string[] = [];
  const absent: string[] = [];
  for (const [role, agent] of [...Object.entries(named), ...others]) {
    if (agent === undefined || agent === null || agent === "human") continue;
    const isThinker = role === CODE_REVIEWER;
    const flaw = flawOf(() => (isThinker ? createThinker : createAgent)(agent, env));
    if (flaw !== null) (isAgentForm(agent, isThinker) ? absent : wrong).push(`${agentField(role)}: ${flaw}`);
  }
  return { wrong, absent };
}

/** As warnings of what goes on all the same. */
export function agentWarnings(config: Config, env: Readonly<Record<string, string | undefined>>): string[] {
  const { wrong, absent } = configuredAgentFlaws(config, env);
  return [...wrong, ...absent].map((flaw) => `${flaw}; \`baton run\` will refuse that (AGENT_UNKNOWN)`);
}

function flawOf(create: () => unknown): string | null {
  try {
    create();
    return null;
  } catch (error) {
    if (!(error instanceof BatonError)) throw error;
    return error.message;
  }
}
