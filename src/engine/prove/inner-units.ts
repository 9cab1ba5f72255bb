import { byId } from "../../core/proof/red.ts";
import { innerUnit } from "../../core/units/inner-unit.ts";
import { BatonError } from "../../errors.ts";
import type { Unit } from "../../schema/unit.ts";
import type { Runner } from "./runs/runner.ts";
import type { Subject } from "./subject.ts";
import { narrowToTests, type UnitPlan } from "./units.ts";

interface Planned {
  readonly subject: Subject;
  readonly plan: UnitPlan;
  readonly runner: Runner;
}

/** A unit without what its scripts do first (`pretest`); null where they do nothing. */
const withoutSteps = (unit: Unit): Unit | null => (unit.before.length === 0 ? null : { ...unit, before: [] });

/**
 * The plan with the runner inside each command that only runs whole, or that something else goes before (`pretest`), for the runs of a few
 * files or of changed texts, where the change's tests pass in it alone as they do in the command: linters, type checks and builds around
 * the tests would stop a stubbed tree before any test is reached.
 */
export async function withInnerUnits(
  { subject, plan, runner }: Planned,
  subjects: readonly string[],
): Promise<UnitPlan> {
  const inner = new Map<Unit, Unit>();
  for (const unit of plan.head) {
    const found = innerUnit(subject.head, unit) ?? withoutSteps(unit);
    if (found !== null) inner.set(unit, found);
  }
  if (inner.size === 0 || subjects.length === 0) return plan;
  const narrow = plan.head.map((unit) => inner.get(unit) ?? unit);
  const selections = narrowToTests(narrow, subjects);
  try {
    const { run } = await runner.run("R2", subject.head.tree, selections, {
      layer: "head",
      detail: "its runner alone",
    });
    const results = byId(run);
    return subjects.every((id) => results.get(id)?.status === "passed") ? { ...plan, narrow } : plan;
  } catch (error) {
    if (error instanceof BatonError && error.code === "RUNNER_MISSING") return plan;
    throw error;
  }
}
