import type { MemoryTarget, WriteDecision, WriteRequest } from "../../schema/memory.ts";

const LEAST_QUALITY = 0.6;
const LEAST_ALIGNMENT = 0.5;
/** What a source must be worth for how far a wrong write would reach. */
const LEAST_FOR_RADIUS = { minimal: 0, moderate: 0.7, severe: 0.9 } as const;

/** Written without being asked: local to a problem, or only a record of what happened. */
const OPEN: ReadonlySet<MemoryTarget> = new Set(["working_set", "episodic"]);

/**
 * Whether a write may proceed, and where to (HRM §6.2): the first rule that applies decides, in the order of decisions.md.
 * The reason carries the numbers.
 */
export function evaluate({ target, signals, evidence_ids: evidence }: WriteRequest): WriteDecision {
  const {
    conflict_level: conflict,
    source_quality: quality,
    blast_radius: radius,
    alignment_score: alignment,
  } = signals;
  if (OPEN.has(target)) return decide(true, target, `${target} needs no gate`);
  if (conflict === "medium" || conflict === "high")
    return decide(true, "working_set", `conflict is ${conflict}`, "settle the conflict, then write again");
  if (quality < LEAST_QUALITY)
    return decide(
      true,
      "episodic",
      `source quality ${quality} < ${LEAST_QUALITY}`,
      "find a better source, then write again",
    );
  const least = LEAST_FOR_RADIUS[radius];
  if (quality < least)
    return decide(false, target, `source quality ${quality} < ${least} for a ${radius} blast radius`);
  if (target === "synthesis" && alignment < LEAST_ALIGNMENT)
    return decide(false, target, `alignment ${alignment} < ${LEAST_ALIGNMENT}`);
  if (target === "synthesis" && evidence.length === 0) return decide(false, target, "no evidence");
  return decide(
    true,
    target,
    `conflict ${conflict}, source quality ${quality}, ${radius} blast radius, alignment ${alignment}, ${evidence.length} evidence`,
  );
}

const decide = (approved: boolean, target: MemoryTarget, reason: string, ...conditions: string[]): WriteDecision => ({
  approved,
  target,
  reason,
  conditions,
});

/** A decision in one word: what came of what was asked for. */
export const outcomeOf = (
  { approved, target }: WriteDecision,
  request: Pick<WriteRequest, "target">,
): "approved" | "redirected" | "denied" =>
  !approved ? "denied" : target === request.target ? "approved" : "redirected";
