import { hash, timingSafeEqual } from "node:crypto";
import { CLAIM } from "../../../core/run/state.ts";

/** Where whoever claimed a task may keep its token instead of typing it. */
export const TOKEN_VARIABLE = "BATON_CLAIM_TOKEN";

/** What stands in the journal for a claim: the journal is published, so it holds no token, only the token's digest. */
export const claimedWith = (token: string): string => CLAIM + digest(token);

/** Whether this is the token of that claim. Journals of earlier versions hold the token itself. */
export function isTokenOf(harness: string, token: string): boolean {
  const kept = harness.slice(CLAIM.length);
  const expected = DIGEST.test(kept) ? kept : digest(kept);
  return timingSafeEqual(Buffer.from(expected), Buffer.from(digest(token)));
}

const digest = (token: string): string => hash("sha256", token);
const DIGEST = /^[0-9a-f]{64}$/;
