import { z } from "zod";
import { Complexity, ConflictLevel, Stakes } from "./governor-enums.ts";

const Ratio = z.number().min(0).max(1);

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
