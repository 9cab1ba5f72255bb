import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { HrmLayer, TraceEvent, TraceStatus } from "../schema/trace.ts";

type Value = TraceEvent["metadata"][string];

/** A span that has begun (HRM §7.1). It ends once; `using` ends it with its block. */
export interface SpanContext {
  readonly traceId: string;
  setOutput(output: string): void;
  addMetadata(key: string, value: Value): void;
  /** With what broke it, it ends as an error. */
  end(error?: unknown): void;
  [Symbol.dispose](): void;
}

export interface SpanOptions {
  readonly input?: string;
  readonly metadata?: TraceEvent["metadata"];
  /** Null: a trace of its own; absent: the span that is current. */
  readonly parent?: SpanContext | null;
}

/** HRM §7.1 */
export interface Tracer {
  /** Begins a span inside the current one, and makes it the current one. */
  span(hrm: HrmLayer, operation: string, component: string, options?: SpanOptions | string): SpanContext;
  /** The same around work, also where others work at the same time. */
  within<T>(span: () => SpanContext, work: (span: SpanContext) => Promise<T>): Promise<T>;
  /** One event inside the current span. */
  event(hrm: HrmLayer, operation: string, status?: TraceStatus, data?: TraceEvent["metadata"]): void;
  /** `{hrm}_{timestamp}_{random}` */
  generateId(hrm: HrmLayer): string;
}

/** Where trace events go: a file, another tracing system. */
export type Sink = (event: TraceEvent) => void;

const SUMMARY_CHARACTERS = 300;

interface Cell {
  current: SpanContext | null;
}

export interface TracerOptions {
  readonly now?: () => number;
  /** Takes secrets out of what was said; metadata are facts of ours. */
  readonly redact?: (text: string) => string;
}

export function createTracer(sinks: readonly Sink[], options: TracerOptions = {}): Tracer {
  const { now = Date.now, redact = (text) => text } = options;
  const random = createRandom();
  const short = (text: string): string => cut(redact(text));
  const cells = new AsyncLocalStorage<Cell>();
  const base: Cell = { current: null };
  const cell = (): Cell => cells.getStore() ?? base;
  const write: Sink = (event) => {
    for (const sink of sinks) sink(event);
  };
  const idAt = (hrm: HrmLayer, at: string): string => `${hrm}_${digitsOf(at)}_${random()}`;
  const generateId = (hrm: HrmLayer): string => idAt(hrm, instant(now()));
  const span: Tracer["span"] = (hrm, operation, component, given = {}) => {
    const { input = null, metadata = {}, parent } = typeof given === "string" ? { input: given } : given;
    const own = cell();
    const outer = own.current;
    const started = now();
    const at = instant(started);
    const begun: TraceEvent = {
      trace_id: idAt(hrm, at),
      parent_id: (parent === undefined ? outer : parent)?.traceId ?? null,
      hrm,
      operation,
      component,
      status: "started",
      timestamp: at,
      duration_ms: null,
      input_summary: input === null ? null : short(input),
      output_summary: null,
      metadata,
    };
    write(begun);
    const onEnd = (): void => {
      if (own.current === context) own.current = outer;
    };
    const context: SpanContext = createSpan(begun, { now, started, write, short, onEnd });
    // A trace of its own goes on beside others, so it is nobody's surroundings.
    if (parent !== null) own.current = context;
    return context;
  };
  return {
    span,
    generateId,
    within: async (begin, work) => cells.run({ current: cell().current }, async () => endedBy(begin(), work)),
    event(hrm, operation, status = "info", data = {}) {
      write({
        trace_id: generateId(hrm),
        parent_id: cell().current?.traceId ?? null,
        hrm,
        operation,
        component: "",
        status,
        timestamp: instant(now()),
        duration_ms: null,
        input_summary: null,
        output_summary: null,
        metadata: data,
      });
    },
  };
}

async function endedBy<T>(span: SpanContext, work: (span: SpanContext) => Promise<T>): Promise<T> {
  try {
    const result = await work(span);
    span.end();
    return result;
  } catch (error) {
    span.end(error ?? "failed");
    throw error;
  }
}

interface SpanFacts {
  readonly now: () => number;
  readonly started: number;
  readonly write: Sink;
  readonly short: (text: string) => string;
  readonly onEnd: () => void;
}

function createSpan(begun: TraceEvent, { now, started, write, short, onEnd }: SpanFacts): SpanContext {
  let output: string | null = null;
  let open = true;
  const metadata: TraceEvent["metadata"] = { ...begun.metadata };
  const end = (error?: unknown): void => {
    if (!open) return;
    open = false;
    onEnd();
    if (error !== undefined) metadata["error"] = short(error instanceof Error ? error.message : JSON.stringify(error));
    const ended = now();
    write({
      ...begun,
      status: error === undefined ? "completed" : "error",
      timestamp: instant(ended),
      duration_ms: Math.max(0, Math.round(ended - started)),
      output_summary: output,
      metadata,
    });
  };
  return {
    traceId: begun.trace_id,
    setOutput: (text) => void (output = short(text)),
    addMetadata: (key, value) => void (metadata[key] = value),
    end,
    [Symbol.dispose]: () => end(),
  };
}

const NO_SPAN: SpanContext = {
  traceId: "",
  setOutput: () => undefined,
  addMetadata: () => undefined,
  end: () => undefined,
  [Symbol.dispose]: () => undefined,
};

/** Where nobody wants a trace: nothing is made, nothing is written. */
export const NO_TRACER: Tracer = {
  span: () => NO_SPAN,
  within: async (_begin, work) => work(NO_SPAN),
  event: () => undefined,
  generateId: () => "",
};

/** `2026-01-31T09:00:00.123Z` as 20260131090000123; by place, since this is done for every span. */
const digitsOf = (at: string): string =>
  at.slice(0, 4) +
  at.slice(5, 7) +
  at.slice(8, 10) +
  at.slice(11, 13) +
  at.slice(14, 16) +
  at.slice(17, 19) +
  at.slice(20, 23);
const instant = (ms: number): string => new Date(ms).toISOString();
const cut = (text: string): string =>
  (text.length <= SUMMARY_CHARACTERS ? text : `${text.slice(0, SUMMARY_CHARACTERS)}…`).toWellFormed();

const POOL_BYTES = 5 * 512;

/** Ten hexadecimal digits; asked of the system for many at once. */
function createRandom(): () => string {
  let pool = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at >= pool.length) [pool, at] = [randomBytes(POOL_BYTES), 0];
    at += 5;
    return pool.toString("hex", at - 5, at);
  };
}
