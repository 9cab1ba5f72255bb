import type { AgentAnswer } from "../../agents/port.ts";
import { attemptOf } from "../../core/run/beside.ts";
import type { AttemptState, RunState, TaskState } from "../../core/run/state.ts";
import type { Redact } from "../../util/redact.ts";
import { createTracer, NO_TRACER, type SpanContext, type Tracer } from "../../util/tracer.ts";
import { inAgentSpan } from "./agent-span.ts";
import { openSinks, type TraceSettings } from "./sinks.ts";

/** Spans of a run while it goes: one trace a turn, over all its steps. */
export interface RunTrace {
  readonly tracer: Tracer;
  /** One step of the loop, in the trace of the attempt's turn; null: of none. */
  step<T>(name: string, of: AttemptName | null, work: () => Promise<T> | T): Promise<T>;
  /** An agent at work, with what it used. */
  agent(agent: string, runId: string, work: () => Promise<AgentAnswer>): Promise<AgentAnswer>;
  close(): void;
}

/** Beside the process that drives a run: that one traces. */
export const NO_TRACE: RunTrace = {
  tracer: NO_TRACER,
  step: async (_name, _of, work) => work(),
  agent: async (_agent, _runId, work) => work(),
  close: () => undefined,
};

interface AttemptName {
  readonly task_id: string;
  readonly attempt: number;
}

/** Traces into the sinks that are configured; without one nowhere. Throws CONFIG_INVALID. */
export async function openRunTrace(
  truth: string,
  settings: TraceSettings | undefined,
  state: () => RunState,
  redact: Redact,
): Promise<RunTrace> {
  const { sinks, flush, close } = await openSinks(truth, settings);
  const tracer = sinks.length === 0 ? NO_TRACER : createTracer(sinks, { redact });
  const turns = new Map<string, SpanContext>();
  const endTurn = (key: string, failure: Failure | null): void => {
    const turn = turns.get(key);
    if (turn !== undefined) endWith(turn, failure);
    turns.delete(key);
    flush();
  };
  return {
    tracer,
    async step(name, of, work) {
      if (tracer === NO_TRACER) return work();
      const metadata = of === null ? {} : { task_id: of.task_id };
      // Builds of one task may be under way side by side, each in a turn of its own.
      const key = of === null ? "" : `${of.task_id}/${of.attempt}`;
      if (of !== null && !turns.has(key)) {
        const span = tracer.span("focus", "turn", "Orchestrator", { parent: null, metadata });
        span.addMetadata("attempt", of.attempt);
        turns.set(key, span);
      }
      const parent = turns.get(key) ?? null;
      const attempt = (): AttemptState | null =>
        of === null ? null : attemptOf(state().tasks[of.task_id], of.attempt);
      const wasOver = attempt()?.phase === "idle";
      let failure: Failure | null = null;
      try {
        return await tracer.within(
          () => tracer.span("focus", name, COMPONENTS[name] ?? "Orchestrator", { parent, metadata }),
          async (span) => {
            const done = await work();
            failure = wasOver || of === null ? null : failureOf(attempt(), state().tasks[of.task_id]);
            endWith(span, failure);
            return done;
          },
        );
      } finally {
        const phase = of === null ? undefined : (attempt()?.phase ?? "idle");
        if (phase === "idle" || phase === "committed") endTurn(key, failure);
      }
    },
    agent: async (agent, runId, work) => inAgentSpan(tracer, { agent, conversation: runId }, work),
    close() {
      for (const key of turns.keys()) endTurn(key, null);
      close();
    },
  };
}

interface Failure {
  readonly code: string;
  readonly message: string;
}

/** Why an attempt came to its end without what was wanted of it; null: it did not. */
function failureOf(attempt: AttemptState | null, task: TaskState | undefined): Failure | null {
  if (attempt?.phase !== "idle" || task === undefined) return null;
  const { blocked, findings } = attempt;
  const found = findings.find(({ severity }) => severity === "error");
  if (task.gate.endsWith("_failed")) return found ?? { code: blocked ?? "NOT_PROVEN", message: "it was not proven" };
  return blocked === null ? null : { code: blocked, message: "no answer came of it" };
}

function endWith(span: SpanContext, failure: Failure | null): void {
  if (failure === null) return span.end();
  span.addMetadata("error.type", failure.code);
  span.end(new Error(failure.message));
}

const COMPONENTS: Readonly<Record<string, string>> = {
  dispatch: "AgentRuntime",
  judge: "GateController",
  validate: "GateController",
  verify: "GateController",
  commit: "Journal",
  land: "Journal",
  finish_landing: "Journal",
};
