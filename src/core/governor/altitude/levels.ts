import type { AltitudeLevel } from "../../../schema/governor-enums.ts";

/** From L4 down to L1 (HRM §1.1). */
export const LEVELS: readonly AltitudeLevel[] = ["identity", "strategy", "operations", "moment"];

export const LEVEL_NAME: Readonly<Record<AltitudeLevel, string>> = {
  identity: "L4 identity",
  strategy: "L3 strategy",
  operations: "L2 operations",
  moment: "L1 moment",
};

/** 0 is the top. */
export const depthOf = (level: AltitudeLevel): number => LEVELS.indexOf(level);

/** Agents work at L3 and L2; at L4 only where that is configured; never at L1 (design.md §6). */
export const allowsAgents = (level: AltitudeLevel, allowL4: boolean): boolean =>
  level === "strategy" || level === "operations" || (level === "identity" && allowL4);

/** Where each kind of action belongs, the level to go to first. To answer, to ask and to wait belong everywhere. */
export const BELONGS: Readonly<Record<string, readonly AltitudeLevel[]>> = {
  respond: LEVELS,
  ask: LEVELS,
  wait: LEVELS,
  execute: ["operations", "moment"],
  delegate: ["operations", "strategy"],
};
