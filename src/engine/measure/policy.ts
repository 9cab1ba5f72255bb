import { join } from "node:path";
import { checkEnvironment } from "../../checks/check-environment.ts";
import { findLlvmTools } from "../../checks/runners/rust-coverage.ts";
import { commandsUnasked } from "../../core/measure/configured-commands.ts";
import { coverageGap, findTools, neededChecks } from "../../core/measure/find-tools.ts";
import { BatonError } from "../../errors.ts";
import type { Config } from "../../schema/config.ts";
import type { Check } from "../../schema/reports.ts";
import type { ToolPlan } from "../../schema/tool-plan.ts";
import type { Unit } from "../../schema/unit.ts";
import { readConfig } from "../prove/context.ts";
import type { TreeReader } from "../prove/tree-reader.ts";
import { planUnits } from "../prove/units.ts";
import { programsOn, unfollowedLinters } from "./open.ts";

/** Always asked for, whatever tools there are (decisions.md, Gates and criteria). */
const ALWAYS: readonly Check[] = ["tdd_compliance", "tests", "dod_checklist", "command_rerun"];

/** What a run is gated by. */
export interface PolicyChecks {
  readonly checks: Check[];
  /** What could be a gate and is none, with what to do about it. */
  readonly gaps: string[];
  /** Where tests run, and what looks at each change besides. */
  readonly units: readonly Unit[];
  readonly tools: readonly ToolPlan[];
}

/** Which of the ten checks gate a run of this tree, from its configuration, its stacks and the tools found. `root`: its work tree. */
export function policyChecks(
  tree: TreeReader,
  root: string,
  outer: Readonly<Record<string, string | undefined>>,
): PolicyChecks {
  const config = readConfig(tree);
  const env = checkEnvironment(outer, config.environment.env);
  const units = unitsOf(tree, config);
  const counting = units.filter(
    ({ runner, directory }) => runner === "cargo-test" && findLlvmTools(join(root, directory), env) !== null,
  );
  const found = { units, counting, programs: programsOn(env, { directory: root, tree }) };
  const gap = coverageGap(tree, config.checks, found);
  const needed = neededChecks(tree, config.checks, found);
  const { commands, need } = config.checks;
  const passedOver = [
    ...[...commandsUnasked(commands, needed, (check) => need[check] === "never").values()].flat(),
    ...unfollowedLinters(tree, config.checks),
  ];
  return {
    checks: [...ALWAYS, ...needed],
    units,
    tools: findTools(tree, config.checks, found.programs).filter(({ check }) => needed.includes(check)),
    gaps: [...(gap === null ? [] : [gap]), ...passedOver.map((text) => `not measured: ${text}`)],
  };
}

/** A repository without tests yet is measured by what needs none. */
function unitsOf(tree: TreeReader, config: Config): readonly Unit[] {
  try {
    return planUnits(tree, tree, config, null).base;
  } catch (error) {
    if (error instanceof BatonError && error.code === "NO_TESTS") return [];
    throw error;
  }
}
