import type { SourceTool } from "../../checks/source/port.ts";
import type { Patience } from "../../core/proof/patience.ts";
import type { SuiteRun } from "../../schema/report.ts";
import type { HeldOut } from "./held-out.ts";
import type { Runner } from "./runs/runner.ts";
import type { ProveOptions, Subject } from "./subject.ts";
import type { UnitPlan } from "./units.ts";

/** What every step of a proof works with. */
export interface Proving {
  readonly subject: Subject;
  readonly plan: UnitPlan;
  readonly tools: readonly SourceTool[];
  readonly runner: Runner;
}

/** One proof, as it was asked for. */
export interface Proof extends Proving {
  readonly options: ProveOptions;
  /** What `options.heldOut` holds; null: nobody asked. */
  readonly heldOut: HeldOut | null;
}

/** Tests of the change, all green, with the run that showed them so. */
export interface NewTests {
  readonly r2: SuiteRun;
  readonly subjects: readonly string[];
  readonly patience: Patience;
}
