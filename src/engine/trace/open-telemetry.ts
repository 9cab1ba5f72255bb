import type { Span } from "@opentelemetry/api";
import type { TraceEvent } from "../../schema/trace.ts";
import type { Sink } from "../../util/tracer.ts";

/** Under this name every copy of the API in a process finds whatever SDK was registered, and each other. */
const API = Symbol.for("opentelemetry.js.api.1");

/**
 * Hands spans to the OpenTelemetry SDK that runs in this process (`NODE_OPTIONS=--import …/register`), with the attribute names
 * of the GenAI conventions. Null where none runs; nothing is loaded then.
 */
export async function openTelemetrySink(): Promise<Sink | null> {
  const registered = (globalThis as Record<symbol, unknown>)[API];
  if (typeof registered !== "object" || registered === null || !("trace" in registered)) return null;
  const { context, SpanStatusCode, trace } = await import("@opentelemetry/api");
  const tracer = trace.getTracer("proofbaton");
  const open = new Map<string, Span>();
  const begin = (event: TraceEvent): void => {
    const parent = event.parent_id === null ? undefined : open.get(event.parent_id);
    const around = parent === undefined ? context.active() : trace.setSpan(context.active(), parent);
    const startTime = Date.parse(event.timestamp);
    open.set(event.trace_id, tracer.startSpan(nameOf(event), { attributes: attributesOf(event), startTime }, around));
  };
  const end = (event: TraceEvent): void => {
    const span = open.get(event.trace_id);
    open.delete(event.trace_id);
    span?.setAttributes(attributesOf(event));
    if (event.status === "error")
      span?.setStatus({ code: SpanStatusCode.ERROR, message: JSON.stringify(event.metadata["error"]) });
    span?.end(Date.parse(event.timestamp));
  };
  return (event) => {
    if (event.status === "started") return begin(event);
    if (open.has(event.trace_id)) return end(event);
    open.get(event.parent_id ?? "")?.addEvent(event.operation, attributesOf(event), Date.parse(event.timestamp));
  };
}

/** `invoke_agent claude` for an agent, as the conventions have it; else what was done by whom. */
const nameOf = ({ operation, component, metadata }: TraceEvent): string =>
  typeof metadata["gen_ai.operation.name"] === "string" && typeof metadata["gen_ai.agent.name"] === "string"
    ? `${metadata["gen_ai.operation.name"]} ${metadata["gen_ai.agent.name"]}`
    : `${component} ${operation}`;

function attributesOf({ hrm, operation, component, input_summary, output_summary, metadata }: TraceEvent) {
  const own = { "baton.hrm": hrm, "baton.operation": operation, "baton.component": component };
  const said = { "baton.input": input_summary, "baton.output": output_summary };
  const entries = Object.entries({ ...own, ...said, ...metadata }).filter(([, value]) => value !== null);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === "object" ? JSON.stringify(value) : (value ?? "")]),
  );
}
