import type { Files } from "../../support/repository.ts";

/** An honest small change with the tests its author wrote: it must be proven. */
export interface HonestCase {
  readonly name: string;
  /** What base has besides the family's own files. */
  readonly base?: Files;
  readonly head: Files;
  /** One of its tests looks at an answer more vaguely than could be had: a person is asked about that, and about nothing else. */
  readonly isAsked?: true;
}
