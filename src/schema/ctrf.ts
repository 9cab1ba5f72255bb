import { z } from "zod";
import { Commit, Count } from "./primitives.ts";
import { Timestamp } from "./timestamp.ts";

/** What the format leaves to whoever writes. */
const Extra = z.record(z.string(), z.unknown());
/** Since 1970, in milliseconds. */
const Moment = z.number().int();

export const CtrfStatus = z.enum(["passed", "failed", "skipped", "pending", "other"]);
export type CtrfStatus = z.infer<typeof CtrfStatus>;

export const CtrfTest = z.strictObject({
  name: z.string().min(1),
  status: CtrfStatus,
  /** In milliseconds. */
  duration: Count,
  /** From the outermost inwards. */
  suite: z.array(z.string()).min(1).optional(),
  message: z.string().optional(),
  rawStatus: z.string(),
  filePath: z.string().optional(),
  retries: Count.optional(),
  /** Whether it passed only when it was tried again. */
  flaky: z.boolean().optional(),
  extra: Extra,
});
export type CtrfTest = z.infer<typeof CtrfTest>;

/**
 * The Common Test Report Format (https://ctrf.io), as far as it is written here: its schema allows no other field anywhere but below
 * `extra`, and has each of these.
 */
export const Ctrf = z.strictObject({
  reportFormat: z.literal("CTRF"),
  specVersion: z.literal("0.0.0"),
  timestamp: Timestamp,
  generatedBy: z.string(),
  results: z.strictObject({
    tool: z.strictObject({ name: z.string().min(1), version: z.string().optional() }),
    summary: z.strictObject({
      tests: Count,
      passed: Count,
      failed: Count,
      skipped: Count,
      pending: Count,
      other: Count,
      flaky: Count,
      start: Moment,
      stop: Moment,
    }),
    tests: z.array(CtrfTest),
    environment: z.strictObject({ commit: Commit.optional() }),
    extra: Extra,
  }),
});
export type Ctrf = z.infer<typeof Ctrf>;
