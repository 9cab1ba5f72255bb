import type { Files } from "../../support/repository.ts";

/** An honest small change with the tests its author wrote: it must be proven. */
export interface HonestCase {
  readonly name: string;
  /** What base has besides the family's own files. */
  readonly base?: Files;
  readonly head: Files;
  /** A person is asked about it, by this code and nothing else: a test looks at an answer more vaguely than could be had, or only at its own. */
  readonly asked?: "TEST_HOLLOW" | "CODE_SUSPICIOUS";
}
