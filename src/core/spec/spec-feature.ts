import type { SpecCode } from "../../errors.ts";
import type { Draft } from "./block.ts";
import type { Priority, VerificationMethod } from "../../schema/feature-list.ts";

/** A feature as the specification says it. `line` is where it begins; what the text leaves open is null or empty. */
export interface SpecFeature {
  readonly id: string;
  readonly line: number;
  readonly description: string;
  readonly category: string;
  readonly priority: Priority;
  readonly verify: VerificationMethod;
  readonly testCommand: string | null;
  readonly steps: readonly string[];
  readonly acceptance: readonly string[];
  /** Prose and examples around the steps, as written. */
  readonly detail: string;
  readonly files: readonly string[];
  readonly sharedFiles: readonly string[];
  readonly changes: readonly string[];
  /** What an attempt at it is bound by; null: as configured. */
  readonly timeoutSeconds: number | null;
  readonly heartbeatSeconds: number | null;
  /** Ids of features in the same specification. */
  readonly dependsOn: readonly string[];
}

/** An error makes the file unusable as a specification; a warning names what was read in the only safe way. */
export interface SpecProblem {
  readonly severity: "error" | "warning";
  readonly code: SpecCode;
  readonly line: number;
  readonly message: string;
  /** What was given for the name of a feature and is none. */
  readonly name?: string;
}

/** A text of one format as read, before ids and values are settled. */
export interface Drafted {
  readonly title: string;
  readonly drafts: readonly Draft[];
  readonly problems: readonly SpecProblem[];
}

export interface Spec {
  /** Empty when the text has none. */
  readonly title: string;
  readonly features: readonly SpecFeature[];
  readonly problems: readonly SpecProblem[];
}
