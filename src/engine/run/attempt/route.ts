import type { Agent } from "../../../agents/port.ts";
import { tellOfTurn } from "../../../core/governor/callbacks.ts";
import { besidesOf, governAttempt } from "../../../core/run/next/govern-attempt.ts";
import type { TaskState } from "../../../core/run/state.ts";
import { GovernorConfig } from "../../../schema/governor-config.ts";
import type { EventOf } from "../../../schema/event.ts";
import { timestamp } from "../../../util/clock.ts";
import { firstOf, type MemoryOffer } from "../../memory/run-memory.ts";
import type { CrewMember, Turn } from "../context.ts";

/** Who an attempt goes to, with what is recorded of the decision; no event: a fixed run decides nothing. */
export interface RoutedAttempt extends Pick<CrewMember, "agent" | "containment"> {
  readonly event: readonly EventOf<"attempt_routed">[];
  readonly offer: MemoryOffer | null;
}

/**
 * The governed turn of an attempt, before anything is started. A fixed run has one agent, the strongest of those that were named.
 * Throws GATE_DENIED, STANCE_VIOLATION.
 */
export function routeTask(turn: Turn, driver: Agent, task: TaskState): RoutedAttempt {
  const { options, journal, memory, harness, classifier } = turn;
  const own = { label: driver.name, agent: driver, containment: options.containment };
  const [first = own, ...others] = options.crew ?? [];
  const crew = [first, ...others];
  const strongest = crew.at(-1) ?? own;
  const offer = memory.offer(task);
  if (journal.state.run.governor !== "governed") return { ...strongest, event: [], offer };
  const governed = governAttempt(journal.state, task, {
    agents: [first.label, ...others.map(({ label }) => label)],
    config: options.governor ?? GOVERNOR_DEFAULTS,
    at: timestamp(options.now()),
    memory: offer === null ? null : { signal: offer.recorded.signal, arms: offer.arms },
    besides: besidesOf(journal.state, harness, task.plan.task_id),
    classified: classifier.take(task),
  });
  if (governed.refusal !== null) throw governed.refusal;
  const { event } = governed;
  tellOfTurn(governed.turn, turn.callback);
  memory.decided(event);
  const { agent, containment } = crew.find(({ label }) => label === event.agent) ?? strongest;
  const items = event.arms?.memory_items.is;
  return {
    agent,
    containment,
    event: [event],
    offer: offer === null || items === undefined ? offer : firstOf(offer, items),
  };
}

export const GOVERNOR_DEFAULTS: GovernorConfig = GovernorConfig.parse({});
