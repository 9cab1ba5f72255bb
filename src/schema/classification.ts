import { z } from "zod";
import { Ratio } from "./primitives.ts";
import { Usage } from "./usage.ts";
import { Complexity, ConflictLevel, Stakes } from "./governor-enums.ts";

/** How a request is read before anything is decided about it (HRM, InputClassification). A model's is a proposal. */
export const InputClassification = z.strictObject({
  complexity: Complexity,
  uncertainty: Ratio,
  conflict: ConflictLevel,
  stakes: Stakes,
  horizon: z.enum(["immediate", "near", "far"]),
  /** The topics that it touches. */
  domain: z.array(z.string().min(1).max(80)).max(10),
  confidence: Ratio,
});
export type InputClassification = z.infer<typeof InputClassification>;

/** Why what a model said of a request does not count. `unavailable`: its key or its packages are missing. */
const ClassifierFailure = z.strictObject({
  code: z.literal("CLASSIFIER_FAILED"),
  kind: z.enum(["invalid", "timeout", "unauthorized", "provider_failed", "budget_spent", "unavailable"]),
  /** May hold words of the provider: redacted, untrusted. */
  message: z.string().max(500),
});

/** What the configured model said of a request, or why the rules alone count. */
export const Classified = z.strictObject({
  model: z.string().min(1),
  proposal: InputClassification.nullable(),
  failure: ClassifierFailure.nullable(),
  usage: Usage,
});
export type Classified = z.infer<typeof Classified>;

const Share = z.string().regex(/^[01]\.\d{4}$/);

/** The same in an event, which holds no floats: what counted, by whose word, and what asking took, once. */
export const RecordedClassification = z.strictObject({
  model: z.string().min(1),
  by: z.enum(["model", "rules"]),
  counted: InputClassification.extend({ uncertainty: Share, confidence: Share }),
  failure: ClassifierFailure.nullable(),
  usage: Usage.optional(),
});
export type RecordedClassification = z.infer<typeof RecordedClassification>;
