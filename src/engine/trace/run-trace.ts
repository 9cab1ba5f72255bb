import { join } from "node:path";
import type { RunState } from "../../core/run/state.ts";
import { BatonError } from "../../errors.ts";
import type { Usage } from "../../schema/usage.ts";
import { openLineFile } from "../../util/line-file.ts";
import type { Redact } from "../../util/redact.ts";
import { createTracer, NO_TRACER, type Sink, type SpanContext, type Tracer } from "../../util/tracer.ts";
import { openTelemetrySink } from "./open-telemetry.ts";

/** Spans of a run while it goes: one trace a turn, over all its steps. */
export interface RunTrace {
  readonly tracer: Tracer;
  /** One step of the loop, in the trace of the task's turn. */
  step<T>(name: string, taskId: string | null, work: () => Promise<T> | T): Promise<T>;
  /** An agent at work, with what it used. */
  agent<T extends { readonly usage?: Usage }>(agent: string, runId: string, work: () => Promise<T>): Promise<T>;
  close(): void;
}

/** Beside the process that drives a run: that one traces. */
export const NO_TRACE: RunTrace = {
  tracer: NO_TRACER,
  step: async (_name, _taskId, work) => work(),
  agent: async (_agent, _runId, work) => work(),
  close: () => undefined,
};

export interface TraceSettings {
  readonly trace_enabled: boolean;
  readonly trace_file: string;
}

/** A name alone: a committed configuration decides nothing about the rest of the machine. */
const FILE_NAME = /^[A-Za-z0-9][\w.-]{0,99}\.jsonl$/;

/** Throws CONFIG_INVALID. */
export function traceFile(truth: string, { trace_file: name }: TraceSettings): string {
  if (FILE_NAME.test(name)) return join(truth, name);
  throw new BatonError("CONFIG_INVALID", `governor.trace_file ${JSON.stringify(name)} is no file name`, {
    hint: "Give a plain name that ends in .jsonl; the file lies in .git/baton/.",
  });
}

/** Traces into a file when the project says so, and into OpenTelemetry when it runs in this process; else nowhere. */
export async function openRunTrace(
  truth: string,
  settings: TraceSettings | undefined,
  state: () => RunState,
  redact: Redact,
): Promise<RunTrace> {
  const file = settings?.trace_enabled === true ? openLineFile(traceFile(truth, settings)) : null;
  const telemetry = await openTelemetrySink();
  const sinks: Sink[] = [
    ...(file === null ? [] : [(event: object) => file.add(JSON.stringify(event))]),
    ...(telemetry === null ? [] : [telemetry]),
  ];
  const tracer = sinks.length === 0 ? NO_TRACER : createTracer(sinks, { redact });
  const turns = new Map<string, SpanContext>();
  const endTurn = (taskId: string): void => {
    turns.get(taskId)?.addMetadata("attempt", state().tasks[taskId]?.attempt ?? 0);
    turns.get(taskId)?.end();
    turns.delete(taskId);
    file?.flush();
  };
  return {
    tracer,
    async step(name, taskId, work) {
      if (tracer === NO_TRACER) return work();
      const metadata = taskId === null ? {} : { task_id: taskId };
      if (taskId !== null && !turns.has(taskId))
        turns.set(taskId, tracer.span("focus", "turn", "Orchestrator", { parent: null, metadata }));
      const parent = taskId === null ? null : (turns.get(taskId) ?? null);
      try {
        return await tracer.within(
          () => tracer.span("focus", name, COMPONENTS[name] ?? "Orchestrator", { parent, metadata }),
          async () => work(),
        );
      } finally {
        const phase = taskId === null ? undefined : state().tasks[taskId]?.phase;
        if (taskId !== null && (phase === "idle" || phase === "committed")) endTurn(taskId);
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
      for (const taskId of turns.keys()) endTurn(taskId);
      file?.close();
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
