import { asksRegistry, findAudits, locksOf } from "../../core/measure/find-scanners.ts";
import { findTools } from "../../core/measure/find-tools.ts";
import { findsThings, type ToolCheck } from "../../schema/check-settings.ts";
import { withRevision, type RevisionOptions } from "../prove/revision.ts";
import { programsOn } from "./open.ts";

/** A tool that looks at each change, and why it cannot measure anything here; null: it can. */
export interface TriedTool {
  readonly name: string;
  readonly check: ToolCheck;
  readonly problem: string | null;
  /** It breaks or runs the whole project: the first change that it measures is where it is started. */
  readonly untried?: true;
}

/**
 * Runs what will look at each change over a commit by itself, so that what cannot work here is known before an agent is paid;
 * the first change cites it. Registries are not asked: what one answers now says nothing of later. Throws
 * ENVIRONMENT_FAILED, INTERRUPTED.
 */
export async function tryTools(options: RevisionOptions): Promise<TriedTool[]> {
  return withRevision(options, async ({ tree, config: { checks }, layer, env, suites }) => {
    const programs = programsOn(env, { directory: options.repository, tree });
    const audits = findAudits(locksOf(tree.paths), checks, programs).plans.filter(({ tool }) => !asksRegistry(tool));
    const tried: TriedTool[] = [];
    for (const plan of [...findTools(tree, checks, programs), ...audits]) {
      if (checks.need[plan.check] === "never") continue;
      options.onProgress?.({ step: "tool", detail: `${plan.command?.name ?? plan.tool} for ${plan.check}` });
      const { problem } = await suites.runTool({ tree: tree.tree, layer, plan });
      const name = plan.command?.name ?? plan.tool;
      tried.push({
        name,
        check: plan.check,
        problem: problem === null ? null : `${problem.code}: ${problem.message}`,
      });
    }
    const others = checks.commands.filter((one) => !findsThings(one) && checks.need[one.check] !== "never");
    return [...tried, ...others.map(({ name, check }) => ({ name, check, problem: null, untried: true as const }))];
  });
}
