import { BatonError } from "../errors.ts";
import type { GovernorKind } from "../schema/governor-events.ts";

/** `--governor`, null where it is not given. Throws USAGE_INVALID. */
export function governorOf(given: string | undefined): GovernorKind | null {
  if (given === undefined) return null;
  if (given === "governed" || given === "fixed") return given;
  throw new BatonError("USAGE_INVALID", `--governor ${given} is neither governed nor fixed`);
}
