import type { Agent } from "../../agents/port.ts";
import { routeAttempt } from "../../core/governor/reasoning/route-attempt.ts";
import { freshContext, governTurn } from "../../core/governor/turn.ts";
import { routeFacts } from "../../core/run/route-facts.ts";
import type { TaskState } from "../../core/run/state.ts";
import { turnOfTask } from "../../core/run/turn-of-task.ts";
import { GovernorConfig } from "../../schema/governor-config.ts";
import type { EventOf } from "../../schema/event.ts";
import type { LearnedArm } from "../../schema/governor-events.ts";
import { timestamp } from "../../util/clock.ts";
import type { RunMemory } from "../memory/run-memory.ts";
import type { CrewMember, Turn } from "./context.ts";

/** Who an attempt goes to, with what is recorded of the decision; no event: a fixed run decides nothing. */
export interface RoutedAttempt extends Pick<CrewMember, "agent" | "containment"> {
  readonly event: readonly EventOf<"attempt_routed">[];
  readonly offer: ReturnType<RunMemory["offer"]>;
}

/**
 * The governed turn of an attempt: classified, routed, approved, before anything is started (ONE-03, ONE-05). A fixed run has one
 * agent, the strongest of those that were named. Throws GATE_DENIED, STANCE_VIOLATION.
 */
export function routeTask(turn: Turn, driver: Agent, task: TaskState): RoutedAttempt {
  const { options, journal } = turn;
  const crew = options.crew ?? [{ label: driver.name, agent: driver, containment: options.containment }];
  const offer = turn.memory.offer(task);
  const last = crew.at(-1);
  if (last === undefined || journal.state.run.governor !== "governed")
    return { ...(last ?? { agent: driver, containment: options.containment }), event: [], offer };
  const event = routeEvent(turn, task, crew, offer);
  const member = crew.find(({ label }) => label === event.agent) ?? last;
  return { agent: member.agent, containment: member.containment, event: [event], offer };
}

function routeEvent(
  { journal, options }: Turn,
  task: TaskState,
  crew: readonly CrewMember[],
  offer: RoutedAttempt["offer"],
): EventOf<"attempt_routed"> {
  const { state } = journal;
  const { task_id: taskId } = task.plan;
  const config = options.governor ?? DEFAULTS;
  const now = timestamp(options.now());
  const { text, facts, work } = turnOfTask(state, task);
  const metadata = { ...facts, phase: "implementation", signal: offer?.recorded.signal ?? null, single_agent: true };
  const lead = crew.at(-1)?.label ?? "";
  const governed = governTurn(
    {
      text,
      timestamp: now,
      context: freshContext(journal.runId, config, taskId),
      source: "system",
      priority: 0,
      metadata,
    },
    {
      config,
      now: () => now,
      newId: () => `${taskId}-${task.attempt + 1}`,
      roster: { lead, builder: lead, reviewer: lead },
      learning: { getPatternsForSignal: () => offer?.arms ?? [] },
      work,
    },
  );
  const { approved, refusal, attempts } = governed.approval;
  if (refusal !== null) throw refusal;
  const { classification, strategy } = governed.reasoned;
  const known = routeFacts(state, task, {
    agents: crew.map(({ label }) => label),
    stakes: classification.stakes,
    learned: armsOf(offer, config),
  });
  return {
    type: "attempt_routed",
    task_id: taskId,
    attempt: task.attempt + 1,
    altitude: governed.altitude.level,
    stance: governed.context.stance,
    gates: governed.transitions.map(({ via_gate: gate, success: passed, from_stance: from, to_stance: to }) => ({
      gate,
      passed,
      from,
      to,
    })),
    commitment_turns: governed.commitment?.turns_remaining ?? null,
    strategy: strategy.strategy,
    approval: {
      approved: approved !== null,
      action: approved?.action.id ?? "none",
      reason: attempts.at(-1)?.decision.reason ?? "nothing was asked",
    },
    stakes: known.stakes,
    agents: [...known.agents],
    before: known.before,
    failure: known.failure,
    learned: [...known.learned],
    ...routeAttempt(known),
  };
}

/** Patterns that count, and say which agent. */
const armsOf = (offer: RoutedAttempt["offer"], { pattern_match_threshold: threshold }: GovernorConfig): LearnedArm[] =>
  (offer?.arms ?? []).flatMap(({ pattern_id, match_confidence: match, evidence_count, agent }) =>
    agent === null || match < threshold
      ? []
      : [{ pattern_id, match_confidence: match.toFixed(4), evidence_count, agent }],
  );

const DEFAULTS: GovernorConfig = GovernorConfig.parse({});
