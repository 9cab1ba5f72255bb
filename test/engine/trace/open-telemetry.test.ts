import { context, ROOT_CONTEXT, trace, type Context, type Span, type Tracer as OtelTracer } from "@opentelemetry/api";
import { afterEach, expect, test } from "vitest";
import { openTelemetrySink } from "../../../src/engine/trace/open-telemetry.ts";
import { createTracer } from "../../../src/util/tracer.ts";

afterEach(() => trace.disable());

interface Recorded {
  readonly name: string;
  readonly attributes: Record<string, unknown>;
  readonly parent: unknown;
  readonly events: string[];
  status: unknown;
  ended: boolean;
}

/** As an SDK does: keeps what the API is told. */
function registerProvider(): Recorded[] {
  const spans: Recorded[] = [];
  const tracer = {
    startSpan(name: string, options: { attributes?: Record<string, unknown> }, around: Context = ROOT_CONTEXT) {
      const parent = trace.getSpan(around);
      const recorded: Recorded = {
        name,
        attributes: { ...options.attributes },
        parent,
        events: [],
        status: null,
        ended: false,
      };
      spans.push(recorded);
      const span = {
        setAttributes: (more: object) => Object.assign(recorded.attributes, more),
        setStatus: (status: unknown) => (recorded.status = status),
        addEvent: (event: string) => recorded.events.push(event),
        end: () => (recorded.ended = true),
        recorded,
      };
      return span as unknown as Span;
    },
  };
  trace.setGlobalTracerProvider({ getTracer: () => tracer as unknown as OtelTracer });
  return spans;
}

test("where no SDK runs, nothing is handed on", async () => {
  context.disable();
  expect(await openTelemetrySink()).toBeNull();
});

test("HRM-21 spans reach the SDK of the process, nested, with the names of the GenAI conventions", async () => {
  const spans = registerProvider();
  const sink = await openTelemetrySink();
  if (sink === null) throw new Error("the SDK was not found");
  const tracer = createTracer([sink]);
  const turn = tracer.span("focus", "turn", "Orchestrator");
  const agent = tracer.span("focus", "agent", "AgentRuntime", {
    metadata: { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "claude" },
  });
  tracer.event("focus", "beat");
  agent.addMetadata("gen_ai.usage.input_tokens", 12);
  agent.end(new Error("it died"));
  turn.end();
  expect(spans.map(({ name }) => name)).toEqual(["Orchestrator turn", "invoke_agent claude"]);
  const [outer, inner] = spans;
  expect(inner?.parent).toMatchObject({ recorded: outer });
  expect(inner).toMatchObject({
    attributes: { "gen_ai.agent.name": "claude", "gen_ai.usage.input_tokens": 12, "baton.hrm": "focus" },
    events: ["beat"],
    status: { message: '"it died"' },
    ended: true,
  });
  expect(outer).toMatchObject({ parent: undefined, ended: true, status: null });
});
