import { attemptOf } from "../../core/run/beside.ts";
import type { RunState } from "../../core/run/state.ts";
import type { Usage } from "../../schema/usage.ts";
import type { Redact } from "../../util/redact.ts";
import { createTracer, NO_TRACER, type SpanContext, type Tracer } from "../../util/tracer.ts";
import { openSinks, type TraceSettings } from "./sinks.ts";

/** Spans of a run while it goes: one trace a turn, over all its steps. */
export interface RunTrace {
  readonly tracer: Tracer;
  /** One step of the loop, in the trace of the attempt's turn; null: of none. */
  step<T>(name: string, of: AttemptName | null, work: () => Promise<T> | T): Promise<T>;
  /** An agent at work, with what it used. */
  agent<T extends { readonly usage?: Usage }>(agent: string, runId: string, work: () => Promise<T>): Promise<T>;
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
  const endTurn = (key: string): void => {
    turns.get(key)?.end();
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
      try {
        return await tracer.within(
          () => tracer.span("focus", name, COMPONENTS[name] ?? "Orchestrator", { parent, metadata }),
          async () => work(),
        );
      } finally {
        const phase = of === null ? undefined : (attemptOf(state().tasks[of.task_id], of.attempt)?.phase ?? "idle");
        if (phase === "idle" || phase === "committed") endTurn(key);
      }
    },
    agent: async (agent, runId, work) =>
      tracer.within(
        () =>
          tracer.span("focus", "agent", "AgentRuntime", {
            metadata: {
              "gen_ai.operation.name": "invoke_agent",
              "gen_ai.provider.name": PROVIDERS[agent] ?? agent,
              "gen_ai.agent.name": agent,
              "gen_ai.conversation.id": runId,
            },
          }),
        async (span) => {
          const said = await work();
          const { input_tokens: input = null, output_tokens: output = null } = said.usage ?? {};
          if (input !== null) span.addMetadata("gen_ai.usage.input_tokens", input);
          if (output !== null) span.addMetadata("gen_ai.usage.output_tokens", output);
          return said;
        },
      ),
    close() {
      for (const key of turns.keys()) endTurn(key);
      close();
    },
  };
}

/** Whose models an agent asks, by the names that the conventions have. */
const PROVIDERS: Readonly<Record<string, string>> = { claude: "anthropic", codex: "openai", gemini: "gcp.gemini" };

const COMPONENTS: Readonly<Record<string, string>> = {
  dispatch: "AgentRuntime",
  judge: "GateController",
  validate: "GateController",
  verify: "GateController",
  commit: "Journal",
  land: "Journal",
  finish_landing: "Journal",
};
