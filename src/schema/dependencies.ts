import { z } from "zod";
import { Severity } from "./tool-findings.ts";

export const Component = z.strictObject({
  name: z.string().min(1),
  version: z.string(),
  /** Empty where the tool names none. */
  purl: z.string(),
  licenses: z.array(z.string()),
});
export type Component = z.infer<typeof Component>;

export const Vulnerability = z.strictObject({
  id: z.string().min(1),
  package: z.string(),
  version: z.string(),
  severity: Severity,
  summary: z.string(),
  cwe: z.array(z.number().int().positive()),
});
export type Vulnerability = z.infer<typeof Vulnerability>;

/** What a project stands on, and what is known to be wrong with it. */
export const Dependencies = z.strictObject({
  components: z.array(Component),
  vulnerabilities: z.array(Vulnerability),
});
export type Dependencies = z.infer<typeof Dependencies>;
