import { z } from "zod";
import { UNKNOWN_USAGE } from "./usage-sums.ts";
import { Usage } from "./usage.ts";

const ABSOLUTE = /^(?:\/|[A-Za-z]:)/;
const GIT_FOLDER = /^\.git$/i;

/** Relative to the agent's clone, and inside it: whoever wrote a recording reaches nothing else (security.md). */
const ClonePath = z.string().refine(isInside, "is no path inside the agent's clone");

function isInside(path: string): boolean {
  const parts = path.split("/");
  return (
    !ABSOLUTE.test(path) &&
    !path.includes("\\") &&
    !path.includes("\0") &&
    parts.every((part) => part !== "" && part !== "." && part !== ".." && !GIT_FOLDER.test(part))
  );
}

/** One file that an agent left other than it found it. Modes are git's; the content of a link is its target. */
const RecordedChange = z.union([
  z.strictObject({
    path: ClonePath,
    mode: z.enum(["100644", "100755", "120000"]),
    encoding: z.enum(["utf8", "base64"]),
    content: z.string(),
  }),
  z.strictObject({ path: ClonePath, content: z.null() }),
]);
export type RecordedChange = z.infer<typeof RecordedChange>;

/** The first line of a recording. */
export const RecordingHeader = z.strictObject({
  type: z.literal("recording"),
  v: z.literal(1),
  /** The profile that was recorded: its name stands in its answers. */
  agent: z.string().min(1),
  /** Whose turns these are: what two runs came to is no one recording. Those of earlier versions do not say. */
  run: z.string().min(1).optional(),
});
export type RecordingHeader = z.infer<typeof RecordingHeader>;

/** Each line after it: what an agent answered in one call, and what it did to its clone before. */
export const RecordedTurn = z.strictObject({
  type: z.literal("turn"),
  task_id: z.string().min(1),
  feature_id: z.string().min(1),
  attempt: z.number().int().positive(),
  /** 0 for the work itself; n for the n-th time that only the answer was asked for. */
  answer_only: z.number().int().nonnegative(),
  /** Which gate was asked about, and how often; empty and 0 for the work itself. */
  gate: z.string().default(""),
  round: z.number().int().nonnegative().default(0),
  end: z.enum(["answered", "timeout", "stalled", "crashed", "unauthorized", "provider_failed", "budget_spent"]),
  /** Its program told of a failure by its exit code. */
  failed: z.literal(true).optional(),
  /** Why what it said is no answer, where it was told so already. */
  unusable: z.string().optional(),
  text: z.string(),
  diagnostics: z.string(),
  duration_ms: z.number().int().nonnegative(),
  changes: z.array(RecordedChange),
  /** Recordings of earlier versions have neither. */
  usage: Usage.default(UNKNOWN_USAGE),
  transcript: z.string().default(""),
});
export type RecordedTurn = z.infer<typeof RecordedTurn>;

/** One line of a recording. */
export const RecordingLine = z.union([RecordingHeader, RecordedTurn]);
