import { z } from "zod";
import { Count } from "./primitives.ts";
import { Cost } from "./usage.ts";

const Word = z.string().max(300);

/** What an attempt of a run came to, as memory keeps it to learn from (HRM §5.2); bundles carry it. */
export const Lesson = z.strictObject({
  task_id: z.string().min(1),
  signal: z.record(Word, Word),
  routing: z.record(Word, Word),
  outcome: z.strictObject({
    success: z.boolean(),
    result: Word,
    codes: z.array(Word).max(100),
    /** The attempt's number. */
    attempts: z.number().int().positive(),
    tokens: Count.nullable(),
    cost: Cost.nullable(),
    duration_seconds: Count,
  }),
});
export type Lesson = z.infer<typeof Lesson>;
