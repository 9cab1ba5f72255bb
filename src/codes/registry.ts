import type { CodeEntry } from "./code.ts";
import { ENVELOPE_CODES } from "./envelope.ts";
import { ENVIRONMENT_CODES } from "./environment.ts";
import { FIREWALL_CODES } from "./firewall.ts";
import { FURTHER_CODES } from "./further.ts";
import { GOVERNOR_CODES } from "./governor.ts";
import { HANDOFF_CODES } from "./handoff.ts";
import { INPUT_CODES } from "./input.ts";
import { LANDING_CODES } from "./landing.ts";
import { MEMORY_CODES } from "./memory.ts";
import { MEASURE_CODES } from "./measure.ts";
import { PROOF_CODES } from "./proof.ts";
import { REVIEW_CODES } from "./review.ts";
import { RUN_CODES } from "./run.ts";
import { SPEC_CODES } from "./spec.ts";

/** The one registry of codes (FCX-08). docs/errors/ is generated from it. */
export const CODES = {
  ...INPUT_CODES,
  ...SPEC_CODES,
  ...ENVIRONMENT_CODES,
  ...PROOF_CODES,
  ...FURTHER_CODES,
  ...MEASURE_CODES,
  ...RUN_CODES,
  ...LANDING_CODES,
  ...REVIEW_CODES,
  ...HANDOFF_CODES,
  ...ENVELOPE_CODES,
  ...MEMORY_CODES,
  ...FIREWALL_CODES,
  ...GOVERNOR_CODES,
} as const satisfies Record<string, CodeEntry>;

export type Code = keyof typeof CODES;

/** Codes of what reading a spec finds. */
export type SpecCode = keyof typeof SPEC_CODES;

export const isCode = (text: string): text is Code => Object.hasOwn(CODES, text);
