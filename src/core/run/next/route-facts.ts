import { signalOf } from "../../governor/learning/signal.ts";
import type { RouteFacts } from "../../governor/reasoning/route-attempt.ts";
import type { RunState, TaskState } from "../state.ts";

/** Losses that say something about the agent; a harness that died or a provider that failed do not. */
const OWN_LOSSES: ReadonlySet<string> = new Set(["TASK_TIMEOUT", "TASK_STALLED"]);

/**
 * What the ledger knows of the attempts before, for the route of the next one. After a person's guidance the agent that it had come to
 * begins anew: what was said is new, and what weaker agents failed at is not.
 */
export function routeFacts(
  state: RunState,
  task: TaskState,
  known: Pick<RouteFacts, "stakes" | "learned"> & { readonly agents: readonly string[] },
): RouteFacts {
  const { plan, guided } = task;
  const route = state.routes[plan.task_id];
  const feature = state.features[plan.feature_id];
  const last = state.last?.task_id === plan.task_id ? state.last : null;
  const lost = last?.outcome === "lost" ? (last.notes.split(":")[0] ?? "") : "";
  const looked = route?.kind?.is === "spike" || route?.kind?.is === "reviewer_first";
  const failed = task.iterations > 0 && last?.outcome !== "lost" && feature !== undefined;
  const judged = failed ? signalOf({ feature, plan, findings: task.findings }).failure : "none";
  const [first = "", ...others] = known.agents;
  return {
    ...known,
    agents: [first, ...others],
    // Who only looked has tried nothing.
    before: route === undefined || looked ? null : { agent: route.agent, tries: guided ? 0 : route.tries },
    failure: guided ? "none" : OWN_LOSSES.has(lost) ? lost : judged,
    maxIterations: state.run.policy.max_iterations,
  };
}
