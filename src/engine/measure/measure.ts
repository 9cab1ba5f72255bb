import type { ToolCheck } from "../../schema/check-settings.ts";
import { BatonError } from "../../errors.ts";
import { commandsUnasked } from "../../core/measure/configured-commands.ts";
import { OWN_TOOLS } from "../prove/own-tools.ts";
import { measureCoverage } from "./coverage.ts";
import { measureMutation } from "./mutation.ts";
import { withMeasuring, type MeasureOptions, type Measuring } from "./open.ts";
import { notMeasured, unasked, withPassedOver, type Measured } from "./outcome.ts";
import { measureAccessibility } from "./ui.ts";
import { measureFindings, measureSecurity } from "./tools.ts";

type Measurer = (measuring: Measuring) => Promise<Measured>;

/** Their tools only read the tree: they run at the same time. */
const SIDE_BY_SIDE: ReadonlySet<ToolCheck> = new Set(["lint", "type_check", "security"]);

/** How each check is made. */
const MEASURERS: Readonly<Record<ToolCheck, Measurer>> = {
  coverage: measureCoverage,
  lint: async (measuring) => withPassedOver(await measureFindings(measuring, "lint"), measuring.unfollowed),
  type_check: async (measuring) => measureFindings(measuring, "type_check"),
  security: measureSecurity,
  mutation: measureMutation,
  accessibility: measureAccessibility,
};

/** Says in a report of what it is and in what it was made (verification.md, Ground rules). */
function bound({ subject, runner, command }: Measuring, one: Measured): Measured {
  if (one.report === null) return one;
  const { tools = [], ...report } = one.report;
  const madeIn = {
    base_commit: subject.baseCommit,
    commit: subject.headCommit,
    base: subject.base.tree,
    head: subject.head.tree,
    command,
    environment: { digest: runner.environment, tools: [...OWN_TOOLS, ...tools] },
    isolation_level: runner.isolation,
  };
  return { ...one, report: { ...report, content: { ...madeIn, ...report.content } } };
}

/**
 * Makes the checks of a change that need a tool (H3A-16), each by running it, on head and for comparison on base. Equal
 * runs that are known are cited. Throws what `prove` throws, save NO_TESTS: without a test nothing was covered.
 */
export async function measure(options: MeasureOptions): Promise<Measured[]> {
  const { checks } = options;
  if (checks.length === 0) return [];
  try {
    return await withMeasuring(options, async (measuring) => {
      const together = checks.filter((check) => SIDE_BY_SIDE.has(check));
      // None is left running while the slot is given back.
      const ends = await Promise.allSettled(together.map(async (check) => MEASURERS[check](measuring)));
      const failed = ends.find((end) => end.status === "rejected");
      if (failed !== undefined) throw failed.reason;
      const made = new Map(ends.flatMap((end) => (end.status === "fulfilled" ? [[end.value.check, end.value]] : [])));
      for (const check of checks) if (!made.has(check)) made.set(check, await MEASURERS[check](measuring));
      const { commands, need } = measuring.subject.config.checks;
      const others = commandsUnasked(commands, checks, (check) => need[check] === "never");
      return [
        ...checks.flatMap((check) => made.get(check) ?? []).map((one) => bound(measuring, one)),
        ...[...others].map(([check, passedOver]) => unasked(check, passedOver)),
      ];
    });
  } catch (error) {
    if (!(error instanceof BatonError) || error.code !== "NO_TESTS") throw error;
    return checks.map((check) => notMeasured(check, "NO_TESTS", error.message));
  }
}
