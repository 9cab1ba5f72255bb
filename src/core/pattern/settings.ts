import type { z } from "zod";
import { parsePattern } from "./pattern.ts";

/** For the refinement of a schema: names each pattern of the lists that cannot be read. The keys are their paths, dots between. */
export function refuseUnreadable(lists: Readonly<Record<string, readonly string[]>>, context: z.RefinementCtx): void {
  for (const [key, patterns] of Object.entries(lists)) {
    for (const [at, pattern] of patterns.entries()) {
      const parsed = parsePattern(pattern);
      if ("flaw" in parsed)
        context.addIssue({
          code: "custom",
          path: [...key.split("."), at],
          message: `${JSON.stringify(pattern)} ${parsed.flaw}`,
        });
    }
  }
}
