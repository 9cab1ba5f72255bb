import type { SourceTool } from "../../checks/source/port.ts";
import type { Runner } from "./runner.ts";
import type { Subject } from "./subject.ts";
import type { UnitPlan } from "./units.ts";

/** What every step of a proof works with. */
export interface Proving {
  readonly subject: Subject;
  readonly plan: UnitPlan;
  readonly tools: readonly SourceTool[];
  readonly runner: Runner;
}
