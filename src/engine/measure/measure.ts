import type { ToolCheck } from "../../schema/check-settings.ts";
import { BatonError } from "../../errors.ts";
import { measureCoverage } from "./coverage.ts";
import { measureMutation } from "./mutation.ts";
import { withMeasuring, type MeasureOptions, type Measuring } from "./open.ts";
import { notMeasured, type Measured } from "./outcome.ts";
import { measureAccessibility } from "./ui.ts";
import { measureFindings, measureSecurity } from "./tools.ts";

type Measurer = (measuring: Measuring) => Promise<Measured>;

/** How each check is made. */
const MEASURERS: Readonly<Record<ToolCheck, Measurer>> = {
  coverage: measureCoverage,
  lint: async (measuring) => measureFindings(measuring, "lint"),
  type_check: async (measuring) => measureFindings(measuring, "type_check"),
  security: measureSecurity,
  mutation: measureMutation,
  accessibility: measureAccessibility,
};

/**
 * Makes the checks of a change that need a tool (H3A-16), each by running it, on head and for comparison on base. Equal
 * runs that are known are cited. Throws what `prove` throws, save NO_TESTS: without a test nothing was covered.
 */
export async function measure(options: MeasureOptions): Promise<Measured[]> {
  const { checks } = options;
  if (checks.length === 0) return [];
  try {
    return await withMeasuring(options, async (measuring) => {
      const made: Measured[] = [];
      for (const check of checks) made.push(await MEASURERS[check](measuring));
      return made;
    });
  } catch (error) {
    if (!(error instanceof BatonError) || error.code !== "NO_TESTS") throw error;
    return checks.map((check) => notMeasured(check, "NO_TESTS", error.message));
  }
}
