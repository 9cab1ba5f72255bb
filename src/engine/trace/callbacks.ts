import type { HRMCallback } from "../../core/governor/callbacks.ts";
import type { Tracer } from "../../util/tracer.ts";

/** What the layers tell each other of, as events of the trace (HRM §8.3). */
export const tracedCallback = (tracer: Pick<Tracer, "event">): HRMCallback => ({
  onAltitudeTransition: (from, to, reason) =>
    tracer.event("altitude", "altitude_transition", "info", { from, to, reason }),
  onStanceChange: (from, to, gate) => tracer.event("focus", "stance_change", "info", { from, to, gate }),
  onAgentActivated: ({ id, agents, mode }) =>
    tracer.event("focus", "agent_activated", "info", { handle: id, agents: [...agents], mode }),
  onPatternMatched: ({ id }, confidence) =>
    tracer.event("learning", "pattern_matched", "info", { pattern: id, confidence }),
  onWriteCompleted: (target, key, { approved, reason }) =>
    tracer.event("learning", "write_completed", "info", { target, key, approved, reason }),
});
