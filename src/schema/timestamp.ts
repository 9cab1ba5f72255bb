import { z } from "zod";

/** ISO 8601 in UTC, whole seconds, as it stands in every file and message: `2026-01-31T09:00:00Z`. */
export const Timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, "must look like 2026-01-31T09:00:00Z");
export type Timestamp = z.infer<typeof Timestamp>;
