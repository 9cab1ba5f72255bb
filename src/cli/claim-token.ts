import { TOKEN_VARIABLE } from "../engine/run/claims/claim-token.ts";
import type { Surroundings } from "./surroundings.ts";

/** `--token`, else the variable: what `task claim` gave; null: neither is there. */
export const tokenOf = (flags: { readonly token?: string }, { env }: Pick<Surroundings, "env">): string | null =>
  flags.token ?? env[TOKEN_VARIABLE] ?? null;
