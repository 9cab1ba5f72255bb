import type { SuiteRun, TestResult } from "../../schema/report.ts";

/** Every unit ran to its end and nothing failed. */
export const passedWhole = ({ units }: SuiteRun): boolean =>
  units.every(({ code, complete, failures }) => code === 0 && complete && !failures);

/** How many tests ended in one of these ways. */
export const countOf = (tests: readonly TestResult[], ...wanted: readonly TestResult["status"][]): number =>
  tests.filter(({ status }) => wanted.includes(status)).length;
