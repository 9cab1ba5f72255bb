import type { Code } from "../../errors.ts";

/** Why an event may not follow the state. */
export interface Refusal {
  readonly code: Code;
  readonly message: string;
}

export const refuse = (code: Code, message: string): Refusal => ({ code, message });
