import { z } from "zod";

export const HrmLayer = z.enum(["altitude", "reasoning", "focus", "learning"]);
export type HrmLayer = z.infer<typeof HrmLayer>;

export const TraceStatus = z.enum(["started", "completed", "error", "info"]);
export type TraceStatus = z.infer<typeof TraceStatus>;

/** With milliseconds, unlike the times of published files: a span is often shorter than a second. */
const Instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** One line of a trace file (HRM §7.1). A span writes two: when it starts and when it ends, under the same id. */
export const TraceEvent = z.strictObject({
  /** `{hrm}_{timestamp}_{random}` */
  trace_id: z.string().min(1),
  parent_id: z.string().nullable(),
  hrm: HrmLayer,
  operation: z.string(),
  component: z.string(),
  status: TraceStatus,
  timestamp: Instant,
  duration_ms: z.number().int().nonnegative().nullable(),
  input_summary: z.string().nullable(),
  output_summary: z.string().nullable(),
  metadata: z.record(z.string(), z.json()),
});
export type TraceEvent = z.infer<typeof TraceEvent>;
