import type { Code } from "../../../errors.ts";

/** Why an event may not follow the state. */
export interface Refusal {
  readonly code: Code;
  readonly message: string;
  /** What to type next; absent: what the code says by itself. */
  readonly hint?: string;
}

export const refuse = (code: Code, message: string, hint?: string): Refusal => ({
  code,
  message,
  ...(hint === undefined ? {} : { hint }),
});
