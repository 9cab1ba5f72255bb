import { z } from "zod";
import { KindArm } from "./attempt-kind.ts";
import { RecordedClassification } from "./classification.ts";
import { By, Count, Name } from "./primitives.ts";
import { ReviewArm } from "./review-arm.ts";
import { AltitudeLevel, GateType, Stakes, Stance, Strategy } from "./governor-enums.ts";

// What the governor decided, as the journal keeps it (design.md §6).

/** A gate that was passed, or refused, on the way from a stance to another. */
export const StancePassage = z.strictObject({ gate: GateType, passed: z.boolean(), from: Stance, to: Stance });
export type StancePassage = z.infer<typeof StancePassage>;

/** `fixed`: first in, first out, the yardstick of what the governor decides (design.md §6). */
export const GovernorKind = z.enum(["governed", "fixed"]);
export type GovernorKind = z.infer<typeof GovernorKind>;

export const GovernorSet = z.strictObject({ type: z.literal("governor_set"), governor: GovernorKind, by: By });

/** Ratios are texts: events hold no floats. */
const Decimal = z.string().regex(/^[01]\.\d{4}$/);
/** Why this task is the next, told before its attempt begins (ONE-02). */
export const TaskSelected = z.strictObject({
  type: z.literal("task_selected"),
  task_id: z.string().min(1),
  attempt: z.number().int().positive(),
  governor: GovernorKind,
  /** Null: nothing was weighed. */
  score: Decimal.nullable(),
  signals: z
    .strictObject({
      urgency: Decimal,
      dependency: Decimal,
      momentum: Decimal,
      energy_cost: Decimal,
      alignment: Decimal,
    })
    .nullable(),
  rationale: z.string().min(1),
  /** The task that would have been next. */
  fallback: z.string().min(1).nullable(),
  /** How many were ready. */
  candidates: z.number().int().positive(),
});

const RouteStep = z.enum(["first", "again", "stronger"]);
export type RouteStep = z.infer<typeof RouteStep>;

const LearnedArm = z.strictObject({
  pattern_id: Name,
  match_confidence: Decimal,
  evidence_count: Count,
  agent: Name,
  /** Absent in journals of earlier versions. */
  kind: Name.optional(),
});
/** A pattern that matched well enough, with the agent that it recommends. */
export type LearnedArm = z.infer<typeof LearnedArm>;

/** How an attempt was routed: what the route of the next one starts from. */
const TriedBefore = z.strictObject({ agent: Name, tries: Count });
export type TriedBefore = z.infer<typeof TriedBefore>;

/** One thing that was decided about an attempt, with the reason. */
const arm = <T extends z.ZodType>(is: T) => z.strictObject({ is, why: Name });

/** What an attempt is given and held to, besides who makes it (design.md §6). */
export const AttemptArms = z.strictObject({
  /** `flip`: R5 is asked for, too, wherever an expected value can be turned round. */
  proof: arm(z.enum(["required", "flip"])),
  /** Who is asked about gates of agents, where neither a flag nor the configuration names somebody. */
  reviewer: arm(Name),
  /** `alone`: nobody else begins while it is worked. */
  lane: arm(z.enum(["shared", "alone"])),
  /** How many entries of memory its packet may carry. */
  memory_items: arm(Count),
});
export type AttemptArms = z.infer<typeof AttemptArms>;

/** The governor asks a person before the attempts of a task are used up. */
export const TaskEscalated = z.strictObject({
  type: z.literal("task_escalated"),
  task_id: Name,
  attempt: z.number().int().positive(),
  reason: Name,
});

/** The governed turn of an attempt, told before it begins: where it stands, who gets it, and why (ONE-03, ONE-05). */
export const AttemptRouted = z.strictObject({
  type: z.literal("attempt_routed"),
  task_id: Name,
  attempt: z.number().int().positive(),
  altitude: AltitudeLevel,
  stance: Stance,
  /** Gates that were passed, or refused, to come to the stance. */
  gates: z.array(StancePassage),
  /** Turns left of the lease that the work is done under; null: none is held. */
  commitment_turns: Count.nullable(),
  stakes: Stakes,
  strategy: Strategy,
  approval: z.strictObject({ approved: z.boolean(), action: Name, reason: Name }),
  /** From the cheapest to the strongest. */
  agents: z.array(Name).min(1),
  before: TriedBefore.nullable(),
  /** Why the attempt before failed; `none`. */
  failure: Name,
  learned: z.array(LearnedArm),
  agent: Name,
  step: RouteStep,
  reason: Name,
  pattern: Name.nullable(),
  explored: z.boolean(),
  tries: Count,
  /** Of the task's own context, from 1; each attempt is a turn (HRM §1.2). */
  turn_number: Count.optional(),
  escalation_level: Count.optional(),
  /** Tasks that agents of the same harness are at work on. Absent, with `arms`, in journals of earlier versions. */
  besides: z.array(Name).optional(),
  arms: AttemptArms.optional(),
  /** Absent in journals of earlier versions, which knew builds alone. */
  kind: KindArm.optional(),
  /** Absent in journals of earlier versions, which knew no votes. */
  review: ReviewArm.optional(),
  /** Absent where no model is configured that classifies. */
  classified: RecordedClassification.optional(),
});
