import { createRegistry, type Registry } from "../../core/gate/registry.ts";
import { BatonError } from "../../errors.ts";
import type { Config } from "../../schema/config.ts";
import { digest } from "../prove/context.ts";

/** Where a configuration says who plays a role. */
export const agentField = (role: string): string => FIELDS[role] ?? `roles.${role}.agent`;

const FIELDS: Readonly<Record<string, string>> = {
  "code-reviewer": "review.agent",
  "visual-qa": "qa.visual",
  "a11y-auditor": "qa.a11y",
};

/** The gates and roles of a repository, as base's configuration extends them. Throws CONFIG_INVALID naming each flaw. */
export function registryOf(config: Config): Registry {
  const { review, qa } = config;
  const agents = { "code-reviewer": review.agent, "visual-qa": qa.visual, "a11y-auditor": qa.a11y };
  const made = createRegistry({
    gates: config.gates,
    roles: config.roles,
    uiFiles: config.ui_files,
    review: config.policy.review,
    agents: Object.fromEntries(
      Object.entries(agents).flatMap(([id, agent]) => (agent === undefined ? [] : [[id, agent]])),
    ),
  });
  if ("registry" in made) return made.registry;
  throw new BatonError("CONFIG_INVALID", made.flaws.join("; "), { details: { problems: made.flaws } });
}

/** Names what decides the gates of a run: part of its policy, recorded at init. */
export const registryHash = (registry: Registry): string => digest(JSON.stringify(registry));
