import { z } from "zod";
import { Dict } from "./governor.ts";

/** What to do about an error of the governor (HRM §9.2). */
export const RecoveryAction = z.strictObject({
  action: z.enum(["retry", "fallback", "escalate", "abort"]),
  delay_ms: z.number().int().nonnegative().default(0),
  context: Dict.nullable().default(null),
});
export type RecoveryAction = z.infer<typeof RecoveryAction>;
