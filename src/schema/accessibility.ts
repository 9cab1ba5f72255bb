import { z } from "zod";

const Impact = z.enum(["critical", "serious", "moderate", "minor"]);

/** One page under axe-core. `checked` rules really looked at elements: none is an empty page, not a good one. */
export const Accessibility = z.strictObject({
  url: z.string(),
  engine: z.string(),
  /** Rules that found elements to look at. */
  checked: z.array(z.string()),
  /** Those, and the others that were asked and found none; absent where the report does not list both. */
  asked: z.array(z.string()).optional(),
  /** What the call narrowed itself to, rules or tags; absent: nothing. */
  only: z.array(z.string()).optional(),
  violations: z.array(
    z.strictObject({
      rule: z.string(),
      impact: Impact,
      help: z.string(),
      tags: z.array(z.string()),
      /** Selectors of the elements. */
      targets: z.array(z.string()).min(1),
    }),
  ),
  /** Rules that axe could not decide. */
  incomplete: z.array(z.string()),
  /** Rules that the call switched off. */
  disabled: z.array(z.string()),
});
export type Accessibility = z.infer<typeof Accessibility>;
