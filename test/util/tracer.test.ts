import { setImmediate as later } from "node:timers/promises";
import { expect, test } from "vitest";
import { TraceEvent } from "../../src/schema/trace.ts";
import { createTracer, NO_TRACER, type Tracer } from "../../src/util/tracer.ts";

function open(): { tracer: Tracer; events: TraceEvent[]; of: (operation: string) => TraceEvent } {
  const events: TraceEvent[] = [];
  let time = Date.parse("2026-01-31T09:00:00.000Z");
  const tracer = createTracer([(event) => events.push(TraceEvent.parse(event))], {
    now: () => (time += 5),
    redact: (text) => text.replaceAll("secret", "[redacted]"),
  });
  const of = (operation: string): TraceEvent => {
    const found = events.findLast((event) => event.operation === operation);
    if (found === undefined) throw new Error(`no ${operation}`);
    return found;
  };
  return { tracer, events, of };
}

test("HRM-21 an id is its layer, its time and something random", () => {
  const { tracer } = open();
  expect(tracer.generateId("altitude")).toMatch(/^altitude_20260131090000\d{3}_[0-9a-f]{10}$/);
  expect(tracer.generateId("altitude")).not.toBe(tracer.generateId("altitude"));
});

test("HRM-21 a span has a start and an end under one id; spans and events inside name it as their parent", () => {
  const { tracer, events, of } = open();
  {
    using outer = tracer.span("focus", "outer", "GateController", "what is asked");
    outer.addMetadata("task_id", "T001");
    tracer.event("learning", "noted", "info", { count: 2 });
    {
      using inner = tracer.span("focus", "inner", "AgentRuntime");
      inner.setOutput("done");
    }
  }
  tracer.event("altitude", "after");
  expect(events.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
    "outer started",
    "noted info",
    "inner started",
    "inner completed",
    "outer completed",
    "after info",
  ]);
  const outer = of("outer");
  expect(outer).toMatchObject({
    parent_id: null,
    hrm: "focus",
    component: "GateController",
    input_summary: "what is asked",
    metadata: { task_id: "T001" },
  });
  expect(outer.duration_ms).toBeGreaterThan(0);
  expect(events[0]?.trace_id).toBe(outer.trace_id);
  expect([of("inner").parent_id, of("noted").parent_id]).toEqual([outer.trace_id, outer.trace_id]);
  expect(of("inner").output_summary).toBe("done");
  expect(of("after").parent_id).toBeNull();
});

test("work at the same time keeps to its own spans, and what breaks ends its span as an error", async () => {
  const { tracer, of } = open();
  const lane = async (name: string): Promise<void> =>
    tracer.within(
      () => tracer.span("focus", name, "AgentRuntime"),
      async () => {
        await later();
        tracer.span("focus", `${name} inside`, "Checks").end();
        await later();
        if (name === "b") throw new Error("broken");
      },
    );
  await Promise.allSettled([lane("a"), lane("b")]);
  expect(of("a inside").parent_id).toBe(of("a").trace_id);
  expect(of("b inside").parent_id).toBe(of("b").trace_id);
  expect(of("a")).toMatchObject({ status: "completed", parent_id: null });
  expect(of("b")).toMatchObject({ status: "error", metadata: { error: "broken" } });
});

test("what was said is redacted, what broke it too", () => {
  const { tracer, events, of } = open();
  const span = tracer.span("focus", "call", "X", "a secret");
  span.setOutput("the secret");
  span.end(new Error("no secret"));
  expect(of("call")).toMatchObject({ input_summary: "a [redacted]", output_summary: "the [redacted]" });
  expect(JSON.stringify(events)).not.toContain("secret");
});

test("long texts are cut, and a tracer that nobody wants does nothing", async () => {
  const { tracer, of } = open();
  tracer.span("focus", "long", "X", "x".repeat(5000)).end();
  expect(of("long").input_summary?.length).toBe(301);
  expect(
    await NO_TRACER.within(
      () => NO_TRACER.span("focus", "a", "b"),
      async () => Promise.resolve(7),
    ),
  ).toBe(7);
});
