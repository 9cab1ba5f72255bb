import { createAgent, createThinker } from "../agents/create-agent.ts";
import type { Agent, QaAgent } from "../agents/port.ts";
import { CODE_REVIEWER, roleEntry, type Registry } from "../core/gate/registry.ts";
import type { CrewMember, RunOptions } from "../engine/run/context.ts";
import { BUILT_IN_QA } from "../engine/run/checks/ui-agent.ts";
import { agentField } from "../engine/run/registry.ts";
import { BatonError } from "../errors.ts";
import type { RunJournal } from "../engine/run/record/journal.ts";
import type { Project } from "../engine/run/project.ts";
import type { Reviewer, Reviewers } from "../engine/run/review/reviewers.ts";
import type { Policy } from "../schema/config.ts";
import type { AgentSettings } from "../schema/event.ts";
import { agentSettings } from "./agent-settings.ts";
import { containmentOf } from "./containment.ts";
import type { Surroundings } from "./surroundings.ts";

export interface ReviewerChoice {
  readonly registry: Registry;
  readonly policy: Policy;
  readonly settings: AgentSettings;
  /** The run's own agents, from cheap to strong; none in a person's session, where persons are asked. */
  readonly crew: readonly Pick<CrewMember, "label" | "agent">[];
  readonly qaAgent: QaAgent;
  /** Around each agent that is started: a recording, or nothing. */
  readonly wrap: (agent: Agent) => Agent;
}

const UI_ROLES: ReadonlySet<string> = new Set(["visual-qa", "a11y-auditor"]);

/**
 * Who is asked about each gate: by flag, by configuration, a built-in agent, else the run's own agent in a process of its
 * own: the one that the governor names, or the strongest. Every agent that is named is found now. Throws AGENT_UNKNOWN, ISOLATION_UNAVAILABLE.
 */
export function reviewersOf(project: Project, around: Surroundings, choice: ReviewerChoice): Reviewers {
  const { registry, settings, crew } = choice;
  const found = new Map<string, Reviewer>();
  const named = (specification: string, field: string, create = createAgent): Reviewer => {
    const key = `${create.name} ${specification}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    const made: Reviewer =
      specification === "human"
        ? "human"
        : contained(
            choice.wrap(inField(field, () => create(specification, around.env, { names: settings.agent_env }))),
          );
    found.set(key, made);
    return made;
  };
  const contained = (agent: Agent): Reviewer => ({
    agent,
    containment: containmentOf(project, agent, { ...around, policy: choice.policy }, settings),
  });
  const own = crew.map(({ label, agent }) => ({ label, reviewer: contained(agent) }));
  const fallback = (label?: string): Reviewer =>
    (own.find((one) => one.label === label) ?? own.at(-1))?.reviewer ?? "human";
  const codeReviewer = (label?: string): Reviewer => {
    const specification = settings.reviewer ?? roleEntry(registry, CODE_REVIEWER)?.agent ?? null;
    const field = fieldOf("--reviewer", settings.reviewer, CODE_REVIEWER);
    return specification === null ? fallback(label) : named(specification, field, createThinker);
  };
  const pick: Reviewers = (role, label) => {
    const configured = roleEntry(registry, role)?.agent ?? null;
    if (role === CODE_REVIEWER) return codeReviewer(label);
    const isUi = UI_ROLES.has(role);
    const specification = (isUi ? settings.qa_agent : null) ?? configured;
    if (specification !== null)
      return named(specification, fieldOf("--qa-agent", isUi ? settings.qa_agent : null, role));
    const builtIn = isUi ? choice.qaAgent(role) : null;
    const other = isUi ? fallback(label) : codeReviewer(label);
    return builtIn === null ? other : { agent: builtIn, containment: null, otherwise: other };
  };
  for (const { id, family } of registry.roles) if (family === "validator") pick(id);
  return pick;
}

const fieldOf = (flag: string, typed: string | null | undefined, role: string): string =>
  typed === null || typed === undefined ? `${agentField(role)} of the committed configuration` : flag;

/** Who typed the name of another agent is told where this one stands. */
function inField(field: string, create: () => Agent): Agent {
  try {
    return create();
  } catch (error) {
    if (!(error instanceof BatonError) || error.code !== "AGENT_UNKNOWN") throw error;
    const { code, message, hint, details } = error;
    throw new BatonError(code, `${field}: ${message}`, { hint, details, cause: error });
  }
}

/** In a person's session: the agents that are configured, else persons. */
export function sessionReviewers(
  project: Project,
  { state }: Pick<RunJournal, "state">,
  { registry, policy }: Pick<RunOptions, "registry" | "policy">,
  around: Surroundings,
): Reviewers {
  const settings = agentSettings({}, state.agentSettings, around.env);
  return reviewersOf(project, around, {
    registry,
    policy,
    settings,
    crew: [],
    qaAgent: BUILT_IN_QA,
    wrap: (agent) => agent,
  });
}
